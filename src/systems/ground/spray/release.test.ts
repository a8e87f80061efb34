import { expect, test } from 'vitest';
import { exp } from '../../../math/portable.ts';
import { sumGround } from '../flow/ledger.ts';
import type { GroundParams } from '../params.ts';
import { stepGround } from '../step.ts';
import { makeGround, readUnits } from '../testing/grounds.ts';
import { createPlate, createTread, rest, roll } from './testing/bodies.ts';

/** Layers of 2 mm, particles of 4 mm. */
const thin = { spray: true, adhesion: 0.002, sprayParticleSize: 0.004 } as const;

/** A plate of 30 cm that was pressed 0.1 mm into the ground and is then lifted with `speed`. There are no walls around it. */
function liftPlate(overrides: Partial<GroundParams>, speed: number, steps: number, cells = 30) {
  const state = makeGround({ ...thin, sprayJitter: 0, ...overrides });
  const dt = 1 / state.settings.rate;
  const plate = createPlate(0.3, cells);
  rest(plate, [0.004, 0, 0.003]);
  roll(plate, [0.004, -0.0001, 0.003], 0, dt);
  stepGround(state, [plate]);
  const attached: number[] = [];
  for (let n = 0; n < steps; n++) {
    roll(plate, [0.004, speed * dt * (n + 1) - 0.0001, 0.003], 0, dt);
    stepGround(state, [plate]);
    attached.push(Number(state.spray!.attached));
  }
  return { state, attached, dt, unit: state.settings.spray!.unitVolume };
}

test('a leaving surface takes its area times the adhesion from the columns below it, exactly', () => {
  const { state, unit } = liftPlate({ displacedFraction: 0, sprayTime: 1000, spraySpeed: 1000 }, 2, 1);
  expect(Number(state.spray!.attached) * unit).toBeCloseTo(0.09 * 0.002, 5);
  expect(Math.abs(Number(state.spray!.attached) * unit - 0.09 * 0.002)).toBeLessThan(0.02 * 0.09 * 0.002);
  const heights = readUnits(state, { i0: -10, j0: -10, columns: 20, rows: 20 });
  const depth = heights.reduce((sum, height) => sum + height, 0) / heights.length / 2 ** 20;
  expect(depth).toBeCloseTo(-0.0021, 5);
  expect(sumGround(state).ledger.error).toBe(0n);
});

test.each([1, 3, 30, 60])('a plate of n × n pairs of triangles takes the same volume: n = %i', (cells) => {
  const options = { displacedFraction: 0, sprayTime: 1000, spraySpeed: 1000 };
  const { state, unit } = liftPlate(options, 2, 1, cells);
  expect(Number(state.spray!.attached) * unit).toBeGreaterThan(0.97 * 0.09 * 0.002);
  expect(Number(state.spray!.attached) * unit).toBeLessThan(1.03 * 0.09 * 0.002);
});

test.each([60, 120, 240])(
  'if all particles are thrown, the attached volume decays as e^(−t / h), at %i steps per second',
  (rate) => {
    const { attached, dt } = liftPlate(
      { rate, sprayPower: 0, sprayParticleSize: 0.002, sprayTime: 0.1 },
      3,
      rate / 2,
    );
    const whole = attached[0] / exp(-dt / 0.1);
    attached.forEach((units, n) => {
      // The difference is at most the fraction of one particle.
      expect(Math.abs(units - whole * exp((-(n + 1) * dt) / 0.1))).toBeLessThan(0.002 * whole);
    });
  },
);

