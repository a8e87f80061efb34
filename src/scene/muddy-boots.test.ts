import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { buildKeyedBody } from '../bake/characters/keyed-body.ts';
import { openGlbPatch } from '../files/glb-open.ts';
import { vertexTarget } from '../files/glb-patch.ts';
import { openGltfSource } from '../files/gltf/gltf-source.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { readObj } from '../files/obj.ts';
import { readPicture } from '../files/picture.ts';
import { validateGltf } from '../files/testing/validate-gltf.ts';
import { deformSurface } from '../motion/deform-surface.ts';
import { Pose } from '../motion/pose.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const mannequin = readFileSync(fileURLToPath(new URL('../../scenes/assets/mannequin.glb', import.meta.url)));

/** Keys of a body that stands 5 cm below the ground. */
const keys = JSON.stringify({ keys: [{ time: 0, position: [0, -0.05, 0] }] });

/** A cube of 1 m on the ground, about the vertical axis. */
const box = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1} ${(k >> 1) & 1} ${k >> 2}`),
  ...['0 2 3 1', '4 5 7 6', '0 1 5 4', '2 6 7 3', '0 4 6 2', '1 3 7 5'].map(
    (side) => `f ${side.replace(/\d/g, (corner) => `${Number(corner) + 1}`)}`,
  ),
].join('\n');

const walker = { name: 'walker', file: 'mannequin.glb', clip: 'walk', softDepth: 0.08 };

async function bakeFiles(
  actor: Record<string, unknown>,
  ground: Record<string, unknown>,
  outputs: readonly string[],
  bytes: Uint8Array = mannequin,
): Promise<Map<string, Uint8Array>> {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 0.5, fps: 10 },
    actors: [actor],
    systems: [
      { system: 'ground', name: 'mud', material: 'mud', cell: 0.02, rate: 30, noiseAmplitude: 0, ...ground },
    ],
    outputs,
  });
  const plan = await openScene(scene, {
    read: (path) => (path.endsWith('.json') ? new TextEncoder().encode(keys) : bytes),
  });
  const files = new Map<string, Uint8Array>();
  await bakeScene(plan, { write: (name, data) => void files.set(name, data) });
  return files;
}

async function bake(ground: Record<string, unknown>): Promise<Uint8Array> {
  return (await bakeFiles(walker, ground, ['character'])).get('walker-travel.glb')!;
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

/** Index of the surface of the soles. */
const soles = 3;

test('mud sticks to soles and not to knees, in the file of a character, and in a mask on its texture coordinates', async () => {
  const files = await bakeFiles(
    walker,
    { stickingDepth: 0.002 },
    ['character', 'stickingMask'],
    await mapPrimitive(soles),
  );
  const bytes = files.get('walker-travel.glb')!;
  expect((await validateGltf(bytes)).filter(({ severity }) => severity === 0)).toEqual([]);
  const { surfaces } = await readGltf(bytes, { name: 'walker' });
  const covers = await readCovers(bytes);
  let lowest = 0;
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
      if (height < 0.02 && amount === 1) lowest++;
      const tint = tints.slice(3 * vertex, 3 * vertex + 3);
      if (amount === 0) expect([...tint]).toEqual([1, 1, 1]);
      else for (const factor of tint) expect(factor).toBeLessThanOrEqual(1);
    });
  });
  expect(lowest).toBeGreaterThan(50);

  expect([...files.keys()].filter((name) => name.endsWith('.png'))).toEqual(['walker-sticking-mask.png']);
  const { width, pixels } = readPicture(files.get('walker-sticking-mask.png')!, 'mask');
  const { texcoords } = surfaces[soles];
  const shown: number[] = [];
  covers[soles]!.amounts.forEach((amount, k) => {
    if (amount < 1) return;
    const [x, y] = [texcoords![2 * k], texcoords![2 * k + 1]].map((part) => Math.round(part * width - 0.5));
    shown.push(pixels[4 * (y * width + x)]);
  });
  // Pixels at the edges of what is covered are beside these vertices.
  expect(Math.min(...shown)).toBeGreaterThan(0);
  expect(shown.reduce((sum, value) => sum + value, 0) / shown.length).toBeGreaterThan(0.8);
  // The soles are a small part of the square.
  const bright = pixels.filter((value, k) => k % 4 === 0 && value > 0).length;
  expect(bright).toBeGreaterThan(100);
  expect(bright).toBeLessThan((width * width) / 4);
  const { root } = await openGltfSource(bytes, { name: 'walker' });
  const primitive = root.get('meshes').items()[0].get('primitives').items()[soles];
  expect(primitive.get('extras').get('stickingMask').value).toBe('walker-sticking-mask.png');
});

test('without it, files of characters are as before', async () => {
  const covers = await readCovers(await bake({}));
  expect(covers.length).toBeGreaterThan(0);
  expect(covers.every((cover) => cover === null)).toBe(true);
});

/** Returns the mannequin with texture coordinates on its primitive `index`: x and z of each vertex, in a square of 2 m. */
async function mapPrimitive(index: number): Promise<Uint8Array> {
  const { patch } = openGlbPatch(mannequin, { name: 'walker', resolve: () => undefined });
  const { surfaces } = await readGltf(mannequin, { name: 'walker' });
  const { positions } = surfaces[index];
  const texcoords = Float32Array.from(
    { length: (2 * positions.length) / 3 },
    (_, k) => 0.5 + positions[3 * (k >> 1) + 2 * (k & 1)] / 2,
  );
  const meshes = patch.json.meshes as { primitives: { attributes: Record<string, number> }[] }[];
  meshes[0].primitives[index].attributes.TEXCOORD_0 = patch.addAccessor(texcoords, 'VEC2', vertexTarget);
  return patch.toGlb();
}

test.each([
  ['box.obj', null],
  ['box.glb', null],
  ['box.glb', 'z'],
])('mud sticks to the lower side of a rigid body, in its file: %s, up %s', async (file, up) => {
  const mesh = readObj(box, 'box.obj');
  const glb = buildKeyedBody({
    name: 'box',
    mesh,
    keys: [{ time: 0, position: [0, 0, 0], rotation: [0, 0, 0, 1] }],
    scale: 1,
    color: [0.5, 0.5, 0.5],
  });
  const isGltf = file.endsWith('.glb');
  const bytes = isGltf ? glb : new TextEncoder().encode(box);
  const placed = isGltf ? { keys: 'keys.json' } : { position: [0, -0.05, 0] };
  const actor = { name: 'crate', file, scale: 0.4, ...placed, ...(up && { up }) };
  const files = await bakeFiles(actor, { stickingDepth: 0.002 }, ['character'], bytes);
  const written = files.get('crate-travel.glb')!;
  expect((await validateGltf(written)).filter(({ severity }) => severity === 0)).toEqual([]);
  const rig = await readGltf(written, { name: 'crate' });
  const [cover] = await readCovers(written);
  const pose = new Pose(rig);
  pose.updateWorld();
  const posed = new Float64Array(rig.surfaces[0].positions.length);
  deformSurface(rig.surfaces[0], pose, posed);
  let lower = 0;
  cover!.amounts.forEach((amount, k) => {
    const isLow = posed[3 * k + 1] < 0.1;
    expect(amount).toBe(isLow ? 1 : 0);
    if (isLow) lower++;
  });
  expect(lower).toBeGreaterThan(3);
});
