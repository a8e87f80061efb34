import { InputError } from '../../../input-error.ts';
import { type LongWork, workThrough } from '../../../long-work.ts';
import { append, maxOf } from '../../../math/lists.ts';
import { determinant, transformPoint } from '../../../math/matrix.ts';
import { type JoinCounts, joinSurface } from '../../../motion/join-surface.ts';
import type { Rig } from '../../../motion/rig.ts';
import { sharedWeight, splitByMotion } from '../../../motion/split-by-motion.ts';
import { sortPair } from '../../../motion/tet-topology.ts';
import { TupleTable } from '../../../motion/tuple-table.ts';
import { joinPoints } from '../../../motion/weld-vertices.ts';
import { closeSurface, keepOneSide, type RepairedSurface } from './close-surface.ts';
import { nextCorner } from './orient-pieces.ts';
import { findPartFrame, nameNode, type PartFrame } from './part-frame.ts';
import { findCarriers, type RegionChoice, weighRegion } from './region-weights.ts';

export interface RegionOptions extends RegionChoice {
  /** Prefix of error paths, such as `systems[1]`. */
  readonly path: string;
  /** Metres per rig unit, > 0. */
  readonly actorScale: number;
  /**
   * A vertex belongs to the region if its weights for the region's joints add up to at least this. Above 0, up to 1. Default
   * 0.5.
   */
  readonly threshold?: number;
  /** Node of the bone that carries the part. Absent: that joint of the region which has the largest weight in it. */
  readonly node?: number;
  /** Whether the region may enclose no volume, because its elements are given separately. */
  readonly mayBeSheet?: boolean;
}

/**
 * Vertices at the same position become one point if at least this fraction of their weights is common. Where a head meets a body, the
 * artist's weights differ a little, while vertices with little in common belong to different parts.
 */
const minCommon = 0.5;

/** Weights have single precision, so a weight of one half may be slightly less than 0.5. */
const slack = 1e-6;

/** A part of a character's surface: closed, in the part's space, in metres. */
export interface Region extends RepairedSurface {
  readonly frame: PartFrame;
  /** The vertices that move, one entry for each surface, in the order of surfaces. Surfaces without such vertices are omitted. */
  readonly moved: readonly RegionVertices[];
  /** The distinct points of `moved`, metres, in the part's space, [3 · pointCount]. */
  readonly points: Float64Array;
  /** Number of repeated vertices of the file that were joined, and number of those that were not. */
  readonly copies: JoinCounts;
  /**
   * For each surface of the rig: [vertexCount] index of the piece to which each vertex belongs, −1 if it belongs to none. Null if no vertex
   * of the surface belongs to a piece.
   */
  readonly pieces: readonly (Int32Array | null)[];
}

export interface RegionVertices {
  readonly surface: number;
  /** Vertex indices, ascending. */
  readonly vertices: Uint32Array;
  /** Index into the region's points; copies of one point have the same index. [vertices.length] */
  readonly points: Uint32Array;
  /** Weight of each vertex in the region, threshold..1, [vertices.length]. */
  readonly weights: Float32Array;
}

/**
 * Extracts a region of a character. It consists of the triangles whose three corners all belong to it, joined across all surfaces (see
 * `joinSurface`). The surface is then closed, both at cuts, where the rest of the body continues, and at holes. Vertices on the edge of a
 * cut do not move, so no crack opens towards the neighbours.
 *
 * Throws InputError if the choice does not fit the rig, selects nothing, or encloses no volume.
 */
export function extractRegion(rig: Rig, options: RegionOptions): Region {
  return workThrough(extractingRegion(rig, options));
}

/** Does the same as `extractRegion`, as long work. */
export function* extractingRegion(rig: Rig, options: RegionOptions): LongWork<Region> {
  const { path, actorScale, threshold = 0.5 } = options;
  if (!(threshold > 0 && threshold <= 1)) {
    throw InputError.at(`${path}.threshold`, `expected a fraction above 0 and up to 1, got ${threshold}`);
  }
  if (!(actorScale > 0 && actorScale < Infinity)) {
    throw InputError.at(`${path}.scale`, `expected metres to a rig unit > 0, got ${actorScale}`);
  }
  const weights = weighRegion(rig, options, path);
  if (weights.every((own) => own === null)) throw emptyRegion(rig, options, threshold, []);
  yield;
  const frame = findPartFrame(rig, weights, options.joints ?? [], options.node, actorScale, path);
  yield;
  const body = yield* weldSurfaces(rig, weights, frame, options.joints ?? []);
  const { positionIds } = body;
  const belongs = body.weights.map((weight) => (weight >= threshold - slack ? 1 : 0));
  yield;
  const inside: number[] = [];
  /**
   * Edges of the triangles that are left out, as pairs of position indices. Beyond an open edge, the surface may continue in triangles that
   * follow other joints.
   */
  const beyond = new TupleTable(2);
  const continues = (a: number, b: number) => beyond.find(sortPair(positionIds[a], positionIds[b])) >= 0;
  const isOnCut = new Uint8Array(belongs.length);
  for (let k = 0; k < body.triangles.length; k += 3) {
    const corners = body.triangles.subarray(k, k + 3);
    if (corners.every((point) => belongs[point])) {
      append(inside, corners);
      continue;
    }
    for (let c = 0; c < 3; c++) {
      beyond.add(sortPair(positionIds[corners[c]], positionIds[corners[(c + 1) % 3]]));
      isOnCut[corners[c]] = 1;
    }
  }
  if (inside.length === 0) {
    throw emptyRegion(rig, options, threshold, body.weights);
  }
  yield;
  for (const [a, b] of listOpenEdges(inside)) if (continues(a, b)) isOnCut[a] = isOnCut[b] = 1;
  yield;
  const repaired = closeSurface(body.positions, Uint32Array.from(inside), continues, path, {
    mayBeSheet: options.mayBeSheet,
    movesAlike: body.movesAlike,
  });
  yield;
  const isMoved = new Uint8Array(belongs.length);
  for (const point of inside) isMoved[point] = 1 - isOnCut[point];
  const warnings = [...frame.warnings, ...body.warnings, ...repaired.warnings];
  return {
    ...repaired,
    warnings,
    frame,
    copies: body.copies,
    pieces: listPieces(rig, body, repaired),
    ...listMoved(body, isMoved),
  };
}

