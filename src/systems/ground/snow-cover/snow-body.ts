import type { Collider } from '../../../motion/collider.ts';
import { poseCollider } from '../../../motion/pose-collider.ts';

/** A body at the end of a step, as falling snow sees it. */
export interface SnowBody {
  readonly vertexCount: number;
  readonly indices: Uint32Array;
  /** [3 · vertexCount] world, m. */
  readonly positions: Float64Array;
  /** [vertexCount] m/s. */
  readonly speeds: Float64Array;
  /** [vertexCount] a third of the horizontal projections of the triangles around a vertex on which snow stays, m². */
  readonly flatAreas: Float64Array;
  /** [vertexCount] fraction of the max thickness that stays on a vertex: 1 where it is level, 0 where it is as steep as snow can be. */
  readonly holds: Float64Array;
  /** No motion leads to this pose. */
  readonly isCut: boolean;
}

/** minUp: cosine of the steepest slope on which snow stays. hasAreas: whether the areas are needed. rate: steps per second. */
export function measureBody(collider: Collider, rate: number, minUp: number, hasAreas: boolean): SnowBody {
  const { vertexCount, indices, cut: isCut } = collider;
  const positions = poseCollider(collider, 'end');
  const before = isCut ? positions : poseCollider(collider, 'start');
  const speeds = new Float64Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let square = 0;
    for (let k = 3 * vertex; k < 3 * vertex + 3; k++) square += (positions[k] - before[k]) ** 2;
    speeds[vertex] = Math.sqrt(square) * rate;
  }
  const flatAreas = new Float64Array(vertexCount);
  const holds = new Float64Array(vertexCount);
  if (hasAreas) addAreas(flatAreas, holds, positions, indices, minUp);
  return { vertexCount, indices, positions, speeds, flatAreas, holds, isCut };
}

function addAreas(
  flatAreas: Float64Array,
  holds: Float64Array,
  p: Float64Array,
  indices: Uint32Array,
  minUp: number,
): void {
  const areas = new Float64Array(flatAreas.length);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const part = Math.abs(y) / 6;
    const up = part > 0 ? y / Math.sqrt(x * x + y * y + z * z) : 0;
    const isFlat = up >= minUp;
    for (let corner = t; corner < t + 3; corner++) {
      areas[indices[corner]] += part;
      if (!isFlat) continue;
      flatAreas[indices[corner]] += part;
      holds[indices[corner]] += (part * (up - minUp)) / (1 - minUp);
    }
  }
  for (let vertex = 0; vertex < areas.length; vertex++) if (areas[vertex] > 0) holds[vertex] /= areas[vertex];
}
