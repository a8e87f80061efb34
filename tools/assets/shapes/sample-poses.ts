/** Samples the poses of a skeleton over a period as keys. */
import type { Quaternion } from '../../../src/math/quaternion.ts';
import type { Vector } from './level-set.ts';
import type { Bone, SampledClip } from './write-character.ts';

export interface SkeletonPose {
  /** Translation of the root, metres. */
  readonly root: Vector;
  /** Rotation of each bone relative to its parent. */
  readonly rotations: readonly Quaternion[];
}

/**
 * Samples one period of poses at `intervals` equal steps. The last pose is the first. The root is the first bone. Bones
 * that never rotate are left out.
 */
export function samplePoses(
  bones: readonly Bone[],
  name: string,
  period: number,
  intervals: number,
  poseAt: (phase: number) => SkeletonPose,
): SampledClip {
  const times = new Float32Array(intervals + 1);
  const root = new Float32Array(3 * (intervals + 1));
  const rotations = new Map(bones.map((_, bone) => [bone, new Float32Array(4 * (intervals + 1))]));
  for (let key = 0; key <= intervals; key++) {
    times[key] = (period * key) / intervals;
    const pose = poseAt(key === intervals ? 0 : key / intervals);
    root.set(pose.root, 3 * key);
    for (const [bone, values] of rotations) writeKey(values, key, pose.rotations[bone]);
  }
  for (const [bone, values] of rotations) {
    if (values.every((value, i) => value === (i % 4 === 3 ? 1 : 0))) rotations.delete(bone);
  }
  return { name, times, translations: new Map([[0, root]]), rotations };
}

/** Writes the quaternion of a key. The quaternion is negated if it is then nearer to the previous key. */
export function writeKey(values: Float32Array, key: number, rotation: Quaternion): void {
  let dot = 1;
  if (key > 0) dot = rotation.reduce((sum, value, i) => sum + value * values[4 * (key - 1) + i], 0);
  values.set(
    rotation.map((value) => (dot < 0 ? -value : value)),
    4 * key,
  );
}