test('refused particles stay: none is thrown at speed 0, all above the threshold, the fraction (v / s)^γ below', () => {
  const thrown = (speed: number) => {
    const { state } = liftPlate(
      { spraySpeed: 2, sprayPower: 2, sprayParticleSize: 0.002, sprayTime: 0.02 },
      speed,
      1,
    );
    return state.spray!.flight.nextId;
  };
  const all = thrown(2);
  expect(all).toBeGreaterThan(0);
  expect(Math.abs(thrown(8) / all - 1)).toBeLessThan(0.001);
  expect(thrown(1) / all).toBeGreaterThan(0.22);
  expect(thrown(1) / all).toBeLessThan(0.28);
  expect(thrown(0.5) / all).toBeGreaterThan(0.045);
  expect(thrown(0.5) / all).toBeLessThan(0.08);
  const { state, attached } = liftPlate({ spraySpeed: 2 }, 0, 30);
  expect(state.spray!.flight.nextId).toBe(0);
  expect(attached.at(-1)).toBe(0);
});

test('a resting foot changes nothing, and nothing sticks to it before it leaves', () => {
  const state = makeGround(thin);
  const plate = createPlate(0.3, 10);
  rest(plate, [0, 0, 0]);
  roll(plate, [0, -0.02, 0], 0, 1 / 120);
  for (let n = 0; n < 120; n++) {
    stepGround(state, [plate]);
    rest(plate, [0, -0.02, 0]);
  }
  const before = readUnits(state, { i0: -30, j0: -30, columns: 60, rows: 60 });
  for (let n = 0; n < 240; n++) stepGround(state, [plate]);
  expect(readUnits(state, { i0: -30, j0: -30, columns: 60, rows: 60 })).toEqual(before);
  expect(state.spray!.attached).toBe(0n);
});

/** The tread of a tyre that rolls along x. */
function rollTread(overrides: Partial<GroundParams>, speed: number, seconds: number) {
  const state = makeGround({ ...thin, ...overrides });
  const dt = 1 / state.settings.rate;
  const [radius, depth] = [0.35, 0.02];
  const tread = createTread(radius, 0.05);
  rest(tread, [0, radius - depth, 0]);
  for (let n = 1; n <= Math.round(seconds / dt); n++) {
    const x = speed * dt * n;
    roll(tread, [x, radius - depth, 0], -x / radius, dt);
    stepGround(state, [tread]);
  }
  return { state, thrown: state.spray!.flight.nextId };
}

test('a wheel throws along its tread: new particles have the circumferential velocity, perpendicular to the radius', () => {
  const state = makeGround({ spray: true, sprayJitter: 0, sprayTime: 0.05, rate: 240 });
  const dt = 1 / 240;
  const [radius, speed] = [0.35, 6];
  const tyre = createTread(radius, 0.05);
  rest(tyre, [0, radius - 0.02, 0]);
  let looked = 0;
  for (let n = 1; n <= 60; n++) {
    const before = state.spray!.flight.nextId;
    const x = speed * dt * n;
    roll(tyre, [x, radius - 0.02, 0], -x / radius, dt);
    stepGround(state, [tyre]);
    const { ids, count, x: px, y, vx, vy, birthTime } = state.spray!.flight;
    for (let k = 0; k < count; k++) {
      if (ids[k] < before) continue;
      // Extrapolates back to the time of birth.
      const age = n * dt - birthTime[k];
      const bornY = y[k] - vy[k] * age - (9.81 / 2) * age * age;
      const bornX = px[k] - vx[k] * age;
      const spoke = [bornX - speed * birthTime[k], bornY - (radius - 0.02)];
      const radiusOfBirth = Math.hypot(spoke[0], spoke[1]);
      expect(radiusOfBirth).toBeGreaterThan(0.96 * radius);
      expect(radiusOfBirth).toBeLessThan(1.001 * radius);
      // Velocity relative to the axle.
      const turning = [vx[k] - speed, vy[k] + 9.81 * age];
      expect(Math.abs(spoke[0] * turning[0] + spoke[1] * turning[1])).toBeLessThan(1e-6);
      expect(Math.hypot(turning[0], turning[1])).toBeCloseTo((speed * radiusOfBirth) / radius, 6);
      looked++;
    }
  }
  expect(looked).toBeGreaterThan(200);
});

