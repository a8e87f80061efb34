/** Poses the mannequin on the bicycle: feet on the pedals, hands on the grips. */
import { cross, norm, subtract } from '../../../src/geometry/vector.ts';
import { cos, sin } from '../../../src/math/portable.ts';
import { conjugateQuaternion, type Quaternion, rotateVector } from '../../../src/math/quaternion.ts';
import { type Attitude, attitudeRotation, poseMannequin } from '../mannequin/pose-mannequin.ts';
import { armAngle, boneIndex, bones } from '../mannequin/skeleton.ts';
import type { Vector } from '../shapes/level-set.ts';
import { alignment, degree, perpendicular, product, scale, turnAbout } from '../shapes/turns.ts';
import { bracket, crankLength, grip, headTop, pedalOut, saddle, steeringAxis } from './skeleton.ts';

/** Motion of the bicycle under its rider, in the bicycle's frame. Radians. */
export interface RiderTargets {
  /** Rotation of the cranks. It is 0 when the left pedal is down. */
  readonly crank: number;
  readonly steering: number;
  /** Angle by which the rider stays upright while the bicycle leans to the left. */
  readonly lean: number;
  /** Angle of the chest from the vertical, degrees. */
  readonly chest?: number;
}

export interface RiderPose {
  /** Position of the hips in the bicycle's frame, m. */
  readonly hips: Vector;
  /** Rotation of each of the mannequin's bones relative to its parent. */
  readonly rotations: readonly Quaternion[];
}

/** Position of the ankle relative to the pedal, with the ball of the sole on it. */
const ankleAbove = 0.107;
const ankleBehind = 0.112;
/** Position of the hips joint above the saddle. */
const seat: Vector = [0, 0.085, 0.01];
/** Position of the wrist relative to a grip, with the palm on it. */
const wristFrom: Vector = [-0.012, 0.042, -0.052];

/** Returns the pose in which feet and hands are on the parts of the bicycle. */
export function poseRider({ crank, steering, lean, chest: pitch = 36 }: RiderTargets): RiderPose {
  const upright = lean / degree;
  const rock = 3 * sin(crank);
  const hips: Vector = [0.006 * sin(crank), saddle[1] + seat[1], saddle[2] + seat[2]];
  const chest: Attitude = { yaw: 0.25 * (steering / degree), pitch, roll: 0.5 * rock + 0.45 * upright };
  const foot = (side: 1 | -1) => {
    const angle = crank + (side < 0 ? Math.PI : 0);
    // The heel drops a little on the way down and rises on the way up.
    const pitch = -8 - 9 * sin(angle + 0.6);
    const [c, s] = [cos(pitch * degree), sin(pitch * degree)];
    return {
      ankle: [
        side * pedalOut,
        bracket[1] - crankLength * cos(angle) + ankleAbove * c - ankleBehind * s,
        bracket[2] - crankLength * sin(angle) - ankleBehind * c - ankleAbove * s,
      ] as Vector,
      footPitch: pitch,
      toePitch: pitch,
      toeOut: 3,
    };
  };
  const character = poseMannequin({
    hips,
    pelvis: { yaw: 0, pitch: pitch - 19, roll: rock + 0.1 * upright },
    chest,
    head: { yaw: 0.5 * (steering / degree), pitch: 2, roll: 0.7 * upright },
    feet: { L: foot(1), R: foot(-1) },
    arms: { L: straightArm, R: straightArm },
  });
  const rotations = [...character.rotations];
  const chestWorld = attitudeRotation(chest);
  for (const side of ['L', 'R'] as const) {
    const sign = side === 'L' ? 1 : -1;
    const shoulder = placeJoint(`upper_arm.${side}`, hips, rotations);
    const hand = turnSteering([sign * grip[0], grip[1], grip[2]], steering);
    const wrist: Vector = [hand[0] + sign * wristFrom[0], hand[1] + wristFrom[1], hand[2] + wristFrom[2]];
    const [upper, lower] = solveArm(side, shoulder, wrist);
    rotations[boneIndex(`upper_arm.${side}`)] = product(conjugateQuaternion(chestWorld), upper);
    rotations[boneIndex(`forearm.${side}`)] = product(conjugateQuaternion(upper), lower);
    rotations[boneIndex(`hand.${side}`)] = product(
      turnAbout([0, 0, 1], sign * 8),
      turnAbout([cos(armAngle), sign * sin(armAngle), 0], 28),
    );
  }
  return { hips, rotations };
}

const straightArm = { swing: 0, spread: 0, inward: 0, elbow: 0 };

/** Returns a point that rotates with the handlebar. */
function turnSteering(point: Vector, steering: number): Vector {
  const out: [number, number, number] = [0, 0, 0];
  rotateVector(out, turnAbout(steeringAxis, steering / degree), subtract(point, headTop));
  return [headTop[0] + out[0], headTop[1] + out[1], headTop[2] + out[2]];
}

/** Returns the position of a joint. Uses the hips and the rotations that are already known. */
function placeJoint(name: string, hips: Vector, rotations: readonly Quaternion[]): Vector {
  const chain: number[] = [];
  for (let bone = boneIndex(name); bone >= 0; bone = bones[bone].parent) chain.unshift(bone);
  let turned: Quaternion = [0, 0, 0, 1];
  let at: Vector = hips;
  chain.forEach((bone, k) => {
    if (k > 0) {
      const out: [number, number, number] = [0, 0, 0];
      rotateVector(out, turned, subtract(bones[bone].position, bones[chain[k - 1]].position));
      at = [at[0] + out[0], at[1] + out[1], at[2] + out[2]];
    }
    turned = product(turned, rotations[bone]);
  });
  return at;
}

/** Rotations of upper arm and forearm in the bicycle's frame: the elbow bends outwards and down. */
function solveArm(side: 'L' | 'R', shoulder: Vector, wrist: Vector): [Quaternion, Quaternion] {
  const sign = side === 'L' ? 1 : -1;
  const restShoulder = bones[boneIndex(`upper_arm.${side}`)].position;
  const restElbow = bones[boneIndex(`forearm.${side}`)].position;
  const restWrist = bones[boneIndex(`hand.${side}`)].position;
  const upper = norm(subtract(restElbow, restShoulder));
  const lower = norm(subtract(restWrist, restElbow));
  const line = subtract(wrist, shoulder);
  const reach = norm(line);
  if (reach >= upper + lower) throw new Error(`arm ${side} is too short by ${reach - upper - lower} m`);
  const along = scale(line, 1 / reach);
  const out = perpendicular([0.75 * sign, -0.6, -0.15], along);
  const toElbow = (upper * upper - lower * lower + reach * reach) / (2 * reach);
  const bulge = Math.sqrt(Math.max(0, upper * upper - toElbow * toElbow));
  const elbow: Vector = [
    shoulder[0] + along[0] * toElbow + out[0] * bulge,
    shoulder[1] + along[1] * toElbow + out[1] * bulge,
    shoulder[2] + along[2] * toElbow + out[2] * bulge,
  ];
  // In the rest pose, the elbow would bend about this line when the hand moves forward.
  const hinge: Vector = [cos(armAngle), sign * sin(armAngle), 0];
  const across = cross(scale(out, -1), along);
  return [
    alignment(subtract(restElbow, restShoulder), hinge, subtract(elbow, shoulder), across),
    alignment(subtract(restWrist, restElbow), hinge, subtract(wrist, elbow), across),
  ];
}
