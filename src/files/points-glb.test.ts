import { type InstancedMesh, Matrix4, type Points, Quaternion, Vector3 } from 'three';
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

test('with a mesh, every particle is an instance of it, which three.js places', async () => {
  const frame = randomPoints(8, 20, { isTurning: true });
  const instance = {
    positions: Float32Array.of(0, 0, 0, 0.5, 0, 0, 0, 0.5, 0),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
    triangles: Uint16Array.of(0, 1, 2),
  };
  const bytes = encodePointsGlb(frame, 'leaves', instance);
  // The validator does not know the extension, so it regards its accessors as unused.
  const known = (await validateGltf(bytes)).filter(
    ({ code }) => code !== 'UNUSED_OBJECT' && code !== 'UNSUPPORTED_EXTENSION',
  );
  expect(known).toEqual([]);
  const { scene } = await new GLTFLoader().parseAsync(bytes.buffer, '');
  let mesh: InstancedMesh | undefined;
  scene.traverse((object) => {
    if ((object as InstancedMesh).isInstancedMesh) mesh = object as InstancedMesh;
  });
  expect(mesh!.count).toBe(20);
  const matrix = new Matrix4();
  for (let k = 0; k < 20; k++) {
    mesh!.getMatrixAt(k, matrix);
    const [position, turn, size] = [new Vector3(), new Quaternion(), new Vector3()];
    matrix.decompose(position, turn, size);
    for (const [axis, value] of position.toArray().entries()) {
      expect(value).toBeCloseTo(frame.positions[3 * k + axis], 5);
    }
    expect(size.x).toBeCloseTo(frame.sizes[k], 5);
    const dot = turn.toArray().reduce((sum, part, c) => sum + part * frame.orientations![4 * k + c], 0);
    expect(Math.abs(dot)).toBeCloseTo(1, 5);
  }
  const colors = mesh!.instanceColor!;
  for (let k = 0; k < 20; k++) expect(colors.getX(k)).toBeCloseTo(Math.min(1, frame.colors[4 * k]), 6);
});

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
