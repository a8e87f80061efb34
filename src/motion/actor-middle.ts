import type { Actor } from './actor.ts';
import type { Pose } from './pose.ts';

/** Number of moments that are averaged, and the time between them, seconds: together about a step of a person. */
const moments = 9;
const interval = 0.09;

/** Returns the mean position of an actor at a time, independent of its gait: the mean of its nodes over a time interval. */
export function actorMiddle(actor: Actor, t: number, pose: Pose): [number, number, number] {
  const middle: [number, number, number] = [0, 0, 0];
  const { length } = pose.rig.nodes;
  for (let moment = 0; moment < moments; moment++) {
    const world = actor.poseAt(Math.max(0, t + interval * (moment - (moments - 1) / 2)), pose).world;
    for (let node = 0; node < length; node++) {
      for (let axis = 0; axis < 3; axis++) {
        middle[axis] += world[16 * node + 12 + axis] / (length * moments);
      }
    }
  }
  return middle;
}
