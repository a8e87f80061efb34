import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import type { PointsOutput } from '../../outputs/points.ts';
import { sumGround } from '../flow/ledger.ts';
import { createGroundKernel } from '../load-kernel.ts';
import { showGround } from '../outputs.ts';
import { reportGround } from '../report.ts';
import type { GroundState } from '../state.ts';
import { stepGround } from '../step.ts';
import { groundSystem } from '../system.ts';
import { around, makeGround, readUnits } from '../testing/grounds.ts';
import { hashGround, loadGround, saveGround } from '../tiles/save.ts';
import type { SavedSpray } from './save-spray.ts';
import { makeSprayScene } from './testing/scenes.ts';

const steps = 40;

function run(
  seed: number,
  change: {
    kernel?: 'reference';
    reverse?: boolean;
    each?: (state: GroundState, n: number) => GroundState;
  } = {},
): GroundState {
  const scene = makeSprayScene(seed);
  const kernel = change.kernel && createGroundKernel({ implementation: change.kernel });
  let state = makeGround(scene.params, kernel, seed);
  for (let n = 1; n <= steps; n++) {
    scene.advance(n);
    const colliders = [...scene.colliders];
    stepGround(state, change.reverse ? colliders.reverse() : colliders);
    state = change.each?.(state, n) ?? state;
  }
  return state;
}

test('random scenes: exact ledger after every step, and finite particles with ascending identities', () => {
  let thrown = 0;
  let held = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
      const state = run(seed, {
        each(now, n) {
          if (n % 5 === 0) expect(sumGround(now).ledger.error).toBe(0n);
          return now;
        },
      });
      const { ids, count, nextId, x, y, z, volume } = state.spray!.flight;
      thrown += nextId;
      held += Number(state.spray!.attached);
      expect(count).toBeLessThanOrEqual(state.settings.spray!.limit);
      for (let k = 0; k < count; k++) {
        expect(Number.isFinite(x[k] + y[k] + z[k])).toBe(true);
        expect(Number.isInteger(volume[k]) && volume[k] > 0).toBe(true);
        if (k > 0) expect(ids[k]).toBeGreaterThan(ids[k - 1]);
      }
      expect(hashGround(run(seed))).toBe(hashGround(state));
    }),
    { numRuns: 5, seed: 8 },
  );
  expect(thrown).toBeGreaterThan(100);
  expect(held).toBeGreaterThan(0);
});

test.each([1, 2, 3, 4, 5, 6])(
  'scene %i: the bytes do not depend on the order of colliders or on the kernel',
  (seed) => {
    const hash = hashGround(run(seed));
    expect(hashGround(run(seed, { reverse: true }))).toBe(hash);
    if (seed < 3) expect(hashGround(run(seed, { kernel: 'reference' }))).toBe(hash);
  },
);

test.each([1, 2, 3, 4, 5, 6])(
  'scene %i: saving and loading at any step does not change later results',
  (seed) => {
    const whole = run(seed);
    const mended = run(seed, {
      each(state, n) {
        if (n % 3 !== 0) return state;
        const loaded = loadGround(() => state.settings, createGroundKernel(), saveGround(state));
        expect(hashGround(loaded)).toBe(hashGround(state));
        return loaded;
      },
    });
    expect(hashGround(mended)).toBe(hashGround(whole));
  },
);

test('reading frames between steps changes nothing', () => {
  const seed = 3;
  const hash = hashGround(run(seed));
  const looked = run(seed, {
    each(state) {
      groundSystem.interpolate!(
        state,
        { colliders: [], heightfields: [], drives: [], surfaces: [], startTime: 0 },
        0.003,
        0.01,
      );
      groundSystem.outputs(state);
      reportGround(state);
      readUnits(state, around(0, 0, 40));
      showGround(state).takeChanges();
      return state;
    },
  });
  expect(hashGround(looked)).toBe(hash);
});

