import { expect, test } from 'vitest';
import { createMatrix } from '../../math/matrix.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { createActorDrives } from '../../motion/drive-actor.ts';
import { createMovingActor } from '../../motion/testing/moving-actor.ts';
import { defaultParams } from '../params.ts';
import { type FleshParams, fleshParams } from './params.ts';
import { resolveSettings } from './settings.ts';
import { FleshState } from './state.ts';
import { settleFlesh, stepFlesh } from './step.ts';
import { cross, makeRod, type Vector } from './testing/lumped-part.ts';

const rod = makeRod();
const bone = { node: 0, inverseBind: createMatrix() };
const axis: Vector = [0.48, 0.6, 0.64];
const masses = 0.25;
const points = Array.from({ length: 8 }, (_, k): Vector => [0.02, 0.1 + 0.05 * k, -0.01]);

function makeState(params: Partial<FleshParams>): FleshState {
  const all = {
    ...defaultParams(fleshParams),
    damping: 0.08,
    maxDisplacement: 1e9,
    gravity: 0,
    ...params,
  } as FleshParams;
  return new FleshState(rod, resolveSettings(all, rod, [0, -1, 0]), 'spinner');
}

/** Returns the amplitudes at every step for a bone that is rotated about an axis by angle(t). */
function runFilter(
  angle: (t: number) => number,
  params: Partial<FleshParams>,
  rate: number,
  seconds: number,
) {
  const actor = createMovingActor((t) => ({
    position: [0, 0, 0],
    rotation: quaternionFromAxisAngle(axis, angle(t)),
  }));
  const state = makeState(params);
  const set = createActorDrives(actor);
  const drive = set.add(bone);
  set.advance(-1 / rate, 0, 1 / rate, 2 / rate);
  settleFlesh(state, drive.start);
  const path: Float64Array[] = [];
  for (let tick = 0; tick < seconds * rate; tick++) {
    set.advance((tick - 1) / rate, tick / rate, (tick + 1) / rate, (tick + 2) / rate);
    stepFlesh(state, drive, 1 / rate);
    path.push(state.amplitudes.slice());
  }
  return { path, state };
}

