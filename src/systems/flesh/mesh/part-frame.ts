import { InputError } from '../../../input-error.ts';
import { maxOf, minOf } from '../../../math/lists.ts';
import { createMatrix, invertMatrix, type Matrix, multiplyMatrices } from '../../../math/matrix.ts';
import { Pose } from '../../../motion/pose.ts';
import type { Rig } from '../../../motion/rig.ts';

/** The space of a part: the mesh space of the main surface. It moves with one bone. */
export interface PartFrame {
  /** Node of the bone. */
  readonly node: number;
  /** Transform from the part's space to the bone's space, column-major [16]. */
  readonly inverseBind: Float64Array;
  /** Metres per unit of the part's space. */
  readonly scale: number;
  /** For each surface of the rig: transform from its mesh space to the part's space; null if they are the same. */
  readonly fromSurface: readonly (Matrix | null)[];
  /** Returns the position of a node in the part's space while the surface has its bind pose. */
  readonly positionOf: (node: number) => readonly [number, number, number];
  readonly warnings: readonly string[];
}

/** The carrying bone and its descendants must have at least this fraction of the region's weight. */
const minCarriedFraction = 0.8;

/**
 * Determines the space of a part from its surfaces: the mesh space of that skin (or node) which has the largest weight in the part.
 * Surfaces with another skin, or with none, are transformed to it through the bone's rest poses in both.
 *
 * weights: for each surface of the rig, [vertexCount] weights of its vertices in the part, or null if no vertex of the surface belongs to
 * the part. node: the bone. If it is absent, `findCarrier` chooses it. joints: the candidates for the bone. If the list is empty, all
 * joints are candidates. actorScale: metres per rig unit. Throws InputError if the bone does not move the surfaces.
 */
export function findPartFrame(
  rig: Rig,
  weights: readonly (Float32Array | null)[],
  joints: readonly number[],
  node: number | undefined,
  actorScale: number,
  path: string,
): PartFrame {
  const sums = weights.map((own) => own?.reduce((sum, weight) => sum + weight, 0) ?? 0);
  const main = sums.indexOf(maxOf(sums));
  const { skin } = rig.surfaces[main];
  const pose = new Pose(rig);
  pose.updateWorld();
  const bone = node ?? (skin < 0 ? rig.surfaces[main].node : findCarrier(rig, weights, joints, skin));
  const inverseBind = new Float64Array(16);
  if (skin >= 0) {
    const joint = rig.skins[skin].joints.indexOf(bone);
    if (joint < 0) {
      throw InputError.at(
        `${path}.bone`,
        `expected a joint of the skin of "${rig.surfaces[main].name}", got ${nameNode(rig, bone)}`,
      );
    }
    inverseBind.set(rig.skins[skin].inverseBind.subarray(16 * joint, 16 * joint + 16));
  } else {
    multiplyMatrices(
      inverseBind,
      0,
      invert(pose.world, bone, path),
      0,
      pose.world,
      16 * rig.surfaces[main].node,
    );
  }
  const fromWorld = createMatrix();
  const toWorld = createMatrix();
  multiplyMatrices(toWorld, 0, pose.world, 16 * bone, inverseBind, 0);
  if (!invertMatrix(fromWorld, toWorld)) throw flatBone(rig, bone, path);

  const fromSurface = rig.surfaces.map((surface, index) => {
    if (
      sums[index] === 0 ||
      (surface.skin === skin && (skin >= 0 || surface.node === rig.surfaces[main].node))
    ) {
      return null;
    }
    const own = createMatrix();
    if (surface.skin < 0) {
      multiplyMatrices(own, 0, fromWorld, 0, pose.world, 16 * surface.node);
      return own;
    }
    const joint = rig.skins[surface.skin].joints.indexOf(bone);
    const carrier =
      joint >= 0
        ? joint
        : rig.skins[surface.skin].joints.indexOf(findCarrier(rig, weights, [], surface.skin));
    multiplyMatrices(own, 0, fromWorld, 0, pose.jointMatrices(surface.skin), 16 * carrier);
    return own;
  });

  const lengths = [0, 4, 8].map((k) => toWorld[k] ** 2 + toWorld[k + 1] ** 2 + toWorld[k + 2] ** 2);
  const warnings: string[] = [];
  if (maxOf(lengths) > 1.02 * minOf(lengths)) {
    warnings.push(
      `${nameNode(rig, bone)} is scaled unevenly; the part is prepared as if its scale were even`,
    );
  }
  const scale = actorScale * Math.sqrt((lengths[0] + lengths[1] + lengths[2]) / 3);
  const positionOf = (other: number): readonly [number, number, number] => {
    const joint = skin < 0 ? -1 : rig.skins[skin].joints.indexOf(other);
    const toNode = createMatrix();
    if (joint < 0) multiplyMatrices(toNode, 0, fromWorld, 0, pose.world, 16 * other);
    else invertMatrix(toNode, rig.skins[skin].inverseBind.subarray(16 * joint, 16 * joint + 16));
    return [toNode[12], toNode[13], toNode[14]];
  };
  return { node: bone, inverseBind, scale, fromSurface, positionOf, warnings };
}

/**
 * Returns the node of the joint that carries the weighted vertices, among some joints of a skin (if the list is empty: all). It is the
 * deepest joint that, together with its descendants, has most of the weight. If there is none, it is the joint that has the largest weight
 * by itself.
 */
function findCarrier(
  rig: Rig,
  weights: readonly (Float32Array | null)[],
  among: readonly number[],
  skin: number,
): number {
  const { joints } = rig.skins[skin];
  const own = new Float64Array(rig.nodes.length);
  rig.surfaces.forEach((surface, index) => {
    const vertexWeights = weights[index];
    if (!vertexWeights || surface.skin !== skin) return;
    const { influenceCount, jointIndices, jointWeights } = surface;
    for (let k = 0; k < jointIndices.length; k++) {
      own[joints[jointIndices[k]]] += vertexWeights[Math.floor(k / influenceCount)] * jointWeights[k];
    }
  });
  const candidates = joints.filter((node) => among.length === 0 || among.includes(node));
  const isCandidate = new Set(candidates);
  const held = own.map((sum, node) => (isCandidate.has(node) ? sum : 0));
  // Children are visited before their parents.
  for (const node of rig.order.toReversed()) {
    const { parent } = rig.nodes[node];
    if (parent >= 0) held[parent] += held[node];
  }
  const total = candidates.reduce((sum, node) => sum + own[node], 0);
  let carrier = -1;
  for (const node of rig.order) {
    if (isCandidate.has(node) && held[node] > minCarriedFraction * total) carrier = node;
  }
  if (carrier >= 0) return carrier;
  return candidates.reduce((best, node) => (own[node] > own[best] ? node : best));
}

function invert(world: Float64Array, node: number, path: string): Matrix {
  const out = createMatrix();
  if (!invertMatrix(out, world.subarray(16 * node, 16 * node + 16))) {
    throw InputError.at(
      `${path}.bone`,
      `expected a bone with a scale other than 0, got node ${node} with scale 0`,
    );
  }
  return out;
}

function flatBone(rig: Rig, node: number, path: string): InputError {
  return InputError.at(
    `${path}.bone`,
    `expected a bone with a scale other than 0, got ${nameNode(rig, node)} with scale 0`,
  );
}

/** Returns a node's name in quotation marks, or its index if it has no name. */
export function nameNode(rig: Rig, node: number): string {
  return rig.nodes[node]?.name ? `"${rig.nodes[node].name}"` : `node ${node}`;
}
