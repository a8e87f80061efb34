import { areaVector } from '../geometry/simplex.ts';
import { cross, dot, subtract } from '../geometry/vector.ts';
import { append } from '../math/lists.ts';
import { atan2 } from '../math/portable.ts';
import { sortPair } from './tet-topology.ts';
import { TupleTable } from './tuple-table.ts';
import { joinPoints } from './weld-vertices.ts';

/** The vertices of a file after copies of the same point of one surface were joined. */
export interface JoinedSurface {
  /** The first vertex of each group of copies, ascending. */
  readonly kept: readonly number[];
  /** Index into `kept` of each vertex, [vertexCount]. */
  readonly vertexOf: Uint32Array;
  readonly counts: JoinCounts;
}

/** Counts of `joinSurface`. "Points" are the vertices after joining. */
export interface JoinCounts {
  /** Number of vertices that are copies of an earlier one. */
  readonly joined: number;
  /** Number of points that have the same position as another point, but move differently. */
  readonly moveDifferently: number;
  /**
   * Number of points that have the same position as another point, but belong to the other side of a sheet or to another surface that
   * touches this one.
   */
  readonly otherSurface: number;
}

export interface JoinOptions {
  /**
   * Vertices with equal numbers may be joined: they have the same position and the same motion. [vertexCount] Absent: all vertices with
   * bit-identical positions may be joined.
   */
  readonly pointOf?: Uint32Array;
  /** Index of the file's surface to which each vertex belongs, [vertexCount]. Absent: there is one surface. */
  readonly surfaceOf?: Uint32Array;
}

/** Two triangles at an edge count as back to back if the angle between them is below this, radians. */
const minWedge = 0.02;
/** If an edge belongs to more triangles than this, they are not paired. */
const maxAround = 64;

/**
 * Joins the vertices that a file repeats for normals and texture coordinates. Vertices at one position are joined if their
 * triangles are neighbours (also across hard edges and seams), or if both are on open edges. Surfaces that only touch are
 * not joined: the two sides of a double-sided sheet, and closed surfaces that meet in a face, an edge or a point.
 *
 * positions: [3 · vertexCount]. indices: [3 · triangleCount] counter-clockwise seen from outside. A vertex that several
 * triangles of the file use is never split.
 */
export function joinSurface(
  positions: Float64Array,
  indices: Uint32Array,
  options: JoinOptions = {},
): JoinedSurface {
  const vertexCount = positions.length / 3;
  const positionOf = joinPoints(positions).vertexOf;
  const pointOf = options.pointOf ?? positionOf;
  const groups = new Groups(vertexCount);
  const isUsed = new Uint8Array(vertexCount);
  const edges = listEdges(indices, pointOf, isUsed, groups);
  /** 1 for vertices at an edge where a triangle has no neighbour, [vertexCount]. */
  const isOpen = new Uint8Array(vertexCount);
  const backToBack: number[] = [];
  for (const uses of edges) {
    const { pairs, folded, single } = pairUp(uses, positions, indices, pointOf, options.surfaceOf);
    for (const [a, b] of pairs) joinEnds(a, b, indices, pointOf, (v, w) => groups.join(v, w));
    for (const [a, b] of folded) joinEnds(a, b, indices, pointOf, (v, w) => backToBack.push(v, w));
    for (const k of single) isOpen[indices[k]] = isOpen[indices[nextCorner(k)]] = 1;
  }
  joinOpen(groups, pointOf, isUsed, isOpen, backToBack);
  return number(groups, pointOf, positionOf);
}

/**
 * Lists, for each edge between two points, the triangle corners at which the edge begins. Triangles without three distinct points are left
 * out, and so are copies of an earlier triangle with the same orientation. Marks in `isUsed` the vertices that belong to triangles.
 */
function listEdges(
  indices: Uint32Array,
  pointOf: Uint32Array,
  isUsed: Uint8Array,
  groups: Groups,
): number[][] {
  const triangles = new TupleTable(3);
  const firstCorners: number[] = [];
  const edges = new TupleTable(2);
  const uses: number[][] = [];
  for (let k = 0; k < indices.length; k += 3) {
    const points = [pointOf[indices[k]], pointOf[indices[k + 1]], pointOf[indices[k + 2]]];
    const [a, b, c] = points;
    if (a === b || b === c || c === a) continue;
    const start = a < b && a < c ? 0 : b < c ? 1 : 2;
    const corners = [k + start, k + ((start + 1) % 3), k + ((start + 2) % 3)];
    const triangle = triangles.add(corners.map((corner) => points[corner - k]));
    for (let n = 0; n < 3; n++) isUsed[indices[corners[n]]] = 1;
    if (3 * triangle < firstCorners.length) {
      for (let n = 0; n < 3; n++) groups.join(indices[firstCorners[3 * triangle + n]], indices[corners[n]]);
      continue;
    }
    append(firstCorners, corners);
    for (let corner = k; corner < k + 3; corner++) {
      const edge = edges.add(sortPair(points[corner - k], points[nextCorner(corner) - k]));
      if (edge === uses.length) uses.push([corner]);
      else uses[edge].push(corner);
    }
  }
  return uses;
}

