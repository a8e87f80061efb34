import { describe, expect, test } from 'vitest';
import { buildTetBox } from './testing/tet-box.ts';
import type { TetMesh, TetMeshGroup } from './tet-mesh.ts';
import { toQuadratic } from './tet-quadratic.ts';
import { findTetOutside, tetEdges, tetFaces } from './tet-topology.ts';
import { TupleTable } from './tuple-table.ts';

const box = buildTetBox({ cells: [3, 2, 2], size: [3, 2, 2] });

function groupOf(
  mesh: TetMesh,
  dimension: 0 | 1 | 2 | 3,
  keep: (position: number[]) => boolean,
): TetMeshGroup {
  const nodes = Uint32Array.from({ length: mesh.positions.length / 3 }, (_, node) => node);
  return {
    name: 'kept',
    dimension,
    nodes: nodes.filter((node) => keep([...mesh.positions.subarray(3 * node, 3 * node + 3)])),
  };
}

const positionsOf = (mesh: TetMesh, nodes: Iterable<number>) =>
  [...nodes].map((node) => [...mesh.positions.subarray(3 * node, 3 * node + 3)].join(' ')).sort();

describe('mid-edge nodes', () => {
  test('are in the middle of their edges, shared by neighbours; corners are kept', () => {
    const mesh = toQuadratic(box);
    expect(mesh.tets.length / 10).toBe(box.tets.length / 4);
    expect(mesh.positions.subarray(0, box.positions.length)).toEqual(box.positions);
    const positions = positionsOf(
      mesh,
      Array.from({ length: mesh.positions.length / 3 }, (_, k) => k),
    );
    expect(new Set(positions).size).toBe(positions.length);
    for (let tet = 0; tet < mesh.tets.length; tet += 10) {
      tetEdges.forEach(([from, to], k) => {
        for (let axis = 0; axis < 3; axis++) {
          const at = (node: number) => mesh.positions[3 * mesh.tets[tet + node] + axis];
          expect(at(4 + k)).toBe((at(from) + at(to)) / 2);
        }
      });
    }
  });

  test('a mesh with mid-edge nodes is returned unchanged', () => {
    const mesh = toQuadratic(box);
    expect(toQuadratic(mesh)).toBe(mesh);
  });
});

describe('groups gain', () => {
  const atLeft = ([x]: number[]) => x === 0;
  const quadratic = toQuadratic(box);
  const leftOf = groupOf(quadratic, 0, atLeft);

  test.each([0, 2] as const)(
    'of a side given as nodes alone (dimension %i), all of that side',
    (dimension) => {
      const [group] = toQuadratic({ ...box, groups: [groupOf(box, dimension, atLeft)] }).groups;
      expect([...group.nodes]).toEqual([...leftOf.nodes]);
    },
  );

  test.each([0, 2] as const)(
    'of a plane across the inside (dimension %i), all of it and no more',
    (dimension) => {
      const atMiddle = ([x]: number[]) => x === 1;
      const [group] = toQuadratic({ ...box, groups: [groupOf(box, dimension, atMiddle)] }).groups;
      expect([...group.nodes]).toEqual([...groupOf(quadratic, 0, atMiddle).nodes]);
    },
  );

  test('of two opposite sides one cell apart, none in between', () => {
    const slab = buildTetBox({ cells: [1, 2, 2], size: [1, 2, 2] });
    const [group] = toQuadratic({ ...slab, groups: [groupOf(slab, 2, () => true)] }).groups;
    const middle = positionsOf(toQuadratic(slab), group.nodes).filter((location) => location === '0.5 1 1');
    expect(middle).toEqual([]);
  });

  test('of a volume, all inside it', () => {
    const halfOf = ([x]: number[]) => x <= 2;
    const [group] = toQuadratic({ ...box, groups: [groupOf(box, 3, halfOf)] }).groups;
    expect([...group.nodes]).toEqual([...groupOf(quadratic, 3, halfOf).nodes]);
  });

  test('of known cells, their edges alone', () => {
    const [a, b, c] = box.tets;
    const cells = Uint32Array.of(a, b, c);
    const triangle: TetMeshGroup = { name: 'kept', dimension: 2, nodes: cells.slice().sort(), cells };
    const line: TetMeshGroup = {
      name: 'line',
      dimension: 1,
      nodes: Uint32Array.of(a, b),
      cells: cells.subarray(0, 2),
    };
    const mesh = toQuadratic({ ...box, groups: [triangle, line] });
    expect(mesh.groups.map((group) => group.nodes.length)).toEqual([6, 3]);
    expect(mesh.groups[1].nodes).toContain(mesh.tets[4]);
  });
});

test('the surface of a box is closed and points outwards', () => {
  const triangles = findTetOutside(box);
  expect(triangles.length / 3).toBe(2 * 2 * (3 * 2 + 3 * 2 + 2 * 2));
  const edges = new Map<string, number>();
  let volume = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const corners = [...triangles.subarray(k, k + 3)];
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % 3];
      const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
      edges.set(key, (edges.get(key) ?? 0) + (from < to ? 1 : -1));
    });
    const [a, b, c] = corners.map((node) => box.positions.subarray(3 * node, 3 * node + 3));
    volume +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  expect(new Set(edges.values())).toEqual(new Set([0]));
  expect(volume / 6).toBeCloseTo(12, 12);
  expect(tetFaces.flat().sort()).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
});

test('a tuple table assigns the same numbers as a Map', () => {
  const table = new TupleTable(2);
  const map = new Map<string, number>();
  const reported: number[] = [];
  const expected: number[] = [];
  for (let k = 0; k < 5000; k++) {
    const pair = [(k * k) % 97, (k * 31) % 53];
    const known = map.get(pair.join());
    if (known === undefined) map.set(pair.join(), map.size);
    expected.push(known ?? -1, map.get(pair.join()) as number);
    reported.push(table.find(pair), table.add(pair));
  }
  expect(reported).toEqual(expected);
  expect(table.count).toBe(map.size);
});
