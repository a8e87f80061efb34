import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { createDiskFiles } from '../src/node/disk-files.ts';
import { openScene } from '../src/scene/open-scene.ts';
import { parseSceneText } from '../src/scene/parse-scene.ts';
import { toFraction } from '../src/simulation/fraction.ts';
import { Simulation } from '../src/simulation/simulation.ts';
import type { PointsOutput } from '../src/systems/outputs/points.ts';
import { tabulateProgress } from '../src/systems/particles/confine/law-progress.ts';
import { KeyLaw } from '../src/systems/particles/laws/key-law.ts';
import { dragFactor } from '../src/systems/particles/laws/step-law.ts';
import type { KeyParams, ParticlesParams } from '../src/systems/particles/params.ts';
import { imageFile, imageNames, makeImage } from '../tools/assets/image-dissolve/make-images.ts';
import { bowls } from '../tools/assets/three-bowls/bowls.ts';
import { bowlsFile, heapFile, makeBowls, makeHeap } from '../tools/assets/three-bowls/make-bowls.ts';

interface KeyReport {
  readonly name: string;
  readonly count: number;
  readonly arrived: number;
  readonly maxPositionError: number;
  readonly shapes?: readonly { readonly name: string; readonly count: number }[];
}

function readScene(name: string) {
  const folder = fileURLToPath(new URL(`./${name}`, import.meta.url));
  const file = `${folder}/scene.json`;
  return { folder, file, scene: parseSceneText(readFileSync(file, 'utf8'), file) };
}

/** Starts a scene with fewer particles: the given fraction of them. `keyValues` replace parameters of its keys. */
async function startScene(name: string, fraction: number, keyValues: Partial<KeyParams> = {}) {
  const { folder, file, scene } = readScene(name);
  const fewer = (count: number) => Math.round(fraction * count);
  const systems = scene.systems.map((system) => {
    if (system.system !== 'particles') return system;
    const params = system.params as unknown as ParticlesParams;
    const sources = params.sources.map((source) => ({ ...source, count: fewer(source.count) }));
    const keys = params.keys.map((key) => ({ ...key, counts: key.counts?.map(fewer), ...keyValues }));
    return { ...system, params: { ...system.params, sources, keys } as typeof system.params };
  });
  const plan = await openScene({ ...scene, systems }, createDiskFiles(folder), { name, sceneFile: file });
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const particles = systems.find((system) => system.system === 'particles')!;
  return {
    plan,
    params: particles.params as unknown as ParticlesParams,
    runTo: (time: number) => simulation.advanceTo(toFraction(time)),
    points: () => simulation.outputs(particles.name)[0] as PointsOutput,
    report: () =>
      simulation.report(particles.name) as { keys: readonly KeyReport[]; warnings: readonly string[] },
  };
}

function boundsOf(positions: ArrayLike<number>) {
  const [min, max] = [Infinity, -Infinity].map((value) => [value, value, value]);
  for (let k = 0; k < positions.length; k++) {
    min[k % 3] = Math.min(min[k % 3], positions[k]);
    max[k % 3] = Math.max(max[k % 3], positions[k]);
  }
  return { min, max };
}

describe.each([
  ['image-dissolve', 2000, 0.1],
  ['letter-s', 6000, 0.1],
  ['howdy', 12000, 0.05],
  ['square-to-triangle', 9000, 0.04],
  ['three-bowls', 3000, 0.1],
  ['fox-of-embers', 11000, 0.05],
] as const)('%s', (name, count, share) => {
  test('has the size and duration that its description states', () => {
    const { scene } = readScene(name);
    const particles = scene.systems.find((system) => system.system === 'particles')!;
    const params = particles.params as unknown as ParticlesParams;
    expect(params.sources.map((source) => source.count)).toEqual([count]);
    expect(scene.time.end).toBeGreaterThanOrEqual(3);
    expect(scene.time.end).toBeLessThanOrEqual(5);
    expect(Number(scene.time.fps)).toBe(30);
  });

  test('all particles of keys are at their targets at the right time', async () => {
    const run = await startScene(name, share);
    const key = run.params.keys[0];
    run.runTo(key.end! - 0.25);
    const before = run.report().keys[0];
    expect(before.arrived).toBeLessThan(before.count);
    run.runTo(key.end!);
    const { keys, warnings } = run.report();
    expect(warnings).toEqual([]);
    expect(keys[0].arrived).toBe(keys[0].count);
    expect(keys[0].count).toBe(Math.round(key.fraction * Math.round(share * count)));
    expect(keys[0].maxPositionError).toBeLessThan(1e-9);
  });
});