interface EdgePairs {
  /** Pairs of neighbouring triangles, each given by the corner at which the edge begins. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Pairs of triangles that are back to back and not neighbours. */
  readonly folded: readonly (readonly [number, number])[];
  /** Triangles that have no neighbour at this edge. */
  readonly single: readonly number[];
}

/**
 * Decides which of the triangles at an edge are neighbours. If there are more than two, triangles with common vertices are paired first,
 * then triangles of the same surface. Among pairs of equal rank, those with the thinnest wedge of solid between them come first.
 */
function pairUp(
  uses: readonly number[],
  positions: Float64Array,
  indices: Uint32Array,
  pointOf: Uint32Array,
  surfaceOf: Uint32Array | undefined,
): EdgePairs {
  if (uses.length === 1) return { pairs: [], folded: [], single: uses };
  if (uses.length > maxAround) return { pairs: [], folded: [], single: uses };
  const runsUp = uses.map((k) => pointOf[indices[k]] < pointOf[indices[nextCorner(k)]]);
  if (uses.length === 2) {
    const pair = [uses[0], uses[1]] as const;
    // If both triangles traverse the edge in the same direction, one of the two has the wrong orientation.
    if (runsUp[0] === runsUp[1] || !isFolded(positions, indices, pair)) {
      return { pairs: [pair], folded: [], single: [] };
    }
    return { pairs: [], folded: [pair], single: uses };
  }
  const angles = measureAngles(uses, positions, indices, runsUp);
  const choices: { a: number; b: number; rank: number; wedge: number }[] = [];
  const folded: [number, number][] = [];
  uses.forEach((up, a) => {
    if (!runsUp[a]) return;
    uses.forEach((down, b) => {
      if (runsUp[b]) return;
      const turn = angles[a] - angles[b];
      const wedge = turn < 0 ? turn + 2 * Math.PI : turn;
      const liesFlat = wedge < minWedge || wedge > 2 * Math.PI - minWedge;
      const sharesVertices =
        indices[up] === indices[nextCorner(down)] && indices[down] === indices[nextCorner(up)];
      const isOneSurface = !surfaceOf || surfaceOf[indices[up]] === surfaceOf[indices[down]];
      if (liesFlat && !sharesVertices) folded.push([up, down]);
      else choices.push({ a, b, rank: sharesVertices ? 0 : isOneSurface ? 1 : 2, wedge });
    });
  });
  choices.sort((p, q) => p.rank - q.rank || p.wedge - q.wedge);
  const isTaken = new Uint8Array(uses.length);
  const pairs: [number, number][] = [];
  for (const { a, b } of choices) {
    if (isTaken[a] || isTaken[b]) continue;
    isTaken[a] = isTaken[b] = 1;
    pairs.push([uses[a], uses[b]]);
  }
  return { pairs, folded, single: uses.filter((_, k) => !isTaken[k]) };
}

