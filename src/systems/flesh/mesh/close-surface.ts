import { distanceBetween, triangleArea } from '../../../geometry/simplex.ts';
import { SurfaceTree } from '../../../geometry/surface-tree.ts';
import { InputError } from '../../../input-error.ts';
import { append, maxOf } from '../../../math/lists.ts';
import type { ClosedSurface } from '../../../motion/tet-mesh.ts';
import { sortTriple } from '../../../motion/tet-topology.ts';
import { TupleTable } from '../../../motion/tuple-table.ts';
import { capLoop, findLoops } from './cap-loops.ts';
import { flipTriangle, orientPieces } from './orient-pieces.ts';

/** Vertices on open edges are joined if their distance is less than this fraction of the surface's size. */
const seamTolerance = 2e-4;
/**
 * If the volume divided by the area to the power 3/2 is below this, the surface is a sheet and not a body. For a sphere the value is 0.094.
 */
const minCompactness = 2e-4;

export interface RepairedSurface {
  readonly surface: ClosedSurface;
  /** 1 if the triangle closes a cut to the rest of the body, else 0, [triangleCount]. */
  readonly isCut: Uint8Array;
  /** Vertices of the edges along which cuts were closed, [2 · edgeCount]. */
  readonly cutEdges: Uint32Array;
  /** Index of the piece to which each triangle belongs, [triangleCount]. Triangles with an edge in common are in one piece. */
  readonly pieceOf: Uint32Array;
  /** The piece at each vertex; −1 if no triangle uses the vertex any more. [number of given vertices] */
  readonly pieceAt: Int32Array;
  /** Enclosed volume, m³. */
  readonly volume: number;
  /** Descriptions of irregularities of the surface, and how they were repaired. */
  readonly warnings: readonly string[];
}

export interface CloseOptions {
  /** Whether the surface may enclose no volume. Default: false. */
  readonly mayBeSheet?: boolean;
  /** Whether two vertices on open edges may be joined if they nearly meet. Default: always true. */
  readonly movesAlike?: (a: number, b: number) => boolean;
}

/**
 * Makes a surface closed, with triangles counter-clockwise seen from outside. Duplicate triangles are removed, seams that do not quite meet
 * are joined, triangles are oriented consistently, holes and cuts are closed, and pieces that are inside out are flipped.
 *
 * Pieces may overlap, and edges may have more than two triangles: the winding number decides which points are inside.
 *
 * positions: [3 · vertexCount] metres. triangles: [3 · triangleCount]. continues: whether the body continues beyond the edge between two
 * vertices. A loop of such edges is a cut, any other loop a hole. Throws InputError if no volume is enclosed.
 */
export function closeSurface(
  positions: Float64Array,
  triangles: Uint32Array,
  continues: (a: number, b: number) => boolean,
  path: string,
  { mayBeSheet = false, movesAlike = () => true }: CloseOptions = {},
): RepairedSurface {
  const warnings: string[] = [];
  const points = Array.from(positions);
  const single = dropDuplicates(triangles);
  const duplicateCount = (triangles.length - single.length) / 3;
  if (duplicateCount > 0) warnings.push(describeDuplicates(duplicateCount));
  const { triangles: kept, replacements } = joinSeams(positions, single, continues, movesAlike);
  const { pieceOf, pieceCount, flippedCount, conflictCount } = orientPieces(kept);
  if (flippedCount > 0) {
    warnings.push(`${count(flippedCount, 'triangle')} faced against their neighbours and were flipped`);
  }
  if (conflictCount > 0) {
    warnings.push(
      `the surface is one-sided at ${count(conflictCount, 'edge')}: its inside there is only an estimate; repair the surface`,
    );
  }

  const all = Array.from(kept);
  const pieces = Array.from(pieceOf);
  const cut = new Array<number>(pieceOf.length).fill(0);
  const pieceAt = new Int32Array(positions.length / 3).fill(-1);
  for (let k = 0; k < kept.length; k++) pieceAt[kept[k]] = pieceOf[Math.floor(k / 3)];
  const holes: Hole[] = [];
  const cutEdges: number[] = [];
  for (const loop of findLoops(kept)) {
    const cutEdgeCount = loop.filter((vertex, k) => continues(vertex, loop[(k + 1) % loop.length])).length;
    const isCutLoop = 2 * cutEdgeCount > loop.length;
    const cap = capLoop(points, loop);
    append(all, cap);
    for (let k = 0; k < cap.length; k += 3) {
      pieces.push(pieceAt[loop[0]]);
      cut.push(isCutLoop ? 1 : 0);
    }
    if (isCutLoop)
      append(
        cutEdges,
        loop.flatMap((vertex, k) => [vertex, loop[(k + 1) % loop.length]]),
      );
    else holes.push(measureHole(points, loop));
  }
  if (holes.length > 0) warnings.push(describeHoles(holes));

  const surface = keepUsed(points, all, cutEdges);
  orientPiecesOutward(surface, pieces, pieceCount, warnings);
  const { volume, area } = measureSurface(surface);
  if (!mayBeSheet && !(volume > minCompactness * area * Math.sqrt(area))) {
    const open = holes.length > 0 ? ` ${describeHoles(holes)}, but` : '';
    throw InputError.at(
      path,
      `expected a region that encloses flesh;${open} ${number(area)} m² of surface hold ${number(Math.max(0, volume))} m³: it is a sheet. ` +
        'Select more of the body, close the surface in a modelling program, or give a mask that leaves sheets out',
    );
  }
  for (const [vertex, other] of replacements) pieceAt[vertex] = pieceAt[other];
  return {
    surface,
    isCut: Uint8Array.from(cut),
    cutEdges: Uint32Array.from(cutEdges),
    pieceOf: Uint32Array.from(pieces),
    pieceAt,
    volume,
    warnings,
  };
}

