import { deformSurface } from '../../motion/deform-surface.ts';
import { Pose } from '../../motion/pose.ts';
import type { Clip, Rig } from '../../motion/rig.ts';
import { sampleClip } from '../../motion/sample-clip.ts';

/** Returns the in-place pose of the rig at time t of the clip, in rig units. */
export function poseRig(rig: Rig, clip?: Clip, t = 0): Pose {
  const pose = new Pose(rig);
  if (clip) sampleClip(clip, t, pose);
  pose.updateWorld();
  return pose;
}

/** Returns the positions of one surface in the pose of `poseRig`, one [x, y, z] for each vertex. */
export function posedPoints(rig: Rig, surface = 0, clip?: Clip, t = 0): number[][] {
  const out = new Float64Array(rig.surfaces[surface].positions.length);
  deformSurface(rig.surfaces[surface], poseRig(rig, clip, t), out);
  return Array.from({ length: out.length / 3 }, (_, vertex) => [...out.subarray(3 * vertex, 3 * vertex + 3)]);
}

/** Returns the maximum distance along an axis between two lists of points of equal length. */
export function maxDifference(a: readonly number[][], b: readonly number[][]): number {
  if (a.length !== b.length) return Infinity;
  return Math.max(
    ...a.map((point, k) => Math.max(...point.map((value, axis) => Math.abs(value - b[k][axis])))),
  );
}
