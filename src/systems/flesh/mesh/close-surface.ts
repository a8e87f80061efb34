import { distanceBetween, triangleArea } from '../../../geometry/simplex.ts';
import { SurfaceTree } from '../../../geometry/surface-tree.ts';
import { InputError } from '../../../input-error.ts';
import { append, maxOf } from '../../../math/lists.ts';
import type { ClosedSurface } from '../../../motion/tet-mesh.ts';
import { sortTriple } from '../../../motion/tet-topology.ts';
import { TupleTable } from '../../../motion/tuple-table.ts';
import { capLoop, findLoops } from './cap-loops.ts';
import { orientPieces, turnTriangle } from './orient-pieces.ts';

/** Vertices on open edges are joined if they are nearer to each other than this fraction of the surface's size. */
const seamTolerance = 2e-4;
/** Volume divided by area to the power 3/2 (a sphere: 0.094) below which the surface is a sheet and not a body. */
const thinnest = 2e-4;

export interface RepairedSurface {
  readonly surface: ClosedSurface;
  /** [triangleCount] 1 if a triangle closes a cut to the rest of the body, else 0. */
  readonly isCut: Uint8Array;
  /** [2 · edgeCount] vertices of the edges along which cuts were closed. */
  readonly rim: Uint32Array;
  /**
   * [triangleCount] index of the piece to which each triangle belongs. Triangles with an edge in common are in one piece.
   */
  readonly pieceOf: Uint32Array;
  /** [vertexCount given] the piece at each vertex; −1 if no triangle uses the vertex any more. */
  readonly pieceAt: Int32Array;
  /** m³. */
  readonly volume: number;
  /** Irregularities of the surface, and how they were repaired. */
  readonly warnings: readonly string[];
}

export interface CloseOptions {
  /** Whether the surface may enclose no volume. Default: false. */
  readonly mayBeSheet?: boolean;
  /** Whether two vertices on open edges may be joined if they nearly meet. Default: always true. */
  readonly movesAlike?: (a: number, b: number) => boolean;
}

/**
 * Makes a surface closed, with triangles counter-clockwise seen from outside. Duplicate triangles are removed, seams that do
 * not quite meet are joined, triangles are oriented consistently, holes and cuts are closed, and pieces that are inside out
 * are turned.
 *
 * Pieces may overlap, and edges may have more than two triangles: the winding number decides which points are inside.
 *
 * positions: [3 · vertexCount] metres. triangles: [3 · triangleCount]. goesOn: whether the body continues beyond the edge
 * between two vertices, so that a loop of such edges is a cut and not a hole. Errors: InputError if no volume is enclosed.
 */