test('the fraction that a wheel throws grows with its speed', () => {
  // Each run has the same track of two metres.
  const fractions = [1, 3, 9].map((speed) => {
    const { state, thrown } = rollTread({}, speed, 2 / speed);
    const ideal = (2 * 0.05 * 0.002) / 0.004 ** 3;
    expect(Number(state.spray!.attached) / state.spray!.settings.particleUnits + thrown).toBeGreaterThan(
      0.97 * ideal,
    );
    return thrown / ideal;
  });
  expect(fractions[0]).toBeLessThan(0.05);
  expect(fractions[1]).toBeGreaterThan(0.3);
  expect(fractions[2]).toBeGreaterThan(1.2 * fractions[1]);
});

test('60 and 240 steps per second throw the same volume, and births are uniform over the steps', () => {
  const [coarse, fine] = [60, 240].map((rate) => rollTread({ rate, sprayParticleSize: 0.002 }, 5, 0.4));
  expect(fine.thrown).toBeGreaterThan(10_000);
  expect(Math.abs(coarse.thrown / fine.thrown - 1)).toBeLessThan(0.03);
  const { birthTime, count } = coarse.state.spray!.flight;
  const phases = Array.from(birthTime.subarray(0, count), (time) => (time * 60) % 1);
  const tenths = Array.from(
    { length: 10 },
    (_, k) => phases.filter((phase) => Math.floor(10 * phase) === k).length,
  );
  for (const tenth of tenths) {
    expect(tenth).toBeGreaterThan(0.08 * count);
    expect(tenth).toBeLessThan(0.12 * count);
  }
});

test('a body that slides in the ground throws only with `sliding`, upward with at most `sprayLift` of its speed', () => {
  const slide = (sprayContact: 'leaving' | 'sliding') => {
    const state = makeGround({
      ...thin,
      material: 'snow',
      sprayContact,
      sprayJitter: 0,
      sprayLift: 0.4,
      sprayDrag: 0,
    });
    const plate = createPlate(0.3, 6);
    rest(plate, [0, 0, 0]);
    roll(plate, [0, -0.02, 0], 0, 1 / 120);
    stepGround(state, [plate]);
    for (let n = 1; n <= 30; n++) {
      roll(plate, [(8 / 120) * n, -0.02, 0], 0, 1 / 120);
      stepGround(state, [plate]);
    }
    expect(sumGround(state).ledger.error).toBe(0n);
    return state.spray!.flight;
  };
  const leaving = slide('leaving');
  expect(leaving.nextId).toBe(0);
  const { nextId, vx, vy, count } = slide('sliding');
  expect(nextId).toBeGreaterThan(300);
  expect(Math.max(...vy.subarray(0, count))).toBeLessThanOrEqual(0.4 * 8);
  expect(Math.max(...vy.subarray(0, count))).toBeGreaterThan(0.35 * 8);
  for (const speed of vx.subarray(0, count)) expect(speed).toBeCloseTo(8, 9);
});

test('with `acceleration`, uniform motion throws nothing and a jerk does', () => {
  const lift = (acceleration: number) => {
    const state = makeGround({
      ...thin,
      sprayRule: 'acceleration',
      sprayAcceleration: 50,
      sprayPower: 2,
    });
    const plate = createPlate(0.3, 10);
    rest(plate, [0, 0, 0]);
    let [y, speed] = [-0.02, 0.5];
    roll(plate, [0, y, 0], 0, 1 / 120);
    stepGround(state, [plate]);
    for (let n = 0; n < 20; n++) {
      speed += acceleration / 120;
      y += speed / 120;
      roll(plate, [0, y, 0], 0, 1 / 120);
      stepGround(state, [plate]);
    }
    return { thrown: state.spray!.flight.nextId, whole: (0.09 * 0.002) / 0.004 ** 3 };
  };
  // In the first step it leaves the ground.
  expect(lift(0).thrown).toBeLessThan(0.12 * lift(0).whole);
  expect(lift(60).thrown).toBeGreaterThan(0.6 * lift(60).whole);
});
