import { deformSurface } from '../../motion/deform-surface.ts';
import type { Pose } from '../../motion/pose.ts';
import type { RigSurface } from '../../motion/rig.ts';
import type { MorphSurface } from '../../systems/outputs/morph.ts';

/** Returns the world positions of a surface in a pose, [3 · vertexCount]. Its flesh is displaced by the given amplitudes. */
export function liveSurface(
  surface: RigSurface,
  moved: MorphSurface | undefined,
  amplitudes: ArrayLike<number>,
  pose: Pose,
): Float64Array {
  const positions = Float64Array.from(surface.positions);
  moved?.vertices.forEach((vertex, k) => {
    for (let mode = 0; mode < amplitudes.length; mode++) {
      const o = 3 * (mode * moved.vertices.length + k);
      for (let axis = 0; axis < 3; axis++) {
        positions[3 * vertex + axis] += amplitudes[mode] * moved.shapes[o + axis];
      }
    }
  });
  const out = new Float64Array(positions.length);
  deformSurface({ ...surface, positions: Float32Array.from(positions) }, pose, out);
  return out;
}

/** Returns the maximum distance between points with the same index. */
export function largestDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.NaN;
  let worst = 0;
  for (let k = 0; k < a.length; k += 3) {
    worst = Math.max(worst, Math.hypot(a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]));
  }
  return worst;
}
