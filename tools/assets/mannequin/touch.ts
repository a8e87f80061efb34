/** Clips in which the mannequin is touched: a hand presses its belly and leaves it, and it sits down on a bench and rises again. */
import { evaluate, type Knot } from '../shapes/knots.ts';
import type { SampledClip } from '../shapes/write-character.ts';
import { sampleClip } from './clips.ts';
import { type ArmTarget, type FootTarget, type MannequinPose, poseMannequin } from './pose-mannequin.ts';

/** Seconds from one stand to the next. */
export const pressPeriod = 4;
export const sitPeriod = 4;

/** Height of the bench, metres. Its middle is `benchBack` behind the heels. */
export const seatHeight = 0.47;

const hanging: ArmTarget = { swing: 2, spread: 18, inward: 14, elbow: 16 };
const hovering: ArmTarget = { swing: 51, spread: 16, inward: 98, elbow: 54 };
const touching: ArmTarget = { swing: 54, spread: 24, inward: 110, elbow: 78 };
const pressing: ArmTarget = { swing: 54, spread: 27, inward: 113, elbow: 86 };

/** The hand comes slowly, presses, stays, and leaves fast. */
const pressTimes: readonly (readonly [time: number, arm: ArmTarget])[] = [
  [0, hanging],
  [0.7, hovering],
  [1.15, touching],
  [1.6, pressing],
  [2.2, pressing],
  [2.45, hovering],
  [3.1, hanging],
  [pressPeriod, hanging],
];

function pressPose(phase: number): MannequinPose {
  const t = phase * pressPeriod;
  const value = (name: keyof ArmTarget) =>
    evaluate(
      pressTimes.map(([time, arm]): Knot => [time, arm[name]]),
      t,
    );
  return poseMannequin({
    hips: [0, 0.95, 0.002],
    pelvis: { yaw: 0, pitch: 3, roll: 0 },
    chest: { yaw: 0, pitch: 2, roll: 0 },
    head: { yaw: 0, pitch: 12, roll: 0 },
    feet: { L: standing(0.13), R: standing(-0.13) },
    arms: {
      L: { swing: value('swing'), spread: value('spread'), inward: value('inward'), elbow: value('elbow') },
      R: hanging,
    },
  });
}

const hipHeight: readonly Knot[] = [
  [0, 0.95],
  [0.2, 0.95],
  [1.2, seatHeight + 0.1],
  [2.6, seatHeight + 0.1],
  [3.6, 0.95],
  [sitPeriod, 0.95],
];
const hipBack: readonly Knot[] = [
  [0, 0],
  [0.2, 0],
  [1.2, -0.42],
  [2.6, -0.42],
  [3.6, 0],
  [sitPeriod, 0],
];
const lean: readonly Knot[] = [
  [0, 2],
  [0.2, 2],
  [0.8, 34],
  [1.5, 4],
  [2.3, 4],
  [2.9, 36],
  [3.6, 2],
  [sitPeriod, 2],
];

function sitPose(phase: number): MannequinPose {
  const t = phase * sitPeriod;
  const pitch = evaluate(lean, t);
  const bent = -evaluate(hipBack, t) / 0.42;
  const arm: ArmTarget = {
    swing: 4 + 22 * bent,
    spread: 18 - 4 * bent,
    inward: 14 + 6 * bent,
    elbow: 16 + 40 * bent,
  };
  return poseMannequin({
    hips: [0, evaluate(hipHeight, t), 0.002 + evaluate(hipBack, t)],
    pelvis: { yaw: 0, pitch: 0.7 * pitch + 2, roll: 0 },
    chest: { yaw: 0, pitch, roll: 0 },
    head: { yaw: 0, pitch: 0.3 * pitch, roll: 0 },
    feet: { L: standing(0.13), R: standing(-0.13) },
    arms: { L: arm, R: arm },
  });
}

function standing(x: number): FootTarget {
  return { ankle: [x, 0.095, -0.012], footPitch: 0, toePitch: 0, toeOut: 9 };
}

/** Returns the clips. */
export function sampleTouchClips(): SampledClip[] {
  return [sampleClip('press-belly', pressPeriod, 160, pressPose), sampleClip('sit', sitPeriod, 160, sitPose)];
}