/** Returns whether two triangles that traverse an edge in opposite directions are back to back. */
function isFolded(positions: Float64Array, indices: Uint32Array, pair: readonly [number, number]): boolean {
  const [u, w] = pair.map((k) => areaOf(positions, indices, k));
  const dot = u[0] * w[0] + u[1] * w[1] + u[2] * w[2];
  if (dot >= 0) return false;
  const squares = (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  // cos² of the angle between the triangles, 1 − sin².
  return dot * dot > (1 - minWedge * minWedge) * squares;
}

function areaOf(positions: Float64Array, indices: Uint32Array, corner: number): [number, number, number] {
  const k = corner - (corner % 3);
  return areaVector(positions, indices[k], indices[k + 1], indices[k + 2]);
}

/**
 * Returns the angle of each triangle about the edge [uses.length]. Angles increase towards the outside of triangles that traverse the edge
 * upward.
 */
function measureAngles(
  uses: readonly number[],
  positions: Float64Array,
  indices: Uint32Array,
  runsUp: readonly boolean[],
): number[] {
  const at = (vertex: number) => [0, 1, 2].map((axis) => positions[3 * vertex + axis]);
  const [from, to] = [at(indices[uses[0]]), at(indices[nextCorner(uses[0])])];
  const [low, high] = runsUp[0] ? [from, to] : [to, from];
  const axis = subtract(high, low);
  const square = dot(axis, axis);
  const away = uses.map((k) => {
    const side = subtract(at(indices[nextCorner(nextCorner(k))]), low);
    const along = square > 0 ? dot(side, axis) / square : 0;
    return side.map((value, c) => value - along * axis[c]);
  });
  const x = away[0];
  const y = cross(axis, x);
  const length = Math.sqrt(square);
  return away.map((d) => atan2(dot(d, y), length * dot(d, x)));
}

/** Calls `join` with the vertices of two triangles at each end of their common edge. */
function joinEnds(
  a: number,
  b: number,
  indices: Uint32Array,
  pointOf: Uint32Array,
  join: (v: number, w: number) => void,
): void {
  const [a0, a1] = [indices[a], indices[nextCorner(a)]];
  const [b0, b1] = [indices[b], indices[nextCorner(b)]];
  if (pointOf[a0] === pointOf[b0]) {
    join(a0, b0);
    join(a1, b1);
  } else {
    join(a0, b1);
    join(a1, b0);
  }
}

/**
 * Joins the remaining vertices at one position: groups that are all on open edges there (unless they are back to back), and vertices that
 * no triangle uses.
 */
function joinOpen(
  groups: Groups,
  pointOf: Uint32Array,
  isUsed: Uint8Array,
  isOpen: Uint8Array,
  backToBack: readonly number[],
): void {
  const groupIsOpen = new Uint8Array(pointOf.length);
  const groupIsUsed = new Uint8Array(pointOf.length);
  const groupsAt: number[][] = [];
  for (let vertex = 0; vertex < pointOf.length; vertex++) {
    const group = groups.find(vertex);
    if (isOpen[vertex]) groupIsOpen[group] = 1;
    if (isUsed[vertex]) groupIsUsed[group] = 1;
    if (group !== vertex) continue;
    const known = groupsAt[pointOf[vertex]];
    if (known) known.push(group);
    else groupsAt[pointOf[vertex]] = [group];
  }
  const opposite = new Map<number, Set<number>>();
  for (let k = 0; k < backToBack.length; k += 2) {
    const [a, b] = [groups.find(backToBack[k]), groups.find(backToBack[k + 1])];
    if (a === b) continue;
    opposite.set(a, (opposite.get(a) ?? new Set()).add(b));
    opposite.set(b, (opposite.get(b) ?? new Set()).add(a));
  }
  for (const atPoint of groupsAt) {
    if (!atPoint || atPoint.length === 1) continue;
    const used = atPoint.filter((group) => groupIsUsed[group]);
    const sides: number[][] = [];
    for (const group of used) {
      if (!groupIsOpen[group]) continue;
      const side = sides.find((members) => members.every((other) => !opposite.get(group)?.has(other)));
      if (side) side.push(group);
      else sides.push([group]);
    }
    for (const [first, ...others] of sides) for (const group of others) groups.join(first, group);
    const home = used[0] ?? atPoint[0];
    for (const group of atPoint) if (!groupIsUsed[group]) groups.join(home, group);
  }
}

function number(groups: Groups, pointOf: Uint32Array, positionOf: Uint32Array): JoinedSurface {
  const vertexOf = new Uint32Array(pointOf.length);
  const kept: number[] = [];
  const pointsAtPositions = new TupleTable(2);
  for (let vertex = 0; vertex < pointOf.length; vertex++) {
    const first = groups.find(vertex);
    vertexOf[vertex] = first === vertex ? kept.push(vertex) - 1 : vertexOf[first];
    pointsAtPositions.add([positionOf[vertex], pointOf[vertex]]);
  }
  return {
    kept,
    vertexOf,
    counts: {
      joined: pointOf.length - kept.length,
      moveDifferently: pointsAtPositions.count - countDistinct(positionOf),
      otherSurface: kept.length - countDistinct(pointOf),
    },
  };
}

/** Returns the number of distinct values. The values must be 0, 1, 2 … */
function countDistinct(numbers: Uint32Array): number {
  return numbers.reduce((max, value) => Math.max(max, value + 1), 0);
}

/** Groups of vertices (union-find). A group is identified by its first vertex. */
class Groups {
  private readonly above: Uint32Array;

  constructor(count: number) {
    this.above = Uint32Array.from({ length: count }, (_, vertex) => vertex);
  }

  find(vertex: number): number {
    const { above } = this;
    let at = vertex;
    while (above[at] !== at) {
      above[at] = above[above[at]];
      at = above[at];
    }
    return at;
  }

  join(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)];
    this.above[Math.max(first, second)] = Math.min(first, second);
  }
}

function nextCorner(k: number): number {
  return k % 3 === 2 ? k - 2 : k + 1;
}
