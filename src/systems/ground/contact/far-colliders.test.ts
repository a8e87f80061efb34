import { expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import { createPlate, roll } from '../spray/testing/bodies.ts';
import { maxThrowSpeed } from '../spray/throw-particles.ts';
import { stepGround } from '../step.ts';
import { makeGround } from '../testing/grounds.ts';
import { createBall, moveTo, placeAt } from '../testing/shapes.ts';

const grounds = {
  'a flat ground': () => makeGround(),
  'a ground with waves': () => makeGround({ noiseAmplitude: 0.01 }),
};

test.each(Object.keys(grounds) as (keyof typeof grounds)[])(
  'on %s, a collider at 10¹⁵ m is refused immediately by name, and one at NaN is ignored',
  (kind) => {
    for (const far of [1e9, 1e15, 1e30, -1e15, 1e300]) {
      const ball = { ...createBall(0.05), name: 'planet' };
      placeAt(ball, far, -0.01, 0);
      expect(() => stepGround(grounds[kind](), [ball])).toThrow(/expected planet within \d+ m of the origin/);
    }
    for (const nowhere of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const ball = createBall(0.05);
      placeAt(ball, nowhere, -0.01, 0);
      const state = grounds[kind]();
      stepGround(state, [ball]);
      expect(state.tiles.awake.size).toBe(0);
    }
  },
);

test('bodies high above the ground, or beside a ground with a size, may be anywhere', () => {
  const ball = createBall(0.05);
  placeAt(ball, 1e15, 5, 0);
  stepGround(makeGround(), [ball]);
  placeAt(ball, 1e15, -0.01, 0);
  stepGround(makeGround({ size: [2, 2] }), [ball]);
});

test('a collider that covers too much ground in one step is refused by name, with a remedy', () => {
  const state = makeGround();
  const ball = { ...createBall(0.05), name: 'ball-7' };
  placeAt(ball, 0, -0.01, 0);
  stepGround(state, [ball]);
  moveTo(ball, 20_000, -0.01, 0);
  expect(() => stepGround(state, [ball])).toThrow(InputError);
  expect(() => stepGround(makeGround(), [ball])).toThrow(
    /ball-7 comes over more than .*two keys of one time/,
  );
});

test('no particle is faster than 250 m/s, even if a body jumps', () => {
  const state = makeGround({ spray: true, sprayJitter: 0, sprayTime: 0.01, sprayParticleSize: 0.004 });
  const plate = createPlate(0.3, 10);
  const dt = 1 / state.settings.rate;
  for (const [x, y] of [
    [0, 0.01],
    [0, -0.005],
    [0, -0.005],
    [0.5, 200],
    [1, 400],
  ]) {
    roll(plate, [x, y, 0], 0, dt);
    stepGround(state, [plate]);
  }
  const { count, vx, vy, vz } = state.spray!.flight;
  expect(count).toBeGreaterThan(10);
  for (let k = 0; k < count; k++)
    expect(Math.hypot(vx[k], vy[k], vz[k])).toBeLessThanOrEqual(maxThrowSpeed + 1);
});
