/** Inverse kinematics of two bones. */
import { cross, norm, subtract } from '../../../src/geometry/vector.ts';
import type { Quaternion } from '../../../src/math/quaternion.ts';
import type { Vector } from './level-set.ts';
import { alignment, perpendicular, scale } from './turns.ts';

/**
 * Returns the world rotations of the upper and the lower bone of a leg from `start` to `end`. rest: positions of hip, knee and ankle in the
 * rest pose. The knee bends forwards (1) or backwards (−1). Throws an error that contains `name` if the leg is too short.
 */
export function bendLeg(
  name: string,
  rest: readonly [Vector, Vector, Vector],
  start: Vector,
  end: Vector,
  bend: 1 | -1,
): [upper: Quaternion, lower: Quaternion] {
  const [a, b, c] = rest;
  const [upper, lower] = [norm(subtract(b, a)), norm(subtract(c, b))];
  const line = subtract(end, start);
  const reach = norm(line);
  if (reach >= upper + lower) {
    throw new Error(`${name} is too short by ${(reach - upper - lower).toFixed(4)} m`);
  }
  const onward = scale(line, 1 / reach);
  const ahead = perpendicular([0, 0, bend], onward);
  const toBend = (upper * upper - lower * lower + reach * reach) / (2 * reach);
  const bulge = Math.sqrt(Math.max(0, upper * upper - toBend * toBend));
  const middle = start.map((p, i) => p + onward[i] * toBend + ahead[i] * bulge) as unknown as Vector;
  const hinge = scale(cross(ahead, onward), bend);
  return [
    alignment(subtract(b, a), [1, 0, 0], subtract(middle, start), hinge),
    alignment(subtract(c, b), [1, 0, 0], subtract(end, middle), hinge),
  ];
}
