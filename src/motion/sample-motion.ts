import type { RigidKey } from './keyed-collider.ts';
import { createRigidPose, type RigidMotion } from './rigid-motion.ts';

/** Accuracy of jump times, seconds. */
const timeAccuracy = 1e-6;

/**
 * Samples a motion from start to end, seconds, and returns keys [at least 1]: `rate` keys per second, or the knots of the motion if it has
 * some, and two keys at one time for every jump. The rotations of neighbouring keys have the same quaternion sign, for readers that do not
 * take the short arc.
 */
export function sampleMotion(motion: RigidMotion, start: number, end: number, rate: number): RigidKey[] {
  const keys: RigidKey[] = [];
  const pose = createRigidPose();
  const add = (time: number, at = time) => {
    motion.sample(pose, at);
    const [px, py, pz] = pose.position;
    const before = keys[keys.length - 1]?.rotation ?? pose.rotation;
    const [x, y, z, w] = pose.rotation;
    const sign = before[0] * x + before[1] * y + before[2] * z + before[3] * w < 0 ? -1 : 1;
    keys.push({ time, position: [px, py, pz], rotation: [sign * x, sign * y, sign * z, sign * w] });
  };
  add(start);
  let last = start;
  for (const time of sampleTimes(motion, start, end, rate)) {
    addJumps(motion, last, time, (before, after) => {
      add(after, before);
      add(after);
    });
    if (keys[keys.length - 1].time < time) add(time);
    last = time;
  }
  return keys;
}

/** Returns ascending times after start; the last one is end. If the motion has knots, they replace the uniform times. */
function sampleTimes({ knots }: RigidMotion, start: number, end: number, rate: number): number[] {
  if (!(end > start)) return [];
  if (knots) return [...new Set(knots.filter((time) => time > start && time < end)), end];
  const count = Math.max(1, Math.ceil((end - start) * rate - 1e-6));
  return Array.from({ length: count }, (_, k) => (k === count - 1 ? end : start + (k + 1) / rate));
}

/** Bisects (t0, t1] until each jump in this interval lies between two nearly equal times. */
function addJumps(
  motion: RigidMotion,
  t0: number,
  t1: number,
  add: (before: number, after: number) => void,
): void {
  if (!motion.cutBetween(t0, t1)) return;
  const middle = (t0 + t1) / 2;
  if (t1 - t0 <= timeAccuracy || middle <= t0 || middle >= t1) {
    add(t0, t1);
    return;
  }
  addJumps(motion, t0, middle, add);
  addJumps(motion, middle, t1, add);
}
