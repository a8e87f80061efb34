import { beforeAll, describe, expect, test } from 'vitest';
import { decodeExr } from '../../files/exr-read.ts';
import { UsdReading } from '../../files/usd/testing/evaluate-usd.ts';
import { poseSurfaces } from '../../motion/pose-surfaces.ts';
import { openScene } from '../../scene/open-scene.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import { busyScene, busySceneFiles } from '../../scene/testing/busy-scene.ts';
import { bakeScene } from '../bake-scene.ts';

type Written = Map<string, Uint8Array>;

/** Bakes the busy scene in memory. */
async function bake(changes: Record<string, unknown>) {
  const busy = busyScene();
  // A box on the back of the digger.
  const box = {
    name: 'box',
    file: 'core.obj',
    parent: 'digger',
    joint: 'body',
    position: [0, 0.4, 0],
    scale: 1,
  };
  const actors = [...(busy.actors as unknown[]), box];
  const scene = parseScene({ ...busy, actors, ...changes });
  const read = (name: string) => busySceneFiles.get(name)!;
  const plan = await openScene(scene, { read } as never, { name: 'busy scene' });
  const files: Written = new Map();
  const report = await bakeScene(plan, { write: (name, bytes) => void files.set(name, bytes) });
  return { plan, files, report };
}

let skel: Awaited<ReturnType<typeof bake>>;
let points: Awaited<ReturnType<typeof bake>>;
beforeAll(async () => {
  skel = await bake({ outputs: ['usdStage', 'usdz', 'heightExr'], heightTiles: 'never' });
  points = await bake({
    outputs: ['usdStage', 'pointsUsd'],
    usdCharacters: 'points',
    usdUp: 'z',
    usdFur: 'cards',
  });
});

function layer({ files }: { files: Written }, name: string): UsdReading {
  return new UsdReading(files.get(`scene-usd/${name}.usdc`)!);
}

function maxApart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let max = 0;
  for (let k = 0; k < a.length; k++) max = Math.max(max, Math.abs(a[k] - b[k]));
  return max;
}

describe('characters', () => {
  const frames = [1, 2, 4, 7];
  test.each(['digger', 'cat'])('%s: the skeleton poses its skin as the actor is posed', (name) => {
    const reading = layer(skel, `characters/${name}`);
    const { character } = skel.plan.actors.find((actor) => actor.name === name)!;
    const meshes = reading.prims('Mesh');
    for (const frame of frames) {
      const expected = poseSurfaces(character!.actor, skel.plan.times.seconds(frame - 1));
      expected.forEach(({ positions }, k) => {
        expect(maxApart(reading.pointsOf(meshes[k], frame), positions)).toBeLessThan(1e-5);
      });
    }
  });

  test('flesh: skeleton and blend shapes give the same vertices as a file with every position', () => {
    const [asSkeleton, asPoints] = [layer(skel, 'characters/jelly'), layer(points, 'characters/jelly')];
    const meshes = asSkeleton.prims('Mesh');
    const cached = asPoints.prims('Mesh');
    const { character } = skel.plan.actors.find((actor) => actor.name === 'jelly')!;
    let moved = 0;
    for (const frame of frames) {
      const plain = poseSurfaces(character!.actor, skel.plan.times.seconds(frame - 1));
      meshes.forEach((mesh, k) => {
        const shown = asPoints.pointsOf(cached[k], frame);
        expect(maxApart(asSkeleton.pointsOf(mesh, frame), shown)).toBeLessThan(1e-5);
        moved = Math.max(moved, maxApart(shown, plain[k].positions));
      });
    }
    expect(moved).toBeGreaterThan(0.001);
  });
});

test('a rigid body moves as its actor does', () => {
  const reading = layer(skel, 'characters/box');
  const [mesh] = reading.prims('Mesh');
  const actor = skel.plan.actors.find(({ name }) => name === 'box')!;
  let first: ArrayLike<number> = [];
  let moved = 0;
  for (const frame of [1, 4, 7]) {
    const [expected] = actor.posedMeshesAt(skel.plan.times.seconds(frame - 1));
    const shown = reading.pointsOf(mesh, frame);
    // Edges are split, so that the mesh has more vertices.
    for (let k = 0; k < shown.length; k += 3)
      expect(nearest(expected.positions, shown.subarray(k, k + 3))).toBeLessThan(1e-5);
    if (frame === 1) first = shown;
    moved = maxApart(shown, first);
  }
  expect(moved).toBeGreaterThan(0.05);
});

