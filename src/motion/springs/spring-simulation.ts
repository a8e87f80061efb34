import { normalize, type Vector } from '../../geometry/vector.ts';
import {
  composeMatrix,
  createMatrix,
  invertMatrix,
  multiplyMatrices,
  transformPoint,
  transformVector,
} from '../../math/matrix.ts';
import { multiplyQuaternions, type Quaternion, quaternionBetween } from '../../math/quaternion.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import type { SpringBones, SpringCollider, SpringJoint } from './spring-bones.ts';

/**
 * Steps per second. The parameters of spring bones are changes per step rather than per second, so their effect depends on this rate.
 * Characters are adjusted in viewers that draw 60 frames per second.
 */
export const springRate = 60;

/**
 * Simulates spring bones by the algorithm of the specification VRMC_springBone 1.0: the tail of each bone is a point that is moved by
 * Verlet integration, stays at a constant distance from its joint, and cannot enter colliders.
 */
export class SpringSimulation {
  /** Rotation of each joint relative to its parent, [4 · joint count]. */
  readonly rotations: Float64Array;

  /** Positions of the tails now and one step before, in the space of their centers, metres. [3 · joint count] */
  private readonly current: Float64Array;
  private readonly previous: Float64Array;
  /** All spring joints and their descendants, parents before children. */
  private readonly affected: readonly number[];
  /** For each node the index of its spring joint, or −1. */
  private readonly jointOf: Int32Array;

  /** unit: metres per rig unit. */
  constructor(
    private readonly rig: Rig,
    private readonly springs: SpringBones,
    private readonly unit: number,
  ) {
    const { joints } = springs;
    this.rotations = Float64Array.from(joints.flatMap(({ node }) => rig.nodes[node].rotation));
    this.current = new Float64Array(3 * joints.length);
    this.previous = new Float64Array(3 * joints.length);
    this.jointOf = new Int32Array(rig.nodes.length).fill(-1);
    for (const [index, { node }] of joints.entries()) this.jointOf[node] = index;
    const isAffected = new Uint8Array(rig.nodes.length);
    this.affected = [...rig.order].filter((node) => {
      const { parent } = rig.nodes[node];
      if (this.jointOf[node] >= 0 || (parent >= 0 && isAffected[parent])) isAffected[node] = 1;
      return isAffected[node];
    });
  }

  /** Moves the tails rigidly to a new pose, at rest. All joints keep their rotations. */
  place(pose: Pose): void {
    this.visit(pose, (joint, index, rest) => {
      composeMatrix(
        local,
        0,
        pose.translation,
        3 * joint.node,
        this.rotations,
        4 * index,
        pose.scale,
        3 * joint.node,
      );
      multiplyMatrices(rest, 0, pose.world, 16 * this.rig.nodes[joint.node].parent, local, 0);
      transformPoint(point, rest, joint.tail);
      this.toCenter(point, pose, joint);
      this.current.set(point, 3 * index);
      this.previous.set(point, 3 * index);
    });
  }

  /** Makes one step to a new pose. Changes the rotations of the pose and the world matrices that depend on them. */
  step(pose: Pose): void {
    this.visit(pose, (joint, index, rest) => this.moveJoint(pose, joint, index, rest));
  }

  /** Calls `handle` for every joint, with the world matrix that it would have with its rest rotation, then computes its world matrix. */
  private visit(pose: Pose, handle: (joint: SpringJoint, index: number, rest: Float64Array) => void): void {
    const { nodes } = this.rig;
    for (const node of this.affected) {
      const index = this.jointOf[node];
      const { parent } = nodes[node];
      if (index >= 0) {
        const joint = this.springs.joints[index];
        composeMatrix(local, 0, pose.translation, 3 * node, nodes[node].rotation, 0, pose.scale, 3 * node);
        multiplyMatrices(restWorld, 0, pose.world, 16 * parent, local, 0);
        handle(joint, index, restWorld);
        pose.rotation.set(this.rotations.subarray(4 * index, 4 * index + 4), 4 * node);
      }
      composeMatrix(local, 0, pose.translation, 3 * node, pose.rotation, 4 * node, pose.scale, 3 * node);
      multiplyMatrices(pose.world, 16 * node, pose.world, 16 * parent, local, 0);
    }
  }

