import {
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshStandardMaterial,
  Ray,
  type SkinnedMesh,
  SphereGeometry,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { attachFlesh } from '../flesh/attach-flesh.ts';
import { colliderFrom } from '../live/collider-from.ts';
import { LiveFur } from './live-fur.ts';
import { createTube } from './testing/create-tube.ts';

const params = { coat: 'dog', length: 0.05, layerCount: 12, texels: 32 } as const;

/** Returns the maximum distance from a root to the mesh's vertices, skinned by three, m. */
function missOfRoots(fur: LiveFur, mesh: SkinnedMesh): number {
  const { roots, vertexCount } = fur.fur.shells;
  // The world matrices are updated as a renderer does.
  mesh.parent!.updateMatrixWorld(true);
  const positions = Array.from({ length: mesh.geometry.attributes.position.count }, (_, v) =>
    mesh.getVertexPosition(v, new Vector3()).applyMatrix4(mesh.matrixWorld),
  );
  let miss = 0;
  for (let v = 0; v < vertexCount; v++) {
    const root = new Vector3().fromArray(roots, 3 * v);
    miss = Math.max(miss, Math.min(...positions.map((position) => position.distanceTo(root))));
  }
  return miss;
}

/** Returns the minimum and maximum length of a strand, the mean and maximum angle to the normal, and the mean offset. */
function measure(fur: LiveFur) {
  const { offsets, normals, vertexCount } = fur.fur.shells;
  const [s, n, mean] = [new Vector3(), new Vector3(), new Vector3()];
  let [min, max, lean, maxLean] = [Infinity, 0, 0, 0];
  for (let v = 0; v < vertexCount; v++) {
    s.fromArray(offsets, 3 * v);
    min = Math.min(min, s.length());
    max = Math.max(max, s.length());
    const angle = s.angleTo(n.fromArray(normals, 3 * v));
    lean += angle / vertexCount;
    maxLean = Math.max(maxLean, angle);
    mean.addScaledVector(s, 1 / vertexCount);
  }
  return { min, max, lean, maxLean, mean };
}

test('roots stay on a skinned mesh that moves, tips lag behind, lengths are the same at any scale of a node', async () => {
  for (const scale of [1, 0.01, 20]) {
    const { mesh, bones } = createTube();
    const group = new Group();
    group.add(mesh);
    group.scale.setScalar(scale);
    const fur = await LiveFur.create({ mesh: group, params });
    const rest = measure(fur);
    expect(rest.max).toBeCloseTo(0.05, 6);
    for (let k = 0; k < 12; k++) {
      bones[1].rotation.z -= 0.08;
      fur.update(1 / 60);
    }
    expect(missOfRoots(fur, mesh)).toBeLessThan(1e-5 * scale + 1e-6);
    for (let k = 0; k < 90; k++) fur.update(1 / 60);
    const settled = measure(fur);
    for (let k = 0; k < 4; k++) {
      group.position.x += 0.03;
      fur.update(1 / 60);
    }
    expect(missOfRoots(fur, mesh)).toBeLessThan(1e-5 * scale + 1e-6);
    const moved = measure(fur);
    // The mesh moved towards +x, so the strands lean towards −x.
    expect(moved.mean.x).toBeLessThan(settled.mean.x - 0.0005);
    for (const { min, max } of [settled, moved]) {
      expect(min).toBeGreaterThan(0.044);
      expect(max).toBeLessThan(0.056);
    }
    fur.dispose();
  }
});

test('it follows morph targets', async () => {
  const { mesh } = createTube();
  const { position } = mesh.geometry.attributes;
  const wider = Array.from(position.array, (value, k) => (k % 3 === 1 ? 0 : value));
  mesh.geometry.morphAttributes.position = [new Float32BufferAttribute(wider, 3)];
  mesh.geometry.morphTargetsRelative = true;
  mesh.updateMorphTargets();
  const fur = await LiveFur.create({ mesh, params });
  mesh.morphTargetInfluences![0] = 1;
  fur.update(1 / 60);
  const { roots } = fur.fur.shells;
  expect(Math.hypot(roots[0], roots[2])).toBeCloseTo(0.2, 5);
});

test('hands, wind and colliders move it, and it recovers; a pause and a gap do not shake it', async () => {
  const mesh = new Mesh(new SphereGeometry(0.2, 16, 12));
  const fur = await LiveFur.create({ mesh, params });
  const run = (frames: number, each = () => {}) => {
    for (let k = 0; k < frames; k++) {
      each();
      fur.update(1 / 60);
    }
    return measure(fur);
  };
  const still = run(60);
  const isCalm = ({ lean }: { lean: number }) => Math.abs(lean - still.lean) < 0.003;
  const ray = new Ray(new Vector3(0, 0, 2), new Vector3(0, 0, -1));
  const pushed = run(10, () => expect(fur.push(ray, 0.15, 300)).toBe(true));
  expect(pushed.maxLean).toBeGreaterThan(still.maxLean + 0.03);
  expect(fur.push(new Ray(new Vector3(0, 3, 2), new Vector3(0, 0, -1)), 0.1, 300)).toBe(false);
  expect(run(90)).toSatisfy(isCalm);
  fur.wind.set(15, 0, 0);
  expect(run(30).mean.x).toBeGreaterThan(still.mean.x + 0.0005);
  fur.wind.set(0, 0, 0);
  expect(run(120)).toSatisfy(isCalm);
  // Three motions are jumps: a sudden displacement, a displacement after a pause, and one after a long frame.
  fur.paused = true;
  mesh.position.x = 1;
  fur.update(1 / 60);
  fur.paused = false;
  expect(run(1)).toSatisfy(isCalm);
  mesh.position.x = 0;
  fur.update(2);
  expect(measure(fur)).toSatisfy(isCalm);
  const ball = new Mesh(new SphereGeometry(0.1));
  ball.position.z = 0.32;
  fur.add(colliderFrom(ball));
  expect(run(5).maxLean).toBeGreaterThan(still.maxLean + 0.1);
});

test('a mesh with positions of NaN does not change the fur until it has valid positions again', async () => {
  const mesh = new Mesh(new SphereGeometry(0.2, 8, 6));
  const fur = await LiveFur.create({ mesh, params });
  fur.update(1 / 60);
  const before = fur.fur.shells.roots.slice();
  mesh.position.x = Number.NaN;
  fur.update(1 / 60);
  expect(fur.fur.shells.roots).toEqual(before);
  mesh.position.x = 3;
  fur.update(1 / 60);
  expect(fur.fur.shells.roots[0]).toBeCloseTo(before[0] + 3, 5);
  expect(measure(fur).lean).toBeLessThan(0.05);
});

test('it uses the colours of the skin, and grows on a patch if there is no skin', async () => {
  const material = new MeshStandardMaterial({ color: new Color(0.5, 0.25, 0.125) });
  const fur = await LiveFur.create({ mesh: new Mesh(new SphereGeometry(0.2, 8, 6), material), params });
  expect([...fur.fur.shells.colors!.subarray(0, 3)]).toEqual([0.5, 0.25, 0.125]);
  const grass = await LiveFur.create({ params: { size: [0.4, 0.4], layerCount: 12, texels: 32 } });
  grass.update(1 / 60);
  expect(grass.object.bounds.isEmpty()).toBe(false);
  expect(grass.object.bounds.max.x).toBeGreaterThan(0.19);
});

test('impossible options are refused with a message', async () => {
  const mesh = new Mesh(new SphereGeometry(0.2, 8, 6));
  const message = async (options: object) =>
    LiveFur.create(options).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  expect(await message({ mesh: new Group() })).toContain('expected an object with meshes');
  expect(await message({ mesh, params: { length: -1 } })).toContain('length');
  expect(await message({ mesh, params: { lenght: 1 } })).toContain('length');
  expect(await message({ mesh, params: { ...params, lengthMap: 'a.png' } })).toContain('a.png');
});

test('fur on flesh grows from the displaced mesh and feels its motion; flesh on other meshes is refused', async () => {
  const { mesh } = createTube();
  const group = new Group().add(mesh);
  const { count } = mesh.geometry.attributes.position;
  const vertices = Uint32Array.from({ length: count }, (_, v) => v);
  // Mode 0 shifts the whole tube along x, mode 1 along z.
  const shapes = Float32Array.from({ length: 6 * count }, (_, k) =>
    (k < 3 * count ? k % 3 === 0 : k % 3 === 2) ? 1 : 0,
  );
  const source = {
    name: 'tube',
    modeCount: 2,
    surfaces: [{ surface: 0, vertices, shapes, normals: new Float32Array(6 * count) }],
  };
  const binding = attachFlesh(group, source);
  const other = attachFlesh(new Group().add(createTube().mesh), source);
  await expect(LiveFur.create({ mesh: group, flesh: other, params })).rejects.toThrow(
    /^LiveFur\.flesh: expected flesh on the meshes of the fur/,
  );
  const fur = await LiveFur.create({ mesh: group, flesh: { binding }, params });
  const bare = await LiveFur.create({ mesh: group, params });
  const [begin] = [fur.fur.shells.roots.slice()];
  for (let frame = 1; frame <= 30; frame++) {
    const swing = 0.05 * Math.sin((2 * Math.PI * 5 * frame) / 60);
    binding.amplitudes[0].set([swing, -2 * swing]);
    binding.update();
    for (const one of [fur, bare]) one.update(1 / 60);
    fur.fur.shells.roots.forEach((value, k) => {
      expect(value).toBeCloseTo(begin[k] + [swing, 0, -2 * swing][k % 3], 6);
    });
  }
  expect(measure(fur).maxLean).toBeGreaterThan(measure(bare).maxLean + 0.1);
  expect(bare.fur.shells.roots).toEqual(begin);
});
