import type { ShellsSkin } from '../../coats/shells.ts';
import { createMatrix, invertMatrix, transformPoint } from '../../math/matrix.ts';
import type { Actor } from '../../motion/actor.ts';
import { measureScale } from '../../motion/drive-frame.ts';
import { createRestPose, type Pose } from '../../motion/pose.ts';

/** The nodes that move a part of a skin in its file: the joints of a skin, or one node if `skin` is −1. */
export interface Carrier {
  readonly node: number;
  readonly skin: number;
}

/** How points on a skin follow a character in glTF: each point has one carrier, and at most four of the carrier's joints. */
export interface BoundPoints {
  readonly count: number;
  readonly carriers: readonly Carrier[];
  /** Index into `carriers` of each point, [count]. */
  readonly carrierOf: Uint16Array;
  /** Indices into the joints of the carrier's skin; 0 for influences without a weight. [4 · count] The weights of a point sum to 1. */
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
}

/**
 * Binds points on triangles of a skin. corners [3 · count]: the vertices of the shells at the corners. barycentric [3 · count]: the weights
 * of the corners. A point on a triangle of two carriers belongs to the carrier of the corner with the maximum weight.
 */
export function bindPoints(
  { rig }: Actor,
  skin: ShellsSkin,
  corners: ArrayLike<number>,
  fractions: ArrayLike<number>,
): BoundPoints {
  const count = corners.length / 3;
  const positionOf = findPositions(rig.surfaces, skin);
  const carriers: Carrier[] = [];
  const carrierOf = new Uint16Array(count);
  const joints = new Uint16Array(4 * count);
  const weights = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const own = [0, 1, 2].map((c) => ({
      share: fractions[3 * i + c],
      ...positionOf(skin.vertexOf[corners[3 * i + c]]),
    }));
    const [{ surface }] = own.toSorted((a, b) => b.share - a.share);
    const { node, skin: index } = rig.surfaces[surface];
    let carrier = carriers.findIndex((known) => known.node === node && known.skin === index);
    if (carrier < 0) carrier = carriers.push({ node, skin: index }) - 1;
    carrierOf[i] = carrier;
    if (index < 0) continue;
    const sums = new Map<number, number>();
    for (const { share: weight, surface: from, vertex } of own) {
      const { skin: other, influenceCount, jointIndices, jointWeights } = rig.surfaces[from];
      if (other !== index) continue;
      for (let k = vertex * influenceCount; k < (vertex + 1) * influenceCount; k++) {
        if (jointWeights[k] * weight > 0)
          sums.set(jointIndices[k], (sums.get(jointIndices[k]) ?? 0) + weight * jointWeights[k]);
      }
    }
    setInfluences(joints, weights, i, sums);
  }
  return { count, carriers, carrierOf, joints, weights };
}

/** Maps a vertex of the skin, counted over all its surfaces, to its surface in the rig and its vertex there. */
function findPositions(
  surfaces: readonly { readonly positions: Float32Array }[],
  { surfaces: chosen }: ShellsSkin,
): (vertex: number) => { surface: number; vertex: number } {
  return (vertex) => {
    let rest = vertex;
    for (const surface of chosen) {
      const own = surfaces[surface].positions.length / 3;
      if (rest < own) return { surface, vertex: rest };
      rest -= own;
    }
    throw new RangeError(`the skin has no vertex ${vertex}`);
  };
}

/** Keeps the four largest weights. Their sum is exactly 1 in single precision. */
function setInfluences(
  joints: Uint16Array,
  weights: Float32Array,
  point: number,
  sums: ReadonlyMap<number, number>,
): void {
  const kept = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 4);
  const total = kept.reduce((sum, [, weight]) => sum + weight, 0);
  let others = 0;
  for (let k = kept.length - 1; k > 0; k--) {
    const weight = Math.fround(kept[k][1] / total);
    if (weight === 0) continue;
    joints[4 * point + k] = kept[k][0];
    weights[4 * point + k] = weight;
    others += weight;
  }
  joints[4 * point] = kept[0]?.[0] ?? 0;
  weights[4 * point] = 1 - others;
}

/** Writes the matrix from a point's mesh space to world metres in a pose whose world matrices are current. */
export function pointMatrix(out: Float64Array, bound: BoundPoints, pose: Pose, point: number): void {
  const { node, skin } = bound.carriers[bound.carrierOf[point]];
  if (skin < 0) {
    for (let k = 0; k < 16; k++) out[k] = pose.world[16 * node + k];
    return;
  }
  const matrices = pose.jointMatrices(skin);
  out.fill(0);
  for (let k = 4 * point; k < 4 * point + 4; k++) {
    const weight = bound.weights[k];
    if (weight === 0) continue;
    const o = 16 * bound.joints[k];
    for (let e = 0; e < 16; e++) out[e] += weight * matrices[o + e];
  }
}

const matrix = createMatrix();
const inverse = createMatrix();

/** If a pose scales a point's space below this fraction of its usual size along any axis, its matrix has no usable inverse. */
const minFraction = 0.05;

/**
 * Returns the metres per unit of the bound points' spaces in the rest pose. It is the maximum over all points, so that bones that are
 * hidden in the rest pose do not count.
 */
export function measureUsualScale({ rig, scale }: Actor, bound: BoundPoints): number {
  const rest = createRestPose(rig, scale);
  let largest = 0;
  for (let i = 0; i < bound.count; i++) {
    pointMatrix(matrix, bound, rest, i);
    largest = Math.max(largest, measureScale(matrix));
  }
  return largest;
}

/**
 * Transforms world positions in place to the space of the mesh before skinning. There are `length` positions for each bound point, one
 * after the other. usualScale: from `measureUsualScale`. If a bone is scaled to zero or flat, the transform has no inverse. Points of such
 * bones keep their world positions, and their indices are returned.
 */
export function toMeshSpace(
  positions: Float64Array | Float32Array,
  bound: BoundPoints,
  pose: Pose,
  length: number,
  usualScale: number,
): readonly number[] {
  const position = [0, 0, 0];
  const lost: number[] = [];
  for (let i = 0; i < bound.count; i++) {
    pointMatrix(matrix, bound, pose, i);
    if (!invertMatrix(inverse, matrix) || !(minFraction * measureScale(inverse) * usualScale <= 1)) {
      lost.push(i);
      continue;
    }
    for (let k = 3 * length * i; k < 3 * length * (i + 1); k += 3) {
      for (let c = 0; c < 3; c++) position[c] = positions[k + c];
      transformPoint(position, inverse, position);
      for (let c = 0; c < 3; c++) positions[k + c] = position[c];
    }
  }
  return lost;
}
