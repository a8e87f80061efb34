import {
  Box3,
  type BufferGeometry,
  type DataArrayTexture,
  Frustum,
  Matrix4,
  type Mesh,
  type MeshStandardMaterial,
  PerspectiveCamera,
  Raycaster,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { changeOf } from '../testing/changes.ts';
import { GroundObject } from './ground-object.ts';

const unit = 2 ** -20;
const metres = (height: number) => Math.round(height / unit);
const meshesOf = (ground: GroundObject) => ground.children as Mesh<BufferGeometry, MeshStandardMaterial>[];

test('bounds contain the displaced ground, so that it is not culled while visible', () => {
  const ground = new GroundObject({ cell: 0.01, datum: 2 });
  expect(ground.bounds.isEmpty()).toBe(true);
  // A heap 3 m high on one tile. The camera looks horizontally over the flat ground.
  ground.update([changeOf(0, 0, 32, 32, (i, j) => (i === 5 && j === 6 ? metres(3) : 0))]);
  const { min, max } = ground.bounds;
  expect(max.y).toBeCloseTo(5, 5);
  expect(min.y).toBeCloseTo(2, 5);
  expect([min.x, min.z, max.x, max.z]).toEqual([0, 0, 0.32, 0.32]);

  const camera = new PerspectiveCamera(20, 1, 0.1, 100);
  camera.position.set(0.05, 5, 4);
  camera.lookAt(0.05, 5, 0);
  camera.updateMatrixWorld();
  const frustum = new Frustum().setFromProjectionMatrix(
    new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
  );
  ground.updateMatrixWorld(true);
  const tall = meshesOf(ground).filter((mesh) => mesh.geometry.boundingBox!.max.y > 4.9);
  expect(tall).toHaveLength(1);
  expect(frustum.intersectsObject(tall[0])).toBe(true);
  expect(tall[0].geometry.boundingSphere!.containsPoint(new Vector3(0.05, 5, 0.06))).toBe(true);
  expect(new Box3().setFromObject(ground).max.y).toBeCloseTo(5, 5);

  // The bounds shrink again with the ground.
  ground.update([changeOf(0, 0, 32, 32, () => metres(-0.5))]);
  expect(ground.bounds.max.y).toBeLessThan(2.00001);
  expect(ground.bounds.min.y).toBeCloseTo(1.5, 5);
});

test('only changes are uploaded, for any size of the ground', () => {
  const bytes = [10, 600].map((tileCount) => {
    const ground = new GroundObject({ cell: 0.01 });
    for (let tile = 0; tile < tileCount; tile++) {
      ground.update([changeOf(64 * tile, 0, 32, 32, () => metres(-0.01))]);
    }
    expect(ground.tileCount).toBeGreaterThanOrEqual(tileCount);
    const before = ground.uploadedBytes;
    for (let frame = 1; frame <= 20; frame++) {
      ground.update([changeOf(10, 10, 8, 8, () => metres(-0.001 * frame))]);
    }
    return ground.uploadedBytes - before;
  });
  expect(bytes[1]).toBe(bytes[0]);
  // One layer is uploaded per frame: 41 × 41 texels of 4 bytes.
  expect(bytes[0]).toBe(20 * 4 * 41 * 41);
});

test('unchanged tiles and tiles equal to the untouched ground are not uploaded', () => {
  const readInitial = (out: Int32Array, { columns, rows }: { columns: number; rows: number }) =>
    out.fill(metres(0.25), 0, columns * rows);
  const ground = new GroundObject({ cell: 0.01, readInitial });
  const before = ground.uploadedBytes;
  ground.update([changeOf(-32, 0, 96, 64, () => metres(0.25))]);
  expect(ground.tileCount).toBe(0);
  expect(ground.uploadedBytes).toBe(before);
  const print = changeOf(0, 0, 32, 32, (i, j) => metres(0.25 - (i === 9 && j === 9 ? 0.02 : 0)));
  ground.update([print]);
  const after = ground.uploadedBytes;
  expect(after).toBeGreaterThan(before);
  ground.update([print]);
  expect(ground.uploadedBytes).toBe(after);
});

test('a column pressed at a tile’s boundary updates the neighbouring tile too', () => {
  const ground = new GroundObject({ cell: 0.01 });
  ground.update([changeOf(0, 0, 32, 32, (i, j) => (i === 0 && j === 16 ? metres(-0.03) : 0))]);
  expect(ground.tileCount).toBe(2);
});

test('heights and rays use the displaced surface', () => {
  const ground = new GroundObject({ cell: 0.1, datum: 1 });
  ground.position.set(10, 0, 0);
  ground.update([changeOf(0, 0, 32, 32, (i) => (i >= 10 && i <= 20 ? metres(-0.5) : 0))]);
  expect(ground.heightAt(1.5, 0.7)).toBeCloseTo(0.5, 5);
  expect(ground.heightAt(0.95, 0.7)).toBeCloseTo(0.75, 5);
  expect(ground.heightAt(-7, 3)).toBe(1);
  ground.updateMatrixWorld(true);
  const down = new Raycaster(new Vector3(11.5, 4, 0.7), new Vector3(0, -1, 0));
  const [hit] = down.intersectObject(ground, true);
  expect(hit.point.y).toBeCloseTo(0.5, 4);
  expect(hit.object).toBe(ground);
  const aslant = new Raycaster(new Vector3(8, 3, 0.7), new Vector3(1, -1, 0).normalize());
  expect(aslant.intersectObject(ground)[0].point.x).toBeCloseTo(10, 3);
  expect(new Raycaster(new Vector3(0, 3, 0), new Vector3(0, 1, 0)).intersectObject(ground)).toEqual([]);
});

test('reset makes all ground untouched again', () => {
  const ground = new GroundObject({ cell: 0.01 });
  const fresh = meshesOf(ground).length;
  ground.update([changeOf(-40, -40, 200, 200, () => metres(-0.02))]);
  expect(ground.tileCount).toBeGreaterThan(20);
  ground.reset();
  expect(ground.tileCount).toBe(0);
  expect(ground.bounds.isEmpty()).toBe(true);
  expect(ground.heightAt(0, 0)).toBe(0);
  expect(meshesOf(ground).filter((mesh) => mesh.visible)).toHaveLength(fresh);
});

test('dispose frees every texture, geometry and material, once', () => {
  const ground = new GroundObject({ cell: 0.01 });
  ground.update([changeOf(-400, -400, 800, 800, (i, j) => metres(-0.001 - 0.02 * hashUnit(1, i, j)))]);
  const disposed: unknown[] = [];
  const watched = new Set<{ addEventListener(type: 'dispose', listener: () => void): void }>();
  for (const mesh of meshesOf(ground)) {
    watched.add(mesh.geometry as never);
    for (const material of [mesh.material, mesh.customDepthMaterial!, mesh.customDistanceMaterial!]) {
      watched.add(material as never);
      const shader = {
        uniforms: {} as Record<string, { value: unknown }>,
        vertexShader: '',
        fragmentShader: '',
      };
      material.onBeforeCompile(shader as never, null as never);
      for (const { value } of Object.values(shader.uniforms)) {
        if ((value as DataArrayTexture | null)?.isTexture) watched.add(value as never);
      }
    }
  }
  for (const thing of watched) thing.addEventListener('dispose', () => disposed.push(thing));
  const pages = meshesOf(ground).length;
  expect(pages).toBeGreaterThan(5);
  // The objects are a geometry, three materials and one texture for each page, and the grain texture.
  expect(watched.size).toBe(5 * pages + 1);
  ground.dispose();
  expect(new Set(disposed)).toEqual(watched);
  expect(disposed).toHaveLength(watched.size);
  expect(ground.children).toEqual([]);
});
