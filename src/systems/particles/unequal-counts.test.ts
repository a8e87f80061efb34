import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { noFiles } from '../testing/no-files.ts';
import { prepareParticles } from './prepare.ts';
import { fillParticles, ParticleRun } from './testing/particle-run.ts';

const cube = (at: number) => [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [at + (k & 1), (k >> 1) & 1, k >> 2]);

async function morph(from: number[], to: number[], count: number) {
  const run = await ParticleRun.open({
    shapes: [
      { shape: 'points', name: 'A', coordinates: from, position: [3, 1, 2] },
      { shape: 'points', name: 'B', coordinates: to, position: [6, 1, 1] },
    ],
    sources: [{ from: 'A', count }],
    keys: [{ to: ['B'], end: 1, hold: 1 }],
    collide: false,
  });
  let [peak, fastest] = [0, 0];
  let before = [0, 0, 0].map(() => new Float64Array(count));
  run.runTo(1, () => {
    const { vx, vy, vz } = run.state.store;
    const now = [vx, vy, vz].map((plane) => plane.slice());
    for (let k = 0; k < count; k++) {
      const change = Math.hypot(...now.map((plane, axis) => plane[k] - before[axis][k]));
      peak = Math.max(peak, change * 120);
      fastest = Math.max(fastest, Math.hypot(...now.map((plane) => plane[k])));
    }
    before = now;
  });
  return { run, peak, fastest };
}

/** Returns the number of particles at each point of B. All must be within a micrometre. */
function countAt({ run }: { run: ParticleRun }): number[] {
  const { x, y, z } = run.state.store;
  const points = run.prepared.shapes[1].points!.positions;
  const counts = new Array(points.length / 3).fill(0);
  for (let k = 0; k < x.length; k++) {
    const at = counts.findIndex(
      (_, p) => Math.hypot(points[3 * p] - x[k], points[3 * p + 1] - y[k], points[3 * p + 2] - z[k]) < 1e-6,
    );
    expect(at).toBeGreaterThanOrEqual(0);
    counts[at]++;
  }
  return counts;
}

test('8 points become 3, and 3 become 8: all targets are used equally often', async () => {
  const three = [5, 1, 0, 6, 1, 0, 7, 1, 0];
  const down = await morph(cube(1), three, 8);
  expect(countAt(down).sort()).toEqual([2, 3, 3]);
  const up = await morph(three, cube(1), 8);
  expect(countAt(up)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  const few = await morph(cube(1), three, 2);
  expect(countAt(few).sort()).toEqual([0, 1, 1]);
  for (const { run, peak, fastest } of [down, up, few]) {
    // Paths are up to 6 m in 1 s. The law `leastEffort` needs 3 D / T² and reaches 1.5 D / T.
    const length = run.state.runs[0].results.maxPathLength;
    expect(peak).toBeLessThan(1.2 * 3 * length);
    expect(fastest).toBeLessThan(1.6 * length);
    for (const x of run.state.store.x) expect(x).toBeGreaterThan(2);
  }
});

test('1000 points become 50 000 uniform positions on a surface, the same in each run', {
  timeout: 60_000,
}, async () => {
  const points = Array.from({ length: 3000 }, (_, k) => 10 + ((k * 0.618) % 1));
  const scene = {
    shapes: [
      { shape: 'points', name: 'A', coordinates: points },
      { shape: 'ball', name: 'B', position: [5, 5, 5], part: 'surface' },
    ],
    sources: [{ from: 'A', count: 50_000 }],
    keys: [{ to: ['B'], end: 0.2, sampling: 'random', hold: 1 }],
    collide: false,
    rate: 20,
  };
  const run = await ParticleRun.open(scene);
  run.runTo(0.2);
  const { x, y, z } = run.state.store;
  let [above, furthest] = [0, 0];
  for (let k = 0; k < 50_000; k++) {
    furthest = Math.max(furthest, Math.abs(Math.hypot(x[k] - 5, y[k] - 5, z[k] - 5) - 0.5));
    if (y[k] > 5.25) above++;
  }
  expect(furthest).toBeLessThan(1e-9);
  // A cap of height r / 2 has a quarter of the area. The count must be within five standard deviations.
  expect(Math.abs(above / 50_000 - 0.25)).toBeLessThan(5 * Math.sqrt(0.1875 / 50_000));
  expect(run.state.runs[0].results.arrived).toBe(50_000);
});

test('a text without an area, such as a space, is an error that names the text', async () => {
  const nothing = { areas: [], bounds: { minX: 0, minY: 0, maxX: 0, maxY: 0 }, warnings: [] };
  const context = {
    ...noFiles,
    readText: () => nothing,
    path: 'systems[0]',
    name: 'particles',
    actors: new Map(),
    results: new Map(),
  };
  const params = fillParticles({
    shapes: [{ shape: 'text', name: 'gap', text: ' ', font: 'letters.otf' }],
    sources: [{ from: 'gap' }],
  });
  const failure = await prepareParticles(params, context).catch((error) => error);
  expect(failure).toBeInstanceOf(InputError);
  expect(failure.message).toMatch(/^systems\[0\]\.shapes\[0\]\.text: .*the shape "gap" is empty/);
});
