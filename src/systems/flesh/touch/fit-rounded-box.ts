import { symmetricEigen } from '../../../math/symmetric-eigen.ts';
import { createBoxShape, type RoundedBox } from './touch-shape.ts';

/** A fitted shape, and the mean distance of the points from its surface, metres. */
export interface FittedBox {
  readonly box: RoundedBox;
  readonly error: number;
}

/** Radii that are tried, as fractions of half of the shortest edge of the box around the points. */
const roundings = [0, 0.25, 0.5, 0.75, 1];

/**
 * Fits a box with rounded edges to points of a surface, [3 · n] metres with n ≥ 1. Its axes are the principal axes of the points. It reaches as far
 * as they do, and of several radii the one is chosen whose surface is nearest to the points: a limb gives a capsule, a ball a ball, a board a box.
 */
export function fitRoundedBox(points: ArrayLike<number>): FittedBox {
  const count = points.length / 3;
  const mean = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = axis; k < points.length; k += 3) sum += points[k];
    return sum / count;
  });
  const moments = new Float64Array(9);
  for (let k = 0; k < points.length; k += 3) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        moments[3 * row + column] += (points[k + row] - mean[row]) * (points[k + column] - mean[column]);
      }
    }
  }
  const { vectors } = symmetricEigen(moments, 3);
  // Principal axes are ambiguous for a cube, whose points then may lie diagonally, so the axes of the coordinates are tried too.
  const principal = [2, 1, 0].flatMap((column) => [0, 1, 2].map((row) => vectors[3 * row + column]));
  const plain = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const candidates = [plain, principal].flatMap((axes) => listBoxes(points, axes));
  return candidates.reduce((best, one) => (one.error < best.error ? one : best));
}

function listBoxes(points: ArrayLike<number>, axes: readonly number[]): FittedBox[] {
  const low = [0, 0, 0].fill(Number.POSITIVE_INFINITY);
  const high = [0, 0, 0].fill(Number.NEGATIVE_INFINITY);
  for (let k = 0; k < points.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const at =
        axes[3 * axis] * points[k] + axes[3 * axis + 1] * points[k + 1] + axes[3 * axis + 2] * points[k + 2];
      low[axis] = Math.min(low[axis], at);
      high[axis] = Math.max(high[axis], at);
    }
  }
  const middle = [0, 1, 2].map((axis) => 0.5 * (low[axis] + high[axis]));
  const center = [0, 1, 2].map((row) =>
    middle.reduce((sum, value, axis) => sum + value * axes[3 * axis + row], 0),
  );
  const half = [0, 1, 2].map((axis) => 0.5 * (high[axis] - low[axis]));
  const shortest = Math.min(half[0], half[1], half[2]);
  return roundings.map((rounding) => {
    const radius = rounding * shortest;
    const box = { center, axes, half: half.map((value) => value - radius), radius };
    return { box, error: measureError(points, box) };
  });
}

function measureError(points: ArrayLike<number>, box: RoundedBox): number {
  const shape = createBoxShape(box);
  const normal = new Float64Array(3);
  let sum = 0;
  for (let k = 0; k < points.length; k += 3) {
    sum += Math.abs(shape.measure(normal, points[k], points[k + 1], points[k + 2]));
  }
  return sum / (points.length / 3);
}
