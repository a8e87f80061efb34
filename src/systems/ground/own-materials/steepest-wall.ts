import { cos, sin } from '../../../math/portable.ts';

/** m/s². */
const gravity = 9.81;
const rightAngle = Math.PI / 2;
/** Bisections until the angle is exact to far less than can be seen. */
const bisections = 40;

/** A material for which the stable slope of a wall is computed. */
export interface WallMaterial {
  /** rad, 0 to less than 90°. */
  readonly frictionAngle: number;
  /** Pa. */
  readonly cohesion: number;
  /** kg/m³, > 0. */
  readonly density: number;
}

/**
 * Returns the steepest slope at which a wall of this height stands, rad, from the friction angle to 90°. A wedge of the wall slides on a
 * plane through its foot: Culmann 1866, H = 4c/γ · sin β cos φ / (1 − cos(β − φ)), solved for the slope β.
 */
export function findSteepestWall(
  { frictionAngle, cohesion, density }: WallMaterial,
  wallHeight: number,
): number {
  const stands = (slope: number) =>
    density * gravity * wallHeight * (1 - cos(slope - frictionAngle)) <=
    4 * cohesion * sin(slope) * cos(frictionAngle);
  if (stands(rightAngle)) return rightAngle;
  let [low, high] = [frictionAngle, rightAngle];
  for (let k = 0; k < bisections; k++) {
    const middle = (low + high) / 2;
    if (stands(middle)) low = middle;
    else high = middle;
  }
  return low;
}
