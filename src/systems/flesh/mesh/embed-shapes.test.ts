import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import type { MorphSurface } from '../../outputs/morph.ts';
import { createLimbRig } from '../testing/limb-rig.ts';
import { embedShapes, type FleshGeometry, prepareGeometry } from './prepare-geometry.ts';

const prepare = (rig: Rig, joints: number[] = []) =>
  prepareGeometry(rig, { path: 'systems[0]', actorScale: 1, elementCount: 3000, joints });

/** Creates a field u_i = Σ a_ij p_j + Σ b_ijk p_j p_k with small random coefficients. */
function makeField(seed: number, curvature: number) {
  const random = (k: number) => hashUnit(seed, k) - 0.5;
  const value = (p: ArrayLike<number>, axis: number): number => {
    let sum = 0;
    for (let j = 0; j < 3; j++) {
      sum += random(3 * axis + j) * p[j];
      for (let k = 0; k < 3; k++) sum += curvature * random(20 + 9 * axis + 3 * j + k) * p[j] * p[k];
    }
    return sum;
  };
  return value;
}

function sample(mesh: TetMesh, field: (p: ArrayLike<number>, axis: number) => number): Float64Array {
  return mesh.positions.map((_, k) => field(mesh.positions.subarray(k - (k % 3), k - (k % 3) + 3), k % 3));
}

const whole = createLimbRig();
const geometry = prepare(whole);

/** Returns whether the k-th vertex of a surface is in the mesh, or so near to it that the vertex's displacement does not fade. */
function isNear({ embedded }: FleshGeometry, k: number, surface = 0): boolean {
  const point = 3 * embedded.surfaces[surface].points[k];
  const [x, y, z] = embedded.locations.offsets.subarray(point, point + 3);
  return Math.sqrt(x * x + y * y + z * z) < 0.015;
}

/** Returns whether `isNear` holds for the k-th vertex and for all vertices that have a triangle in common with it. */
function isNearAround(part: FleshGeometry, rig: Rig, k: number, surface = 0): boolean {
  const { vertices } = part.embedded.surfaces[surface];
  const { indices } = rig.surfaces[surface];
  for (let t = 0; t < indices.length; t += 3) {
    const triangle = indices.subarray(t, t + 3);
    if (!triangle.includes(vertices[k])) continue;
    if (!triangle.every((vertex) => isNear(part, vertices.indexOf(vertex), surface))) return false;
  }
  return true;
}

test('nearly every vertex is in the mesh or near it', () => {
  const { vertices } = geometry.embedded.surfaces[0];
  const near = vertices.filter((_, k) => isNear(geometry, k)).length;
  expect(near / vertices.length).toBeGreaterThan(0.95);
});

test('a quadratic field is exact at vertices in the mesh', () => {
  const field = makeField(1, 2);
  const [{ vertices, shapes }] = embedShapes(geometry, sample(geometry.mesh, field), 1);
  const { positions } = whole.surfaces[0];
  const { offsets } = geometry.embedded.locations;
  let checked = 0;
  vertices.forEach((vertex, k) => {
    const point = geometry.embedded.surfaces[0].points[k];
    if (offsets.subarray(3 * point, 3 * point + 3).some((value) => value !== 0)) return;
    checked++;
    const p = [...positions.subarray(3 * vertex, 3 * vertex + 3)];
    for (let axis = 0; axis < 3; axis++) expect(shapes[3 * k + axis]).toBeCloseTo(field(p, axis), 5);
  });
  expect(checked).toBeGreaterThan(20);
});

test('a linear field is exact outside the mesh too', () => {
  const field = makeField(2, 0);
  const [{ vertices, shapes }] = embedShapes(geometry, sample(geometry.mesh, field), 1);
  const { positions } = whole.surfaces[0];
  vertices.forEach((vertex, k) => {
    if (!isNear(geometry, k)) return;
    const p = positions.subarray(3 * vertex, 3 * vertex + 3);
    for (let axis = 0; axis < 3; axis++) expect(shapes[3 * k + axis]).toBeCloseTo(field(p, axis), 5);
  });
});

