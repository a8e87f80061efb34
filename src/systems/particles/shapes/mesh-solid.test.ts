import { describe, expect, test } from 'vitest';
import { nearestOnTriangle } from '../../../geometry/nearest-on-triangle.ts';
import { SurfaceTree } from '../../../geometry/surface-tree.ts';
import { hashUnit } from '../../../math/random.ts';
import type { TriangleMesh } from '../../../motion/keyed-collider.ts';
import { countOpenEdges, createMeshSolid, type MeshSolid } from './mesh-solid.ts';
import { createPlacement } from './placement.ts';
import { samplePoints } from './shape-point.ts';
import { TriangleReader } from './triangle-shape.ts';

/** Creates a closed ball of radius 1 in rings, whose triangles face outward. */
function makeBall(rings: number, radius = 1, middle = [0, 0, 0]): TriangleMesh {
  const sides = 2 * rings;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    const [height, width] = [Math.cos((Math.PI * ring) / rings), Math.sin((Math.PI * ring) / rings)];
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      const isPole = ring === 0 || ring === rings;
      const position = isPole
        ? [0, ring === 0 ? 1 : -1, 0]
        : [width * Math.cos(angle), height, -width * Math.sin(angle)];
      positions.push(...position.map((value, axis) => middle[axis] + radius * value));
    }
  }
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side < sides; side++) {
      const [a, b] = [ring * sides + side, ring * sides + ((side + 1) % sides)];
      const [c, d] = [a + sides, b + sides];
      if (ring > 0) indices.push(a, c, b);
      if (ring < rings - 1) indices.push(b, c, d);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

function join(...meshes: readonly TriangleMesh[]): TriangleMesh {
  const positions = meshes.flatMap((mesh) => [...mesh.positions]);
  let first = 0;
  const indices = meshes.flatMap((mesh) => {
    const moved = [...mesh.indices].map((index) => index + first);
    first += mesh.positions.length / 3;
    return moved;
  });
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Returns the fraction of the ball that its facets enclose, by a sum of frustums. It is exact since the facets are flat. */
function fractionOfFacets(rings: number): number {
  const polygon = rings * Math.sin(Math.PI / rings);
  let volume = 0;
  for (let ring = 0; ring < rings; ring++) {
    const [from, to] = [(Math.PI * ring) / rings, (Math.PI * (ring + 1)) / rings];
    const [a, b] = [Math.sin(from), Math.sin(to)];
    volume += (polygon * (Math.cos(from) - Math.cos(to)) * (a * a + a * b + b * b)) / 3;
  }
  return volume / ((4 / 3) * Math.PI);
}

const flip = ({ positions, indices }: TriangleMesh): TriangleMesh => ({
  positions,
  indices: indices.slice().reverse(),
});
const without = ({ positions, indices }: TriangleMesh, from: number, to: number): TriangleMesh => ({
  positions,
  indices: indices.filter((_, k) => k < 3 * from || k >= 3 * to),
});

const ball = makeBall(12);
const ballVolume = (4 / 3) * Math.PI;
/** Fraction of the volume of the ball that its facets enclose: frustums of 24 sides between the rings. */
const enclosed = fractionOfFacets(12);

const pointsIn = ({ pick }: MeshSolid, count = 4000) =>
  samplePoints(pick, {}, createPlacement([0, 0, 0], [0, 0, 0]), count, 3).positions;
const radii = (positions: Float64Array) =>
  Array.from({ length: positions.length / 3 }, (_, k) => Math.hypot(...positions.subarray(3 * k, 3 * k + 3)));

describe('the enclosed volume', () => {
  test('is that of a ball, for both orientations of its triangles', () => {
    for (const mesh of [ball, flip(ball)]) {
      expect(countOpenEdges(mesh)).toBe(0);
      // 12 rings enclose slightly less than the ball.
      const solid = createMeshSolid(mesh, true);
      expect(solid.volume / ballVolume).toBeCloseTo(enclosed, 6);
      const all = radii(pointsIn(solid));
      expect(Math.max(...all)).toBeLessThan(1);
      const inner = all.filter((radius) => radius < 0.5).length / 4000;
      expect(Math.abs(inner - 0.125 / enclosed)).toBeLessThan(0.02);
    }
  });

  test('does not include a cavity', () => {
    const mesh = join(ball, flip(makeBall(12, 0.6)));
    const solid = createMeshSolid(mesh, true);
    const min = Math.min(...radii(pointsIn(solid)));
    expect(min).toBeGreaterThan(0.56);
    expect(solid.volume / ballVolume).toBeCloseTo(enclosed * (1 - 0.216), 3);
  });

  test('counts overlapping parts once', () => {
    const mesh = join(ball, makeBall(12, 1, [0.5, 0.1, 0]));
    // Two balls of radius 1 at this distance have a lens in common.
    const d = Math.hypot(0.5, 0.1);
    const lens = (Math.PI * (4 + d) * (2 - d) ** 2) / 12;
    const { volume } = createMeshSolid(mesh, true);
    expect(volume / (2 * ballVolume - lens)).toBeGreaterThan(0.94);
    expect(volume / (2 * ballVolume - lens)).toBeLessThan(1);
  });

  test('changes little if the mesh has small holes', () => {
    for (const mesh of [without(ball, 100, 103), without(without(ball, 40, 41), 300, 302)]) {
      expect(countOpenEdges(mesh)).toBeGreaterThan(0);
      const solid = createMeshSolid(mesh, false);
      const { volume, distance } = solid;
      expect(volume / ballVolume).toBeGreaterThan(enclosed - 0.02);
      expect(volume / ballVolume).toBeLessThan(enclosed + 0.02);
      expect(Math.max(...radii(pointsIn(solid, 1000)))).toBeLessThan(1.02);
      expect(distance(0, 0, 0)).toBeLessThan(-0.9);
      expect(distance(0, 1.5, 0)).toBeCloseTo(0.5, 1);
    }
  });

  test('is 0 for a sheet', () => {
    const sheet = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) };
    expect(createMeshSolid(sheet, false).volume).toBe(0);
    expect(createMeshSolid({ positions: new Float64Array(), indices: new Uint32Array() }, true).volume).toBe(
      0,
    );
  });
});

