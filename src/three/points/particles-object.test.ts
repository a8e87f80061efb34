import { InstancedBufferAttribute, PerspectiveCamera, Scene, TetrahedronGeometry, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { type PointsLook, pointsLooks } from '../../systems/outputs/points.ts';
import { ParticlesObject } from './particles-object.ts';
import type { PointsData } from './points-data.ts';
import { sortByDepth } from './sort-by-depth.ts';

function createPoints(count: number): PointsData & Record<'sizes' | 'colors' | 'orientations', Float32Array> {
  return {
    count,
    ids: Uint32Array.from({ length: count }, (_, k) => 10 + k),
    positions: Float32Array.from({ length: 3 * count }, (_, k) => 4 * hashUnit(3, k) - 2),
    sizes: Float32Array.from({ length: count }, (_, k) => 0.1 + 0.1 * hashUnit(4, k)),
    colors: Float32Array.from({ length: 4 * count }, (_, k) => hashUnit(5, k)),
    orientations: Float32Array.from({ length: 4 * count }, (_, k) => (k % 4 === 3 ? 1 : 0)),
  };
}

const attribute = (object: ParticlesObject, name: string) =>
  object.mesh.geometry.getAttribute(name) as InstancedBufferAttribute;

/** Clears the pending ranges, as a renderer does after an upload. */
function upload(object: ParticlesObject): number {
  let bytes = 0;
  for (const one of Object.values(object.mesh.geometry.attributes)) {
    if (!(one instanceof InstancedBufferAttribute)) continue;
    for (const { count } of one.updateRanges) bytes += count * one.array.BYTES_PER_ELEMENT;
    one.clearUpdateRanges();
  }
  return bytes;
}

test('particles come and go, with bounds around all of each', () => {
  const object = new ParticlesObject({ size: 0.02 });
  expect(object.mesh.visible).toBe(false);
  object.update({ count: 2, positions: Float32Array.of(1, 2, 3, -1, 0, 5, 99, 99, 99) });
  expect(object.mesh.visible).toBe(true);
  expect(object.particleCount).toBe(2);
  expect(object.bounds.min.distanceTo(new Vector3(-1.01, -0.01, 2.99))).toBeLessThan(1e-6);
  expect(object.mesh.geometry.boundingSphere!.distanceToPoint(new Vector3(1, 2, 3))).toBeLessThan(0);
  object.update({ count: 3000, positions: Float32Array.from({ length: 9000 }, (_, k) => k) });
  expect(object.particleCount).toBe(3000);
  expect(attribute(object, 'pointPosition').getZ(2999)).toBe(8999);
  expect(attribute(object, 'pointPosition').getW(2999)).toBeCloseTo(0.02);
  object.update({ count: 0, positions: new Float32Array(0) });
  expect(object.mesh.visible).toBe(false);
  expect(object.bounds.isEmpty()).toBe(true);
  object.dispose();
});

test('only changes are uploaded: 16 bytes for each particle that moves, 8 more if its colour and id change', () => {
  const count = 1000;
  const object = new ParticlesObject();
  const points = createPoints(count);
  object.update(points);
  upload(object);
  object.update(points);
  expect(upload(object)).toBe(0);
  // One particle moves.
  points.positions[3 * 400] += 1;
  object.update(points);
  expect(upload(object)).toBe(16);
  // All particles move.
  for (let k = 0; k < 3 * count; k++) points.positions[k] += 0.5;
  const before = object.uploadedBytes;
  object.update(points);
  expect(upload(object)).toBe(16 * count);
  expect(object.uploadedBytes - before).toBe(16 * count);
  points.colors.fill(0.3);
  object.update({ ...points, ids: points.ids!.map((id) => id + 1) });
  expect(upload(object)).toBe(8 * count);
  // There are two changes before one picture, so the pending range contains both.
  points.sizes[3] = points.sizes[900] = 1;
  object.update(points);
  upload(object);
  points.sizes[3] = 2;
  object.update(points);
  points.sizes[900] = 2;
  object.update(points);
  const [range] = attribute(object, 'pointPosition').updateRanges;
  expect([range.start, range.count]).toEqual([4 * 3, 4 * 898]);
  object.dispose();
});

test('buffers grow by doubling, not with every frame', () => {
  const object = new ParticlesObject({ look: 'cube' });
  let disposed = 0;
  object.mesh.geometry.addEventListener('dispose', () => disposed++);
  for (let count = 0; count < 5000; count += 50) object.update(createPoints(count));
  expect(disposed).toBe(5);
  object.dispose();
  expect(disposed).toBe(6);
});

test('colours are exact to one step of a screen; values out of range are clamped', () => {
  const object = new ParticlesObject();
  const colors = Float32Array.of(0.5, 0.001, 0, 0.25, 7, -1, Number.NaN, 2);
  object.update({ count: 2, positions: new Float32Array(6), colors });
  const { array } = attribute(object, 'pointColor');
  expect([...array.slice(0, 8)]).toEqual([188, 3, 0, 64, 255, 0, 0, 255]);
});

test('smoke is drawn from the farthest to the nearest for every camera', () => {
  const object = new ParticlesObject({ look: 'smoke' });
  const scene = new Scene().add(object);
  const points = createPoints(500);
  object.update(points);
  object.position.set(0.3, 0.1, -0.2);
  object.rotation.set(0.4, 1, 0.2);
  scene.updateMatrixWorld(true);
  const camera = new PerspectiveCamera();
  for (const position of [new Vector3(0, 1, 9), new Vector3(-8, 2, 1)]) {
    camera.position.copy(position);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld(true);
    // Makes the calls that a renderer makes before it draws the object.
    (object.children[0] as unknown as { update(camera: PerspectiveCamera): void }).update(camera);
    const places = attribute(object, 'pointPosition');
    const colors = attribute(object, 'pointColor');
    let last = Number.NEGATIVE_INFINITY;
    const seen = new Set<number>();
    for (let k = 0; k < 500; k++) {
      const [x, y, z] = [places.getX(k), places.getY(k), places.getZ(k)];
      const depth = new Vector3(x, y, z)
        .applyMatrix4(object.matrixWorld)
        .applyMatrix4(camera.matrixWorldInverse).z;
      expect(depth).toBeGreaterThan(last - 1e-3);
      last = depth;
      const from = points.positions.findIndex((value, at) => at % 3 === 0 && value === x) / 3;
      seen.add(from);
      expect(colors.getW(k)).toBeCloseTo(points.colors[4 * from + 3], 2);
    }
    expect(seen.size).toBe(500);
  }
});

test('sorting gives a permutation, also for NaN', () => {
  const count = 4000;
  const positions = Float32Array.from({ length: 4 * count }, (_, k) => hashUnit(9, k));
  positions[40] = Number.NaN;
  positions[41] = Number.POSITIVE_INFINITY;
  positions[84] = Number.NEGATIVE_INFINITY;
  const order = new Uint32Array(count);
  for (const direction of [
    [0, 0, 1],
    [0, 0, 0],
    [1, -2, 0.5],
  ] as const) {
    sortByDepth(order, positions, count, direction);
    expect(new Set(order).size).toBe(count);
  }
});

test('NaN does not throw, and the bounds contain the other particles', () => {
  for (const look of pointsLooks as readonly PointsLook[]) {
    const object = new ParticlesObject({ look });
    const points = createPoints(4);
    points.positions.set([Number.NaN, 0, 0], 3);
    points.orientations.fill(Number.NaN);
    points.sizes[2] = Number.NaN;
    object.time = Number.NaN;
    object.update(points);
    expect(object.bounds.containsPoint(new Vector3().fromArray(points.positions))).toBe(true);
    object.dispose();
  }
});

test('a mesh of the user replaces a look, and is not changed or disposed', () => {
  const geometry = new TetrahedronGeometry(2).translate(0, 1, 0);
  let disposed = 0;
  geometry.addEventListener('dispose', () => disposed++);
  const object = new ParticlesObject({ geometry, surface: { roughness: 0.1, flatShading: true } });
  object.update({ count: 1, positions: new Float32Array(3), sizes: Float32Array.of(2) });
  // The mesh is twice as large, and not centred.
  expect(object.bounds.max.x).toBeCloseTo(2 * (1 + 2), 4);
  object.dispose();
  expect(disposed).toBe(0);
});
