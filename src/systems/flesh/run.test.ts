import { expect, test } from 'vitest';
import { createMatrix } from '../../math/matrix.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import type { Actor } from '../../motion/actor.ts';
import { createActorDrives } from '../../motion/drive-actor.ts';
import { createMovingActor, linearKeys } from '../../motion/testing/moving-actor.ts';
import { defaultParams } from '../params.ts';
import { bendToLimit } from './bend-to-limit.ts';
import { createFlesh } from './create-flesh.ts';
import { type FleshParams, fleshParams } from './params.ts';
import type { FleshPart } from './part.ts';
import { findPeriodicState } from './periodic-state.ts';
import { hashFlesh, loadFlesh, saveFlesh } from './save.ts';
import { resolveSettings } from './settings.ts';
import { FleshState } from './state.ts';
import { settleFlesh, showFlesh, stepFlesh } from './step.ts';
import { makeRod } from './testing/lumped-part.ts';

const rod = makeRod();
const tip = 7;
const bone = { node: 0, inverseBind: createMatrix() };
const plain: FleshParams = { ...defaultParams(fleshParams), damping: 0.05, maxDisplacement: 100 };
const still = (): { position: number[] } => ({ position: [0, 0, 0] });

function makeState(params: Partial<FleshParams> = {}, part = rod): FleshState {
  return new FleshState(part, resolveSettings({ ...plain, ...params }, part, [0, -1, 0]), 'mover');
}

/** Returns the displacement of a vertex in the part's frame, metres. */
function displacement(part: FleshPart, amplitudes: Float64Array, vertex = tip): number[] {
  const [{ shapes, vertices }] = part.surfaces;
  return [0, 1, 2].map((axis) =>
    amplitudes.reduce((sum, q, mode) => sum + q * shapes[3 * (mode * vertices.length + vertex) + axis], 0),
  );
}

interface RunOptions {
  readonly rate?: number;
  readonly seconds?: number;
  /** Times at which outputs are read. Default: the ticks. */
  readonly times?: readonly number[];
}

/** Returns the trajectory of the tip under an actor's motion, from a settled state at time 0, and the final state. */
function run(actor: Actor, params: Partial<FleshParams> = {}, options: RunOptions = {}) {
  const { rate = 240, seconds = 2 } = options;
  const state = makeState(params);
  const set = createActorDrives(actor);
  const drive = set.add(bone);
  const advance = (tick: number) =>
    set.advance((tick - 1) / rate, tick / rate, (tick + 1) / rate, (tick + 2) / rate);
  advance(0);
  settleFlesh(state, drive.start);
  const path: number[][] = [];
  const times = options.times ?? Array.from({ length: seconds * rate + 1 }, (_, tick) => tick / rate);
  let tick = 0;
  for (const time of times) {
    while ((tick + 1) / rate <= time) {
      advance(tick++);
      stepFlesh(state, drive, 1 / rate);
    }
    advance(tick);
    showFlesh(state, drive, time - tick / rate, 1 / rate);
    path.push(displacement(rod, state.amplitudes));
  }
  return { path, state };
}

const apart = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((v, k) => v - b[k]));
const farthest = (path: readonly number[][]) => Math.max(...path.map((p) => Math.hypot(...p)));

test('flesh moves to −x when the bone accelerates to +x, and to +x when the bone stops', () => {
  const path = (t: number) => (t < 0.1 ? 0 : t < 0.3 ? 25 * (t - 0.1) ** 2 : 1 + 10 * (t - 0.3));
  const actor = createMovingActor((t) => ({ position: [path(t), 0, 0] }));
  const moved = run(actor, { gravity: 0 }).path;
  expect(moved[Math.round(0.22 * 240)][0]).toBeLessThan(-0.01);
  expect(moved[22].map(Math.abs)).toEqual([0, 0, 0]);
  const stop = createMovingActor((t) => ({ position: [t < 0.5 ? 2 * t : 1, 0, 0] }));
  const swung = run(stop, { gravity: 0 }).path;
  expect(swung[Math.round(0.57 * 240)][0]).toBeGreaterThan(0.01);
});

