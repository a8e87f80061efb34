import { composeMatrix, createMatrix, invertMatrix, multiplyMatrices } from '../math/matrix.ts';
import type { Actor } from './actor.ts';
import { chainOf, readNode } from './node-motion.ts';
import { createRestPose, Pose } from './pose.ts';
import type { RigidMotion, RigidOffset } from './rigid-motion.ts';
import { rigidOfMatrix } from './rigid-of-matrix.ts';

/**
 * Returns the motion of a body that is fixed to a joint of an actor, including travel, pinned feet and the actor's transform. In the rest
 * pose of the file, the body is at the joint plus `offset.position`, metres, and is rotated by `offset.rotation`. Both are given along the
 * axes of the character, since a joint's axes may have any direction. The scale of the joint applies to the offset, but never to the body.
 */
export function createJointMotion(actor: Actor, node: number, offset: RigidOffset): RigidMotion {
  const { rig, scale } = actor;
  const rest = createRestPose(rig, scale);
  const standing = createMatrix();
  const joint = rest.world.subarray(16 * node, 16 * node + 16);
  const position = [0, 1, 2].map((axis) => joint[12 + axis] + offset.position[axis]);
  composeMatrix(standing, 0, position, 0, offset.rotation, 0, [1, 1, 1], 0);
  const inverse = createMatrix();
  const inJoint = createMatrix();
  const isBound = invertMatrix(inverse, joint);
  if (isBound) multiplyMatrices(inJoint, 0, inverse, 0, standing, 0);

  const pose = new Pose(rig);
  const chain = chainOf(rig, node);
  const world = createMatrix();
  return {
    knots: null,
    cutBetween: (t0, t1) => actor.cutBetween(t0, t1),
    sample(out, t) {
      actor.poseAt(t, pose);
      multiplyMatrices(world, 0, pose.world, 16 * node, inJoint, 0);
      // If a joint has scale 0, in the rest pose or now, only its position and the rotations of its ancestors are known.
      if (!isBound || !rigidOfMatrix(out, world)) readNode(out, pose, node, chain);
    },
  };
}