export function closeSurface(
  positions: Float64Array,
  triangles: Uint32Array,
  goesOn: (a: number, b: number) => boolean,
  path: string,
  { mayBeSheet = false, movesAlike = () => true }: CloseOptions = {},
): RepairedSurface {
  const warnings: string[] = [];
  const points = Array.from(positions);
  const single = dropDoubled(triangles);
  const doubledCount = (triangles.length - single.length) / 3;
  if (doubledCount > 0) warnings.push(tellDoubled(doubledCount));
  const { triangles: kept, standsAt } = joinSeams(positions, single, goesOn, movesAlike);
  const { pieceOf, pieceCount, turnedCount, conflictCount } = orientPieces(kept);
  if (turnedCount > 0) {
    warnings.push(`${count(turnedCount, 'triangle')} faced against their neighbours and were turned`);
  }
  if (conflictCount > 0) {
    warnings.push(
      `the surface is one-sided at ${count(conflictCount, 'edge')}: what is inside there is a guess; mend the surface`,
    );
  }

  const all = Array.from(kept);
  const pieces = Array.from(pieceOf);
  const cut = new Array<number>(pieceOf.length).fill(0);
  const pieceAt = new Int32Array(positions.length / 3).fill(-1);
  for (let k = 0; k < kept.length; k++) pieceAt[kept[k]] = pieceOf[Math.floor(k / 3)];
  const holes: Hole[] = [];
  const rim: number[] = [];
  for (const loop of findLoops(kept)) {
    const cutEdges = loop.filter((vertex, k) => goesOn(vertex, loop[(k + 1) % loop.length])).length;
    const isCutLoop = 2 * cutEdges > loop.length;
    const cap = capLoop(points, loop);
    append(all, cap);
    for (let k = 0; k < cap.length; k += 3) {
      pieces.push(pieceAt[loop[0]]);
      cut.push(isCutLoop ? 1 : 0);
    }
    if (isCutLoop)
      append(
        rim,
        loop.flatMap((vertex, k) => [vertex, loop[(k + 1) % loop.length]]),
      );
    else holes.push(measureHole(points, loop));
  }
  if (holes.length > 0) warnings.push(describeHoles(holes));

  const surface = keepUsed(points, all, rim);
  turnPiecesOut(surface, pieces, pieceCount, warnings);
  const { volume, area } = measureSurface(surface);
  if (!mayBeSheet && !(volume > thinnest * area * Math.sqrt(area))) {
    const open = holes.length > 0 ? ` ${describeHoles(holes)}, and still` : '';
    throw InputError.at(
      path,
      `expected a region that encloses flesh;${open} ${number(area)} m² of surface hold ${number(Math.max(0, volume))} m³: it is a sheet. ` +
        'Take more of the body, close the surface in a modelling program, or give a mask that leaves sheets out',
    );
  }
  for (const [vertex, other] of standsAt) pieceAt[vertex] = pieceAt[other];
  return {
    surface,
    isCut: Uint8Array.from(cut),
    rim: Uint32Array.from(rim),
    pieceOf: Uint32Array.from(pieces),
    pieceAt,
    volume,
    warnings,
  };
}

/** The surface without points that no triangle uses. `rim` is renumbered accordingly. */
function keepUsed(points: readonly number[], triangles: readonly number[], rim: number[]): ClosedSurface {
  const numbers = new Int32Array(points.length / 3).fill(-1);
  for (const vertex of triangles) numbers[vertex] = 0;
  const positions: number[] = [];
  numbers.forEach((mark, vertex) => {
    if (mark < 0) return;
    numbers[vertex] = positions.length / 3;
    positions.push(points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2]);
  });
  rim.forEach((vertex, k) => {
    rim[k] = numbers[vertex];
  });
  return {
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from(triangles, (vertex) => numbers[vertex]),
  };
}

/**
 * Removes triangles that use a vertex twice, and keeps one of several identical triangles. Two triangles back to back
 * enclose nothing, so both are removed. If most triangles are such pairs, the surface is a double-sided sheet, and one
 * triangle of each pair is kept.
 */
function dropDoubled(triangles: Uint32Array): Uint32Array {
  const { places, balance, isDoubleSided } = matchTriangles(triangles, (vertex) => vertex);
  const out: number[] = [];
  places.forEach((k, own) => {
    if (balance[own] !== 0 || isDoubleSided) out.push(triangles[k], triangles[k + 1], triangles[k + 2]);
  });
  return Uint32Array.from(out);
}

/**
 * Keeps one triangle of each back-to-back pair if most of a surface consists of such pairs: it was made to be visible from
 * both sides. placeOf: [vertexCount] equal for vertices at the same position.
 */
export function keepOneSide(
  triangles: readonly number[],
  placeOf: Uint32Array,
): { triangles: Uint32Array; warnings: string[] } {
  const all = Uint32Array.from(triangles);
  const { places, isDoubleSided } = matchTriangles(all, (vertex) => placeOf[vertex]);
  if (!isDoubleSided) return { triangles: all, warnings: [] };
  const out = places.flatMap((k) => [all[k], all[k + 1], all[k + 2]]);
  return { triangles: Uint32Array.from(out), warnings: [tellDoubled((all.length - out.length) / 3)] };
}

function tellDoubled(doubledCount: number): string {
  return `${count(doubledCount, 'triangle')} that others lie on ${doubledCount > 1 ? 'were' : 'was'} left out`;
}

/**
 * Groups triangles with the same three vertices. Returns for each group the index of its first triangle and the number of
 * triangles of one orientation minus that of the other, and whether most groups contain both orientations. Triangles that
 * use a vertex twice are left out.
 */
