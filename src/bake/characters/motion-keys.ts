import type { RigidKey } from '../../motion/keyed-collider.ts';
import type { RigidMotion } from '../../motion/rigid-motion.ts';
import { sampleMotion } from '../../motion/sample-motion.ts';

/** Keys per second. A simulation at 120 Hz interpolates between its steps as a reader of the file does. */
const keysPerSecond = 120;

/** Seconds between the two keys of a jump in a file, where times must rise. Single floats distinguish them up to 2048 s. */
const jumpGap = 2 ** -12;

/**
 * Returns a motion as keys that a file can hold, from start to end, seconds, with the same time origin: at the motion's own knots if it has
 * some, otherwise 120 per second. Times rise: a jump becomes two keys 0.24 ms apart.
 */
export function motionKeys(motion: RigidMotion, start: number, end: number): RigidKey[] {
  const keys = sampleMotion(motion, start, Math.max(start, end), keysPerSecond);
  const isBeforeJump = (k: number) => k + 1 < keys.length && keys[k + 1].time === keys[k].time;
  const moved = keys.map((key, k) => (isBeforeJump(k) ? { ...key, time: key.time - jumpGap } : key));
  // Keys that are nearer to a jump than that are moved behind it.
  return moved.filter(({ time }, k) => k === 0 || time > moved[k - 1].time);
}