describe('the change of a normal', () => {
  const field = makeField(3, 0);
  const [{ vertices, shapes }] = embedShapes(geometry, sample(geometry.mesh, field), 1);
  const cross = (a: number[], b: number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];

  /** Returns the area vectors around the vertices of a displaced surface. Vertices at the same position count as one. */
  const areasOf = (rig: Rig, [own]: readonly MorphSurface[], amount: number): number[][] => {
    const { positions, indices } = rig.surfaces[0];
    const moved = Float64Array.from(positions);
    own.vertices.forEach((vertex, k) => {
      for (let axis = 0; axis < 3; axis++) moved[3 * vertex + axis] += amount * own.shapes[3 * k + axis];
    });
    const keys = Array.from({ length: positions.length / 3 }, (_, v) =>
      positions.subarray(3 * v, 3 * v + 3).join(),
    );
    const sums = new Map<string, number[]>();
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) => [
        ...moved.subarray(3 * indices[t + corner], 3 * indices[t + corner] + 3),
      ]);
      const area = cross(
        b.map((value, axis) => value - a[axis]),
        c.map((value, axis) => value - a[axis]),
      );
      for (let corner = 0; corner < 3; corner++) {
        const key = keys[indices[t + corner]];
        sums.set(
          key,
          area.map((value, axis) => value + (sums.get(key)?.[axis] ?? 0)),
        );
      }
    }
    return keys.map((key) => sums.get(key)!);
  };
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, axis) => sum + value * b[axis], 0);

  test.each([
    ['a whole limb', []],
    ['a part of a limb, and the fixed vertices beside it', [2]],
  ])('is that of the area vector of the triangles around it, to first order: %s', (_, joints) => {
    const part = prepare(whole, joints);
    const surfaces = embedShapes(part, sample(part.mesh, makeField(3, 1)), 1);
    const [{ vertices: own, normals: changes, shapes: moves }] = surfaces;
    const { normals } = part.embedded.surfaces[0];
    const h = 1e-4;
    const [before, rest, after] = [-h, 0, h].map((amount) => areasOf(whole, surfaces, amount));
    let stillOnes = 0;
    own.forEach((vertex, k) => {
      const n = [...normals.subarray(3 * k, 3 * k + 3)];
      const a = rest[vertex];
      const change = a.map((_, axis) => (after[vertex][axis] - before[vertex][axis]) / (2 * h));
      // The expected normal rotates and grows like the area vector.
      const rotated = cross(cross(a, change), n);
      for (let axis = 0; axis < 3; axis++) {
        const expected = (rotated[axis] + dot(a, change) * n[axis]) / dot(a, a);
        expect(Math.abs(changes[3 * k + axis] - expected)).toBeLessThan(1e-3 * (1 + Math.abs(expected)));
      }
      const isStill = moves.subarray(3 * k, 3 * k + 3).every((value) => value === 0);
      if (isStill && changes.subarray(3 * k, 3 * k + 3).some((value) => Math.abs(value) > 1e-3)) stillOnes++;
    });
    expect(stillOnes > 0).toBe(joints.length > 0);
  });

  test('agrees to second order with the normal of the deformed surface (cofactor matrix of I + ∇φ)', () => {
    const { positions, indices } = whole.surfaces[0];
    const indexOf = new Map(Array.from(vertices, (vertex, k) => [vertex, k]));
    const errors = [1e-1, 1e-2].map((q) => {
      let max = 0;
      for (let t = 0; t < indices.length; t += 3) {
        const corners = [...indices.subarray(t, t + 3)];
        if (!corners.every((vertex) => isNear(geometry, indexOf.get(vertex)!))) continue;
        const at = (amount: number) =>
          corners.map((vertex) =>
            [0, 1, 2].map(
              (axis) => positions[3 * vertex + axis] + amount * shapes[3 * indexOf.get(vertex)! + axis],
            ),
          );
        const faceNormal = (p: number[][]) =>
          cross(
            p[1].map((value, axis) => value - p[0][axis]),
            p[2].map((value, axis) => value - p[0][axis]),
          );
        const rest = faceNormal(at(0));
        const moved = faceNormal(at(q));
        // ∇φ is constant, so the change of the face's normal follows from the cofactor matrix.
        const matrix = [0, 1, 2].map((row) =>
          [0, 1, 2].map((column) =>
            field(
              [0, 1, 2].map((axis) => (axis === column ? 1 : 0)),
              row,
            ),
          ),
        );
        const trace = matrix[0][0] + matrix[1][1] + matrix[2][2];
        const size = Math.sqrt(rest.reduce((sum, value) => sum + value * value, 0));
        for (let axis = 0; axis < 3; axis++) {
          const change = trace * rest[axis] - matrix.reduce((sum, row, i) => sum + row[axis] * rest[i], 0);
          max = Math.max(max, Math.abs(moved[axis] - rest[axis] - q * change) / size);
        }
      }
      return max;
    });
    expect(errors[0]).toBeLessThan(0.02);
    expect(errors[1]).toBeLessThan(errors[0] / 50);
  });
});

