import { determinant } from '../math/matrix.ts';
import { mainJoint } from './main-joint.ts';
import type { Pose } from './pose.ts';
import type { RigSurface } from './rig.ts';

/**
 * Returns the triangles of a surface, counter-clockwise seen from outside after the pose is applied: triangles that are mirrored by a
 * transform with a negative determinant are reversed. For a skinned triangle, the joint with the largest weight at its first vertex
 * decides. If no triangle is mirrored, returns the indices of the surface themselves.
 */
export function orientTriangles(surface: RigSurface, pose: Pose): Uint32Array {
  const { indices } = surface;
  let out = indices;
  for (let k = 0; k < indices.length; k += 3) {
    if (mirroringAt(surface, pose, indices[k]) >= 0) continue;
    if (out === indices) out = indices.slice();
    out[k + 1] = indices[k + 2];
    out[k + 2] = indices[k + 1];
  }
  return out;
}

function mirroringAt(surface: RigSurface, pose: Pose, vertex: number): number {
  if (surface.skin < 0) return determinant(pose.world, 16 * surface.node);
  return determinant(pose.jointMatrices(surface.skin), 16 * mainJoint(surface, vertex));
}
