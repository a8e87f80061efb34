import { areaVector, distanceBetween, triangleArea } from '../geometry/simplex.ts';
import type { TriangleMesh } from './keyed-collider.ts';
import { sortPair, sortTriple } from './tet-topology.ts';
import { TupleTable } from './tuple-table.ts';
import { joinPoints } from './weld-vertices.ts';

/** Properties of a surface. Lengths are in the units of the surface. */
export interface MeshMeasures {
  /** Bounding box of the vertices that triangles use. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  /** Number of distinct vertex positions. */
  readonly vertices: number;
  /** Number of vertices that no triangle uses. */
  readonly loose: number;
  /** Number of all triangles of the source. */
  readonly triangles: number;
  /** Number of triangles without area. */
  readonly flat: number;
  /** Number of triangles that coincide with another triangle. */
  readonly doubled: number;
  /** Number of connected components: parts that no edge connects. */
  readonly pieces: number;
  /** Number of boundary edges: edges of one triangle. */
  readonly openEdges: number;
  /** Number of non-manifold edges: edges of more than two triangles. */
  readonly crowdedEdges: number;
  /** Number of edges whose two triangles have opposite orientation. */
  readonly opposedEdges: number;
  /** Number of closed components that face inward: inverted ones, and cavities of others. */
  readonly inwardPieces: number;
  readonly area: number;
  /** Volume of a surface that is closed everywhere; null for an open surface. */
  readonly volume: number | null;
}

/** Vertices at open edges that are nearer than this fraction of the surface's diagonal are merged. */
const seamTolerance = 2e-6;

/**
 * Analyses a surface: components, open edges and everything else that prevents it from being closed. Vertices at the same
 * position are merged, and so are vertices at open edges that differ only by rounding. Coincident triangles count once.
 */
export function measureMesh({ positions, indices }: TriangleMesh): MeshMeasures {
  const { kept, vertexOf } = joinPoints(positions);
  const points = new Float64Array(3 * kept.length);
  kept.forEach((vertex, k) => {
    points.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
  });
  const corners = indices.map((vertex) => vertexOf[vertex]);
  const box = findBox(points, corners);
  const used = new Uint8Array(kept.length);
  for (const vertex of corners) used[vertex] = 1;
  let plain = dropCollapsed(corners);
  const flat = (indices.length - plain.length) / 3 + countFlat(points, plain);
  const diagonal = Math.sqrt(
    box.min.reduce((sum, low, axis) => sum + (box.max[axis] - low) * (box.max[axis] - low), 0),
  );
  const stands = joinSeams(points, plain, seamTolerance * diagonal);
  if (stands) plain = dropCollapsed(plain.map((vertex) => stands[vertex]));
  const single = dropDoubled(plain);
  const found = walkEdges(points, single, box.min);
  const looseCount = used.reduce((sum, isUsed) => sum + (isUsed ? 0 : 1), 0);
  return {
    ...box,
    vertices: stands ? new Set(plain).size + looseCount : kept.length,
    loose: looseCount,
    triangles: indices.length / 3,
    flat,
    doubled: (plain.length - single.length) / 3,
    ...found,
  };
}

/** Returns the bounding box of the vertices that triangles use. */
function findBox(
  points: Float64Array,
  corners: Uint32Array,
): { min: [number, number, number]; max: [number, number, number] } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const vertex of corners) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], points[3 * vertex + axis]);
      max[axis] = Math.max(max[axis], points[3 * vertex + axis]);
    }
  }
  return { min, max };
}

/** Returns the triangles with three distinct corners. */
function dropCollapsed(corners: Uint32Array): Uint32Array {
  const out = new Uint32Array(corners.length);
  let length = 0;
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
    if (a === b || b === c || c === a) continue;
    out.set([a, b, c], length);
    length += 3;
  }
  return out.slice(0, length);
}

/**
 * Counts triangles whose corners are collinear up to rounding. Such triangles are kept, since their neighbours would otherwise seem to have
 * open edges.
 */
function countFlat(points: Float64Array, corners: Uint32Array): number {
  let count = 0;
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
    const longest = Math.max(
      distanceBetween(points, a, b),
      distanceBetween(points, b, c),
      distanceBetween(points, c, a),
    );
    if (triangleArea(points, a, b, c) <= 1e-9 * longest * longest) count++;
  }
  return count;
}

/** Returns for every vertex the vertex with which it is merged at nearly closed open edges; null if no vertices are merged. */
function joinSeams(points: Float64Array, corners: Uint32Array, tolerance: number): Uint32Array | null {
  const { edges, uses } = countEdges(corners);
  const cells = new Map<string, number[]>();
  const stands = Uint32Array.from({ length: points.length / 3 }, (_, vertex) => vertex);
  const seen = new Uint8Array(stands.length);
  let hasJoined = false;
  for (let edge = 0; edge < edges.count; edge++) {
    if (uses[2 * edge] + uses[2 * edge + 1] !== 1) continue;
    for (const vertex of edges.tuple(edge)) {
      if (seen[vertex]) continue;
      seen[vertex] = 1;
      const own = findNear(points, vertex, tolerance, cells);
      if (own === vertex) continue;
      stands[vertex] = own;
      hasJoined = true;
    }
  }
  return hasJoined ? stands : null;
}