test('copies of a point have equal displacements', () => {
  const rig = createLimbRig({ isSplit: true });
  const split = prepare(rig, [2]);
  const [{ vertices, shapes }] = embedShapes(split, sample(split.mesh, makeField(4, 3)), 1);
  const first = new Map<string, number>();
  let copies = 0;
  let gap = 0;
  vertices.forEach((vertex, k) => {
    const key = rig.surfaces[0].positions.subarray(3 * vertex, 3 * vertex + 3).join();
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, k);
      return;
    }
    copies++;
    for (let axis = 0; axis < 3; axis++) {
      gap = Math.max(gap, Math.abs(shapes[3 * k + axis] - shapes[3 * other + axis]));
    }
  });
  expect(copies).toBeGreaterThan(500);
  expect(gap).toBe(0);
});

test('no crack opens at a cut: displacements rise from 0 there', () => {
  const part = prepare(createLimbRig({ sides: 48 }), [2]);
  // The field is not 0 at the cut.
  const [{ vertices, shapes }] = embedShapes(
    part,
    sample(part.mesh, (_, axis) => (axis === 0 ? 1 : 0)),
    1,
  );
  const { positions } = createLimbRig({ sides: 48 }).surfaces[0];
  const heights = Array.from(vertices, (vertex) => positions[3 * vertex + 2]);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  vertices.forEach((_, k) => {
    // One ring of vertices (0.013 m) lies between the outermost moved vertices and the cut.
    const distance = Math.min(heights[k] - low, high - heights[k]) + 0.013;
    expect(shapes[3 * k]).toBeLessThanOrEqual(1.001);
    expect(shapes[3 * k]).toBeLessThan(2 * (distance / 0.03) ** 2 + 1e-6);
    if (distance > 0.06) expect(shapes[3 * k]).toBeCloseTo(1, 5);
  });
});

test('the normals of chosen modes are those of all modes', () => {
  const fields = [0, 1, 2].map((seed) => sample(geometry.mesh, makeField(seed, 1)));
  const shapes = Float64Array.from(fields.flatMap((field) => [...field]));
  const [all] = embedShapes(geometry, shapes, 3);
  const [some] = embedShapes(geometry, shapes, 3, [0, 2]);
  const stride = 3 * all.vertices.length;
  expect(some.shapes).toEqual(all.shapes);
  expect(some.normalModes).toEqual([0, 2]);
  expect(some.normals.subarray(0, stride)).toEqual(all.normals.subarray(0, stride));
  expect(some.normals.subarray(stride)).toEqual(all.normals.subarray(2 * stride));
});

test('displacements and normals have the unit and axes of each surface', () => {
  const plain = embedShapes(geometry, sample(geometry.mesh, makeField(5, 0)), 1)[0];
  const scaled = prepare(createLimbRig({ unit: 0.01 }));
  const [{ shapes, normals }] = embedShapes(scaled, sample(scaled.mesh, makeField(5, 0)), 1);
  plain.shapes.forEach((value, k) => {
    if (!isNear(geometry, Math.floor(k / 3)) || !isNear(scaled, Math.floor(k / 3))) return;
    expect(shapes[k] * 0.01).toBeCloseTo(value, 5);
    const isInside = [geometry, scaled].every((part) => isNearAround(part, whole, Math.floor(k / 3)));
    if (isInside) expect(normals[k]).toBeCloseTo(plain.normals[k], 4);
  });
  // The limb is the same, but without a skin, on a node that is rotated by 90° about z.
  const [limb] = whole.surfaces;
  const half = Math.SQRT1_2;
  const rotatedPoints = limb.positions.map((_, k) => {
    const v = k - (k % 3);
    return k % 3 === 0 ? limb.positions[v + 1] : k % 3 === 1 ? -limb.positions[v] : limb.positions[k];
  });
  const rider = { ...limb, skin: -1, node: 4, influenceCount: 0, positions: rotatedPoints };
  const rig: Rig = {
    ...whole,
    nodes: [
      ...whole.nodes,
      { ...whole.nodes[0], rotation: [0, 0, half, half], parent: 1, translation: [0, 0, 0.4] },
    ],
    order: Int32Array.of(0, 1, 2, 3, 4),
    surfaces: [limb, rider],
  };
  const both = prepare(rig, [1, 2, 3]);
  const [first, second] = embedShapes(both, sample(both.mesh, makeField(6, 0)), 1);
  expect(second.surface).toBe(1);
  first.vertices.forEach((vertex, k) => {
    expect(second.vertices[k]).toBe(vertex);
    if (!isNearAround(both, rig, k)) return;
    for (const [a, b] of [
      [first.shapes, second.shapes],
      [first.normals, second.normals],
    ]) {
      expect(b[3 * k]).toBeCloseTo(a[3 * k + 1], 4);
      expect(b[3 * k + 1]).toBeCloseTo(-a[3 * k], 4);
      expect(b[3 * k + 2]).toBeCloseTo(a[3 * k + 2], 4);
    }
  });
});
