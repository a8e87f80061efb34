/** Rides of a mannequin on a bicycle as sampled keys of their common skeleton. */

import type { Quaternion } from '../../../src/math/quaternion.ts';
import { quaternionFromAxisAngle } from '../../../src/math/slerp.ts';
import { boneIndex, bones } from '../mannequin/skeleton.ts';
import { writeKey } from '../shapes/sample-poses.ts';
import { product } from '../shapes/turns.ts';
import type { Bone, SampledClip } from '../shapes/write-character.ts';
import { poseRider } from './pose-rider.ts';
import { type RideStyle, ridePath } from './ride-path.ts';
import { bicycleBone, bicycleBones, steeringAxis, wheelRadius } from './skeleton.ts';

/** The bones of the bicycle, then those of the mannequin. The mannequin's hips are attached to the bicycle. */
export const riderBones: readonly Bone[] = [
  ...bicycleBones,
  ...bones.map((bone) => ({
    ...bone,
    parent: bone.parent < 0 ? 0 : bone.parent + bicycleBones.length,
  })),
];
const firstOfRider = bicycleBones.length;
const keysPerSecond = 60;
/** Every third key is enough for the rider, whose joints move slowly: in between, they differ by less than 2 mm from a key in each frame. */
const riderStep = 3;
/** Ratio of the rotations of the wheel to those of the cranks. */
const gear = 2.3;

/** Returns a ride of `duration` seconds. */
export function sampleRide(name: string, style: RideStyle, duration: number): SampledClip {
  const count = Math.round(duration * keysPerSecond);
  const times = Float32Array.from({ length: count + 1 }, (_, key) => key / keysPerSecond);
  const root = new Float32Array(3 * times.length);
  const hips = new Float32Array(3 * times.length);
  const rotations = new Map(riderBones.map((_, bone) => [bone, new Float32Array(4 * times.length)]));
  ridePath(style, duration, count).forEach((state, key) => {
    const { heading, lean, steering, rearDistance, frontDistance } = state;
    const crank = rearDistance / wheelRadius / gear + style.phase * 2 * Math.PI;
    const rider = poseRider({ crank, steering, lean: 0.5 * lean, chest: style.chest });
    // The clip begins at the origin, at the position of the character in its rest pose.
    root.set([state.x, 0, state.z + bicycleBones[0].position[2]], 3 * key);
    const seat = bicycleBones[0].position;
    hips.set([rider.hips[0] - seat[0], rider.hips[1] - seat[1], rider.hips[2] - seat[2]], 3 * key);
    const turns = new Map<number, Quaternion>([
      [0, product(about([0, 1, 0], heading), about([0, 0, 1], -lean))],
      [bicycleBone('rear_wheel'), about([1, 0, 0], rearDistance / wheelRadius)],
      [bicycleBone('front_wheel'), about([1, 0, 0], frontDistance / wheelRadius)],
      [bicycleBone('crank'), about([1, 0, 0], crank)],
      [bicycleBone('pedal.L'), about([1, 0, 0], -crank)],
      [bicycleBone('pedal.R'), about([1, 0, 0], -crank)],
      [bicycleBone('fork'), about(steeringAxis, steering)],
    ]);
    for (const [bone, turn] of rider.rotations.entries()) turns.set(firstOfRider + bone, turn);
    for (const [bone, values] of rotations) writeKey(values, key, turns.get(bone) ?? [0, 0, 0, 1]);
  });
  for (const [bone, values] of rotations) {
    if (values.every((value, k) => value === (k % 4 === 3 ? 1 : 0))) rotations.delete(bone);
  }
  return {
    name,
    times,
    translations: new Map([
      [0, root],
      [firstOfRider + boneIndex('hips'), hips],
    ]),
    rotations,
    sparse: { bones: new Set(bones.map((_, bone) => firstOfRider + bone)), step: riderStep },
  };
}

/** Returns a rotation about a unit axis by an angle in radians. */
function about(axis: readonly [number, number, number], angle: number): Quaternion {
  // Whole rotations are removed, so that the angle stays small and exact.
  return quaternionFromAxisAngle(axis, angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI)));
}
