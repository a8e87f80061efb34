import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeExr } from '../../files/exr-read.ts';
import { checkUsd } from '../../files/usd/testing/check-usd.ts';
import { UsdReading } from '../../files/usd/testing/evaluate-usd.ts';
import { poseSurfaces } from '../../motion/pose-surfaces.ts';
import { bakeInMemory, openStageScene, type StageBake } from './testing/stage-scene.ts';

let skel: StageBake;
let points: StageBake;
beforeAll(async () => {
  const plan = await openStageScene();
  skel = await bakeInMemory({ ...plan, outputs: ['usdStage', 'usdz', 'heightExr'] });
  points = await bakeInMemory({
    ...plan,
    outputs: ['usdStage', 'pointsUsd'],
    usdCharacters: 'points',
    usdUp: 'z',
    usdFur: 'cards',
  });
});

function layer({ files }: StageBake, name: string): UsdReading {
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
  // No other output of this bake needs the frames of the ground.
  const moving = layer(points, 'grounds/yard')
    .prims('Mesh')
    .filter((mesh) => mesh.includes('/moving/'));
  expect(moving.length).toBeGreaterThan(0);
});

describe('rules of usdchecker', () => {
  const packaged = () => readPackage(skel.files.get('scene.usdz')!);

  test.each([
    'grounds/yard',
    'characters/digger',
    'characters/jelly',
    'characters/box',
    'particles/grains',
    'fur/coat',
  ])('%s', async (name) => {
    for (const { files } of [skel, points]) {
      const bytes = files.get(`scene-usd/${name}.usdc`);
      const folder = `scene-usd/${name.slice(0, name.indexOf('/'))}/`;
      const beside = [...files.keys()].flatMap((file) =>
        file.startsWith(folder) ? file.slice(folder.length) : [],
      );
      if (bytes) expect(await checkUsd(bytes, new Set(beside))).toEqual([]);
    }
  });

  test('the package, with the rules for phones', async () => {
    const files = packaged();
    expect(await checkUsd(files.get('scene.usdc')!, new Set(files.keys()), true)).toEqual([]);
    const reading = new UsdReading(files.get('scene.usdc')!);
    // Phones animate neither points nor show curves and points.
    expect([...reading.prims('Points'), ...reading.prims('BasisCurves')]).toEqual([]);
    for (const mesh of reading.prims('Mesh'))
      expect(reading.specs[`${mesh}.points`].fields.timeSamples).toBeUndefined();
    const joints = reading.prims('Skeleton').flatMap((path) => reading.at(`${path}.joints`) as string[]);
    expect(new Set(joints).size).toBe(joints.length);
  });

  test('ground in the package: one state of each tile is shown at every frame, and it ends as the ground does', () => {
    const reading = new UsdReading(packaged().get('scene.usdc')!);
    const exact = layer(skel, 'grounds/yard');
    const steps = reading.prims('Mesh').filter((path) => path.includes('/moving/'));
    const tiles = new Set(steps.map((path) => path.slice(0, path.lastIndexOf('_'))));
    for (const tile of tiles) {
      const own = steps.filter((path) => path.startsWith(`${tile}_`));
      for (let frame = 1; frame <= 7; frame++) {
        const shown = own.filter((path) => (reading.at(`${path}.xformOp:scale`, frame) as number[])[0] === 1);
        expect(shown).toHaveLength(1);
        if (frame < 7) continue;
        const name = tile.slice(tile.lastIndexOf('/') + 1);
        expect(
          maxApart(reading.pointsOf(shown[0], 7), exact.pointsOf(`/yard/moving/${name}`, 7)),
        ).toBeLessThan(1e-6);
      }
    }
  });
});

/** Returns the files of a package. */
function readPackage(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map<string, Uint8Array>();
  for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
    const [size, nameLength] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true)];
    const start = at + 30 + nameLength + view.getUint16(at + 28, true);
    expect([view.getUint16(at + 8, true), start % 64]).toEqual([0, 0]);
    files.set(
      new TextDecoder().decode(bytes.subarray(at + 30, at + 30 + nameLength)),
      bytes.subarray(start, start + size),
    );
    at = start + size;
  }
  return files;
}

test('a package is a ZIP archive that other programs open, with its layer first', () => {
  const bytes = skel.files.get('scene.usdz')!;
  const names = Object.keys(unzipSync(bytes));
  expect(names).toEqual([...readPackage(bytes).keys()]);
  expect(names[0]).toBe('scene.usdc');
});
