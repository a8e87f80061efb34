/**
 * The legs of an in-place gait. The legs follow the published angles. While a foot is down, the rolling sole determines the position of its
 * ankle, and the ground moves back at exactly the speed of the gait. The resulting difference is distributed over the swing.
 */
import { cos, sin } from '../../../src/math/portable.ts';
import { evaluate, type GaitCurves } from './gait-curves.ts';
import { type Attitude, attitudeRotation, type FootTarget, hipJoint } from './pose-mannequin.ts';
import { boneIndex, bones, type Vector } from './skeleton.ts';
import { rollSole } from './sole-roll.ts';

const degree = Math.PI / 180;
const turn = 2 * Math.PI;

export type Side = 'L' | 'R';

/** Parameters of legs and pelvis that the published curves do not define. Degrees and metres. */
export interface StepStyle {
  readonly pelvisYaw: number;
  readonly pelvisRoll: number;
  /** Fraction of the published vertical motion of the pelvis. Less than 1 if the rigid toes of the shoe raise the ankle less. */
  readonly bounce: number;
  /** Maximum extension of a leg, as a fraction of its length. */
  readonly fullReach: number;
  /** Sideways amplitude of the pelvis. */
  readonly sway: number;
  /** Distance of a planted foot from the middle, and its additional distance during the swing. */
  readonly track: number;
  readonly swingOut: number;
  /**
   * Additional height of a swinging foot, because it wears a shoe: throughout, and late in the swing, so that it comes
   * down steeply and does not touch soft ground.
   */
  readonly swingLift: number;
  readonly lateLift: number;
  readonly toeOut: number;
}

/** The legs of a stride. Its free constants (height of the pelvis, reach of the steps) were fitted to the curves. */
export interface Steps {
  hipsAt(phase: number): Vector;
  pelvisAt(phase: number): Attitude;
  footAt(side: Side, phase: number): FootTarget;
  /** Distance of planted feet from the positions that follow from the published angles alone, root mean square, metres. */
  readonly correction: number;
}

/** Returns the phase of a foot's own stride, in [0, 1). */
export function phaseOf(side: Side, phase: number): number {
  const own = side === 'L' ? phase : phase + 0.5;
  return own - Math.floor(own);
}

/** Lengths of thigh and shank. */
const [thighLength, shankLength] = (() => {
  const at = (name: string) => bones[boneIndex(name)].position;
  const distance = (a: Vector, b: Vector) =>
    Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
  return [distance(at('thigh.L'), at('shank.L')), distance(at('shank.L'), at('foot.L'))];
})();

/** Returns the pitch of the sole while planted: as published, but flat within ±2.5°, so that the whole sole prints. */
function plantedPitch(pitch: number): number {
  const slack = 2.5;
  const size = Math.abs(pitch);
  const kept = size < 2 * slack ? (size * size) / (4 * slack) : size - slack;
  return pitch < 0 ? -kept : kept;
}

