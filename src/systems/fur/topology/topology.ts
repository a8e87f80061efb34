import { InputError } from '../../../input-error.ts';

/** Arrangement of the masses and the springs between them. Banisch & Wüthrich 2006, section 4. */
export type TopologyKind = 'sticks' | 'prisms' | 'separableSticks' | 'separablePrisms';

/** All names of topologies. */
export const topologyKinds: readonly TopologyKind[] = [
  'sticks',
  'prisms',
  'separableSticks',
  'separablePrisms',
];

/** A skin with welded vertices: corners at the same position are one vertex, so that a texture seam does not split the fur. */
export interface FurMesh {
  readonly vertexCount: number;
  /** Indices of welded vertices, [3 · faceCount]. */
  readonly triangles: Uint32Array;
}

/**
 * Strands, masses and springs over a skin, as flat arrays. A strand has its root on the skin and its tip on the outermost
 * shell, and one spring joins the two. Mass i < strandCount is the root of strand i, and mass strandCount + i is its tip. Spring
 * i < strandCount belongs to strand i. All other springs join tips.
 */
export interface FurTopology {
  readonly kind: TopologyKind;
  readonly vertexCount: number;
  readonly faceCount: number;
  readonly strandCount: number;
  readonly massCount: number;
  readonly springCount: number;
  /** Vertex of the skin on which each strand grows. [strandCount] */
  readonly vertexOf: Uint32Array;
  /** For each corner of each face, the strand that gives the shells their bend there. [3 · faceCount] */
  readonly strandOfCorner: Uint32Array;
  /** Inverse masses: 0 for roots, which only the skin moves, and 1 for tips, to be divided by the mass. [massCount] */
  readonly inverseMass: Float64Array;
  /** Indices of the two masses that each spring joins. [springCount] */
  readonly springStart: Uint32Array;
  readonly springEnd: Uint32Array;
  /** The two strands of each spring that joins tips. [2 · (springCount − strandCount)] */
  readonly edges: Uint32Array;
  /** Sets of strands that an implicit step must solve together. */
  readonly groups: StrandGroups;
}

/** Groups of strands that springs connect: single strands, the three of a triangle, or all of a connected part of the skin. */
export interface StrandGroups {
  readonly of: 'strand' | 'triangle' | 'mesh';
  readonly count: number;
  /** Index of the group of each strand. [strandCount] */
  readonly groupOf: Uint32Array;
}

/**
 * Builds one of the four topologies. For V vertices, F faces and E edges, sticks have 2V masses and V springs, prisms 2V and
 * V + E, separable sticks 6F and 3F, and separable prisms 6F and 6F. Separable strands are ordered by corner c, then by
 * face t (index c · F + t). Neighbours in memory then belong to different triangles, and the kernel solves two at a time. Spring
 * strandCount + c · F + t joins corner c of triangle t to corner c + 1. Throws an `InputError` if the mesh is invalid.
 */
export function buildTopology(kind: TopologyKind, mesh: FurMesh): FurTopology {
  checkMesh(mesh);
  const { vertexCount, triangles } = mesh;
  const faceCount = triangles.length / 3;
  const isSeparable = isSeparableTopology({ kind });
  const strandCount = isSeparable ? 3 * faceCount : vertexCount;
  const vertexOf = new Uint32Array(strandCount);
  const strandOfCorner = new Uint32Array(3 * faceCount);
  if (isSeparable) {
    for (let k = 0; k < triangles.length; k++) {
      const strand = (k % 3) * faceCount + Math.floor(k / 3);
      strandOfCorner[k] = strand;
      vertexOf[strand] = triangles[k];
    }
  } else {
    for (let v = 0; v < vertexCount; v++) vertexOf[v] = v;
    strandOfCorner.set(triangles);
  }
  const edges =
    kind === 'prisms'
      ? findEdges(vertexCount, triangles)
      : kind === 'separablePrisms'
        ? triangleEdges(faceCount)
        : new Uint32Array(0);
  return {
    kind,
    vertexCount,
    faceCount,
    strandCount,
    massCount: 2 * strandCount,
    ...joinSprings(strandCount, edges),
    vertexOf,
    strandOfCorner,
    inverseMass: new Float64Array(2 * strandCount).fill(1, strandCount),
    edges,
    groups: groupStrands(kind, strandCount, faceCount, edges),
  };
}

