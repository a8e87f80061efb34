/** The mannequin's clips as sampled keys. */
import { cos, sin } from '../../../src/math/portable.ts';
import { samplePoses } from '../shapes/sample-poses.ts';
import type { SampledClip } from '../shapes/write-character.ts';
import { createGait, type GaitStyle } from './gait.ts';
import { runCurves, walkCurves } from './gait-curves.ts';
import { jumpPeriod, jumpPose } from './jump.ts';
import { type ArmTarget, type FootTarget, type MannequinPose, poseMannequin } from './pose-mannequin.ts';
import { bones } from './skeleton.ts';

const turn = 2 * Math.PI;

const runStyle: GaitStyle = {
  pelvisYaw: 5,
  pelvisRoll: 4,
  chestPitch: 10,
  chestYaw: 12,
  chestRoll: 2,
  bounce: 0.65,
  fullReach: 0.988,
  sway: 0.008,
  track: 0.05,
  swingOut: 0.035,
  swingLift: 0.045,
  lateLift: 0.035,
  toeOut: 5,
  armSwing: 38,
  armMean: -14,
  elbow: 96,
  elbowSwing: 13,
  armSpread: 13,
  armInward: 28,
};

const walkStyle: GaitStyle = {
  pelvisYaw: 5,
  pelvisRoll: 3.5,
  chestPitch: 3,
  chestYaw: 4,
  chestRoll: 1.5,
  bounce: 0.8,
  fullReach: 0.997,
  sway: 0.02,
  track: 0.062,
  swingOut: 0.02,
  swingLift: 0.065,
  lateLift: 0.02,
  toeOut: 6,
  armSwing: 22,
  armMean: -4,
  elbow: 24,
  elbowSwing: 11,
  armSpread: 9,
  armInward: 10,
};

export const runGait = createGait(runCurves, runStyle);
export const walkGait = createGait(walkCurves, walkStyle);

/** Returns the pose of a character that stands at ease: the weight shifts slightly, the chest breathes, the feet do not move. */
export function idlePose(phase: number): MannequinPose {
  const shift = sin(turn * phase);
  const breath = cos(2 * turn * phase);
  const foot = (x: number): FootTarget => ({
    ankle: [x, 0.095, -0.012],
    footPitch: 0,
    toePitch: 0,
    toeOut: 7,
  });
  const arm = (side: number): ArmTarget => ({
    swing: 2 + breath,
    spread: 9 + 0.6 * breath + side * shift,
    inward: 12,
    elbow: 17 + 1.5 * breath,
  });
  return poseMannequin({
    hips: [0.012 * shift, 0.958 + 0.0015 * breath, -0.004],
    pelvis: { yaw: 0, pitch: 3, roll: 1.2 * shift },
    chest: { yaw: 1.5 * shift, pitch: 1 - 1.2 * breath, roll: -1.2 * shift },
    head: { yaw: 3 * shift, pitch: 2, roll: 0 },
    feet: { L: foot(0.1), R: foot(-0.1) },
    arms: { L: arm(1), R: arm(-1) },
  });
}

/** Samples one period at `intervals` equal steps. The last pose equals the first. */
export function sampleClip(
  name: string,
  period: number,
  intervals: number,
  poseAt: (phase: number) => MannequinPose,
): SampledClip {
  return samplePoses(bones, name, period, intervals, (phase) => {
    const { hips, rotations } = poseAt(phase);
    return { root: hips, rotations };
  });
}

/**
 * Phase of the left foot's stride at which the clips start. The run starts in the flight before the foot lands, so that nothing is in
 * contact.
 */
export const runStart = -0.08;
export const walkStart = 0;

/** The heavy mannequin runs with feet and arms slightly further apart. */
export const heavyRunGait = createGait(runCurves, {
  ...runStyle,
  track: 0.075,
  swingOut: 0.05,
  armSpread: 24,
  armInward: 34,
});

/** Returns all clips of the heavy mannequin. */
export function sampleHeavyClips(): SampledClip[] {
  return [
    sampleClip('jump', jumpPeriod, 144, jumpPose),
    sampleClip('run', heavyRunGait.curves.period, 84, (phase) => heavyRunGait.poseAt(phase + runStart)),
  ];
}

/** Returns all clips of the runner. */
export function sampleClips(): SampledClip[] {
  return [
    sampleClip('run', runGait.curves.period, 84, (phase) => runGait.poseAt(phase + runStart)),
    sampleClip('walk', walkGait.curves.period, 96, (phase) => walkGait.poseAt(phase + walkStart)),
    sampleClip('idle', 5, 50, idlePose),
  ];
}
