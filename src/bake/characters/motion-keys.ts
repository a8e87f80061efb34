import type { RigidKey } from '../../motion/keyed-collider.ts';
import type { RigidMotion } from '../../motion/rigid-motion.ts';
import { sampleMotion } from '../../motion/sample-motion.ts';

/** Keys per second: the steps of a simulation at 120 Hz know no more of a motion than a reader of the file. */
const keysPerSecond = 120;

/** Seconds between the two keys of a jump in a file, where times must rise. Single floats tell them apart up to 2048 s. */
const jumpGap = 2 ** -12;

/**
 * A motion as keys that a file can hold, from start to end, seconds, on the same clock: at its own knots where it has some, else
 * 120 a second. Times rise: a jump is two keys 0.24 ms apart.
 */
export function motionKeys(motion: RigidMotion, start: number, end: number): RigidKey[] {
  const keys = sampleMotion(motion, start, Math.max(start, end), keysPerSecond);
  const isBeforeJump = (k: number) => k + 1 < keys.length && keys[k + 1].time === keys[k].time;
  const moved = keys.map((key, k) => (isBeforeJump(k) ? { ...key, time: key.time - jumpGap } : key));
  // Keys nearer to a jump than that stand behind it.
  return moved.filter(({ time }, k) => k === 0 || time > moved[k - 1].time);
}
