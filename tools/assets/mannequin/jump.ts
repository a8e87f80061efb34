/** A jump in place with both feet: crouch, take-off, flight, landing, standing again. */
import { cos, sin } from '../../../src/math/portable.ts';
import { evaluate, type Knot } from '../shapes/knots.ts';
import { smoothStep } from '../shapes/level-set.ts';
import { type ArmTarget, type FootTarget, type MannequinPose, poseMannequin } from './pose-mannequin.ts';
import { boneIndex, bones } from './skeleton.ts';
import { rollSole } from './sole-roll.ts';

/** Seconds from one stand to the next. */
export const jumpPeriod = 2.4;

const gravity = 9.81;
const takeOff = 0.86;
const takeOffSpeed = 2.25;
const landing = takeOff + (2 * takeOffSpeed) / gravity;
/** Fraction of the period between take-off and landing. */
export const jumpFlight: readonly [number, number] = [takeOff / jumpPeriod, landing / jumpPeriod];

// In flight, the hips fall freely. The knots before and after have the value, slope and curvature of the flight at its ends.
const launchHeight = 1.005;
const hipHeight: readonly Knot[] = [
  [0, 0.95],
  [0.12, 0.95],
  [0.54, 0.66, 0, 15],
  [takeOff, launchHeight, takeOffSpeed, -gravity],
  [landing, launchHeight, -takeOffSpeed, -gravity],
  [1.56, 0.71, 0, 16],
  [2.12, 0.95],
  [jumpPeriod, 0.95],
];
/** Pitch of the sole, degrees. At take-off the toes leave the ground last, at landing they touch it first. */
const footPitch: readonly Knot[] = [
  [0, 0],
  [0.62, 0],
  [takeOff, -52],
  [1.0, -44],
  [landing, -26],
  [1.39, 0],
  [jumpPeriod, 0],
];
const lean: readonly Knot[] = [
  [0, 2],
  [0.12, 2],
  [0.54, 40],
  [takeOff, 3],
  [1.08, -2],
  [landing, 8],
  [1.58, 34],
  [2.12, 2],
  [jumpPeriod, 2],
];
const armSwing: readonly Knot[] = [
  [0, 0],
  [0.1, 0],
  [0.48, -52],
  [takeOff, 128],
  [1.05, 118],
  [landing, 52],
  [1.62, -18],
  [2.15, 0],
  [jumpPeriod, 0],
];
const elbow: readonly Knot[] = [
  [0, 16],
  [0.48, 24],
  [takeOff, 30],
  [landing, 40],
  [1.62, 44],
  [2.15, 16],
  [jumpPeriod, 16],
];

const degree = Math.PI / 180;
const [, , ankleZ] = bones[boneIndex('foot.L')].position;
const track = 0.13;
/** Degrees. */
const toeOut = 9;

/** Returns the pose at a phase of the jump, 0 ≤ phase ≤ 1. The mannequin stands at both ends. */
export function jumpPose(phase: number): MannequinPose {
  const t = phase * jumpPeriod;
  const y = evaluate(hipHeight, t);
  const pitch = evaluate(lean, t);
  const swing = evaluate(armSwing, t);
  // The hips move back as they go down, so that the weight stays over the feet.
  const hips = [0, y, 0.002 - 0.42 * Math.max(0, 0.95 - y)] as const;
  const arm: ArmTarget = {
    swing,
    spread: 16 + 0.08 * Math.max(0, swing),
    inward: 14 - 0.06 * Math.max(0, swing),
    elbow: evaluate(elbow, t),
  };
  return poseMannequin({
    hips,
    pelvis: { yaw: 0, pitch: 0.7 * pitch + 2, roll: 0 },
    chest: { yaw: 0, pitch, roll: 0 },
    head: { yaw: 0, pitch: 0.25 * pitch, roll: 0 },
    feet: { L: footAt(1, t, y), R: footAt(-1, t, y) },
    arms: { L: arm, R: arm },
  });
}

/** Returns the target of a foot, left (1) or right (−1): on the ground, the foot rolls over its sole; in flight, it hangs from the hips. */
function footAt(side: 1 | -1, t: number, hips: number): FootTarget {
  const pitch = evaluate(footPitch, t);
  let { ankleUp, ankleForward, toePitch } = rollSole(pitch);
  if (t > takeOff && t < landing) {
    const [leftPitch, metPitch] = [evaluate(footPitch, takeOff), evaluate(footPitch, landing)];
    const [left, met] = [rollSole(leftPitch), rollSole(metPitch)];
    const way = (t - takeOff) / (landing - takeOff);
    const blend = smoothStep(0, 1, way);
    const tuck = 16 * (way * (1 - way)) ** 2;
    ankleUp = left.ankleUp + (met.ankleUp - left.ankleUp) * blend + hips - launchHeight + 0.035 * tuck;
    ankleForward = left.ankleForward + (met.ankleForward - left.ankleForward) * blend - 0.03 * tuck;
    // The toes of a hanging foot are straight.
    toePitch =
      pitch +
      (left.toePitch - leftPitch) * (1 - smoothStep(0, 0.3, way)) +
      (met.toePitch - metPitch) * smoothStep(0.7, 1, way);
  }
  const [outX, outZ] = [sin(toeOut * degree), cos(toeOut * degree)];
  return {
    ankle: [side * (track + ankleForward * outX), ankleUp, ankleZ + ankleForward * outZ],
    footPitch: pitch,
    toePitch,
    toeOut,
  };
}