/** Returns the surface without points that no triangle uses. `cutEdges` is renumbered accordingly. */
function keepUsed(
  points: readonly number[],
  triangles: readonly number[],
  cutEdges: number[],
): ClosedSurface {
  const numbers = new Int32Array(points.length / 3).fill(-1);
  for (const vertex of triangles) numbers[vertex] = 0;
  const positions: number[] = [];
  numbers.forEach((mark, vertex) => {
    if (mark < 0) return;
    numbers[vertex] = positions.length / 3;
    positions.push(points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2]);
  });
  cutEdges.forEach((vertex, k) => {
    cutEdges[k] = numbers[vertex];
  });
  return {
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from(triangles, (vertex) => numbers[vertex]),
  };
}

/**
 * Removes triangles that use a vertex twice, and keeps one of several identical triangles. If two triangles are back to back, they enclose
 * nothing, so both are removed. If most triangles are such pairs, the surface is a double-sided sheet, and one triangle of each pair is
 * kept.
 */
function dropDuplicates(triangles: Uint32Array): Uint32Array {
  const { firsts, balance, isDoubleSided } = matchTriangles(triangles, (vertex) => vertex);
  const out: number[] = [];
  firsts.forEach((k, own) => {
    if (balance[own] !== 0 || isDoubleSided) out.push(triangles[k], triangles[k + 1], triangles[k + 2]);
  });
  return Uint32Array.from(out);
}

/**
 * If most of a surface consists of back-to-back pairs of triangles, which make it visible from both sides, keeps one triangle of each pair.
 * positionIds [vertexCount]: equal for vertices at the same position.
 */
export function keepOneSide(
  triangles: readonly number[],
  positionIds: Uint32Array,
): { triangles: Uint32Array; warnings: string[] } {
  const all = Uint32Array.from(triangles);
  const { firsts, isDoubleSided } = matchTriangles(all, (vertex) => positionIds[vertex]);
  if (!isDoubleSided) return { triangles: all, warnings: [] };
  const out = firsts.flatMap((k) => [all[k], all[k + 1], all[k + 2]]);
  return { triangles: Uint32Array.from(out), warnings: [describeDuplicates((all.length - out.length) / 3)] };
}

function describeDuplicates(duplicateCount: number): string {
  return `${count(duplicateCount, 'duplicate triangle')} ${duplicateCount > 1 ? 'were' : 'was'} removed`;
}

/**
 * Groups triangles that have the same three vertices. Returns for each group the index of its first triangle, and the number of its
 * triangles with one orientation minus the number with the other. Also returns whether most groups contain both orientations. Triangles
 * that use a vertex twice are left out.
 */
function matchTriangles(
  triangles: Uint32Array,
  numberOf: (vertex: number) => number,
): { firsts: number[]; balance: number[]; isDoubleSided: boolean } {
  const seen = new TupleTable(3);
  const firsts: number[] = [];
  const balance: number[] = [];
  let pairCount = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [numberOf(triangles[k]), numberOf(triangles[k + 1]), numberOf(triangles[k + 2])];
    if (a === b || b === c || c === a) continue;
    // 1 for one orientation, −1 for the other.
    const orientation = (a < b ? 1 : -1) * (b < c ? 1 : -1) * (c < a ? 1 : -1);
    const own = seen.add(sortTriple(a, b, c));
    firsts[own] ??= k;
    balance[own] = (balance[own] ?? 0) + orientation;
    if (balance[own] === 0) pairCount++;
  }
  return { firsts, balance, isDoubleSided: 2 * pairCount > firsts.length };
}