test('from the first frame on it hangs without motion, with the displacement gravity / stiffness', () => {
  const { path } = run(createMovingActor(still));
  // One mode stretches the rod along y. Its static response is −g · (modal mass) / ω².
  const expected = rod.omega2.reduce((sum, w, mode) => {
    const push = rod.transfer[12 * mode + 1];
    return sum - (9.81 * push * displacement(rod, unit(mode))[1]) / w;
  }, 0);
  expect(path[0][1]).toBeCloseTo(expected, 6);
  expect(path[0][1]).toBeLessThan(-0.005);
  for (const point of path) expect(apart(point, path[0])).toBeLessThan(1e-12);
});

function unit(mode: number): Float64Array {
  const out = new Float64Array(rod.modeCount);
  out[mode] = 1;
  return out;
}

test('rotated onto its side it sags sideways in its own frame; upright, a shape that already sags does not change', () => {
  const side = quaternionFromAxisAngle([0, 0, 1], -Math.PI / 2);
  const lying = run(createMovingActor(() => ({ position: [0, 0, 0], rotation: side }))).path;
  // The up axis of the frame is world +x and its −x axis is world +y, so down is +x of the frame.
  expect(lying[0][0]).toBeGreaterThan(0.01);
  expect(farthest(run(createMovingActor(still), { sagged: true }).path)).toBe(0);
  const rotated = run(
    createMovingActor(() => ({ position: [0, 0, 0], rotation: side })),
    { sagged: true },
  ).path;
  expect(rotated[0][0]).toBeGreaterThan(0.01);
});

test('a step of duration 0 changes nothing', () => {
  const { state } = run(
    createMovingActor((t) => ({ position: [t * t, 0, 0] })),
    {},
    { seconds: 0.5 },
  );
  const before = saveFlesh(state);
  const set = createActorDrives(createMovingActor(still));
  const drive = set.add(bone);
  set.advance(0, 0.1, 0.2, 0.3);
  stepFlesh(state, drive, 0);
  expect(saveFlesh(state)).toEqual(before);
});

/** The root moves 1 m in 0.2 s at constant speed, and stops. */
const shove = createMovingActor((t) => ({ position: [Math.min(Math.max(5 * (t - 0.25), 0), 1), 0, 0] }));

test('the trajectory is the same at 15, 24, 30, 60, 144, 240 Hz and with uneven frames', () => {
  const fine = run(shove, {}, { times: Array.from({ length: 2161 }, (_, k) => k / 720) }).path;
  const size = farthest(fine);
  expect(size).toBeGreaterThan(0.1);
  let seed = 1;
  const uneven: number[] = [0];
  while (uneven.at(-1)! < 2.9) {
    seed = (seed * 16807) % 2147483647;
    uneven.push(uneven.at(-1)! + 0.004 + 0.03 * (seed / 2147483647));
  }
  for (const fps of [15, 24, 30, 60, 144, 240]) {
    const times = Array.from({ length: 3 * fps + 1 }, (_, k) => k / fps);
    const { path, state } = run(shove, {}, { times });
    times.forEach((time, k) => {
      const other = fine[Math.round(time * 720)];
      if (Number.isInteger(time * 720)) expect(apart(path[k], other)).toBeLessThan(1e-12 * size);
    });
    // Whole seconds are frames at every frame rate, so the bytes must be the same.
    expect(hashFlesh(state)).toBe(hashFlesh(run(shove, {}, { times: [0, 3] }).state));
  }
  const { path } = run(shove, {}, { times: uneven });
  uneven.forEach((time, k) => {
    const before = fine[Math.floor(time * 720)];
    const after = fine[Math.ceil(time * 720)];
    const s = time * 720 - Math.floor(time * 720);
    const between = before.map((v, axis) => v + s * (after[axis] - v));
    expect(apart(path[k], between)).toBeLessThan(0.002 * size);
  });
});