function listPieces(rig: Rig, { surfaces }: WeldedBody, { pieceAt }: RepairedSurface): (Int32Array | null)[] {
  const out: (Int32Array | null)[] = rig.surfaces.map(() => null);
  for (const { surface, points } of surfaces) {
    out[surface] = Int32Array.from(points, (point) => pieceAt[point]);
  }
  return out;
}

/** Returns the edges that belong to exactly one triangle. */
function listOpenEdges(triangles: readonly number[]): [number, number][] {
  const edges = new TupleTable(2);
  const uses: number[] = [];
  for (let k = 0; k < triangles.length; k++) {
    const edge = edges.add(sortPair(triangles[k], triangles[nextCorner(k)]));
    uses[edge] = (uses[edge] ?? 0) + 1;
  }
  return uses.flatMap((count, edge) => {
    if (count !== 1) return [];
    const [a, b] = edges.tuple(edge);
    return [[a, b] as [number, number]];
  });
}

function emptyRegion(
  rig: Rig,
  { path, joints = [] }: RegionOptions,
  threshold: number,
  weights: ArrayLike<number>,
): InputError {
  const list = Array.from(weights);
  const reached = list.filter((weight) => weight >= threshold - slack).length;
  const max = Number(list.reduce((a, b) => Math.max(a, b), 0).toPrecision(3));
  const why =
    reached === 0
      ? `the maximum weight of a vertex is ${max} and the threshold ${threshold}`
      : `${reached} ${reached === 1 ? 'vertex reaches' : 'vertices reach'} the threshold ${threshold}, but no triangle has all three corners among them`;
  // In a chain of joints, a vertex shares its weights with the next joint below.
  const isListed = new Set(joints);
  const below = [...rig.nodes.keys()].filter(
    (node) => isListed.has(rig.nodes[node].parent) && !isListed.has(node),
  );
  const remedy =
    below.length > 0
      ? `list the joints below too (${below.map((node) => nameNode(rig, node)).join(', ')})`
      : 'select other joints or surfaces';
  return InputError.at(
    path,
    `expected a region with triangles in it, got none: ${why}; ${remedy}, or give a lower threshold or a wider mask`,
  );
}

/** All surfaces that have vertices in the region, in one space, with copies of points joined. */
interface WeldedBody {
  /** Positions, metres, [3 · pointCount]. */
  readonly positions: Float64Array;
  /** Mean weight of the copies, [pointCount]. */
  readonly weights: Float64Array;
  /** Equal for points at the same position, [pointCount]. */
  readonly positionIds: Uint32Array;
  /** Vertex indices of the triangles, [3 · triangleCount]. */
  readonly triangles: Uint32Array;
  /** Whether two points have at least the fraction `minCommon` of their weights in common. */
  readonly movesAlike: (a: number, b: number) => boolean;
  readonly copies: JoinCounts;
  readonly warnings: readonly string[];
  /** For each surface: its index, and the point and the weight of each vertex. */
  readonly surfaces: readonly { surface: number; points: Uint32Array; weights: Float32Array }[];
}

