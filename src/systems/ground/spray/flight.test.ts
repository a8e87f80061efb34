import { expect, test } from 'vitest';
import { exp } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import { sumGround } from '../flow/ledger.ts';
import { createGroundKernel } from '../load-kernel.ts';
import { showGround } from '../outputs.ts';
import type { GroundParams } from '../params.ts';
import { GroundState } from '../state.ts';
import { stepGround } from '../step.ts';
import { makeGround, readUnits } from '../testing/grounds.ts';
import { type Fall, fallFor, type Throw } from './flight.ts';

const still: Fall = fallFor(0, 0);

/** A ground on which tests throw particles directly. Their volume is first taken from a distant column. */
function makeSky(overrides: Partial<GroundParams> = {}) {
  const state = makeGround({ spray: true, ...overrides });
  const spray = state.spray!;
  const particle = spray.settings.particleUnits;
  return {
    state,
    spray,
    throwAll(particles: readonly Partial<Throw>[]) {
      spray.ground.begin();
      for (const given of particles) {
        const volume = given.volume ?? particle;
        expect(spray.ground.take(-2000, -2000, volume)).toBe(true);
        spray.flight.launch(
          spray.ground,
          { x: 0, y: 1, z: 0, vx: 0, vy: 0, vz: 0, time: 0, bursts: false, ...given, volume },
          still,
        );
      }
    },
    /** Advances until no particle flies. Returns the duration in seconds. */
    land() {
      let steps = 0;
      while (spray.flight.count > 0 && steps < 5000) {
        stepGround(state, []);
        steps++;
      }
      return steps / state.settings.rate;
    },
  };
}

const error = (state: ReturnType<typeof makeGround>) => sumGround(state).ledger.error;

test.each([60, 120, 480])(
  'a jet lands where the parabola meets the ground, at %i steps per second',
  (rate) => {
    const { state, throwAll, land } = makeSky({ rate, cell: 0.01 });
    const speed = 5;
    throwAll([{ y: 0.00001, vx: speed * 0.6, vy: speed * 0.8 }]);
    const seconds = land();
    const range = (2 * speed * 0.6 * speed * 0.8) / 9.81;
    expect(Math.abs(seconds - (2 * speed * 0.8) / 9.81)).toBeLessThan(1 / rate + 1e-9);
    const row = readUnits(state, { i0: 0, j0: 0, columns: 300, rows: 1 });
    const landed = row.findIndex((height) => height > 0);
    expect(Math.abs(landed * 0.01 - range)).toBeLessThan(0.0151);
    expect(row.reduce((sum, height) => sum + height, 0)).toBe(state.spray!.settings.particleUnits);
    expect(error(state)).toBe(0n);
  },
);

test('with drag, a particle follows the closed form and reaches the terminal velocity g / drag', () => {
  const { state, spray, throwAll } = makeSky({ sprayDrag: 4, rate: 100 });
  throwAll([{ y: 500, vx: 10 }]);
  for (let n = 0; n < 300; n++) stepGround(state, []);
  const t = 3;
  const { x, y, vx, vy } = spray.flight;
  expect(x[0]).toBeCloseTo((10 / 4) * (1 - exp(-4 * t)), 9);
  expect(vx[0]).toBeCloseTo(10 * exp(-4 * t), 9);
  expect(vy[0]).toBeCloseTo((-9.81 / 4) * (1 - exp(-4 * t)), 9);
  expect(y[0]).toBeCloseTo(500 - (9.81 / 4) * (t - (1 - exp(-4 * t)) / 4), 9);
  expect(vy[0]).toBeCloseTo(-9.81 / 4, 4);
});

