import { afterAll, expect, test } from 'vitest';
import { decodeExr } from '../../../files/exr-read.ts';
import { readObj } from '../../../files/obj.ts';
import { maxOf } from '../../../math/lists.ts';
import { bakeFile } from '../../../node/bake-file.ts';
import { Workshop } from '../../../node/testing/workshop.ts';
import type { HeightSequenceFacts } from '../height-sequence.ts';
import { readCache } from './testing/read-cache.ts';
import type { GroundCacheFacts } from './write-ground-cache.ts';

const workshop = new Workshop();
afterAll(() => workshop.close());

test('the caches of a ground have every height of every frame, in the order of the OBJ', async () => {
  const fps = 24;
  const scene = workshop.writeScene('yard/fine.json', {
    time: { end: 0.75, fps, firstFrame: 101 },
    systems: [{ system: 'ground', name: 'yard', cell: 0.03, noiseAmplitude: 0.001 }],
    outputs: ['heightExr', 'groundMdd', 'groundPc2'],
    heightTiles: 'never',
  });
  const { report } = await bakeFile(scene, { out: workshop.path('out') });
  const { heights, cache } = report.systems[0] as unknown as {
    heights: HeightSequenceFacts;
    cache: GroundCacheFacts;
  };
  expect(cache.files).toEqual({ mdd: 'yard-cache.mdd', pc2: 'yard-cache.pc2' });
  const mdd = readCache(workshop.read('out/yard-cache.mdd'));
  const pc2 = readCache(workshop.read('out/yard-cache.pc2'));
  const obj = readObj(Buffer.from(workshop.read('out/yard-cache.obj')).toString(), 'yard-cache.obj');
  expect(obj.positions).toHaveLength(3 * cache.vertices);
  for (const one of [mdd, pc2]) {
    expect([one.vertexCount, one.frameCount]).toEqual([cache.vertices, cache.frames]);
    expect(Array.from(one.positionsOf(0))).toEqual(Array.from(obj.positions));
  }
  expect(pc2.firstFrame).toBe(101);
  expect(mdd.times!.at(-1)).toBe(0.75);
  const { columns, cellMetres, firstColumnMetres, firstRowMetres, datumMetres } = heights;
  let moved = 0;
  for (let frame = 0; frame < cache.frames; frame += 6) {
    const { values } = decodeExr(workshop.read(`out/yard-exr/height.0${101 + frame}.exr`)).channels[0];
    const positions = mdd.positionsOf(frame);
    expect(
      Buffer.compare(new Uint8Array(positions.buffer), new Uint8Array(pc2.positionsOf(frame).buffer)),
    ).toBe(0);
    let max = 0;
    for (let k = 0; k < positions.length; k += 3) {
      const i = Math.round((positions[k] - firstColumnMetres) / cellMetres);
      const j = Math.round((positions[k + 2] - firstRowMetres) / cellMetres);
      max = Math.max(max, Math.abs(positions[k + 1] - datumMetres - values[j * columns + i]));
      if (positions[k + 1] !== obj.positions[k + 1]) moved++;
    }
    expect(max).toBeLessThan(1e-7);
  }
  expect(moved).toBeGreaterThan(100);
  // Every edge inside the mesh belongs to two triangles: tiles share their vertices.
  const edges = new Map<number, number>();
  const { indices } = obj;
  for (let k = 0; k < indices.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    const [a, b] = [indices[k], indices[next]];
    const key = Math.min(a, b) * cache.vertices + Math.max(a, b);
    edges.set(key, (edges.get(key) ?? 0) + 1);
  }
  const open = [...edges.values()].filter((count) => count === 1).length;
  expect(open).toBeLessThan(4 * (heights.columns + heights.rows));
  expect(maxOf([...edges.values()])).toBe(2);
  const readme = Buffer.from(workshop.read('out/README.txt')).toString();
  expect(readme).toContain('yard-cache.mdd, Frame Start 101');
});
