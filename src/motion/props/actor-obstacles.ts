import { conjugateQuaternion, rotateVector } from '../../math/quaternion.ts';
import type { Actor } from '../actor.ts';
import { deformSurface } from '../deform-surface.ts';
import { mainNode } from '../main-joint.ts';
import { chainOf, readNode } from '../node-motion.ts';
import { Pose } from '../pose.ts';
import { createRigidPose } from '../rigid-motion.ts';
import { rigidOfMatrix } from '../rigid-of-matrix.ts';
import type { Obstacle } from './simulated-body.ts';

/** A part with fewer vertices is no obstacle. */
const minVertices = 8;

/**
 * Returns the parts of a character as obstacles: for each node, the convex hull of the vertices that it moves most, as they are at the start. `ignores`: names
 * of simulated objects that pass through the character.
 */
export function createActorObstacles(
  actor: Actor,
  startTime: number,
  ignores: readonly string[],
): Obstacle[] {
  const pose = new Pose(actor.rig);
  let posedTime = Number.NaN;
  const poseAt = (t: number) => {
    if (t !== posedTime) actor.poseAt(t, pose);
    posedTime = t;
    return pose;
  };
  const start = poseAt(startTime);
  const pointsOf = new Map<number, number[]>();
  for (const surface of actor.rig.surfaces) {
    const positions = new Float64Array(surface.positions.length);
    deformSurface(surface, start, positions);
    for (let v = 0; v < positions.length / 3; v++) {
      const node = mainNode(actor.rig, surface, v);
      const points = pointsOf.get(node) ?? [];
      pointsOf.set(node, points);
      points.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
    }
  }
  return [...pointsOf].flatMap(([node, points]) => {
    if (points.length < 3 * minVertices) return [];
    const chain = chainOf(actor.rig, node);
    const motion = {
      knots: null,
      cutBetween: (t0: number, t1: number) => actor.cutBetween(t0, t1),
      sample(out: ReturnType<typeof createRigidPose>, t: number) {
        const { world } = poseAt(t);
        if (!rigidOfMatrix(out, world, 16 * node)) readNode(out, pose, node, chain);
      },
    };
    const frame = createRigidPose();
    motion.sample(frame, startTime);
    return [{ positions: toFrame(points, frame), motion, isStatic: false, ignores }];
  });
}

/** Returns positions [3 · count] in world axes relative to a frame. */
export function toFrame(
  positions: ArrayLike<number>,
  { position, rotation }: ReturnType<typeof createRigidPose>,
): Float64Array {
  const back = conjugateQuaternion(rotation);
  const out = new Float64Array(positions.length);
  for (let k = 0; k < out.length; k += 3) {
    rotateVector(
      out.subarray(k, k + 3),
      back,
      [0, 1, 2].map((axis) => positions[k + axis] - position[axis]),
    );
  }
  return out;
}
