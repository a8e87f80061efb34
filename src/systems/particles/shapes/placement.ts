import { cos, sin } from '../../../math/portable.ts';

/** Position and rotation of a shape in the world: p' = R · p + position, where R rotates about x, then y, then z. */
export interface Placement {
  /** [9] rotation matrix, row by row. */
  readonly rotation: Float64Array;
  /** [3] position of the shape's origin in metres. */
  readonly position: Float64Array;
}

/** Creates a placement. position [3] metres, rotation [3] radians about x, then y, then z. */
export function createPlacement(position: readonly number[], rotation: readonly number[]): Placement {
  const [sx, sy, sz] = rotation.map(sin);
  const [cx, cy, cz] = rotation.map(cos);
  return {
    position: Float64Array.from(position),
    rotation: Float64Array.of(
      cz * cy,
      cz * sy * sx - sz * cx,
      cz * sy * cx + sz * sx,
      sz * cy,
      sz * sy * sx + cz * cx,
      sz * sy * cx - cz * sx,
      -sy,
      cy * sx,
      cy * cx,
    ),
  };
}