  private moveJoint(pose: Pose, joint: SpringJoint, index: number, rest: Float64Array): void {
    const { stiffness, gravity, drag, tail } = joint;
    const at = 3 * index;
    transformPoint(target, rest, tail);
    const bone: Vector = [target[0] - rest[12], target[1] - rest[13], target[2] - rest[14]];
    const length = Math.sqrt(bone[0] * bone[0] + bone[1] * bone[1] + bone[2] * bone[2]);
    const direction = normalize(bone);
    for (let k = 0; k < 3; k++) {
      const now = this.current[at + k];
      point[k] = now + (now - this.previous[at + k]) * (1 - drag);
    }
    this.fromCenter(point, pose, joint);
    const change = this.unit / springRate;
    for (let k = 0; k < 3; k++) point[k] += change * (stiffness * direction[k] + gravity[k]);
    keepLength(point, rest, length, direction);
    for (const collider of joint.colliders) {
      if (this.leave(pose, this.springs.colliders[collider], point, this.unit * joint.radius)) {
        keepLength(point, rest, length, direction);
      }
    }
    this.rotateTo(point, joint, index, rest);
    this.previous.set(this.current.subarray(at, at + 3), at);
    this.toCenter(point, pose, joint);
    this.current.set(point, at);
  }

  /** Rotates a joint from its rest rotation, so that its tail points to a position. */
  private rotateTo(
    position: Float64Array,
    { node, tail }: SpringJoint,
    index: number,
    rest: Float64Array,
  ): void {
    if (!invertMatrix(inverse, rest)) return;
    transformPoint(target, inverse, position);
    const turn = quaternionBetween(normalize(tail), normalize(target, normalize(tail)));
    const rotation: Quaternion = [0, 0, 0, 1];
    multiplyQuaternions(rotation, this.rig.nodes[node].rotation, turn);
    this.rotations.set(rotation, 4 * index);
  }

  /** Moves a point out of a collider, or into it if it is one whose inside is free. Returns whether the point was moved. */
  private leave(pose: Pose, collider: SpringCollider, position: Float64Array, radius: number): boolean {
    const { node, shape, offset, tail, normal, isInside } = collider;
    const own = this.unit * collider.radius;
    transformPoint(start, pose.world, offset, 16 * node);
    let away: Vector = [position[0] - start[0], position[1] - start[1], position[2] - start[2]];
    let depth: number;
    if (shape === 'plane') {
      transformVector(target, pose.world, normal, 16 * node);
      const up = normalize(target, [0, 1, 0]);
      depth = radius - (away[0] * up[0] + away[1] * up[1] + away[2] * up[2]);
      away = up;
    } else {
      if (shape === 'capsule') {
        transformPoint(target, pose.world, tail, 16 * node);
        const axis: Vector = [target[0] - start[0], target[1] - start[1], target[2] - start[2]];
        const square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
        const along = away[0] * axis[0] + away[1] * axis[1] + away[2] * axis[2];
        const fraction = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0;
        for (let k = 0; k < 3; k++) away[k] -= fraction * axis[k];
      }
      const distance = Math.sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
      depth = isInside ? distance + radius - own : own + radius - distance;
      if (distance === 0) return false;
      const sign = isInside ? -1 : 1;
      away = [(sign * away[0]) / distance, (sign * away[1]) / distance, (sign * away[2]) / distance];
    }
    if (!(depth > 0)) return false;
    for (let k = 0; k < 3; k++) position[k] += depth * away[k];
    return true;
  }

  private toCenter(position: Float64Array, pose: Pose, { center }: SpringJoint): void {
    if (center < 0) return;
    if (invertMatrix(inverse, pose.world.subarray(16 * center, 16 * center + 16))) {
      transformPoint(position, inverse, position);
    }
  }

  private fromCenter(position: Float64Array, pose: Pose, { center }: SpringJoint): void {
    if (center >= 0) transformPoint(position, pose.world, position, 16 * center);
  }
}

/** Moves a tail to its distance from the joint. If it has no direction from there, or is not finite, it gets the rest direction. */
function keepLength(position: Float64Array, rest: Float64Array, length: number, direction: Vector): void {
  const x = position[0] - rest[12];
  const y = position[1] - rest[13];
  const z = position[2] - rest[14];
  const distance = Math.sqrt(x * x + y * y + z * z);
  const isUsable = distance > 0 && distance < Number.MAX_VALUE;
  const to = isUsable ? [x / distance, y / distance, z / distance] : direction;
  for (let k = 0; k < 3; k++) position[k] = rest[12 + k] + length * to[k];
}

const local = createMatrix();
const restWorld = createMatrix();
const inverse = createMatrix();
const point = new Float64Array(3);
const target = new Float64Array(3);
const start = new Float64Array(3);
