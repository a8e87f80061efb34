import { describe, expect, test } from 'vitest';
import { buildOpenSurface } from './build-open-surface.ts';
import { ellipsoid, type LevelSet } from './level-set.ts';
import { listRim, thinMesh } from './thin-mesh.ts';

const ball = ellipsoid([0, 0.1, 0], [0.3, 0.25, 0.35]);
const box = { low: [-0.5, -0.4, -0.5], high: [0.5, 0.6, 0.5] } as const;
const cap: LevelSet = (_x, y) => 0.25 - y;
const twoCaps: LevelSet = (_x, y) => 0.2 - Math.abs(y - 0.1);

describe.each([
  ['one hole', cap, 400, 760],
  ['one hole, coarser', cap, 150, 275],
  ['two holes', twoCaps, 300, 560],
] as const)('a ball with %s', (_name, cut, vertices, triangles) => {
  const surface = buildOpenSurface(ball, { box, cell: 0.03, cut, vertices, triangles, bendWeight: 3 });

  test('has exactly as many vertices and triangles as asked for', () => {
    expect(surface.positions.length).toBe(3 * vertices);
    expect(surface.indices.length).toBe(3 * triangles);
    expect(new Set(surface.indices).size).toBe(vertices);
  });

  test('is a surface: each edge has one triangle, or two with opposite directions; no triangle is folded over', () => {
    const { positions, normals, indices } = surface;
    const directed = new Map<string, number>();
    for (let k = 0; k < indices.length; k += 3) {
      const corners = [...indices.subarray(k, k + 3)];
      corners.forEach((v, c) => {
        const key = `${v} ${corners[(c + 1) % 3]}`;
        directed.set(key, (directed.get(key) ?? 0) + 1);
      });
      const [p, q, r] = corners.map((v) => positions.subarray(3 * v, 3 * v + 3));
      const [e, f] = [0, 1].map((side) => [0, 1, 2].map((c) => [q, r][side][c] - p[c]));
      const face = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
      const facing = [0, 1, 2].reduce((sum, c) => sum + face[c] * normals[3 * corners[0] + c], 0);
      expect(facing).toBeGreaterThan(0);
    }
    expect([...directed.values()].every((count) => count === 1)).toBe(true);
    // The boundary is closed: at each of its vertices, one edge arrives and one leaves.
    const rim = listRim(indices);
    const from = rim.filter((_, k) => k % 2 === 0).sort((a, b) => a - b);
    const to = rim.filter((_, k) => k % 2 === 1).sort((a, b) => a - b);
    expect(from).toEqual(to);
    expect(new Set(from).size).toBe(from.length);
  });

  test('lies on the ball, with its boundaries on the cut', () => {
    const { positions, indices } = surface;
    const at = (set: LevelSet, v: number) =>
      set(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
    for (let v = 0; v < vertices; v++) expect(Math.abs(at(ball, v))).toBeLessThan(1e-4);
    for (const v of listRim(indices)) expect(Math.abs(at(cut, v))).toBeLessThan(0.01);
  });
});

test('more vertices or boundary edges than the mesh has are refused', () => {
  const options = { box, cell: 0.06, cut: cap, bendWeight: 3 };
  expect(() => buildOpenSurface(ball, { ...options, vertices: 5000, triangles: 9900 })).toThrow(
    /rim edges|vertices/,
  );
  expect(() => buildOpenSurface(ball, { ...options, vertices: 100, triangles: 20 })).toThrow(/rim edges/);
});

test('a single triangle cannot be thinned', () => {
  const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1), indices: Uint32Array.of(0, 2, 1) };
  const settle = (_point: Float64Array, normal: Float64Array) => normal.set([0, 1, 0]);
  expect(() => thinMesh(mesh, { vertices: 2, rimEdges: 3, settle, bendWeight: 0 })).toThrow(
    'expected 2 vertices, have 3',
  );
});