function* weldSurfaces(
  rig: Rig,
  weights: readonly (Float32Array | null)[],
  frame: PartFrame,
  regionJoints: readonly number[],
): LongWork<WeldedBody> {
  const used = rig.surfaces.flatMap((_, index) => (weights[index] ? [index] : []));
  const all = new Float64Array(used.reduce((sum, index) => sum + rig.surfaces[index].positions.length, 0));
  const surfaceOf = new Uint32Array(all.length / 3);
  const corners: number[] = [];
  const target = [0, 0, 0];
  let filled = 0;
  for (const index of used) {
    const { positions, indices } = rig.surfaces[index];
    const start = filled / 3;
    surfaceOf.fill(index, start, start + positions.length / 3);
    const matrix = frame.fromSurface[index];
    for (let k = 0; k < positions.length; k += 3) {
      target[0] = positions[k];
      target[1] = positions[k + 1];
      target[2] = positions[k + 2];
      if (matrix) transformPoint(target, matrix, target);
      for (let axis = 0; axis < 3; axis++) all[filled++] = target[axis] * frame.scale;
    }
    const isMirrored = matrix !== null && determinant(matrix) < 0;
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = [start + indices[k], start + indices[k + 1], start + indices[k + 2]];
      if (isMirrored) corners.push(a, c, b);
      else corners.push(a, b, c);
    }
  }
  yield;
  const positionOfVertex = joinPoints(all).vertexOf;
  yield;
  const { triangles: single, warnings } = keepOneSide(corners, positionOfVertex);
  const { joints, influences, influenceCount } = listInfluences(rig, used, regionJoints);
  yield;
  const pointOf = splitByMotion(positionOfVertex, joints, influences, influenceCount, minCommon);
  yield;
  const { kept, vertexOf, counts } = joinSurface(all, single, { pointOf, surfaceOf });
  const positions = new Float64Array(3 * kept.length);
  kept.forEach((vertex, point) => {
    positions.set(all.subarray(3 * vertex, 3 * vertex + 3), 3 * point);
  });
  const sums = new Float64Array(kept.length);
  const copies = new Uint32Array(kept.length);
  const surfaces: { surface: number; points: Uint32Array; weights: Float32Array }[] = [];
  let start = 0;
  for (const index of used) {
    const own = weights[index]!;
    const points = vertexOf.subarray(start, start + own.length);
    start += own.length;
    own.forEach((weight, vertex) => {
      sums[points[vertex]] += weight;
      copies[points[vertex]]++;
    });
    surfaces.push({ surface: index, points, weights: own });
  }
  const triangles: number[] = [];
  for (let k = 0; k < single.length; k += 3) {
    const [a, b, c] = [vertexOf[single[k]], vertexOf[single[k + 1]], vertexOf[single[k + 2]]];
    // After joining, some triangles have no area: at poles and at seams.
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  return {
    positions,
    weights: sums.map((sum, point) => sum / copies[point]),
    positionIds: Uint32Array.from(kept, (vertex) => positionOfVertex[vertex]),
    triangles: Uint32Array.from(triangles),
    movesAlike: (a, b) =>
      influenceCount === 0 ||
      influenceCount === 0 ||
      sharedWeight(joints, influences, influenceCount, kept[a], kept[b]) >= minCommon,
    copies: counts,
    warnings,
    surfaces,
  };
}

/**
 * Returns, for the vertices of some surfaces, one surface after the other, the nodes that move a vertex and their weights. A vertex of a
 * rigid surface has only its carrier.
 */
function listInfluences(
  rig: Rig,
  used: readonly number[],
  regionJoints: readonly number[],
): { joints: Uint32Array; influences: Float32Array; influenceCount: number } {
  const carriers = findCarriers(rig, regionJoints);
  const own = used.map((index) => rig.surfaces[index]);
  const influenceCount = maxOf(
    own.map((surface) => surface.influenceCount),
    1,
  );
  const vertexCount = own.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const joints = new Uint32Array(influenceCount * vertexCount);
  const influences = new Float32Array(influenceCount * vertexCount);
  let start = 0;
  own.forEach((surface, k) => {
    const count = surface.positions.length / 3;
    for (let vertex = 0; vertex < count; vertex++) {
      const to = influenceCount * (start + vertex);
      if (surface.skin < 0) {
        joints[to] = carriers[used[k]];
        influences[to] = 1;
      }
      for (let n = 0; n < surface.influenceCount; n++) {
        const from = surface.influenceCount * vertex + n;
        joints[to + n] = rig.skins[surface.skin].joints[surface.jointIndices[from]];
        influences[to + n] = surface.jointWeights[from];
      }
    }
    start += count;
  });
  return { joints, influences, influenceCount };
}

function listMoved(body: WeldedBody, isMoved: Uint8Array): Pick<Region, 'moved' | 'points'> {
  const numbers = new Int32Array(isMoved.length).fill(-1);
  const points: number[] = [];
  isMoved.forEach((moves, point) => {
    if (!moves) return;
    numbers[point] = points.length / 3;
    append(points, body.positions.subarray(3 * point, 3 * point + 3));
  });
  const moved = body.surfaces.flatMap(({ surface, points: pointOf, weights }) => {
    const vertices: number[] = [];
    pointOf.forEach((point, vertex) => {
      if (isMoved[point]) vertices.push(vertex);
    });
    if (vertices.length === 0) return [];
    return [
      {
        surface,
        vertices: Uint32Array.from(vertices),
        points: Uint32Array.from(vertices, (vertex) => numbers[pointOf[vertex]]),
        weights: Float32Array.from(vertices, (vertex) => weights[vertex]),
      },
    ];
  });
  return { moved, points: Float64Array.from(points) };
}
