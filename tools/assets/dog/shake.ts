/** The dog shakes itself dry: a twist runs from the nose to the tail, and the ears follow. */
import { sin } from '../../../src/math/portable.ts';
import { smoothStep } from '../shapes/level-set.ts';
import { poseQuadruped } from '../shapes/pose-quadruped.ts';
import type { SkeletonPose } from '../shapes/sample-poses.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Seconds. */
export const shakePeriod = 3;
const twists = 13.5 / shakePeriod;
/** Start and end of the shaking of the head, and delay of the hips, seconds. */
const [begin, end] = [0.55, 1.95];
const alongSpine = 0.22;

/** Returns the pose at a phase in periods. */
export function shakePose(phase: number): SkeletonPose {
  const t = phase * shakePeriod;
  /** Returns the twist of a part at a fraction of the distance from the head to the hips. */
  const twist = (fraction: number, behind = 0) => {
    const own = t - alongSpine * fraction;
    const strength = smoothStep(begin, begin + 0.3, own) * (1 - smoothStep(end - 0.35, end, own));
    return strength * sin(2 * Math.PI * twists * (t - begin - 0.07 * fraction - behind));
  };
  const crouch = smoothStep(begin - 0.3, begin + 0.1, t) * (1 - smoothStep(end, end + 0.45, t));
  const breath = sin(2 * Math.PI * 2 * phase);
  const wag = sin(2 * Math.PI * 9 * phase) * (1 - smoothStep(0.1, 0.5, t) + smoothStep(2.3, 2.6, t));
  const [x, y, z] = bones[0].position;
  const still = (name: string) => ({ ankle: bones[boneIndex(name)].position, lean: 0 });
  // Roll angles in the world. The rotation of a bone is the difference from its parent's angle.
  const roll = {
    hips: 7 * twist(1),
    spine1: 11 * twist(0.75),
    spine2: 14 * twist(0.55),
    chest: 13 * twist(0.4),
  };
  const neck = 24 * twist(0.18);
  const head = 40 * twist(0);
  const ear = (sign: number) => ({
    first: sign * 30 * Math.abs(twist(0)) - 34 * twist(0, 0.035),
    second: sign * 16 * Math.abs(twist(0)) - 46 * twist(0, 0.06),
  });
  const [left, right] = [ear(1), ear(-1)];
  return poseQuadruped(
    bones,
    {
      root: [x - 0.006 * twist(1), y - 0.016 * crouch + 0.001 * breath, z],
      turns: {
        hips: [1.5 * crouch, 2 * twist(1, 0.05), roll.hips],
        'spine.1': [0, 0, roll.spine1 - roll.hips],
        'spine.2': [0.4 * breath, 0, roll.spine2 - roll.spine1],
        chest: [1 * crouch, -2 * twist(0.4, 0.05), roll.chest - roll.spine2],
        neck: [10 * crouch + 0.6 * breath, 5 * twist(0.18, 0.06), neck - roll.chest],
        head: [-4 * crouch - 0.8 * breath, 7 * twist(0, 0.06), head - neck],
        'ear.1.L': [0, 0, left.first],
        'ear.2.L': [0, 0, left.second],
        'ear.1.R': [0, 0, right.first],
        'ear.2.R': [0, 0, right.second],
        'tail.1': [-6 * crouch, 12 * wag + 16 * twist(1.15), 0],
        'tail.2': [0, 12 * wag + 20 * twist(1.3), 0],
        'tail.3': [0, 10 * wag + 22 * twist(1.45), 0],
      },
      fore: { L: still('hand.L'), R: still('hand.R') },
      hind: { L: still('foot.L'), R: still('foot.R') },
    },
    -1,
    1,
  );
}