/** Joins open edges whose ends nearly meet. Each vertex at such an end is replaced by the first vertex near it, see `replacements`. */
function joinSeams(
  positions: Float64Array,
  triangles: Uint32Array,
  continues: (a: number, b: number) => boolean,
  movesAlike: (a: number, b: number) => boolean,
): { triangles: Uint32Array; replacements: ReadonlyMap<number, number> } {
  const open = new Set<number>();
  for (const loop of findLoops(triangles)) {
    loop.forEach((vertex, k) => {
      const next = loop[(k + 1) % loop.length];
      if (!continues(vertex, next)) open.add(vertex).add(next);
    });
  }
  const replacements = new Map<number, number>();
  if (open.size === 0) return { triangles, replacements };
  const size = diagonal(positions, triangles);
  const cell = seamTolerance * size;
  const grid = new Map<string, number[]>();
  const keyOf = (x: number, y: number, z: number) => `${x},${y},${z}`;
  for (const vertex of open) {
    const gridCell = [0, 1, 2].map((axis) => Math.floor(positions[3 * vertex + axis] / cell));
    let match = -1;
    for (let n = 0; n < 27 && match < 0; n++) {
      const key = keyOf(
        gridCell[0] + (n % 3) - 1,
        gridCell[1] + (Math.floor(n / 3) % 3) - 1,
        gridCell[2] + Math.floor(n / 9) - 1,
      );
      match =
        grid
          .get(key)
          ?.find((other) => distanceBetween(positions, vertex, other) < cell && movesAlike(vertex, other)) ??
        -1;
    }
    if (match >= 0) {
      replacements.set(vertex, match);
      continue;
    }
    const own = keyOf(gridCell[0], gridCell[1], gridCell[2]);
    const list = grid.get(own);
    if (list) list.push(vertex);
    else grid.set(own, [vertex]);
  }
  if (replacements.size === 0) return { triangles, replacements };
  return {
    triangles: dropDuplicates(triangles.map((vertex) => replacements.get(vertex) ?? vertex)),
    replacements,
  };
}

/**
 * Flips pieces that face inward, except pieces inside another piece, which are hollows. The triangles of each piece must be oriented
 * consistently.
 */
function orientPiecesOutward(
  surface: ClosedSurface,
  pieces: readonly number[],
  pieceCount: number,
  warnings: string[],
): void {
  const { positions, triangles } = surface;
  const volumes = new Float64Array(pieceCount);
  const first = new Int32Array(pieceCount).fill(-1);
  for (let triangle = pieces.length - 1; triangle >= 0; triangle--) {
    volumes[pieces[triangle]] += cornerVolume(positions, triangles, triangle);
    first[pieces[triangle]] = triangle;
  }
  if (volumes.every((volume) => volume >= 0)) return;
  const outward = triangles.filter((_, k) => volumes[pieces[Math.floor(k / 3)]] > 0);
  const tree = outward.length > 0 ? new SurfaceTree(positions, outward) : null;
  let flippedCount = 0;
  for (let piece = 0; piece < pieceCount; piece++) {
    if (volumes[piece] >= 0) continue;
    const vertex = 3 * triangles[3 * first[piece]];
    if (tree && tree.winding(positions[vertex], positions[vertex + 1], positions[vertex + 2]) > 0.5) continue;
    flippedCount++;
    pieces.forEach((own, triangle) => {
      if (own === piece) flipTriangle(triangles, triangle);
    });
  }
  if (flippedCount > 0)
    warnings.push(
      `${count(flippedCount, 'piece')} faced inward and ${flippedCount > 1 ? 'were' : 'was'} flipped`,
    );
}

/** Returns the volume and the area of a closed surface, m³ and m². */
export function measureSurface(surface: ClosedSurface): { volume: number; area: number } {
  const { positions, triangles } = surface;
  let volume = 0;
  let area = 0;
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    volume += cornerVolume(positions, triangles, triangle);
    area += triangleArea(
      positions,
      triangles[3 * triangle],
      triangles[3 * triangle + 1],
      triangles[3 * triangle + 2],
    );
  }
  return { volume, area };
}

/** Returns the signed volume of the tetrahedron between a triangle and the origin. */
export function cornerVolume(p: Float64Array, triangles: Uint32Array, triangle: number): number {
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  return (
    (p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])) /
    6
  );
}

interface Hole {
  readonly centre: readonly number[];
  /** Longest side of the bounding box, metres. */
  readonly size: number;
}

function measureHole(points: readonly number[], loop: readonly number[]): Hole {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of loop) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], points[3 * vertex + axis]);
      high[axis] = Math.max(high[axis], points[3 * vertex + axis]);
    }
  }
  return {
    centre: low.map((value, axis) => (value + high[axis]) / 2),
    size: maxOf(low.map((value, axis) => high[axis] - value)),
  };
}

function describeHoles(holes: readonly Hole[]): string {
  const largest = holes.reduce((a, b) => (b.size > a.size ? b : a));
  const [x, y, z] = largest.centre.map(number);
  const which = holes.length > 1 ? 'the largest' : 'it';
  return (
    `the surface has ${count(holes.length, 'hole')}, ${which} ${number(largest.size)} m across at ` +
    `(${x}, ${y}, ${z}) m in mesh space; ${holes.length > 1 ? 'each was' : 'it was'} closed with a flat cap`
  );
}

function diagonal(positions: Float64Array, triangles: Uint32Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], positions[3 * vertex + axis]);
      high[axis] = Math.max(high[axis], positions[3 * vertex + axis]);
    }
  }
  return Math.sqrt(low.reduce((sum, value, axis) => sum + (high[axis] - value) ** 2, 0));
}

/** Formats a count: `1 hole`, `2 holes`. */
function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** Formats a number with three significant digits. */
function number(value: number): string {
  return String(Number(value.toPrecision(3)));
}