test('distances and winding numbers agree with sums over all triangles', () => {
  const mesh = join(makeBall(7, 1), makeBall(5, 0.4, [1.7, 0.3, 0.2]));
  const reader = new TriangleReader(mesh);
  const tree = new SurfaceTree(mesh.positions, mesh.indices);
  const point = { a: 0, b: 0, c: 0, square: 0 };
  const { distance } = createMeshSolid(mesh, true);
  for (let k = 0; k < 250; k++) {
    const [x, y, z] = [1, 2, 3].map((axis) => 5 * hashUnit(9, k, axis) - 2);
    let nearest = Number.POSITIVE_INFINITY;
    let angle = 0;
    for (let triangle = 0; 3 * triangle < mesh.indices.length; triangle++) {
      reader.read(triangle);
      const t = 3 * triangle;
      nearestOnTriangle(
        point,
        mesh.positions,
        mesh.indices[t],
        mesh.indices[t + 1],
        mesh.indices[t + 2],
        x,
        y,
        z,
      );
      nearest = Math.min(nearest, point.square);
      angle += solidAngle(reader, x, y, z);
    }
    const turns = angle / (4 * Math.PI);
    expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-9);
    expect(Math.abs(tree.winding(x, y, z) - turns)).toBeLessThan(0.02);
    const signed = Math.round(turns) === 0 ? Math.sqrt(nearest) : -Math.sqrt(nearest);
    // The first query uses the tree. The second one creates the cell and uses it.
    for (let again = 0; again < 3; again++) expect(distance(x, y, z)).toBeCloseTo(signed, 12);
  }
});

function solidAngle(t: TriangleReader, x: number, y: number, z: number): number {
  const [a, b, c] = [
    [t.ax - x, t.ay - y, t.az - z],
    [t.bx - x, t.by - y, t.bz - z],
    [t.cx - x, t.cy - y, t.cz - z],
  ];
  const dot = (p: number[], q: number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const cross = (p: number[], q: number[]) => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const [la, lb, lc] = [a, b, c].map((p) => Math.sqrt(dot(p, p)));
  return 2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

test('the distance to a triangle is the min distance to many of its points', () => {
  const mesh = {
    positions: Float64Array.from({ length: 9 }, (_, k) => hashUnit(4, k)),
    indices: Uint32Array.of(0, 1, 2),
  };
  const point = { a: 0, b: 0, c: 0, square: 0 };
  for (let k = 0; k < 60; k++) {
    const [x, y, z] = [1, 2, 3].map((axis) => 3 * hashUnit(5, k, axis) - 1);
    let min = Number.POSITIVE_INFINITY;
    for (let i = 0; i <= 60; i++) {
      for (let j = 0; i + j <= 60; j++) {
        const [u, v, w] = [i / 60, j / 60, 1 - (i + j) / 60];
        const gap = [0, 1, 2].map(
          (axis) => u * mesh.positions[axis] + v * mesh.positions[3 + axis] + w * mesh.positions[6 + axis],
        );
        min = Math.min(min, Math.hypot(gap[0] - x, gap[1] - y, gap[2] - z));
      }
    }
    nearestOnTriangle(point, mesh.positions, 0, 1, 2, x, y, z);
    const exact = Math.sqrt(point.square);
    expect(exact).toBeLessThanOrEqual(min + 1e-12);
    expect(min - exact).toBeLessThan(0.02);
  }
});
