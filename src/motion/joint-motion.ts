import { composeMatrix, createMatrix, invertMatrix, multiplyMatrices } from '../math/matrix.ts';
import type { Actor } from './actor.ts';
import { chainOf, readNode } from './node-motion.ts';
import { createRestPose, Pose } from './pose.ts';
import type { RigidMotion, RigidOffset } from './rigid-motion.ts';
import { rigidOfMatrix } from './rigid-of-matrix.ts';

/**
 * A body that rides on a joint of an actor, wherever the actor goes: travel, pinned feet, placement and all. In the rest pose of
 * the actor's file it stands at the joint plus `offset.position`, metres, turned by `offset.rotation`, both along the axes of the
 * figure (not of the joint, which may point anywhere); from there on it is fixed to the joint. A joint that is scaled as it
 * moves takes the offset along, never the body's size.
 */
export function createJointMotion(actor: Actor, node: number, offset: RigidOffset): RigidMotion {
  const { rig, scale } = actor;
  const rest = createRestPose(rig, scale);
  const standing = createMatrix();
  const joint = rest.world.subarray(16 * node, 16 * node + 16);
  const place = [0, 1, 2].map((axis) => joint[12 + axis] + offset.position[axis]);
  composeMatrix(standing, 0, place, 0, offset.rotation, 0, [1, 1, 1], 0);
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
      // A joint that is scaled to nothing, at rest or now, has a place and the turns above it, no more.
      if (!isBound || !rigidOfMatrix(out, world)) readNode(out, pose, node, chain);
    },
  };
}
