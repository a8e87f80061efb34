import { describe, expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import { dogMesh, elephantMesh, grassMesh, gridMesh, type PlacedMesh } from './testing/paper-meshes.ts';
import { buildTopology, type FurTopology, topologyKinds } from './topology.ts';

const counts = (mesh: PlacedMesh) =>
  topologyKinds.map((kind) => {
    const { massCount, springCount } = buildTopology(kind, mesh);
    return [massCount, springCount];
  });

describe("the numbers of masses and springs are those of the paper's models", () => {
  test('elephant: 623 vertices, 1148 faces', () => {
    const mesh = elephantMesh();
    expect([mesh.vertexCount, mesh.triangles.length / 3]).toEqual([623, 1148]);
    // A disc: V − E + F = 1.
    const prisms = [1246, 623 + 1770];
    expect(counts(mesh)).toEqual([[1246, 623], prisms, [6888, 3444], [6888, 6888]]);
  });

  test('dog: 1872 vertices, 3220 faces', () => {
    const mesh = dogMesh();
    expect([mesh.vertexCount, mesh.triangles.length / 3]).toEqual([1872, 3220]);
    // Two discs: V − E + F = 2.
    const prisms = [3744, 1872 + 5090];
    expect(counts(mesh)).toEqual([[3744, 1872], prisms, [19320, 9660], [19320, 19320]]);
  });

  test('grass: 13 vertices, 16 faces', () => {
    const mesh = grassMesh();
    expect([mesh.vertexCount, mesh.triangles.length / 3]).toEqual([13, 16]);
    expect(counts(mesh)).toEqual([
      [26, 13],
      [26, 41],
      [96, 48],
      [96, 96],
    ]);
  });
});

/** Lists violations of properties that every topology has. */
function findFaults(topology: FurTopology, mesh: PlacedMesh): string[] {
  const { strandCount, inverseMass, springStart, springEnd, vertexOf, strandOfCorner } = topology;
  const { groupOf, count } = topology.groups;
  const faults: string[] = [];
  inverseMass.forEach((w, i) => {
    if (w !== (i < strandCount ? 0 : 1)) faults.push(`inverse mass ${i}`);
  });
  mesh.triangles.forEach((vertex, k) => {
    if (vertexOf[strandOfCorner[k]] !== vertex) faults.push(`corner ${k}`);
  });
  for (let k = 0; k < topology.springCount; k++) {
    const [a, b] = [springStart[k], springEnd[k]];
    if (k < strandCount) {
      if (a !== k || b !== strandCount + k) faults.push(`spring of strand ${k}`);
    } else if (
      Math.min(a, b) < strandCount ||
      a === b ||
      groupOf[a - strandCount] !== groupOf[b - strandCount]
    ) {
      faults.push(`spring ${k} between tips`);
    }
  }
  if (new Set(groupOf).size !== count) faults.push('count of groups');
  return faults;
}

test.each(topologyKinds)('%s: roots, tips, corners and groups agree', (kind) => {
  for (const mesh of [elephantMesh(), grassMesh()])
    expect(findFaults(buildTopology(kind, mesh), mesh)).toEqual([]);
});

test('groups: strands, triangles, connected pieces', () => {
  const mesh = dogMesh();
  const groups = topologyKinds.map((kind) => buildTopology(kind, mesh).groups);
  expect(groups.map((group) => [group.of, group.count])).toEqual([
    ['strand', 1872],
    ['mesh', 2],
    ['strand', 9660],
    ['triangle', 3220],
  ]);
});

test('separable: no spring joins two triangles', () => {
  const { edges, faceCount } = buildTopology('separablePrisms', dogMesh());
  expect(edges.every((strand, k) => strand % faceCount === edges[k ^ 1] % faceCount)).toBe(true);
});

test('damaged meshes: doubled faces share edges, a face with equal corners has no spring from a tip to itself', () => {
  const mesh = { vertexCount: 4, triangles: Uint32Array.of(0, 1, 2, 2, 1, 0, 3, 3, 1) };
  const { springCount, edges } = buildTopology('prisms', mesh);
  expect(springCount).toBe(4 + 4);
  expect([...edges]).toEqual([0, 1, 0, 2, 1, 2, 1, 3]);
});

test('an invalid mesh is refused, and the error names the field', () => {
  const grid = gridMesh(2, 2, 1);
  const build = (vertexCount: number, triangles: number[]) => () =>
    buildTopology('sticks', { vertexCount, triangles: Uint32Array.from(triangles) });
  expect(build(grid.vertexCount, [])).toThrow(InputError);
  expect(build(0, [0, 0, 0])).toThrow('mesh.vertexCount: expected a whole number');
  expect(build(Number.NaN, [0, 0, 0])).toThrow(InputError);
  expect(build(3, [0, 1, 2, 0])).toThrow('mesh.triangles: expected three vertices');
  expect(build(3, [0, 1, 3])).toThrow('mesh.triangles[2]: expected a vertex below 3, got 3');
});
