import { expect, test } from 'vitest';
import { composeMatrix } from '../../math/matrix.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { LiveDrive } from '../../motion/live/live-drive.ts';
import { defaultParams } from '../params.ts';
import { advanceFlesh } from './advance-flesh.ts';
import { createFlesh } from './create-flesh.ts';
import { type FleshParams, fleshParams } from './params.ts';
import { decodeFleshPart, encodeFleshPart } from './part-file.ts';
import { resolveSettings } from './settings.ts';
import { FleshState } from './state.ts';
import { settleFlesh, stepFlesh } from './step.ts';
import { makeRod } from './testing/lumped-part.ts';

/** A rod whose frequencies are those of flesh that visibly swings. */
const rod = makeRod({ frequencies: [3.3, 3.5, 5, 6, 7, 7.5, 8.5] });

/**
 * Returns a position whose acceleration is a burst of 2.5 Hz with a raised-cosine envelope of 1 s. The position is integrated in fine
 * steps.
 */
const burst = (() => {
  const count = 48000;
  const dt = 2 / count;
  const table = new Float64Array(count + 1);
  let velocity = 0;
  const push = (t: number) =>
    t < 1 ? 20 * Math.sin(2 * Math.PI * 2.5 * t) * 0.5 * (1 - Math.cos(2 * Math.PI * t)) : 0;
  for (let k = 0; k < count; k++) {
    const [a, b] = [push(k * dt), push((k + 1) * dt)];
    table[k + 1] = table[k] + velocity * dt + ((2 * a + b) * dt * dt) / 6;
    velocity += 0.5 * (a + b) * dt;
  }
  return (t: number) => table[Math.round(t / dt)];
})();

function poseAt(t: number): Float64Array {
  const out = new Float64Array(16);
  const x = burst(t);
  composeMatrix(out, 0, [x, 0.3 * x, 0.5 * x], 0, quaternionFromAxisAngle([0, 0, 1], 3 * x), 0, [1, 1, 1], 0);
  return out;
}

/** Returns the displacements of the tip. Poses are pushed at the given times. */
function run(
  times: readonly number[],
  params: Partial<FleshParams> = {},
): { path: number[][]; state: FleshState } {
  const all = { ...defaultParams(fleshParams), damping: 0.1, maxDisplacement: 1e9, ...params } as FleshParams;
  const state = new FleshState(rod, resolveSettings(all, rod, [0, -1, 0]), 'live');
  const drive = new LiveDrive('bone');
  drive.push(poseAt(times[0]), 0);
  advanceFlesh(state, drive, 0);
  const [{ shapes, vertices }] = rod.surfaces;
  const tip = () =>
    [0, 1, 2].map((axis) =>
      state.amplitudes.reduce((sum, q, m) => sum + q * shapes[3 * (m * vertices.length + 7) + axis], 0),
    );
  const path = [tip()];
  for (let k = 1; k < times.length; k++) {
    const dt = times[k] - times[k - 1];
    drive.push(poseAt(times[k]), dt);
    advanceFlesh(state, drive, dt);
    path.push(tip());
  }
  return { path, state };
}

const evenly = (fps: number) => Array.from({ length: 2 * fps + 1 }, (_, k) => k / fps);
const apart = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((v, k) => v - b[k]));

test('live at 24 frames per second differs from 240 by less than 2 %, and 30, 60, 144 by less', () => {
  const fine = run(evenly(240)).path;
  const base = fine[0];
  const size = Math.max(...fine.map((p) => apart(p, base)));
  expect(size).toBeGreaterThan(0.02);
  const errors = [24, 30, 60, 120].map((fps) => {
    const { path } = run(evenly(fps));
    return Math.max(...path.map((p, k) => apart(p, fine[(k * 240) / fps]))) / size;
  });
  expect(errors[0]).toBeLessThan(0.02);
  expect(errors[1]).toBeLessThan(0.01);
  expect(errors[2]).toBeLessThan(0.005);
  expect(errors[3]).toBeLessThan(0.002);
});

test('frames of uneven duration: within 2 % of even ones', () => {
  const fine = run(evenly(480)).path;
  const size = Math.max(...fine.map((p) => apart(p, fine[0])));
  let seed = 5;
  const times = [0];
  while (times.at(-1)! < 1.95) {
    seed = (seed * 16807) % 2147483647;
    times.push(times.at(-1)! + (4 + Math.floor((12 * seed) / 2147483647)) / 480);
  }
  const { path } = run(times);
  path.forEach((p, k) => void expect(apart(p, fine[Math.round(times[k] * 480)]) / size).toBeLessThan(0.02));
});

test('pushed and recorded motion agree, with rotation too', async () => {
  const { createActorDrives } = await import('../../motion/drive-actor.ts');
  const { createMovingActor } = await import('../../motion/testing/moving-actor.ts');
  const { createMatrix } = await import('../../math/matrix.ts');
  const params = { gyroscopic: true };
  const live = run(evenly(240), params);
  const actor = createMovingActor((t) => {
    const x = burst(t);
    return { position: [x, 0.3 * x, 0.5 * x], rotation: quaternionFromAxisAngle([0, 0, 1], 3 * x) };
  });
  const state = new FleshState(rod, live.state.settings, 'recorded');
  const set = createActorDrives(actor);
  const drive = set.add({ node: 0, inverseBind: createMatrix() });
  const rate = 240;
  set.advance(-1 / rate, 0, 1 / rate, 2 / rate);
  settleFlesh(state, drive.start);
  for (let tick = 0; tick < 400; tick++) {
    set.advance((tick - 1) / rate, tick / rate, (tick + 1) / rate, (tick + 2) / rate);
    stepFlesh(state, drive, 1 / rate);
  }
  const [{ shapes, vertices }] = rod.surfaces;
  const size = Math.max(...live.path.map((p) => apart(p, live.path[0])));
  const tip = [0, 1, 2].map((axis) =>
    state.amplitudes.reduce((sum, q, m) => sum + q * shapes[3 * (m * vertices.length + 7) + axis], 0),
  );
  expect(apart(tip, live.path[400])).toBeLessThan(0.005 * size);
});

test('paused, then pushed at the same position: nothing moves', () => {
  const { state } = run([0, 0.1, 0.1, 0.1]);
  const { state: other } = run([0, 0.1]);
  expect(state.amplitudes).toEqual(other.amplitudes);
});

test('flesh from the bytes of a file and a few parameters swings, and settles when the bone stops', () => {
  const flesh = createFlesh(decodeFleshPart(encodeFleshPart(rod)), { material: 'jelly', damping: 0.2 });
  const drive = new LiveDrive('bone', { inverseBind: flesh.part.inverseBind });
  let max = 0;
  for (let frame = 0; frame < 60; frame++) {
    drive.push(poseAt(frame / 60), 1 / 60);
    advanceFlesh(flesh, drive, 1 / 60);
    max = Math.max(max, ...flesh.amplitudes.map(Math.abs));
  }
  expect(max).toBeGreaterThan(0.01);
  expect(flesh.part.omega2[0]).toBeCloseTo(rod.omega2[0] * 0.5, 6);
  for (let frame = 0; frame < 900; frame++) advanceFlesh(flesh, drive, 1 / 60);
  const rest = flesh.amplitudes.slice();
  for (let frame = 0; frame < 60; frame++) advanceFlesh(flesh, drive, 1 / 60);
  rest.forEach((q, mode) => void expect(Math.abs(q - flesh.amplitudes[mode])).toBeLessThan(1e-6));
});
