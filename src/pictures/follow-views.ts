import { normalize } from '../geometry/vector.ts';
import { maxOf } from '../math/lists.ts';
import { cos, sin } from '../math/portable.ts';
import type { PointsFrame } from '../motion/points-frame.ts';
import type { PointsMoment, PointsView } from './points-view.ts';
import { figureBounds } from './posed-mesh.ts';

/** Elevation of the camera, radians. */
const elevation = 0.17;

/**
 * Returns a view for each moment that follows the characters, or the particles if there are no characters. It looks from the side, so that
 * they move to the right, with the same scale in all views. Null if there is nothing to show.
 */
export function followViews(moments: readonly PointsMoment[]): (PointsView | null)[] {
  const bounds = moments.map(({ figures, points }) => figureBounds(figures) ?? boundPoints(points));
  const middles = bounds.map((box) => box?.min.map((low, axis) => (low + box.max[axis]) / 2));
  const known = middles.filter((middle) => middle !== undefined);
  if (known.length === 0) return moments.map(() => null);
  const [first, last] = [known[0], known[known.length - 1]];
  const travel = [last[0] - first[0], last[2] - first[2]];
  const [dx, , dz] =
    travel[0] ** 2 + travel[1] ** 2 > 0.01 ? normalize([travel[0], 0, travel[1]]) : [1, 0, 0];
  // The direction to the right in the picture is that of the motion.
  const [level, up] = [cos(elevation), sin(elevation)];
  const toEye = [-dz * level, up, dx * level] as const;
  const sizes = bounds.map((box, k) => {
    if (!box) return 0;
    const [x, y, z] = box.max.map((high, axis) => high - box.min[axis]);
    return Math.max(y, 0.6 * x, 0.6 * z, highOf(moments[k].points) - box.min[1]);
  });
  const height = 1.1 * maxOf(sizes, 0.2);
  return bounds.map((box, k) => {
    const middle = middles[k];
    if (!box || !middle) return null;
    // More space is shown behind the characters than in front of them.
    const back = 0.45 * height;
    const center = [middle[0] - back * dx, middle[1], middle[2] - back * dz] as const;
    return { toEye, center, width: 2 * height, height, depth: 0 };
  });
}

/** Returns the height below which most of the particles are, m. */
function highOf({ count, positions }: PointsFrame): number {
  const heights = Float64Array.from({ length: count }, (_, k) => positions[3 * k + 1]).sort();
  return count > 0 ? heights[Math.floor(0.9 * (count - 1))] : Number.NEGATIVE_INFINITY;
}

function boundPoints({ count, positions }: PointsFrame) {
  if (count === 0) return null;
  return figureBounds([{ positions: positions.subarray(0, 3 * count), indices: [], color: [0, 0, 0] }]);
}