/** Fits a stride to the curves. Throws if a leg cannot reach its footprint. */
export function planSteps(curves: GaitCurves, style: StepStyle): Steps {
  const { speed, period, duty } = curves;
  const stride = speed * period;

  const pelvisAt = (phase: number): Attitude => ({
    yaw: -style.pelvisYaw * cos(turn * (phase - 0.92)),
    pitch: evaluate(curves.pelvisTilt, phase),
    roll: style.pelvisRoll * cos(turn * (phase - duty / 2 + 0.02)),
  });
  const hipsFrom = (phase: number, height: number): Vector => [
    style.sway * cos(turn * (phase - duty / 2)),
    height + (style.bounce * evaluate(curves.pelvisHeight, phase)) / 1000,
    0,
  ];

  /** Returns the position of the ankle by the published angles alone, [up, forward], for a pelvis at the given height. */
  function freeAnkle(side: Side, phase: number, height: number): [number, number] {
    const own = phaseOf(side, phase);
    const joint = hipJoint(side, hipsFrom(phase, height), attitudeRotation(pelvisAt(phase)));
    const thigh = evaluate(curves.thigh, own) * degree;
    const shank = thigh - evaluate(curves.knee, own) * degree;
    return [
      joint[1] - thighLength * cos(thigh) - shankLength * cos(shank),
      joint[2] + thighLength * sin(thigh) + shankLength * sin(shank),
    ];
  }

  /**
   * Returns the position of the ankle on the ground, [up, forward]. The foot is `landing` metres ahead when its sole is flat after the
   * landing.
   */
  function plantedAnkle(own: number, landing: number): [number, number] {
    const rolled = rollSole(plantedPitch(evaluate(curves.foot, own)));
    return [rolled.ankleUp, landing - stride * own + rolled.ankleForward * cos(style.toeOut * degree)];
  }

  // Find the height and the landing for which the mean correction over the stance is zero. The pelvis is lower if a leg would not reach.
  const samples = 200;
  let height = 0;
  let landing = 0;
  for (let i = 0; i < samples; i++) {
    const own = (duty * (i + 0.5)) / samples;
    const free = freeAnkle('L', own, 0);
    const planted = plantedAnkle(own, 0);
    height += (planted[0] - free[0]) / samples;
    landing += (free[1] - planted[1]) / samples;
  }
  while (longestReach() > style.fullReach) height -= 5e-4;

  /** Returns the maximum distance from a hip to its planted ankle, as a fraction of the leg's length. */
  function longestReach(): number {
    let longest = 0;
    for (let i = 0; i <= samples; i++) {
      const own = (duty * i) / samples;
      const hip = hipJoint('L', hipsFrom(own, height), attitudeRotation(pelvisAt(own)));
      const [up, forward] = plantedAnkle(own, landing);
      const distance = Math.sqrt((hip[0] - style.track) ** 2 + (hip[1] - up) ** 2 + (hip[2] - forward) ** 2);
      longest = Math.max(longest, distance / (thighLength + shankLength));
    }
    return longest;
  }

  const offsetAt = (own: number): [number, number] => {
    const free = freeAnkle('L', own, height);
    const planted = plantedAnkle(own, landing);
    return [planted[0] - free[0], planted[1] - free[1]];
  };
  // Just before a foot lands, it no longer moves forward over its print.
  const fall = 0.025;
  const ends = [0, fall].map((early) => ({
    liftOff: offsetAt(duty),
    beforeLiftOff: offsetAt(duty - 1e-3),
    touchDown: offsetAt(-early),
    afterTouchDown: offsetAt(1e-3 - early),
  }));
  let sum = 0;
  for (let i = 0; i < samples; i++) {
    const [up, forward] = offsetAt((duty * (i + 0.5)) / samples);
    sum += (up * up + forward * forward) / samples;
  }

  /** Returns the correction in the swing, [up, forward], with a smooth start and end. */
  function swingOffset(own: number): [number, number] {
    const hermite = (axis: 0 | 1) => {
      const { liftOff, beforeLiftOff, touchDown, afterTouchDown } = ends[axis];
      const width = 1 - duty - (axis === 0 ? 0 : fall);
      const t = (own - duty) / width;
      if (t >= 1) return offsetAt(own - 1)[axis];
      const slope0 = ((liftOff[axis] - beforeLiftOff[axis]) / 1e-3) * width;
      // The vertical velocity at landing is that of the published angles.
      const slope1 = axis === 0 ? 0 : ((afterTouchDown[axis] - touchDown[axis]) / 1e-3) * width;
      const [t2, t3] = [t * t, t * t * t];
      return (
        (2 * t3 - 3 * t2 + 1) * liftOff[axis] +
        (t3 - 2 * t2 + t) * slope0 +
        (3 * t2 - 2 * t3) * touchDown[axis] +
        (t3 - t2) * slope1
      );
    };
    return [hermite(0), hermite(1)];
  }

  /** Moves a swinging ankle towards its hip where it would overstretch the leg. The limit is soft, so that the knee does not snap. */
  function keepInReach(side: Side, phase: number, [up, forward]: [number, number]): [number, number] {
    const hip = hipJoint(side, hipsFrom(phase, height), attitudeRotation(pelvisAt(phase)));
    const across = Math.abs(hip[0]) - style.track;
    const distance = Math.sqrt(across * across + (hip[1] - up) ** 2 + (hip[2] - forward) ** 2);
    const slack = (1 - style.fullReach) * 0.7;
    const excess = distance / (thighLength + shankLength) - style.fullReach;
    if (excess <= 0) return [up, forward];
    const scale = (style.fullReach + excess / (1 + excess / slack)) / (style.fullReach + excess);
    return [hip[1] + (up - hip[1]) * scale, hip[2] + (forward - hip[2]) * scale];
  }

  const endOfStance = rollSole(plantedPitch(evaluate(curves.foot, duty)));
  const bendAtLiftOff = endOfStance.toePitch - plantedPitch(evaluate(curves.foot, duty));

  function footAt(side: Side, phase: number): FootTarget {
    const own = phaseOf(side, phase);
    const pitch = evaluate(curves.foot, own);
    const isDown = own <= duty;
    const swing = isDown ? 0 : (own - duty) / (1 - duty);
    const across = style.track + style.swingOut * sin(Math.PI * swing) ** 2;
    let up: number;
    let forward: number;
    let footPitch: number;
    let toePitch: number;
    if (isDown) {
      [up, forward] = plantedAnkle(own, landing);
      footPitch = plantedPitch(pitch);
      toePitch = rollSole(footPitch).toePitch;
    } else {
      const free = freeAnkle(side, phase, height);
      const offset = swingOffset(own);
      const late = (256 / 27) * swing * swing * swing * (1 - swing);
      const lift = style.swingLift * 4 * swing * (1 - swing) + style.lateLift * late;
      [up, forward] = [free[0] + offset[0] + lift, free[1] + offset[1]];
      footPitch = plantedPitch(pitch);
      // The shoe becomes straight again in the first third of the swing.
      const bend = Math.max(0, 1 - swing / 0.35);
      toePitch = footPitch + bendAtLiftOff * bend * bend * (3 - 2 * bend);
    }
    if (!isDown) [up, forward] = keepInReach(side, phase, [up, forward]);
    const rolled = isDown ? rollSole(footPitch).ankleForward * sin(style.toeOut * degree) : 0;
    const x = across + rolled;
    return { ankle: [side === 'L' ? x : -x, up, forward], footPitch, toePitch, toeOut: style.toeOut };
  }

  return {
    hipsAt: (phase) => hipsFrom(phase, height),
    pelvisAt,
    footAt,
    correction: Math.sqrt(sum),
  };
}