test('internal rates of 120 and 960 Hz differ by less than 2 % of the maximum, after impulses too', () => {
  const coarse = run(shove, {}, { rate: 120, seconds: 3 }).path;
  const fine = run(shove, {}, { rate: 960, seconds: 3 }).path;
  const size = farthest(fine);
  coarse.forEach((point, k) => void expect(apart(point, fine[8 * k])).toBeLessThan(0.02 * size));
});

/** Creates a bone that swings. At 1 s it jumps to another position, rotated by `angle`, and continues to swing there. */
function jumper(angle: number) {
  return createMovingActor(
    (t) => ({
      position: [0.1 * Math.sin(9 * t) + (t < 1 ? 0 : 50), 0, 0],
      rotation: quaternionFromAxisAngle([0, 1, 0], t < 1 ? 0 : angle),
    }),
    { cuts: [1] },
  );
}

test('with "carry", shape and velocity continue unchanged over a jump of 50 m', () => {
  const swing = createMovingActor((t) => ({ position: [0.1 * Math.sin(9 * t), 0, 0] }));
  const steady = run(swing).path;
  const jumped = run(jumper(0)).path;
  expect(farthest(steady)).toBeGreaterThan(0.01);
  steady.slice(0, 240).forEach((point, k) => void expect(apart(point, jumped[k])).toBeLessThan(1e-5));
  expect(apart(steady[240], jumped[240])).toBeLessThan(1e-5);
  steady.forEach((point, k) => void expect(apart(point, jumped[k])).toBeLessThan(2e-5));
  const rotated = run(jumper(Math.PI / 2));
  expect(apart(steady[240], rotated.path[240])).toBeLessThan(2e-5);
  expect(rotated.state.totals.cuts).toBe(1);
  expect(farthest(rotated.path)).toBeLessThan(1.5 * farthest(steady));
});

test('with "reset", flesh is settled in the frame of a jump of 50 m, then continues', () => {
  const rest = run(createMovingActor(still)).path[0];
  for (const angle of [0, Math.PI / 2]) {
    const { path, state } = run(jumper(angle), { teleport: 'reset' });
    expect(apart(path[239], rest)).toBeGreaterThan(1e-3);
    expect(apart(path[240], rest)).toBeLessThan(1e-12);
    expect(apart(path[260], rest)).toBeGreaterThan(1e-3);
    expect(state.totals.cuts).toBe(1);
  }
});

test('a jump of 50 m within one linear segment is detected by its speed', () => {
  const rush = linearKeys([0, 0, 0, 0, 0, 50, 50, 50, 50, 50], 1 / 30);
  const actor = createMovingActor((t) => ({ position: [rush(t), 0, 0] }));
  expect(farthest(run(actor, { gravity: 0 }).path)).toBeLessThan(1e-9);
});

test('a restored state continues with the same bytes and the same output', () => {
  const { state } = run(shove, {}, { seconds: 0.5 });
  const copy = loadFlesh(makeState(), saveFlesh(state));
  expect(copy.amplitudes).toEqual(state.amplitudes);
  expect(hashFlesh(copy)).toBe(hashFlesh(state));
  const set = createActorDrives(shove);
  const drive = set.add(bone);
  for (const one of [state, copy]) {
    for (let tick = 120; tick < 200; tick++) {
      set.advance((tick - 1) / 240, tick / 240, (tick + 1) / 240, (tick + 2) / 240);
      stepFlesh(one, drive, 1 / 240);
    }
  }
  expect(hashFlesh(copy)).toBe(hashFlesh(state));
  const bytes = saveFlesh(state);
  expect(() => loadFlesh(makeState({ paper: true }), bytes)).toThrow('the saved state is of different flesh');
});