test('damaged saved data are refused, and so is spray for a ground without it', () => {
  const state = run(4);
  const bytes = saveGround(state);
  const load =
    (data: Uint8Array, settings = state.settings) =>
    () =>
      loadGround(() => settings, createGroundKernel(), data);
  expect(load(bytes)).not.toThrow();
  expect(load(bytes, { ...state.settings, spray: null })).toThrow(/set `spray` to true/);
  for (let length = 10; length < bytes.length; length += 41) {
    expect(load(bytes.slice(0, length))).toThrow(InputError);
  }
});

test.each([
  ['no table', () => null],
  ['no bodies', ({ bodies, ...rest }: SavedSpray) => rest],
  ['bodies that are not a list', (spray: SavedSpray) => ({ ...spray, bodies: 5 })],
  ['an empty body', (spray: SavedSpray) => ({ ...spray, bodies: [null] })],
  ['a body without a name', changeBody({ name: 3 })],
  ['half a triangle', changeBody({ triangles: 0.5 })],
  ['far too many triangles', changeBody({ triangles: 2 ** 40 })],
  ['a negative number of known triangles', changeBody({ known: -1 })],
  ['a fraction that is not a number', changeBody({ fraction: 'x' })],
  ['no count', (spray: SavedSpray) => ({ ...spray, count: undefined })],
  ['a count above the number of particles', (spray: SavedSpray) => ({ ...spray, count: 1e9 })],
  ['a number that is text', (spray: SavedSpray) => ({ ...spray, nextId: '7' })],
] as const)('a saved header with %s is refused with a message', (_, change) => {
  const state = run(4);
  const bytes = saveGround(state);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  expect(header.spray.bodies.length).toBeGreaterThan(0);
  header.spray = (change as (spray: SavedSpray) => unknown)(header.spray);
  const text = new TextEncoder().encode(JSON.stringify(header));
  const damaged = new Uint8Array(8 + text.length + bytes.length - 8 - length);
  damaged.set(bytes.subarray(0, 4));
  new DataView(damaged.buffer).setUint32(4, text.length, true);
  damaged.set(text, 8);
  damaged.set(bytes.subarray(8 + length), 8 + text.length);
  expect(() => loadGround(() => state.settings, createGroundKernel(), damaged)).toThrow(InputError);
});

function changeBody(change: object) {
  return (spray: SavedSpray) => ({ ...spray, bodies: spray.bodies.map((body) => ({ ...body, ...change })) });
}

test('spray is shown as points with constant identity, time of birth and velocity', () => {
  const scene = makeSprayScene(2);
  const state = makeGround(scene.params, undefined, 2);
  const inputs = {
    colliders: [...scene.colliders],
    heightfields: [],
    drives: [],
    surfaces: [],
    startTime: 0,
  };
  const [ground, points] = groundSystem.outputs(state) as [unknown, PointsOutput];
  expect(ground).toMatchObject({ kind: 'heightfield', name: 'surface' });
  expect(points).toMatchObject({ kind: 'points', name: 'spray', count: 0 });
  const dt = 1 / state.settings.rate;
  const born = new Map<number, number>();
  const before = new Map<number, readonly number[]>();
  let followed = 0;
  for (let n = 1; n <= steps; n++) {
    scene.advance(n);
    groundSystem.step(state, inputs, 5 + (n - 1) * dt, dt);
    groundSystem.interpolate!(state, inputs, 0, dt);
    const { count, ids, positions, velocities, sizes, birthTimes, colors } = points;
    for (let k = 0; k < count; k++) {
      const time = born.get(ids[k]) ?? birthTimes[k];
      expect(birthTimes[k]).toBe(time);
      if (!born.has(ids[k])) {
        expect(time).toBeGreaterThan(5 + (n - 1) * dt - 1e-5);
        expect(time).toBeLessThan(5 + n * dt + 1e-5);
      }
      born.set(ids[k], time);
      expect(sizes[k]).toBeGreaterThan(0.005);
      expect(colors[4 * k + 3]).toBe(1);
      const last = before.get(ids[k]);
      // Extrapolated from its previous position with its velocity.
      if (last && state.settings.spray!.drag === 0) {
        expect(positions[3 * k]).toBeCloseTo(last[0] + last[1] * dt, 4);
        followed++;
      }
      before.set(ids[k], [positions[3 * k], velocities[3 * k]]);
    }
  }
  expect(born.size).toBeGreaterThan(20);
  expect(followed).toBeGreaterThan(20);
});