test('a fan of jets lands at the distances of the closed form', () => {
  const { state, throwAll, land } = makeSky({ cell: 0.02, sprayParticleSize: 0.004 });
  const count = 4000;
  const speed = 4;
  const particles = Array.from({ length: count }, (_, k) => {
    // Angles are uniform between 30° and 60°.
    const angle = Math.PI / 6 + (Math.PI / 6) * hashUnit(3, k);
    return { y: 1e-5, vx: speed * Math.cos(angle), vy: speed * Math.sin(angle), z: 0.02 * (k % 50) };
  });
  throwAll(particles);
  land();
  const rectangle = { i0: 0, j0: -2, columns: 120, rows: 60 };
  const heights = readUnits(state, rectangle);
  const particle = state.spray!.settings.particleUnits;
  const reach = (angle: number) => (speed * speed * Math.sin(2 * angle)) / 9.81;
  // Ranges are between those of 30° and 45°. Half of the fan lands beyond the range of 37.5°.
  let [beyond, total] = [0, 0];
  heights.forEach((height, k) => {
    if (height <= 0) return;
    const x = 0.02 * (k % rectangle.columns);
    expect(x).toBeGreaterThan(reach(Math.PI / 6) - 0.05);
    expect(x).toBeLessThan(reach(Math.PI / 4) + 0.05);
    total += height;
    if (x > reach((Math.PI * 37.5) / 180)) beyond += height;
  });
  expect(total).toBe(count * particle);
  expect(beyond / total).toBeGreaterThan(0.45);
  expect(beyond / total).toBeLessThan(0.55);
});

test('no particle passes through a ridge at any speed, or ends below the ground', () => {
  // Dunes half a metre high.
  const { state, spray, throwAll } = makeSky({
    noiseAmplitude: 0.5,
    noiseWavelength: 1.5,
    noiseOctaves: 2,
    outsideSlope: 1.57,
    insideSlope: 1.57,
  });
  throwAll(
    Array.from({ length: 100 }, (_, k) => ({
      x: hashUnit(1, k) - 0.5,
      y: 1.2,
      z: hashUnit(2, k) - 0.5,
      vx: 200 * (hashUnit(4, k) - 0.5),
      vy: -30 * hashUnit(5, k),
      vz: 200 * (hashUnit(6, k) - 0.5),
    })),
  );
  const output = showGround(state);
  const one = new Int32Array(1);
  for (let n = 0; n < 300 && spray.flight.count > 0; n++) {
    stepGround(state, []);
    const { x, y, z, count } = spray.flight;
    for (let k = 0; k < count; k++) {
      output.read(one, {
        i0: Math.floor(x[k] / 0.01 + 0.5),
        j0: Math.floor(z[k] / 0.01 + 0.5),
        columns: 1,
        rows: 1,
      });
      expect(y[k]).toBeGreaterThan(one[0] / 2 ** 20);
    }
  }
  expect(spray.flight.count).toBe(0);
  expect(error(state)).toBe(0n);
});

test('a particle that hits the side of a wall is added to the wall, not to the ground behind it', () => {
  const { state, spray, throwAll } = makeSky({ outsideSlope: 1.57, insideSlope: 1.57, noiseAmplitude: 0 });
  spray.ground.begin();
  for (let j = -3; j <= 3; j++) spray.ground.land(50, j, 2 ** 20, 1);
  state.totals.compacted -= BigInt(7 * 2 ** 20);
  for (const vx of [3, 30, 300]) throwAll([{ x: 0.4, y: 0.5, vx }]);
  stepGround(state, []);
  stepGround(state, []);
  for (let n = 0; n < 10; n++) stepGround(state, []);
  expect(spray.flight.count).toBe(0);
  expect(readUnits(state, { i0: 50, j0: 0, columns: 1, rows: 1 })[0]).toBe(
    2 ** 20 + 3 * spray.settings.particleUnits,
  );
  expect(error(state)).toBe(0n);
});

test('particles that land beyond the edge of the ground count as outside', () => {
  const { state, spray, throwAll, land } = makeSky({ size: [200, 200] });
  const particle = BigInt(spray.settings.particleUnits);
  throwAll([
    { x: 99, vx: 5, y: 0.5 },
    { x: 99, vx: -5, y: 0.5 },
    { x: 0, vx: 1e9, y: 0.5 },
  ]);
  expect(land()).toBeGreaterThan(0.3);
  expect(state.totals.outside).toBe(2n * particle);
  expect(error(state)).toBe(0n);
});

test('a particle created in the ground is free once it is above the ground, also if all other ground is lower', () => {
  const { spray, throwAll } = makeSky();
  throwAll([{ y: 1, vy: 2 }]);
  const { flight, ground } = spray;
  for (const top of [ground.top, 100 * 2 ** 20]) {
    flight.bursts[0] = 1;
    ground.top = top;
    flight.advance(ground, fallFor(0.01, 0));
    expect(flight.bursts[0]).toBe(0);
  }
});

