import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { openGltfSource } from '../files/gltf/gltf-source.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { validateGltf } from '../files/testing/validate-gltf.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const mannequin = readFileSync(fileURLToPath(new URL('../../scenes/assets/mannequin.glb', import.meta.url)));

async function bake(ground: Record<string, unknown>): Promise<Uint8Array> {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 0.5, fps: 10 },
    actors: [{ name: 'walker', file: 'mannequin.glb', clip: 'walk', softDepth: 0.08 }],
    systems: [
      { system: 'ground', name: 'mud', material: 'mud', cell: 0.02, rate: 30, noiseAmplitude: 0, ...ground },
    ],
    outputs: ['character'],
  });
  const plan = await openScene(scene, { read: () => mannequin });
  const files = new Map<string, Uint8Array>();
  await bakeScene(plan, { write: (name, data) => void files.set(name, data) });
  return files.get('walker-travel.glb')!;
}

/** Returns what sticks to each primitive of the only mesh, and its vertex colours. Null if the file has none. */
async function readCovers(bytes: Uint8Array) {
  const { root, accessors } = await openGltfSource(bytes, { name: 'walker' });
  const primitives = root
    .get('meshes')
    .items()
    .flatMap((mesh) => mesh.get('primitives').items());
  return primitives.map((primitive) => {
    const attributes = primitive.get('attributes');
    const [sticking, colors] = [attributes.get('_STICKING'), attributes.get('COLOR_0')];
    expect(sticking.absent).toBe(colors.absent);
    if (sticking.absent) return null;
    return { amounts: accessors.readFloats(sticking, 'SCALAR'), tints: accessors.readFloats(colors, 'VEC3') };
  });
}

test('mud sticks to soles and not to knees, in the file of a character', async () => {
  const bytes = await bake({ stickingDepth: 0.002 });
  expect((await validateGltf(bytes)).filter(({ severity }) => severity === 0)).toEqual([]);
  const { surfaces } = await readGltf(bytes, { name: 'walker' });
  const covers = await readCovers(bytes);
  let soles = 0;
  expect(covers.some((cover) => cover === null)).toBe(true);
  covers.forEach((cover, k) => {
    if (!cover) return;
    const { amounts, tints } = cover;
    const { positions } = surfaces[k];
    amounts.forEach((amount, vertex) => {
      const height = positions[3 * vertex + 1];
      expect(amount).toBeGreaterThanOrEqual(0);
      expect(amount).toBeLessThanOrEqual(1);
      if (height > 0.3) expect(amount).toBe(0);
      if (height < 0.02 && amount === 1) soles++;
      const tint = tints.slice(3 * vertex, 3 * vertex + 3);
      if (amount === 0) expect([...tint]).toEqual([1, 1, 1]);
      else for (const factor of tint) expect(factor).toBeLessThanOrEqual(1);
    });
  });
  expect(soles).toBeGreaterThan(50);
});

test('without it, files of characters are as before', async () => {
  const covers = await readCovers(await bake({}));
  expect(covers.length).toBeGreaterThan(0);
  expect(covers.every((cover) => cover === null)).toBe(true);
});
