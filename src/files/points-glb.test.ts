import type { Points } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { expect, test } from 'vitest';
import { encodePointsGlb } from './points-glb.ts';
import { randomPoints } from './testing/random-points.ts';
import { validateGltf } from './testing/validate-gltf.ts';

const load = async (bytes: Uint8Array<ArrayBuffer>) => {
  const { scene } = await new GLTFLoader().parseAsync(bytes.buffer, '');
  return scene.children[0] as Points;
};

test.each([1, 2, 3])(
  'the validator has nothing to say, three.js reads every number back (seed %i)',
  async (seed) => {
    const count = [1, 40, 7][seed - 1];
    const frame = randomPoints(seed, count, {
      isTurning: seed > 1,
      attributes: ['heat', '_x', 'orientation', 'Größe', 'id', '_'],
    });
    const bytes = encodePointsGlb(frame, 'smoke');
    expect(await validateGltf(bytes)).toEqual([]);
    const points = await load(bytes);
    expect(points.type).toBe('Points');
    expect(points.name).toBe('smoke');
    const read = (name: string) => [...points.geometry.getAttribute(name).array];
    const cut = (values: ArrayLike<number>, width: number) => Array.from(values).slice(0, count * width);
    expect(read('position')).toEqual(cut(frame.positions, 3));
    expect(read('color')).toEqual(cut(frame.colors, 4));
    expect(read('_velocity')).toEqual(cut(frame.velocities, 3));
    expect(read('_size')).toEqual(cut(frame.sizes, 1));
    expect(read('_birth')).toEqual(cut(frame.birthTimes, 1));
    expect(read('_id')).toEqual(cut(frame.ids, 1));
    if (frame.orientations) expect(read('_orientation')).toEqual(cut(frame.orientations, 4));
    const own = [...frame.attributes.values()].map((values) => cut(values, 1));
    const names = ['_heat', '_x', '_orientation_2', '_gr__e', '_id_2', '_attribute'];
    expect(names.map(read)).toEqual(own);
  },
);

test('a frame without particles is an empty scene', async () => {
  const bytes = encodePointsGlb(randomPoints(4, 0), 'smoke');
  expect(await validateGltf(bytes)).toEqual([]);
  expect(await load(bytes)).toBe(undefined);
});

test('ids beyond the precision of a float are stored exactly in two parts', async () => {
  const frame = randomPoints(5, 3);
  frame.ids.set([5, 2 ** 24 + 1, 2 ** 32 - 1]);
  const bytes = encodePointsGlb(frame, 'many');
  expect(await validateGltf(bytes)).toEqual([]);
  const halves = [...(await load(bytes)).geometry.getAttribute('_id').array];
  expect([0, 1, 2].map((k) => halves[2 * k] * 2 ** 16 + halves[2 * k + 1])).toEqual([
    ...frame.ids.subarray(0, 3),
  ]);
});

test('colours out of range, which glTF forbids, are clamped', async () => {
  const frame = randomPoints(6, 1);
  frame.colors.set([-0.5, 2, 0.5, 1]);
  const bytes = encodePointsGlb(frame, 'bright');
  expect(await validateGltf(bytes)).toEqual([]);
  expect([...(await load(bytes)).geometry.getAttribute('color').array]).toEqual([0, 1, 0.5, 1]);
});