/** Returns whether each triangle has its own strands, so that the shells may separate between triangles. */
export function isSeparableTopology({ kind }: Pick<FurTopology, 'kind'>): boolean {
  return kind === 'separableSticks' || kind === 'separablePrisms';
}

function joinSprings(
  strandCount: number,
  edges: Uint32Array,
): Pick<FurTopology, 'springCount' | 'springStart' | 'springEnd'> {
  const edgeCount = edges.length / 2;
  const springCount = strandCount + edgeCount;
  const springStart = new Uint32Array(springCount);
  const springEnd = new Uint32Array(springCount);
  for (let i = 0; i < strandCount; i++) {
    springStart[i] = i;
    springEnd[i] = strandCount + i;
  }
  for (let e = 0; e < edgeCount; e++) {
    springStart[strandCount + e] = strandCount + edges[2 * e];
    springEnd[strandCount + e] = strandCount + edges[2 * e + 1];
  }
  return { springCount, springStart, springEnd };
}

/** Returns each edge of the mesh once, in ascending order, without edges from a vertex to itself. */
function findEdges(vertexCount: number, triangles: Uint32Array): Uint32Array {
  const keys = new Float64Array(triangles.length);
  let count = 0;
  for (let k = 0; k < triangles.length; k++) {
    const a = triangles[k];
    const b = triangles[k % 3 === 2 ? k - 2 : k + 1];
    if (a !== b) keys[count++] = Math.min(a, b) * vertexCount + Math.max(a, b);
  }
  const sorted = keys.subarray(0, count).sort();
  const edges: number[] = [];
  for (let k = 0; k < count; k++) {
    if (k > 0 && sorted[k] === sorted[k - 1]) continue;
    edges.push(Math.floor(sorted[k] / vertexCount), sorted[k] % vertexCount);
  }
  return Uint32Array.from(edges);
}

function triangleEdges(faceCount: number): Uint32Array {
  const edges = new Uint32Array(6 * faceCount);
  for (let corner = 0; corner < 3; corner++) {
    for (let t = 0; t < faceCount; t++) {
      const strand = corner * faceCount + t;
      edges[2 * strand] = strand;
      edges[2 * strand + 1] = ((corner + 1) % 3) * faceCount + t;
    }
  }
  return edges;
}

function groupStrands(
  kind: TopologyKind,
  strandCount: number,
  faceCount: number,
  edges: Uint32Array,
): StrandGroups {
  const groupOf = new Uint32Array(strandCount);
  if (kind === 'separablePrisms') {
    for (let i = 0; i < strandCount; i++) groupOf[i] = i % faceCount;
    return { of: 'triangle', count: faceCount, groupOf };
  }
  if (kind !== 'prisms') {
    for (let i = 0; i < strandCount; i++) groupOf[i] = i;
    return { of: 'strand', count: strandCount, groupOf };
  }
  // Union-find: the smallest strand represents its connected part. `find` halves the paths.
  const parent = Uint32Array.from(groupOf, (_, i) => i);
  const find = (start: number): number => {
    let i = start;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  for (let e = 0; e < edges.length; e += 2) {
    const a = find(edges[e]);
    const b = find(edges[e + 1]);
    if (a < b) parent[b] = a;
    else parent[a] = b;
  }
  let count = 0;
  for (let i = 0; i < strandCount; i++) groupOf[i] = find(i) === i ? count++ : groupOf[find(i)];
  return { of: 'mesh', count, groupOf };
}

function checkMesh({ vertexCount, triangles }: FurMesh): void {
  if (!Number.isInteger(vertexCount) || vertexCount < 1) {
    throw InputError.at(
      'mesh.vertexCount',
      `expected a whole number ≥ 1, got ${vertexCount}; fur needs a skin`,
    );
  }
  if (triangles.length === 0 || triangles.length % 3 !== 0) {
    throw InputError.at(
      'mesh.triangles',
      `expected three vertices a face and at least one face, got ${triangles.length} vertices; triangulate the skin`,
    );
  }
  const wrong = triangles.findIndex((vertex) => vertex >= vertexCount);
  if (wrong >= 0) {
    throw InputError.at(
      `mesh.triangles[${wrong}]`,
      `expected a vertex below ${vertexCount}, got ${triangles[wrong]}; give indices of welded vertices`,
    );
  }
}