test('a limit bounds the number of particles without loss: they become heavier, then stay attached', () => {
  const scene = makeSprayScene(9);
  const free = makeGround(
    { ...scene.params, maxSprayParticles: 1e6, sprayRule: 'speed', spraySpeed: 0.1 },
    undefined,
    9,
  );
  const tight = makeGround(
    { ...scene.params, maxSprayParticles: 12, sprayRule: 'speed', spraySpeed: 0.1 },
    undefined,
    9,
  );
  let [maxCount, heaviest] = [0, 0];
  for (let n = 1; n <= steps; n++) {
    scene.advance(n);
    for (const state of [free, tight]) stepGround(state, scene.colliders);
    const { count, volume } = tight.spray!.flight;
    maxCount = Math.max(maxCount, count);
    heaviest = Math.max(heaviest, ...volume.subarray(0, count));
    expect(sumGround(tight).ledger.error).toBe(0n);
  }
  expect(reportGround(tight).warnings).toContainEqual(expect.stringContaining('Raise maxSprayParticles'));
  expect(reportGround(free)).toMatchObject({ spray: { thrown: free.spray!.flight.nextId }, warnings: [] });
  expect(free.spray!.flight.nextId).toBeGreaterThan(100);
  expect(maxCount).toBeGreaterThan(6);
  expect(maxCount).toBeLessThanOrEqual(12);
  expect(heaviest).toBeGreaterThanOrEqual(2 * tight.settings.spray!.particleUnits);
});

test('the limits of every parameter give exact, finite results in a short time', () => {
  const extremes = [
    { adhesion: 0 },
    { adhesion: 1, sprayParticleSize: 1e-5, maxSprayParticles: 500 },
    { adhesion: 1, sprayParticleSize: 1 },
    { sprayTime: 1e-9, spraySpeed: 1e-9, sprayPower: 100, sprayJitter: 10 },
    { sprayTime: 1000, spraySpeed: 1000, sprayPower: 0 },
    { sprayDrag: 1000, sprayLift: 10, sprayContact: 'sliding' },
    { sprayRule: 'acceleration', spraySpeed: undefined, sprayAcceleration: 1e-9, maxSprayParticles: 1 },
    { cell: 0.001, noiseAmplitude: 0, sprayParticleSize: 0.02, maxSprayParticles: 20 },
    { cell: 1, adhesion: 0.5 },
    { size: [0.02, 0.02], adhesion: 0.05 },
  ] as const;
  for (const extreme of extremes) {
    const scene = makeSprayScene(2);
    const fine = 'cell' in extreme && extreme.cell < 0.01;
    const state = makeGround(
      { ...scene.params, size: fine ? [0.1, 0.1] : undefined, ...extreme },
      undefined,
      2,
    );
    for (let n = 1; n <= 16; n++) {
      scene.advance(n);
      stepGround(state, scene.colliders);
    }
    expect(sumGround(state).ledger.error).toBe(0n);
    const { count, y } = state.spray!.flight;
    for (const height of y.subarray(0, count)) expect(Number.isFinite(height)).toBe(true);
    expect(hashGround(loadGround(() => state.settings, createGroundKernel(), saveGround(state)))).toBe(
      hashGround(state),
    );
  }
});

test('no volume is lost at jumps, stops, changing colliders and steps of other durations', () => {
  const scene = makeSprayScene(6);
  const state = makeGround(scene.params, undefined, 6);
  const other = makeSprayScene(11);
  for (let n = 1; n <= 40; n++) {
    scene.advance(n < 20 ? n : n + 400);
    other.advance(n);
    for (const collider of scene.colliders) collider.cut = n === 20;
    const there =
      n % 9 < 5 ? [...scene.colliders, ...other.colliders] : n % 9 < 7 ? [...other.colliders] : [];
    stepGround(state, there, n / 10, n % 4 === 0 ? 0.2 : 1 / 120);
    expect(sumGround(state).ledger.error).toBe(0n);
  }
  expect(state.spray!.flight.nextId).toBeGreaterThan(0);
});
