import type { RigidKey } from '../../motion/keyed-collider.ts';
import type { RigidMotion } from '../../motion/rigid-motion.ts';
import { sampleMotion } from '../../motion/sample-motion.ts';

/**
 * Keys per second. The number equals the steps of a simulation at 120 Hz, which interpolates between its steps as a reader of the file
 * does.
 */
const keysPerSecond = 120;

/** Seconds between the two keys of a jump, since times in a file must increase. 32-bit floats can distinguish such times up to 2048 s. */
const jumpGap = 2 ** -12;

/**
 * Returns a motion as keys in the form of a file, from start to end, seconds. Times have the same origin. If the motion has knots, these
 * are the keys; otherwise there are 120 keys per second. Times increase: a jump becomes two keys 0.24 ms apart.
 */
export function motionKeys(motion: RigidMotion, start: number, end: number): RigidKey[] {
  const keys = sampleMotion(motion, start, Math.max(start, end), keysPerSecond);
  const isBeforeJump = (k: number) => k + 1 < keys.length && keys[k + 1].time === keys[k].time;
  const moved = keys.map((key, k) => (isBeforeJump(k) ? { ...key, time: key.time - jumpGap } : key));
  // A key whose time is not after the previous one (it is too near to a jump) is dropped.
  return moved.filter(({ time }, k) => k === 0 || time > moved[k - 1].time);
}
