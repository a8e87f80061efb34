import type { RigidKey } from '../motion/keyed-collider.ts';
import type { RigidMotion } from '../motion/rigid-motion.ts';
import { sampleMotion } from '../motion/sample-motion.ts';

/** Keys per second: the steps of a simulation at 120 Hz know no more of a motion than a reader of the file. */
const keysPerSecond = 120;

/** Seconds between the two keys of a jump in a file, where times must rise. Single floats tell them apart up to 2048 s. */
const jumpGap = 2 ** -12;

/** A motion as keys that a file can hold: its own where it has some, else sampled from start to end, seconds. */
export function motionKeys(motion: RigidMotion, start: number, end: number): RigidKey[] {
  const { knots } = motion;
  const from = knots ? knots[0] : start;
  const to = knots ? knots[knots.length - 1] : Math.max(start, end);
  const keys = sampleMotion(motion, from, to, keysPerSecond);
  return keys.map((key, k) => {
    const isBeforeJump = k + 1 < keys.length && keys[k + 1].time === key.time;
    return isBeforeJump ? { ...key, time: key.time - jumpGap } : key;
  });
}
