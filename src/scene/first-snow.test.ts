import { expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { validateGltf } from '../files/testing/validate-gltf.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

async function bake(ground: Record<string, unknown>): Promise<Map<string, Uint8Array>> {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 1, fps: 10 },
    actors: [
      { name: 'crate', box: [0.4, 0.4, 0.4], position: [0, 0.3, 0] },
      { name: 'under', box: [0.2, 0.1, 0.2], position: [0, 0.05, 0] },
    ],
    systems: [
      {
        system: 'ground',
        name: 'park',
        material: 'snow',
        cell: 0.02,
        rate: 30,
        noiseAmplitude: 0,
        ...ground,
      },
    ],
    outputs: ['snowCaps'],
  });
  const files = new Map<string, Uint8Array>();
  await bakeScene(await openScene(scene, { read: () => new Uint8Array() }), {
    write: (name, data) => void files.set(name, data),
  });
  return files;
}

test('the snow on a box is a mesh in the world, as thick as what fell, and what is under the box has none', async () => {
  const files = await bake({ snowfall: 0.03, snowCover: 0.2 });
  const glb = files.get('park-snow.glb')!;
  expect((await validateGltf(glb)).filter(({ severity }) => severity === 0)).toEqual([]);
  const { surfaces, nodes } = await readGltf(glb, { name: 'snow' });
  expect(nodes.map(({ name }) => name)).toEqual(['crate snow']);
  const heights = surfaces[0].positions.filter((_, k) => k % 3 === 1);
  expect(Math.abs(Math.max(...heights) - 0.53)).toBeLessThan(0.002);
  // The sides reach a little below the top of the box.
  expect(Math.abs(Math.min(...heights) - 0.5)).toBeLessThan(0.003);
});

test('without it there is no such file', async () => {
  expect((await bake({ snowfall: 0.03 })).has('park-snow.glb')).toBe(false);
});