/** Returns the first visited vertex within the tolerance; the vertex itself if there is none. */
function findNear(
  points: Float64Array,
  vertex: number,
  tolerance: number,
  cells: Map<string, number[]>,
): number {
  const at = [0, 1, 2].map((axis) => Math.floor(points[3 * vertex + axis] / tolerance));
  for (let n = 0; n < 27; n++) {
    const key = `${at[0] + (n % 3) - 1},${at[1] + (Math.floor(n / 3) % 3) - 1},${at[2] + Math.floor(n / 9) - 1}`;
    for (const other of cells.get(key) ?? []) {
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const gap = points[3 * vertex + axis] - points[3 * other + axis];
        square += gap * gap;
      }
      if (square <= tolerance * tolerance) return other;
    }
  }
  const key = at.join();
  const own = cells.get(key);
  if (own) own.push(vertex);
  else cells.set(key, [vertex]);
  return vertex;
}

/** Returns the triangles without duplicates: of all triangles with the same corners, whatever their orientation, one is kept. */
function dropDoubled(corners: Uint32Array): Uint32Array {
  const seen = new TupleTable(3);
  const out = new Uint32Array(corners.length);
  let length = 0;
  for (let k = 0; k < corners.length; k += 3) {
    const triple = corners.subarray(k, k + 3);
    if (3 * seen.add(sortTriple(triple[0], triple[1], triple[2])) < length) continue;
    out.set(triple, length);
    length += 3;
  }
  return out.slice(0, length);
}

/**
 * Counts the triangles at each edge. uses [2 · edge count]: number of triangles that traverse the edge from its smaller vertex index to the
 * larger, and number of those that traverse it in the other direction.
 */
function countEdges(corners: Uint32Array): { edges: TupleTable; uses: number[]; edgeOf: Uint32Array } {
  const edges = new TupleTable(2);
  const uses: number[] = [];
  const edgeOf = new Uint32Array(corners.length);
  for (let k = 0; k < corners.length; k++) {
    const from = corners[k];
    const to = corners[k % 3 === 2 ? k - 2 : k + 1];
    const edge = edges.add(sortPair(from, to));
    if (2 * edge === uses.length) uses.push(0, 0);
    uses[2 * edge + (from < to ? 0 : 1)]++;
    edgeOf[k] = edge;
  }
  return { edges, uses, edgeOf };
}

function walkEdges(
  points: Float64Array,
  corners: Uint32Array,
  origin: readonly number[],
): Pick<
  MeshMeasures,
  'pieces' | 'openEdges' | 'crowdedEdges' | 'opposedEdges' | 'inwardPieces' | 'area' | 'volume'
> {
  const triangleCount = corners.length / 3;
  const { edges, uses, edgeOf } = countEdges(corners);
  const piece = joinPieces(edgeOf, edges.count, triangleCount);
  const isOpen = new Uint8Array(triangleCount);
  const counts = { openEdges: 0, crowdedEdges: 0, opposedEdges: 0 };
  const firstOf = new Int32Array(edges.count).fill(-1);
  edgeOf.forEach((edge, k) => {
    if (firstOf[edge] < 0) firstOf[edge] = Math.floor(k / 3);
  });
  for (let edge = 0; edge < edges.count; edge++) {
    const [along, against] = [uses[2 * edge], uses[2 * edge + 1]];
    if (along + against === 1) counts.openEdges++;
    else if (along + against > 2) counts.crowdedEdges++;
    else if (along !== against) counts.opposedEdges++;
    if (along !== against) isOpen[piece[firstOf[edge]]] = 1;
  }
  const volumes = new Float64Array(triangleCount);
  let area = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const [a, b, c] = corners.subarray(3 * triangle, 3 * triangle + 3);
    const [x, y, z] = areaVector(points, a, b, c);
    area += Math.sqrt(x * x + y * y + z * z);
    const away = [0, 1, 2].map((axis) => points[3 * a + axis] - origin[axis]);
    volumes[piece[triangle]] += (away[0] * x + away[1] * y + away[2] * z) / 3;
  }
  let pieces = 0;
  let inwardPieces = 0;
  let volume = 0;
  let hasOpen = triangleCount === 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    if (piece[triangle] !== triangle) continue;
    pieces++;
    volume += volumes[triangle];
    if (isOpen[triangle]) hasOpen = true;
    else if (volumes[triangle] < 0) inwardPieces++;
  }
  return { pieces, ...counts, inwardPieces, area, volume: hasOpen ? null : volume };
}

/** Returns for every triangle the first triangle of its component. */
function joinPieces(edgeOf: Uint32Array, edgeCount: number, triangleCount: number): Uint32Array {
  const parent = Uint32Array.from({ length: triangleCount }, (_, triangle) => triangle);
  const find = (start: number): number => {
    let at = start;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  const firstOf = new Int32Array(edgeCount).fill(-1);
  edgeOf.forEach((edge, k) => {
    const triangle = find(Math.floor(k / 3));
    if (firstOf[edge] < 0) {
      firstOf[edge] = triangle;
      return;
    }
    const other = find(firstOf[edge]);
    parent[Math.max(triangle, other)] = Math.min(triangle, other);
  });
  return parent.map((_, triangle) => find(triangle));
}
