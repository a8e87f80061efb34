import { cos, sin } from '../../../math/portable.ts';

/** Where a shape stands: p' = R · p + position, R turns about x, then y, then z. */
export interface Placement {
  /** [9] row by row. */
  readonly rotation: Float64Array;
  /** [3] metres: where the shape's own origin comes to stand. */
  readonly position: Float64Array;
}

/** position [3] metres, rotation [3] radians about x, then y, then z. */
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