test('the limit does not change displacements below its half, and none exceeds it', () => {
  expect(bendToLimit(0.4, 1)).toBe(1);
  expect(bendToLimit(0.5000001, 1)).toBeCloseTo(1, 12);
  for (const distance of [0.6, 1, 3, 1e6]) {
    expect(bendToLimit(distance, 1) * distance).toBeLessThanOrEqual(1);
    expect(bendToLimit(distance, 1) * distance).toBeGreaterThan(0.5);
  }
  const free = run(shove);
  const held = run(shove, { maxDisplacement: 0.05 });
  expect(farthest(free.path)).toBeGreaterThan(0.1);
  expect(farthest(held.path)).toBeLessThanOrEqual(0.0501);
  expect(held.state.totals.limited).toBeGreaterThan(10);
  expect(held.state.totals.largest).toBeCloseTo(free.state.totals.largest, 12);
});

test.each([
  ['plain', {}],
  ['with gyroscopic forces', { gyroscopic: true }],
  ['with a maximum acceleration', { maxAcceleration: 5 }],
])('a loop closes within 1e-9: %s', (_, params) => {
  // Two kinds of motion, one with kinks. The period is not a whole number of steps at 240 Hz.
  const period = 0.7137;
  const kinks = linearKeys([0, 0.1, -0.05, 0.02, 0], period / 4);
  const actor = createMovingActor(
    (t) => {
      const phase = t % period;
      const angle = 0.8 * Math.sin((2 * Math.PI * phase) / period);
      return {
        position: [kinks(phase), 0.05 * Math.sin((2 * Math.PI * phase) / period), 1.3 * t],
        rotation: quaternionFromAxisAngle([0, 0.6, 0.8], angle),
      };
    },
    { period },
  );
  const state = makeState(params);
  const stepCount = Math.ceil(240 * period);
  const dt = period / stepCount;
  findPeriodicState(state, createActorDrives(actor), bone, 0, period, stepCount);
  const begin = state.filter.amplitudes.slice();
  const speed = state.filter.velocities.slice();
  const set = createActorDrives(actor);
  const drive = set.add(bone);
  let max = 0;
  for (let tick = 0; tick < 2 * stepCount; tick++) {
    set.advance((tick - 1) * dt, tick * dt, (tick + 1) * dt, (tick + 2) * dt);
    stepFlesh(state, drive, dt);
    max = Math.max(max, ...state.filter.amplitudes.map(Math.abs));
  }
  expect(max).toBeGreaterThan(0.003);
  state.filter.amplitudes.forEach(
    (q, mode) => void expect(Math.abs(q - begin[mode])).toBeLessThan(1e-9 * max),
  );
  state.filter.velocities.forEach(
    (v, mode) => void expect(Math.abs(v - speed[mode])).toBeLessThan(1e-6 * max),
  );
});

/** A bone that swings about z while it follows a curve. */
const swingPose = (t: number) => ({
  angle: 0.7 * Math.sin(5 * t),
  position: [0.3 * Math.sin(4 * t), 0.1 * Math.cos(7 * t), 0.2 * t * t],
});
const swing = createMovingActor((t) => ({
  position: swingPose(t).position,
  rotation: quaternionFromAxisAngle([0, 0, 1], swingPose(t).angle),
}));