/** Returns the same amplitudes, computed from the point masses with vector accelerations by the Runge–Kutta method. */
function runMasses(
  spin: (t: number) => number,
  spinRate: (t: number) => number,
  rate: number,
  seconds: number,
) {
  const size = rod.modeCount;
  const [{ shapes }] = rod.surfaces;
  const { damping } = makeState({}).settings;
  const shape = (mode: number, point: number): Vector =>
    [0, 1, 2].map((k) => shapes[3 * (mode * 8 + point) + k]) as unknown as Vector;
  const derivative = (t: number, x: Float64Array): Float64Array => {
    const omega = axis.map((v) => v * spin(t)) as unknown as Vector;
    const alpha = axis.map((v) => v * spinRate(t)) as unknown as Vector;
    const out = new Float64Array(2 * size);
    for (let point = 0; point < 8; point++) {
      const position = [...points[point]];
      const speed = [0, 0, 0];
      for (let mode = 0; mode < size; mode++) {
        shape(mode, point).forEach((v, k) => {
          position[k] += x[mode] * v;
          speed[k] += x[size + mode] * v;
        });
      }
      const terms = [
        cross(alpha, position as unknown as Vector),
        cross(omega, cross(omega, position as unknown as Vector)),
        cross(omega, speed as unknown as Vector).map((v) => 2 * v),
      ];
      for (let mode = 0; mode < size; mode++) {
        const u = shape(mode, point);
        for (const term of terms) {
          for (let k = 0; k < 3; k++) out[size + mode] -= masses * u[k] * term[k];
        }
      }
    }
    for (let mode = 0; mode < size; mode++) {
      const w = rod.omega2[mode];
      out[mode] = x[size + mode];
      out[size + mode] -= w * x[mode] + (damping.alpha + damping.beta * w) * x[size + mode];
    }
    return out;
  };
  const add = (x: Float64Array, k: Float64Array, h: number) => x.map((v, i) => v + h * k[i]);
  let x = new Float64Array(2 * size);
  const h = 1 / rate;
  const path: Float64Array[] = [];
  for (let step = 0; step < seconds * rate; step++) {
    const t = step * h;
    const k1 = derivative(t, x);
    const k2 = derivative(t + h / 2, add(x, k1, h / 2));
    const k3 = derivative(t + h / 2, add(x, k2, h / 2));
    const k4 = derivative(t + h, add(x, k3, h));
    x = x.map((v, i) => v + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
    path.push(x.slice(0, size));
  }
  return path;
}

const maxOf = (path: readonly Float64Array[]) => Math.max(...path.map((q) => Math.max(...q.map(Math.abs))));
const errorOf = (path: readonly Float64Array[], fine: readonly Float64Array[], every: number) =>
  Math.max(
    ...path.map((q, k) => Math.max(...q.map((v, mode) => Math.abs(v - fine[every * (k + 1) - 1][mode])))),
  ) / maxOf(fine);

/** Returns a swing of the bone with an amplitude of 0.6 rad and a frequency of f Hz that begins smoothly. */
const swing = (f: number) => {
  const w = 2 * Math.PI * f;
  const ramp = (t: number) => (t < 0.5 ? 0.5 - 0.5 * Math.cos(2 * Math.PI * t) : 1);
  const angle = (t: number) => 0.6 * ramp(t) * Math.sin(w * t);
  // Derivatives are finite differences, so that the reference needs no formula for them.
  const e = 1e-4;
  return {
    angle,
    spin: (t: number) => (angle(t + e) - angle(t - e)) / (2 * e),
    spinRate: (t: number) => (angle(t + e) - 2 * angle(t) + angle(t - e)) / (e * e),
  };
};

test('a swing at 1.5 Hz is within 1 % (240 steps per second) and 0.2 % (960) of point masses in a rotating frame', () => {
  const { angle, spin, spinRate } = swing(1.5);
  const fine = runMasses(spin, spinRate, 1920, 1.5);
  const coarse = runFilter(angle, { gyroscopic: true }, 240, 1.5).path;
  const finer = runFilter(angle, { gyroscopic: true }, 960, 1.5).path;
  expect(errorOf(coarse, fine, 8)).toBeLessThan(0.01);
  expect(errorOf(finer, fine, 2)).toBeLessThan(0.002);
  // Without the gyroscopic terms, the error does not decrease with the step.
  expect(errorOf(runFilter(angle, {}, 960, 1.5).path, fine, 2)).toBeGreaterThan(0.02);
});

test('at three rotations per second it settles where the stiffness, reduced by the centrifugal force, balances the load', () => {
  const speed = 12;
  const spin = (t: number) => speed * Math.min(t, 1);
  const angle = (t: number) => (t < 1 ? 0.5 * speed * t * t : speed * (t - 0.5));
  const { path, state } = runFilter(angle, { gyroscopic: true, damping: 0.4 }, 240, 8);
  expect(state.totals.buckled).toBe(0);
  // The equilibrium in the rotating frame is (Ω² + Σ p S) q = −H p. The test inserts the result into this equation.
  const size = rod.modeCount;
  const w = axis.map((v) => v * spin(9));
  const p = [w[0] * w[0], w[1] * w[1], w[2] * w[2], w[0] * w[1], w[1] * w[2], w[2] * w[0]];
  const q = path.at(-1)!;
  const scale = maxOf(path) * rod.omega2[0];
  for (let i = 0; i < size; i++) {
    let sum = rod.omega2[i] * q[i];
    for (let k = 0; k < 6; k++) {
      sum += p[k] * rod.transfer[12 * i + 6 + k];
      for (let j = 0; j < size; j++) sum += p[k] * rod.spin[k * size * size + i * size + j] * q[j];
    }
    expect(Math.abs(sum)).toBeLessThan(1e-5 * scale);
  }
});

test('the displacement is bounded at any angular velocity, and the report counts the steps with reduced forces', () => {
  for (const speed of [18, 40, 90]) {
    const angle = (t: number) => speed * Math.max(0, t - 0.2);
    const { path, state } = runFilter(angle, { gyroscopic: true }, 240, 6);
    expect(path.flatMap((q) => [...q]).every(Number.isFinite)).toBe(true);
    const late = maxOf(path.slice(-240));
    expect(late).toBeLessThan(1.01 * maxOf(path.slice(0, -240)));
    if (speed > 30) expect(state.totals.buckled).toBeGreaterThan(100);
  }
});

test('without rotation it equals the exact filter', () => {
  const run = (gyroscopic: boolean) => {
    const actor = createMovingActor((t) => ({ position: [0.1 * Math.sin(9 * t), 0, 0] }));
    const state = makeState({ gyroscopic, gravity: 9.81 });
    const set = createActorDrives(actor);
    const drive = set.add(bone);
    for (let tick = 0; tick < 100; tick++) {
      set.advance((tick - 1) / 240, tick / 240, (tick + 1) / 240, (tick + 2) / 240);
      stepFlesh(state, drive, 1 / 240);
    }
    return state.amplitudes;
  };
  const [a, b] = [run(true), run(false)];
  for (let mode = 0; mode < a.length; mode++) expect(Math.abs(a[mode] - b[mode])).toBeLessThan(1e-14);
});
