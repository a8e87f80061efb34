/** Running and walking in place: adds the motion of trunk and arms to given legs. */
import { cos } from '../../../src/math/portable.ts';
import type { GaitCurves } from './gait-curves.ts';
import { phaseOf, planSteps, type Side, type StepStyle } from './plan-steps.ts';
import { type ArmTarget, type MannequinPose, poseMannequin } from './pose-mannequin.ts';

const turn = 2 * Math.PI;

/** Parameters of trunk and arms that the published curves do not define. Degrees. */
export interface GaitStyle extends StepStyle {
  readonly chestPitch: number;
  readonly chestYaw: number;
  readonly chestRoll: number;
  readonly armSwing: number;
  readonly armMean: number;
  readonly elbow: number;
  readonly elbowSwing: number;
  readonly armSpread: number;
  readonly armInward: number;
}

export interface Gait {
  readonly curves: GaitCurves;
  /** phase: phase of the left foot in strides, 0 at its first contact. */
  poseAt(phase: number): MannequinPose;
  /** See `Steps`. */
  readonly correction: number;
}

export function createGait(curves: GaitCurves, style: GaitStyle): Gait {
  const { duty } = curves;
  const { hipsAt, pelvisAt, footAt, correction } = planSteps(curves, style);

  function armAt(side: Side, phase: number): ArmTarget {
    // An arm swings forward together with the leg of the other side.
    const beat = cos(turn * (phaseOf(side, phase) - 0.42));
    const second = cos(2 * turn * (phaseOf(side, phase) - 0.42));
    return {
      swing: style.armMean + style.armSwing * beat,
      spread: style.armSpread - 4 * beat,
      inward: style.armInward * (0.75 + 0.25 * beat),
      elbow: style.elbow + style.elbowSwing * (0.8 * beat + 0.2 * second),
    };
  }

  function poseAt(phase: number): MannequinPose {
    return poseMannequin({
      hips: hipsAt(phase),
      pelvis: pelvisAt(phase),
      chest: {
        yaw: style.chestYaw * cos(turn * (phase - 0.92)),
        pitch: style.chestPitch + 1.5 * cos(2 * turn * (phase - duty / 2)),
        roll: -style.chestRoll * cos(turn * (phase - duty / 2)),
      },
      head: { yaw: 0, pitch: 2, roll: 0 },
      feet: { L: footAt('L', phase), R: footAt('R', phase) },
      arms: { L: armAt('L', phase), R: armAt('R', phase) },
    });
  }

  return { curves, poseAt, correction };
}
