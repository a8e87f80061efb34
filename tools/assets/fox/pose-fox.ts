/**
 * Computes rotations of the fox's bones from the targets of its parts: an arching spine, four legs of three bones, a
 * tail.
 */
import { subtract } from '../../../src/geometry/vector.ts';
import { conjugateQuaternion, type Quaternion, rotateVector } from '../../../src/math/quaternion.ts';
import { bendLeg } from '../shapes/bend-leg.ts';
import type { Vector } from '../shapes/level-set.ts';
import type { SkeletonPose } from '../shapes/sample-poses.ts';
import { blend, product, turnAbout } from '../shapes/turns.ts';
import { boneIndex, bones } from './skeleton.ts';

export type Side = 'L' | 'R';

/** Degrees. Yaw to the left, pitch nose down, roll to the right. */
export interface Attitude {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

export interface PawTarget {
  /** World position of the joint in the pad, metres. */
  readonly pad: Vector;
  /** Backward rotation of hand or foot relative to the rest pose, degrees, and angle of the toes to the ground. */
  readonly lean: number;
  readonly toes: number;
}

export interface FoxTargets {
  /** Position of the middle of the spine (the joint of `spine.2`), metres. */
  readonly middle: Vector;
  readonly pelvis: Attitude;
  readonly chest: Attitude;
  readonly neck: Attitude;
  readonly head: Attitude;
  /** Forward rotation of the ear tip, and outward rotation, degrees relative to the head. */
  readonly ears: Readonly<Record<Side, { readonly forward: number; readonly out: number }>>;
  /** For each of the five bones of the tail: angles up and to the left in the world, degrees. */
  readonly tail: readonly { readonly up: number; readonly left: number }[];
  /** Rotation of the shoulder blades relative to the chest, degrees. Positive: the lower end moves backwards. */
  readonly blades: Readonly<Record<Side, number>>;
  readonly fore: Readonly<Record<Side, PawTarget>>;
  readonly hind: Readonly<Record<Side, PawTarget>>;
}

/** Returns the pose that reaches the targets. Throws if a paw is too far away for its leg. */
export function poseFox(targets: FoxTargets): SkeletonPose {
  const world: Quaternion[] = bones.map(() => [0, 0, 0, 1]);
  const set = (name: string, rotation: Quaternion) => {
    world[boneIndex(name)] = rotation;
  };
  const pelvis = attitudeRotation(targets.pelvis);
  const chest = attitudeRotation(targets.chest);
  set('hips', pelvis);
  set('spine.1', blend(pelvis, chest, 0.3));
  set('spine.2', blend(pelvis, chest, 0.65));
  set('chest', chest);
  set('neck', attitudeRotation(targets.neck));
  const head = attitudeRotation(targets.head);
  set('head', head);
  targets.tail.forEach(({ up, left }, i) => {
    set(`tail.${i + 1}`, attitudeRotation({ yaw: left, pitch: up, roll: 0 }));
  });
  const spine = boneIndex('spine.2');
  const back = place(targets.middle, spine, boneIndex('spine.1'), world);
  const root = place(back, boneIndex('spine.1'), boneIndex('hips'), world);

  const chestPlace = step(targets.middle, spine, boneIndex('chest'), world);
  for (const side of ['L', 'R'] as const) {
    const sign = side === 'L' ? 1 : -1;
    const { forward, out } = targets.ears[side];
    set(
      `ear.${side}`,
      product(head, product(turnAbout([0, 0, 1], -sign * out), turnAbout([1, 0, 0], forward))),
    );
    set(`shoulder.${side}`, product(chest, turnAbout([1, 0, 0], targets.blades[side])));
    const blade = step(chestPlace, boneIndex('chest'), boneIndex(`shoulder.${side}`), world);
    const shoulder = step(blade, boneIndex(`shoulder.${side}`), boneIndex(`upper_arm.${side}`), world);
    poseLeg(world, side, ['upper_arm', 'forearm', 'hand', 'fingers'], shoulder, targets.fore[side], -1);
    const hip = step(root, boneIndex('hips'), boneIndex(`thigh.${side}`), world);
    poseLeg(world, side, ['thigh', 'shank', 'foot', 'toes'], hip, targets.hind[side], 1);
  }
  const rotations = bones.map(({ parent }, index) =>
    parent < 0 ? world[index] : product(conjugateQuaternion(world[parent]), world[index]),
  );
  return { root, rotations };
}

/** Returns the position of a child's joint, computed from the parent's joint. */
function step(at: Vector, parent: number, child: number, world: readonly Quaternion[]): Vector {
  const out: [number, number, number] = [0, 0, 0];
  rotateVector(out, world[parent], subtract(bones[child].position, bones[parent].position));
  return [at[0] + out[0], at[1] + out[1], at[2] + out[2]];
}

/** Returns the position of a parent's joint, computed from the child's joint. */
function place(at: Vector, child: number, parent: number, world: readonly Quaternion[]): Vector {
  const out: [number, number, number] = [0, 0, 0];
  rotateVector(out, world[parent], subtract(bones[child].position, bones[parent].position));
  return [at[0] - out[0], at[1] - out[1], at[2] - out[2]];
}

function attitudeRotation({ yaw, pitch, roll }: Attitude): Quaternion {
  return product(turnAbout([0, 1, 0], yaw), product(turnAbout([1, 0, 0], pitch), turnAbout([0, 0, 1], roll)));
}

/**
 * Rotates upper and lower bone so that the third, with its lean, ends in the pad. The joint between upper and lower bone bends forwards (1)
 * or backwards (−1).
 */
function poseLeg(
  world: Quaternion[],
  side: Side,
  names: readonly [string, string, string, string],
  start: Vector,
  paw: PawTarget,
  bend: 1 | -1,
): void {
  const index = names.map((name) => boneIndex(`${name}.${side}`));
  const [a, b, c] = index.map((bone) => bones[bone].position);
  const third = turnAbout([1, 0, 0], paw.lean);
  world[index[2]] = third;
  world[index[3]] = turnAbout([1, 0, 0], paw.toes);
  const end = place(paw.pad, index[3], index[2], world);
  [world[index[0]], world[index[1]]] = bendLeg(`${names[0]}.${side}`, [a, b, c], start, end, bend);
}
