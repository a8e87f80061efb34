import { Box3, Frustum, Matrix4, PerspectiveCamera, SphereGeometry, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { type BendForm, bendStrand, strandDirection } from '../../coats/bend.ts';
import { FurObject } from './fur-object.ts';
import type { ShellsData } from './shells-data.ts';
import { coverMesh } from './testing/still-shells.ts';

const small = { coat: 'dog', layerCount: 12, texels: 32 } as const;

/** Creates a strip of 10 by 1 squares along x, 1 m long, 0.1 m wide. */
function createStrip(): { positions: Float32Array; indices: Uint32Array } {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= 10; i++) {
    positions.push(0.1 * i, 0, 0.05, 0.1 * i, 0, -0.05);
    if (i < 10) indices.push(2 * i, 2 * i + 2, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 1);
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Returns whether a camera at z = 2 in front of a position sees the object. */
function isSeen(object: FurObject, x: number, y: number): boolean {
  const camera = new PerspectiveCamera(20, 1, 0.1, 10);
  camera.position.set(x, y, 2);
  camera.updateMatrixWorld();
  object.updateMatrixWorld();
  const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return new Frustum().setFromProjectionMatrix(matrix).intersectsObject(object.mesh);
}

test('bounds follow a skin that bends by 3 m, and contain the tips of its strands', () => {
  const shells = coverMesh({ ...createStrip(), ...small, length: 0.3 });
  const object = new FurObject(shells);
  expect(isSeen(object, 0.5, 0)).toBe(true);
  expect(isSeen(object, 0.5, 3)).toBe(false);
  for (let k = 1; k < shells.roots.length; k += 3) shells.roots[k] += 3 * shells.roots[k - 1];
  object.update();
  // The camera sees only the end of the strip, and only the part above the skin.
  expect(isSeen(object, 1, 3.6)).toBe(true);
  expect(isSeen(object, 0.5, -2)).toBe(false);
  object.dispose();
});

test('no point of any shell is outside the bounds, however strands lean', () => {
  const geometry = new SphereGeometry(0.1, 12, 8);
  for (const form of ['arc', 'literal', 'tangential'] as BendForm[]) {
    const shells = coverMesh({
      positions: Float32Array.from(geometry.attributes.position.array),
      indices: Uint32Array.from(geometry.index!.array),
      ...small,
      length: 0.2,
      droop: 3,
      look: { bend: form },
    });
    const object = new FurObject(shells);
    const box = new Box3();
    const [s, position] = [new Float64Array(3), new Float64Array(3)];
    for (let v = 0; v < shells.vertexCount; v++) {
      const n = shells.normals.subarray(3 * v, 3 * v + 3);
      strandDirection(s, shells.offsets.subarray(3 * v, 3 * v + 3), n);
      for (let u = 0; u <= 1; u += 0.125) {
        bendStrand(position, form, u, shells.lengths[v], 2, s, n);
        box.expandByPoint(new Vector3(...position).add(new Vector3().fromArray(shells.roots, 3 * v)));
      }
    }
    expect(object.bounds.containsBox(box), form).toBe(true);
    const sphere = object.mesh.geometry.boundingSphere!;
    expect(sphere.containsPoint(object.bounds.min), form).toBe(true);
    object.dispose();
  }
});

test('where there are no strands nothing is drawn', () => {
  const shells = coverMesh({ ...createStrip(), ...small });
  const all = new FurObject(shells).mesh.geometry.index!.count;
  // The left half has the length 0, and the first square of the right half has the density 0.
  shells.lengths.fill(0, 0, 10);
  shells.densities.fill(0, 10, 14);
  const some = new FurObject(shells).mesh.geometry.index!.count;
  expect(all / 3).toBe(20);
  expect(some / 3).toBeLessThanOrEqual(10);
  expect(some).toBeGreaterThan(0);
  shells.densities.fill(0);
  const none = new FurObject(shells);
  expect(none.mesh.visible).toBe(false);
  none.update();
});

test('an update copies only what moves', () => {
  const shells = coverMesh({ ...createStrip(), ...small });
  const object = new FurObject(shells);
  const { attributes } = object.mesh.geometry;
  const versions = () => Object.entries(attributes).map(([name, one]) => [name, versionOf(one)] as const);
  const before = new Map(versions());
  shells.roots[0] += 0.5;
  object.update();
  const changed = versions().filter(([name, version]) => version !== before.get(name));
  expect(changed.map(([name]) => name).sort()).toEqual(['furOffset', 'normal', 'position']);
  const other: Pick<ShellsData, 'roots' | 'normals' | 'offsets'> = {
    roots: shells.roots.map((value) => value + 7),
    normals: shells.normals,
    offsets: shells.offsets,
  };
  object.update(other);
  expect(object.bounds.min.y).toBeGreaterThan(6.9);
});

function versionOf(attribute: object): number {
  const { version, data } = attribute as { version?: number; data?: { version: number } };
  return data?.version ?? version ?? 0;
}

test('it frees all its GPU objects', () => {
  const object = new FurObject(coverMesh({ ...createStrip(), ...small }));
  const { mesh } = object;
  const freed: string[] = [];
  const materials = {
    surface: mesh.material,
    depth: mesh.customDepthMaterial!,
    distance: mesh.customDistanceMaterial!,
  };
  for (const [name, one] of Object.entries({ geometry: mesh.geometry, ...materials })) {
    (one as typeof mesh.geometry).addEventListener('dispose', () => freed.push(name));
  }
  object.dispose();
  expect(freed.sort()).toEqual(['depth', 'distance', 'geometry', 'surface']);
});
