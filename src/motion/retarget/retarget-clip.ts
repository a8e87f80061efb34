import { norm } from '../../geometry/vector.ts';
import {
  createMatrix,
  invertMatrix,
  type Matrix,
  multiplyMatrices,
  transformPoint,
} from '../../math/matrix.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  rotateVector,
} from '../../math/quaternion.ts';
import { Pose } from '../pose.ts';
import type { Clip, ClipChannel, Rig } from '../rig.ts';

/** A node of the rig that a clip was made for, and the node of another rig that moves like it. */
export type NodePair = readonly [source: number, target: number];

/** Nodes that correspond in two rigs. */
export interface RigMap {
  readonly pairs: readonly NodePair[];
  /**
   * The humanoid's hips, whose positions are multiplied by the ratio of their heights. Absent: every node moves from its own rest position,
   * by distances in proportion to it.
   */
  readonly hips?: NodePair;
  /** The target faces −Z and the source +Z. */
  readonly isReversed?: boolean;
}

/**
 * Returns a clip of one rig for another one. A node gets the same rotation in world axes, relative to the rest pose, as its counterpart. So
 * the rest poses must be the same, but not the axes of nodes. If all axes are the same, the values are unchanged, except for rounding.
 */
export function retargetClip(clip: Clip, source: Rig, target: Rig, map: RigMap): Clip {
  const targetOf = new Map(map.pairs);
  const rests = { source: new RestPose(source), target: new RestPose(target) };
  const channels = clip.channels.flatMap((channel): ClipChannel[] => {
    const node = targetOf.get(channel.node);
    if (node === undefined) return [];
    const moved = { ...channel, node };
    if (channel.path === 'rotation') {
      return [{ ...moved, values: rotate(channel, node, rests, map.isReversed ?? false) }];
    }
    if (channel.path === 'translation') {
      if (map.hips && channel.node !== map.hips[0]) return [];
      return [{ ...moved, values: displace(channel, node, rests, map) }];
    }
    if (map.hips) return [];
    const isSame = channel.path === 'scale' || channel.width === target.nodes[node].weights.length;
    return isSame ? [moved] : [];
  });
  return { ...clip, channels };
}

/** The world transforms of nodes and of their parents in the rest pose, in rig units. */
class RestPose {
  private readonly pose: Pose;
  private readonly rotations: Quaternion[] = [];

  constructor(readonly rig: Rig) {
    this.pose = new Pose(rig);
    this.pose.updateWorld();
    for (const node of rig.order) {
      const rotation: Quaternion = [0, 0, 0, 1];
      multiplyQuaternions(rotation, this.parentRotation(node), rig.nodes[node].rotation);
      this.rotations[node] = rotation;
    }
  }

  rotation(node: number): Quaternion {
    return this.rotations[node];
  }

  parentRotation(node: number): Quaternion {
    const { parent } = this.rig.nodes[node];
    return parent < 0 ? [0, 0, 0, 1] : this.rotations[parent];
  }

  parentMatrix(node: number): Matrix {
    const { parent } = this.rig.nodes[node];
    return parent < 0 ? createMatrix() : this.pose.world.slice(16 * parent, 16 * parent + 16);
  }

  height(node: number): number {
    return this.pose.world[16 * node + 13];
  }
}

interface Rests {
  readonly source: RestPose;
  readonly target: RestPose;
}

function rotate(channel: ClipChannel, node: number, rests: Rests, isReversed: boolean): Float32Array {
  const { source, target } = rests;
  const before = source.parentRotation(channel.node);
  const after = conjugateQuaternion(source.rotation(channel.node));
  const left = conjugateQuaternion(target.parentRotation(node));
  const right = target.rotation(node);
  const values = new Float32Array(channel.values.length);
  const q: Quaternion = [0, 0, 0, 1];
  // All operations are linear, so they are right for the tangents of cubic keys too.
  for (let k = 0; k < values.length; k += 4) {
    multiplyQuaternions(q, before, channel.values.subarray(k, k + 4));
    multiplyQuaternions(q, q, after);
    if (isReversed) {
      q[0] = -q[0];
      q[2] = -q[2];
    }
    multiplyQuaternions(q, left, q);
    multiplyQuaternions(q, q, right);
    values.set(q, k);
  }
  return values;
}

function displace(channel: ClipChannel, node: number, rests: Rests, map: RigMap): Float32Array {
  const matrix = map.hips
    ? hipsMatrix(rests, map.hips, map.isReversed ?? false)
    : ownMatrix(channel, node, rests);
  const linear = Float64Array.from(matrix);
  linear.fill(0, 12, 15);
  const { values, interpolation } = channel;
  const out = new Float32Array(values.length);
  const moved = new Float64Array(3);
  for (let k = 0; k < values.length; k += 3) {
    // With cubic splines a key is [in-tangent, value, out-tangent].
    const isTangent = interpolation === 'CUBICSPLINE' && (k / 3) % 3 !== 1;
    transformPoint(moved, isTangent ? linear : matrix, values.subarray(k, k + 3));
    out.set(moved, k);
  }
  return out;
}

/** Returns the matrix from positions of the source's hips to those of the target, both relative to their parents. */
function hipsMatrix({ source, target }: Rests, [from, to]: NodePair, isReversed: boolean): Matrix {
  const [height, own] = [source.height(from), target.height(to)];
  const factor = height > 0 && own > 0 ? own / height : 1;
  const side = isReversed ? -factor : factor;
  const matrix = createMatrix();
  [side, factor, side].forEach((value, k) => {
    matrix[5 * k] = value;
  });
  multiplyMatrices(matrix, 0, Float64Array.from(matrix), 0, source.parentMatrix(from), 0);
  const inverse = createMatrix();
  if (invertMatrix(inverse, target.parentMatrix(to))) multiplyMatrices(matrix, 0, inverse, 0, matrix, 0);
  return matrix;
}

/** Returns the matrix from positions of a node to those of its counterpart. It maps one rest position to the other. */
function ownMatrix(channel: ClipChannel, node: number, { source, target }: Rests): Matrix {
  const from = source.rig.nodes[channel.node].translation;
  const to = target.rig.nodes[node].translation;
  const [length, own] = [norm(from), norm(to)];
  const factor = length > 0 && own > 0 ? own / length : 1;
  const turn: Quaternion = [0, 0, 0, 1];
  multiplyQuaternions(
    turn,
    conjugateQuaternion(target.parentRotation(node)),
    source.parentRotation(channel.node),
  );
  normalizeQuaternion(turn, turn);
  const matrix = createMatrix();
  const moved = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    rotateVector(moved, turn, axes[axis]);
    for (let row = 0; row < 3; row++) matrix[4 * axis + row] = factor * moved[row];
  }
  transformPoint(moved, matrix, from);
  for (let row = 0; row < 3; row++) matrix[12 + row] = to[row] - moved[row];
  return matrix;
}

const axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