test('each bowl contains its particles, and none are beside the bowls', async () => {
  const run = await startScene('three-bowls', 0.1);
  run.runTo(3.6);
  const { shapes } = run.report().keys[0];
  expect(shapes!.map(({ count }) => count)).toEqual([60, 90, 150]);
  const { positions, count } = run.points();
  // The bowls come after the table and the spout in the file.
  const drawn = run.plan.actors[0]
    .posedMeshesAt(3.6)
    .slice(2)
    .map(({ positions: corners }) => boundsOf(corners));
  const held = drawn.map(() => 0);
  for (let k = 0; k < count; k++) {
    const [x, y, z] = positions.subarray(3 * k, 3 * k + 3);
    drawn.forEach(({ min, max }, b) => {
      const [middle, radius] = [(min[0] + max[0]) / 2, (max[0] - min[0]) / 2];
      // A bowl is half an ellipsoid, 0.62 times as deep as it is wide, with a wall.
      const depth = (max[1] - y) / (0.53 * radius);
      const side = Math.hypot(x - middle, z) / (0.91 * radius);
      if (depth > 0 && depth * depth + side * side < 1) held[b]++;
    });
  }
  expect(held).toEqual([60, 90, 150]);
  expect(bowls.map((bowl) => bowl.count)).toEqual([600, 900, 1500]);
});

test('balls bounce on the sand before they fly', async () => {
  const run = await startScene('image-dissolve', 0.1);
  run.runTo(1.35);
  const { positions, count } = run.points();
  let lowest = 1;
  let high = 0;
  for (let k = 0; k < count; k++) {
    lowest = Math.min(lowest, positions[3 * k + 1]);
    if (positions[3 * k + 1] > 0.1) high++;
  }
  expect(lowest).toBeGreaterThan(-0.02);
  expect(high).toBeGreaterThan(count / 20);
});

/**
 * Returns the largest distance of a grain from the shape between square and triangle, m, over all frames of the key; at most 0 if all
 * are inside. Both are convex, so the shape at progress τ is inside (1 − τ) square + τ triangle. That is a convex polygon: its edges
 * have the normals of both, and its extent along a normal is the mean of theirs.
 */
async function leaveSquareToTriangle(confinement: KeyParams['confinement']): Promise<number> {
  const run = await startScene('square-to-triangle', 0.07, { confinement });
  const { drag, rate, keys } = run.params;
  const [{ start, end }] = keys;
  const square = [-0.5, 0.2, 0.5, 0.2, 0.5, 1.2, -0.5, 1.2];
  const triangle = [-0.76, 0.042, 0.76, 0.042, 0, 1.358];
  const slope = Math.hypot(1.316, 0.76);
  const [u, v] = [1.316 / slope, 0.76 / slope];
  const normals = [1, 0, -1, 0, 0, 1, 0, -1, u, v, -u, v];
  const steps = new Float64Array(Math.round((end! - start!) * rate)).fill(1 / rate);
  const drags = steps.map((dt) => dragFactor(drag, dt));
  const progress = tabulateProgress(new KeyLaw({ law: 'leastEffort', steps, drags }), steps);
  const extent = (corners: readonly number[], nx: number, ny: number) => {
    let max = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < corners.length; k += 2) max = Math.max(max, nx * corners[k] + ny * corners[k + 1]);
    return max;
  };
  let outside = Number.NEGATIVE_INFINITY;
  for (let frame = Math.round(30 * start!); frame <= 30 * end!; frame++) {
    run.runTo(frame / 30);
    const tau = progress[Math.round((frame / 30 - start!) * rate)];
    const { positions, count } = run.points();
    for (let k = 0; k < count; k++) {
      const [x, y, z] = positions.subarray(3 * k, 3 * k + 3);
      outside = Math.max(outside, Math.abs(z) - 0.04);
      for (let n = 0; n < normals.length; n += 2) {
        const [nx, ny] = [normals[n], normals[n + 1]];
        const limit = (1 - tau) * extent(square, nx, ny) + tau * extent(triangle, nx, ny);
        outside = Math.max(outside, nx * x + ny * y - limit);
      }
    }
  }
  return outside;
}

test('no grain leaves the shape between square and triangle', async () => {
  // Positions are float32.
  expect(await leaveSquareToTriangle('morph')).toBeLessThan(1e-6);
  expect(await leaveSquareToTriangle('free')).toBeGreaterThan(0.01);
});

test('embers follow the fox', async () => {
  const run = await startScene('fox-of-embers', 0.03);
  run.runTo(2.3);
  const first = run.points().positions.slice();
  run.runTo(2.9);
  const { positions, count } = run.points();
  let far = 0;
  let moved = 0;
  for (let k = 0; k < count; k++) {
    const [x, y, z] = positions.subarray(3 * k, 3 * k + 3);
    if (Math.hypot(x, z) > 0.85 || y < -0.02 || y > 0.8) far++;
    moved = Math.max(moved, Math.hypot(x - first[3 * k], y - first[3 * k + 1], z - first[3 * k + 2]));
  }
  // Free particles may be anywhere.
  expect(far).toBeLessThanOrEqual(Math.round(0.06 * count) + 1);
  expect(moved).toBeGreaterThan(0.1);
});

test('the committed pictures, bowls and heap are what their scripts make', async () => {
  const bytesOf = (file: string) => new Uint8Array(readFileSync(file));
  for (const name of imageNames) expect(bytesOf(imageFile(name))).toEqual(makeImage(name));
  expect(bytesOf(bowlsFile)).toEqual(await makeBowls());
  expect(bytesOf(heapFile)).toEqual(await makeHeap());
  for (const file of [bowlsFile, heapFile]) {
    expect((await validateBytes(bytesOf(file))).issues.messages).toEqual([]);
  }
});