/** Returns the distance from a point to the nearest of others. */
function nearest(others: ArrayLike<number>, [x, y, z]: Float64Array): number {
  let min = Infinity;
  for (let k = 0; k < others.length; k += 3)
    min = Math.min(min, Math.hypot(others[k] - x, others[k + 1] - y, others[k + 2] - z));
  return min;
}

test('particles are those of the file with particles alone', () => {
  const reading = layer(skel, 'particles/grains');
  const alone = new UsdReading(points.files.get('grains.usdc')!);
  for (const name of ['points', 'velocities', 'widths', 'extent'])
    expect(reading.specs[`/grains.${name}`].fields.timeSamples).toEqual(
      alone.specs[`/grains.${name}`].fields.timeSamples,
    );
  expect([...points.files.keys()].filter((name) => name.includes('particles/'))).toEqual([]);
});

test('fur: curves in the world, or cards that follow the same strands', () => {
  const curves = layer(skel, 'fur/coat');
  const cards = layer(points, 'fur/coat');
  const [mesh] = cards.prims('Mesh');
  for (const frame of [1, 7]) {
    const strands = curves.at('/coat.points', frame) as Float32Array;
    const shown = cards.pointsOf(mesh, frame);
    // The roots of all strands are inside cards, which are a few millimetres wide. The motion of cards is approximate.
    let sum = 0;
    let count = 0;
    for (let k = 0; k < strands.length; k += 3 * 6) {
      sum += nearest(shown, Float64Array.from(strands.subarray(k, k + 3)));
      count++;
    }
    expect(count).toBeGreaterThan(20);
    expect(sum / count).toBeLessThan(0.01);
  }
});

test('ground: every vertex of every frame has the height of the height map', () => {
  const reading = layer(skel, 'grounds/yard');
  const record = (skel.report.systems[0] as unknown as { heights: Record<string, number> }).heights;
  let seen = 0;
  for (let frame = 1; frame <= 7; frame++) {
    const name = `yard-exr/height.${String(frame).padStart(4, '0')}.exr`;
    const { values } = decodeExr(skel.files.get(name)!).channels[0];
    for (const mesh of reading.prims('Mesh')) {
      const shown = reading.pointsOf(mesh, frame);
      for (let k = 0; k < shown.length; k += 3) {
        const i = Math.round((shown[k] - record.firstColumnMetres) / record.cellMetres);
        const j = Math.round((shown[k + 2] - record.firstRowMetres) / record.cellMetres);
        expect(Math.abs(record.datumMetres + values[j * record.columns + i] - shown[k + 1])).toBeLessThan(
          1e-6,
        );
        seen++;
      }
    }
  }
  expect(seen).toBeGreaterThan(1000);
});

test('ground: a state that does not change is stored once, and held until the frame before the next', () => {
  const reading = layer(skel, 'grounds/yard');
  const tiles = reading.prims('Mesh').filter((path) => path.includes('/moving/'));
  expect(tiles.length).toBeGreaterThan(0);
  for (const tile of tiles) {
    const { times } = reading.specs[`${tile}.points`].fields.timeSamples as { times: number[] };
    expect(times[0]).toBe(1);
    expect(times.length).toBeLessThanOrEqual(7);
  }
});

test('the stage refers to its parts by relative paths, below one root', () => {
  const text = new TextDecoder().decode(points.files.get('scene.usda'));
  for (const line of [
    'upAxis = "Z"',
    'defaultPrim = "busy_scene"',
    'metersPerUnit = 1',
    'float xformOp:rotateX = 90',
  ])
    expect(text).toContain(line);
  const references = [...text.matchAll(/@([^@]+)@/g)].map(([, path]) => path);
  expect(references).toContain('./scene-usd/grounds/yard.usdc');
  for (const path of references) expect(points.files.has(path.slice(2))).toBe(true);
});

test('the package holds its layer first, uncompressed and aligned to 64 bytes', () => {
  const bytes = skel.files.get('scene.usdz')!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect(view.getUint32(0, true)).toBe(0x04034b50);
  expect(view.getUint16(8, true)).toBe(0);
  const name = new TextDecoder().decode(bytes.subarray(30, 30 + view.getUint16(26, true)));
  expect(name).toBe('scene.usdc');
  expect((30 + view.getUint16(26, true) + view.getUint16(28, true)) % 64).toBe(0);
});
