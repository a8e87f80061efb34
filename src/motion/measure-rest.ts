import { deformSurface } from './deform-surface.ts';
import { Pose } from './pose.ts';
import type { Rig } from './rig.ts';

/** The box around a character in its rest pose, in the units of its file. */
export interface RestBounds {
  /** Corners of the bounding box of every posed surface, rig units; zeros if the rig has no surface. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  /** max y − min y. */
  readonly height: number;
}

/** Returns the bounding box of the rig in its rest pose, computed from the skinned and morphed surfaces, never from raw positions. */
export function measureRest(rig: Rig): RestBounds {
  const pose = new Pose(rig);
  pose.updateWorld();
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const surface of rig.surfaces) {
    const positions = new Float64Array(surface.positions.length);
    deformSurface(surface, pose, positions);
    for (let k = 0; k < positions.length; k++) {
      const axis = k % 3;
      if (positions[k] < min[axis]) min[axis] = positions[k];
      if (positions[k] > max[axis]) max[axis] = positions[k];
    }
  }
  if (min[0] > max[0]) return { min: [0, 0, 0], max: [0, 0, 0], height: 0 };
  return { min, max, height: max[1] - min[1] };
}
