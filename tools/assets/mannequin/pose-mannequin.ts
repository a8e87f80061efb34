/** Rotations of the mannequin's bones from targets for its hips, ankles, trunk and arms. */
import { cross, norm, subtract } from '../../../src/geometry/vector.ts';
import { cos, sin, tan } from '../../../src/math/portable.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  type Quaternion,
  rotateVector,
} from '../../../src/math/quaternion.ts';
import {
  alignment,
  blend,
  degree,
  mirror,
  perpendicular,
  product,
  scale,
  turnAbout,
} from '../shapes/turns.ts';
import { armAngle, boneIndex, bones, type Vector } from './skeleton.ts';

export interface MannequinPose {
  /** Translation of the hips, metres. */
  readonly hips: Vector;
  /** Rotation of each bone relative to its parent. */
  readonly rotations: readonly Quaternion[];
}

/** Degrees. Yaw to the left, pitch forwards, roll to the right (the left side up). */
export interface Attitude {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

export interface FootTarget {
  /** World position of the ankle joint, metres. */
  readonly ankle: Vector;
  /** Toe up positive, degrees. */
  readonly footPitch: number;
  readonly toePitch: number;
  /** Outwards, degrees. */
  readonly toeOut: number;
}

export interface ArmTarget {
  /** Degrees: forward swing at the shoulder, abduction (`spread`), inward turn of the forearm, elbow flexion. */
  readonly swing: number;
  readonly spread: number;
  readonly inward: number;
  readonly elbow: number;
}

export interface MannequinTargets {
  readonly hips: Vector;
  readonly pelvis: Attitude;
  readonly chest: Attitude;
  readonly head: Attitude;
  readonly feet: { readonly L: FootTarget; readonly R: FootTarget };
  readonly arms: { readonly L: ArmTarget; readonly R: ArmTarget };
}

/** Returns the world rotation of an attitude: yaw, then pitch, then roll, each in the rotated frame. */
export function attitudeRotation({ yaw, pitch, roll }: Attitude): Quaternion {
  const out = turnAbout([0, 1, 0], yaw);
  multiplyQuaternions(out, out, turnAbout([1, 0, 0], pitch));
  multiplyQuaternions(out, out, turnAbout([0, 0, 1], roll));
  return out;
}

/** Returns the position of a thigh's joint, given the hips. */
export function hipJoint(side: 'L' | 'R', hips: Vector, pelvis: Quaternion): Vector {
  const rest = bones[boneIndex(`thigh.${side}`)].position;
  const root = bones[boneIndex('hips')].position;
  const out: [number, number, number] = [0, 0, 0];
  rotateVector(out, pelvis, [rest[0] - root[0], rest[1] - root[1], rest[2] - root[2]]);
  return [hips[0] + out[0], hips[1] + out[1], hips[2] + out[2]];
}

/** Returns the pose that reaches the targets. Throws if an ankle is out of reach of its leg. */
export function poseMannequin(targets: MannequinTargets): MannequinPose {
  const world: Quaternion[] = bones.map(() => [0, 0, 0, 1]);
  const set = (name: string, rotation: Quaternion) => {
    world[boneIndex(name)] = rotation;
  };
  const pelvis = attitudeRotation(targets.pelvis);
  const chest = attitudeRotation(targets.chest);
  const head = attitudeRotation(targets.head);
  set('hips', pelvis);
  set('spine.1', blend(pelvis, chest, 0.3));
  set('spine.2', blend(pelvis, chest, 0.65));
  set('chest', chest);
  set('neck', blend(chest, head, 0.5));
  set('head', head);
  for (const side of ['L', 'R'] as const) {
    const foot = targets.feet[side];
    const [thigh, shank] = solveLeg(side, hipJoint(side, targets.hips, pelvis), foot);
    set(`thigh.${side}`, thigh);
    set(`shank.${side}`, shank);
    const yaw = side === 'L' ? foot.toeOut : -foot.toeOut;
    set(`foot.${side}`, attitudeRotation({ yaw, pitch: -foot.footPitch, roll: 0 }));
    set(`toes.${side}`, attitudeRotation({ yaw, pitch: -foot.toePitch, roll: 0 }));
    const [upper, lower, hand] = armRotations(targets.arms[side]).map((turn) =>
      side === 'L' ? turn : mirror(turn),
    );
    set(`shoulder.${side}`, chest);
    set(`upper_arm.${side}`, product(chest, upper));
    set(`forearm.${side}`, product(chest, product(upper, lower)));
    set(`hand.${side}`, product(chest, product(upper, product(lower, hand))));
  }
  const rotations = bones.map(({ parent }, index) =>
    parent < 0 ? world[index] : product(conjugateQuaternion(world[parent]), world[index]),
  );
  return { hips: targets.hips, rotations };
}

/** Returns the world rotations of thigh and shank. The knee bends forwards, and slightly outwards like the foot. */
function solveLeg(side: 'L' | 'R', hip: Vector, foot: FootTarget): [Quaternion, Quaternion] {
  const restHip = bones[boneIndex(`thigh.${side}`)].position;
  const restKnee = bones[boneIndex(`shank.${side}`)].position;
  const restAnkle = bones[boneIndex(`foot.${side}`)].position;
  const upper = norm(subtract(restKnee, restHip));
  const lower = norm(subtract(restAnkle, restKnee));
  const line = subtract(foot.ankle, hip);
  const reach = norm(line);
  if (reach >= upper + lower) throw new Error(`leg ${side} is too short by ${reach - upper - lower} m`);
  const along = scale(line, 1 / reach);
  const out = (side === 'L' ? 1 : -1) * tan(foot.toeOut * degree * 0.5);
  const ahead = perpendicular([out, 0, 1], along);
  const toKnee = (upper * upper - lower * lower + reach * reach) / (2 * reach);
  const bulge = Math.sqrt(Math.max(0, upper * upper - toKnee * toKnee));
  const knee: Vector = [0, 1, 2].map(
    (i) => hip[i] + along[i] * toKnee + ahead[i] * bulge,
  ) as unknown as Vector;
  const hinge = cross(ahead, along);
  return [
    alignment(subtract(restKnee, restHip), [1, 0, 0], subtract(knee, hip), hinge),
    alignment(subtract(restAnkle, restKnee), [1, 0, 0], subtract(foot.ankle, knee), hinge),
  ];
}

/** Returns the local rotations of the left upper arm, forearm and hand. */
function armRotations(arm: ArmTarget): [Quaternion, Quaternion, Quaternion] {
  const up: Vector = [-sin(armAngle), cos(armAngle), 0];
  const upper = product(
    turnAbout([1, 0, 0], -arm.swing),
    product(turnAbout([0, 0, 1], arm.spread - armAngle / degree), turnAbout(up, -arm.inward)),
  );
  const elbow: Vector = [cos(armAngle), sin(armAngle), 0];
  return [upper, turnAbout(elbow, -arm.elbow), turnAbout(elbow, -4)];
}