function matchTriangles(
  triangles: Uint32Array,
  numberOf: (vertex: number) => number,
): { places: number[]; balance: number[]; isDoubleSided: boolean } {
  const seen = new TupleTable(3);
  const places: number[] = [];
  const balance: number[] = [];
  let pairCount = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [numberOf(triangles[k]), numberOf(triangles[k + 1]), numberOf(triangles[k + 2])];
    if (a === b || b === c || c === a) continue;
    // 1 for one orientation, −1 for the other.
    const turn = (a < b ? 1 : -1) * (b < c ? 1 : -1) * (c < a ? 1 : -1);
    const own = seen.add(sortTriple(a, b, c));
    places[own] ??= k;
    balance[own] = (balance[own] ?? 0) + turn;
    if (balance[own] === 0) pairCount++;
  }
  return { places, balance, isDoubleSided: 2 * pairCount > places.length };
}

/** Joins open edges whose ends nearly meet: each vertex there is replaced by the first one near it, `standsAt`. */
function joinSeams(
  positions: Float64Array,
  triangles: Uint32Array,
  goesOn: (a: number, b: number) => boolean,
  movesAlike: (a: number, b: number) => boolean,
): { triangles: Uint32Array; standsAt: ReadonlyMap<number, number> } {
  const open = new Set<number>();
  for (const loop of findLoops(triangles)) {
    loop.forEach((vertex, k) => {
      const next = loop[(k + 1) % loop.length];
      if (!goesOn(vertex, next)) open.add(vertex).add(next);
    });
  }
  const stands = new Map<number, number>();
  if (open.size === 0) return { triangles, standsAt: stands };
  const size = diagonal(positions, triangles);
  const cell = seamTolerance * size;
  const grid = new Map<string, number[]>();
  const keyOf = (x: number, y: number, z: number) => `${x},${y},${z}`;
  for (const vertex of open) {
    const place = [0, 1, 2].map((axis) => Math.floor(positions[3 * vertex + axis] / cell));
    let twin = -1;
    for (let n = 0; n < 27 && twin < 0; n++) {
      const key = keyOf(
        place[0] + (n % 3) - 1,
        place[1] + (Math.floor(n / 3) % 3) - 1,
        place[2] + Math.floor(n / 9) - 1,
      );
      twin =
        grid
          .get(key)
          ?.find((other) => distanceBetween(positions, vertex, other) < cell && movesAlike(vertex, other)) ??
        -1;
    }
    if (twin >= 0) {
      stands.set(vertex, twin);
      continue;
    }
    const own = keyOf(place[0], place[1], place[2]);
    const list = grid.get(own);
    if (list) list.push(vertex);
    else grid.set(own, [vertex]);
  }
  if (stands.size === 0) return { triangles, standsAt: stands };
  return {
    triangles: dropDoubled(triangles.map((vertex) => stands.get(vertex) ?? vertex)),
    standsAt: stands,
  };
}

/**
 * Turns pieces that face inward, except for those inside another piece, which are hollows. The triangles of each piece must
 * be oriented consistently.
 */
function turnPiecesOut(
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
  let turnedCount = 0;
  for (let piece = 0; piece < pieceCount; piece++) {
    if (volumes[piece] >= 0) continue;
    const vertex = 3 * triangles[3 * first[piece]];
    if (tree && tree.winding(positions[vertex], positions[vertex + 1], positions[vertex + 2]) > 0.5) continue;
    turnedCount++;
    pieces.forEach((own, triangle) => {
      if (own === piece) turnTriangle(triangles, triangle);
    });
  }
  if (turnedCount > 0)
    warnings.push(
      `${count(turnedCount, 'piece')} faced inward and ${turnedCount > 1 ? 'were' : 'was'} turned`,
    );
}

/** Volume and area of a closed surface, m³ and m². */
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

/** Signed volume of the tetrahedron between a triangle and the origin. */
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

/** `1 hole`, `2 holes`. */
function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** Three significant digits. */
function number(value: number): string {
  return String(Number(value.toPrecision(3)));
}