test.each([Number.POSITIVE_INFINITY, 3])(
  'paper: forces and filter are eq. 14 to 19 as printed, but for the sign, with forces up to %f m/s²',
  (maxAcceleration) => {
    const [rate, steps] = [60, 90];
    const h = 1 / rate;
    const limited = Number.isFinite(maxAcceleration) ? { maxAcceleration } : {};
    const { state } = run(swing, { paper: true, ...limited }, { rate, seconds: steps / rate });
    const { damping } = state.settings;
    /** ψ of a tick along the axes of the frame at that tick: linear velocity, then angular velocity. There is no motion before tick 0. */
    const twist = (tick: number) => {
      const [from, at, to] = [-1, 0, 1].map((n) => swingPose(Math.max(tick + n, 0) * h));
      const seconds = tick === 0 ? h : 2 * h;
      const [vx, vy, vz] = to.position.map((value, axis) => (value - from.position[axis]) / seconds);
      const [cos, sin] = [Math.cos(at.angle), Math.sin(at.angle)];
      return [cos * vx + sin * vy, cos * vy - sin * vx, vz, 0, 0, (to.angle - from.angle) / seconds];
    };
    const forces = Array.from({ length: steps }, (_, k) => {
      if (k === 0) return rod.omega2.map(() => 0);
      const [now, before] = [twist(k), twist(k - 1)];
      const force = rod.omega2.map(
        (_, mode) => -now.reduce((sum, v, n) => sum + (rod.transfer[12 * mode + n] * (v - before[n])) / h, 0),
      );
      const max = Math.hypot(
        ...rod.omega2.map((_, mode) => Math.hypot(...rod.transfer.slice(12 * mode, 12 * mode + 3))),
      );
      return force.map((f) => f * Math.min(1, (maxAcceleration * max) / Math.sqrt(3) / Math.hypot(...force)));
    });
    rod.omega2.forEach((square, mode) => {
      const w = Math.sqrt(square);
      const ratio = 0.5 * (damping.alpha / w + damping.beta * w);
      const damped = w * Math.sqrt(1 - ratio * ratio);
      const [e, theta, gamma] = [Math.exp(-ratio * w * h), damped * h, Math.asin(ratio)];
      const gain =
        (2 * (e * Math.cos(theta + gamma) - e * e * Math.cos(2 * theta + gamma))) / (3 * w * damped);
      let [q, previous] = [0, 0];
      for (let k = 0; k < steps; k++) {
        [q, previous] = [2 * e * Math.cos(theta) * q - e * e * previous + gain * forces[k][mode], q];
      }
      expect(Math.abs(state.filter.amplitudes[mode] - q)).toBeLessThan(1e-9 * Math.abs(q));
    });
    expect(state.totals.overloads > 10).toBe(Number.isFinite(maxAcceleration));
  },
);

test('paper: flesh carried around a circle is not pushed outwards, and everything that it does not feel is refused', () => {
  const turning = createMovingActor((t) => ({
    position: [Math.cos(3 * t), Math.sin(3 * t), 0],
    rotation: quaternionFromAxisAngle([0, 0, 1], 3 * t),
  }));
  // The start of the clip is a jolt, which strong damping removes.
  const { path } = run(turning, { paper: true, damping: 0.9 }, { rate: 60, seconds: 4 });
  expect(farthest(path.slice(-60))).toBeLessThan(1e-9);
  // The centripetal acceleration is 9 m/s², about that of gravity.
  expect(farthest(run(turning, { gravity: 0 }).path)).toBeGreaterThan(0.01);
  const refused = [{ gravity: 3 }, { sagged: true }, { gyroscopic: true }, { loop: true }];
  for (const params of refused) {
    expect(() => createFlesh(rod, { paper: true, ...params })).toThrow('expected not to be set with "paper"');
  }
  createFlesh(rod, { paper: true, gravity: 0 });
});

test('paper: a jump gives no force, and a saved state continues with the same bytes', () => {
  const still = run(
    createMovingActor((t) => ({ position: [t < 0.5 ? 0 : 50, 0, 0] })),
    { paper: true },
    { rate: 60 },
  );
  expect(farthest(still.path)).toBe(0);
  const { state } = run(swing, { paper: true }, { rate: 60, seconds: 0.5 });
  const copy = loadFlesh(makeState({ paper: true }), saveFlesh(state));
  const set = createActorDrives(swing);
  const drive = set.add(bone);
  for (const one of [state, copy]) {
    for (let tick = 30; tick < 60; tick++) {
      set.advance((tick - 1) / 60, tick / 60, (tick + 1) / 60, (tick + 2) / 60);
      stepFlesh(one, drive, 1 / 60);
    }
  }
  expect(hashFlesh(copy)).toBe(hashFlesh(state));
});

test('strength scales the response, with the paper’s filter too', () => {
  for (const paper of [false, true]) {
    const [one, two] = [1, 2].map((strength) => run(shove, { strength, paper }, { rate: 60 }).path);
    const size = farthest(two);
    one.forEach(
      (point, k) =>
        void expect(
          apart(
            two[k],
            point.map((v) => 2 * v),
          ),
        ).toBeLessThan(1e-9 * size),
    );
  }
});