test('a particle that leaves the ground in one step counts as outside at any height', () => {
  const { state, spray, throwAll } = makeSky();
  throwAll([{ y: 1 }]);
  const { flight, ground } = spray;
  flight.y[0] = 1e6;
  flight.vx[0] = 1e7;
  stepGround(state, []);
  expect(flight.count).toBe(0);
  expect(BigInt(ground.outside)).toBe(state.totals.outside);
  expect(error(state)).toBe(0n);
});

test('a particle wider than a column lands on several columns, with exact volume', () => {
  const { state, spray, throwAll, land } = makeSky({
    cell: 0.002,
    sprayParticleSize: 0.01,
    outsideSlope: 1.57,
    insideSlope: 1.57,
  });
  throwAll([{ y: 0.1 }]);
  land();
  const heights = readUnits(state, { i0: -5, j0: -5, columns: 11, rows: 11 });
  expect(heights.filter((height) => height > 0).length).toBe(25);
  expect(heights.reduce((sum, height) => sum + height, 0)).toBe(spray.settings.particleUnits);
  expect(Math.max(...heights) / 2 ** 20).toBeLessThan(0.0101);
});

test('particles on sleeping or untouched ground wake it only where it must flow', () => {
  const { state, spray, throwAll, land } = makeSky({ cell: 0.01 });
  // A heap on a few columns, far from all awake tiles.
  throwAll(Array.from({ length: 300 }, (_, k) => ({ x: 7.01 + 0.001 * (k % 5), y: 0.3 + 0.001 * k, z: -3 })));
  land();
  for (let n = 0; n < 200; n++) stepGround(state, []);
  expect(state.tiles.awake.size).toBe(0);
  const heights = readUnits(state, { i0: 680, j0: -320, columns: 42, rows: 42 });
  expect(heights.reduce((sum, height) => sum + height, 0)).toBe(300 * spray.settings.particleUnits);
  // The sand has settled: its θ_out is 0.436 rad.
  const [columns, limit] = [42, Math.tan(0.436) * 0.01 * 2 ** 20 + 1];
  for (let k = 0; k < heights.length; k++) {
    if (k % columns > 0) expect(Math.abs(heights[k] - heights[k - 1])).toBeLessThan(limit);
    if (k >= columns) expect(Math.abs(heights[k] - heights[k - columns])).toBeLessThan(limit);
  }
  throwAll([{ x: 7.01, y: 0.4, z: -3 }]);
  land();
  const again = readUnits(state, { i0: 680, j0: -320, columns: 42, rows: 42 });
  expect(again.reduce((sum, height) => sum + height, 0)).toBe(301 * spray.settings.particleUnits);
  expect(error(state)).toBe(0n);
});

test('nothing lands where ground is missing, and particles on stones roll off, with exact volume', () => {
  const { settings } = makeGround({ spray: true });
  const fill =
    (isSo: (i: number, j: number) => boolean) =>
    (out: Uint8Array, i0: number, j0: number, columns: number, rows: number) => {
      for (let k = 0; k < columns * rows; k++) {
        out[k] = Number(isSo(i0 + (k % columns), j0 + Math.floor(k / columns)));
      }
    };
  const state = new GroundState(
    {
      ...settings,
      surface: { ...settings.surface, fillMissing: fill((i) => i >= 100) },
      fillStones: fill((i, j) => i * i + j * j < 100),
    },
    createGroundKernel(),
  );
  const { ground, flight } = state.spray!;
  const particle = settings.spray!.particleUnits;
  ground.begin();
  expect(ground.take(50, 50, 40 * particle)).toBe(true);
  expect(ground.take(100, 0, 1)).toBe(false);
  expect(ground.take(3, 3, 1)).toBe(false);
  for (let k = 0; k < 40; k++) {
    const x = k < 10 ? 1.2 : 0.02 * (k % 4) - 0.03;
    const thrown = { x, y: 0.3, z: 0, vx: 0, vy: 0, vz: 0, volume: particle, time: 0, bursts: false };
    flight.launch(ground, thrown, still);
  }
  for (let n = 0; n < 60; n++) stepGround(state, []);
  expect(flight.count).toBe(0);
  expect(state.totals.outside).toBe(BigInt(10 * particle));
  const heights = readUnits(state, { i0: -14, j0: -14, columns: 29, rows: 29 });
  expect(heights.reduce((sum, height) => sum + height, 0)).toBe(30 * particle);
  heights.forEach((height, k) => {
    if (state.isStone((k % 29) - 14, Math.floor(k / 29) - 14)) expect(height).toBe(0);
  });
  expect(error(state)).toBe(0n);
});
