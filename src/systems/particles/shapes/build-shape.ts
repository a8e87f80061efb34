import type { Shape, ShapeBounds } from '../shape.ts';
import type { Placement } from './placement.ts';
import { type PickPoint, type PointParts, samplePoints } from './shape-point.ts';

/** A shape in its own axes, in metres. `buildShape` moves it to its position in the world. */
export interface LocalShape extends PointParts {
  readonly name: string;
  readonly dimension: Shape['dimension'];
  /** Above 0. */
  readonly measure: number;
  readonly pick: PickPoint;
  /** Returns the maximum of x · px + y · py + z · pz over all its points p (support function). Bounds are computed from it. */
  support(x: number, y: number, z: number): number;
  /** Signed distance in metres, negative inside. Null if the shape has no inside. */
  readonly distance: ((x: number, y: number, z: number) => number) | null;
  readonly uneven?: boolean;
  readonly warnings?: readonly string[];
}

/** Places a shape in the world. */
export function buildShape(local: LocalShape, placement: Placement): Shape {
  const { position, rotation: r } = placement;
  const { distance } = local;
  return {
    name: local.name,
    dimension: local.dimension,
    measure: local.measure,
    bounds: boundsOf(local, placement),
    points: null,
    skin: null,
    uneven: local.uneven ?? false,
    warnings: local.warnings ?? [],
    sample: (count, seed) => samplePoints(local.pick, local, placement, count, seed),
    distance:
      distance &&
      ((worldX, worldY, worldZ) => {
        const x = worldX - position[0];
        const y = worldY - position[1];
        const z = worldZ - position[2];
        return distance(
          r[0] * x + r[3] * y + r[6] * z,
          r[1] * x + r[4] * y + r[7] * z,
          r[2] * x + r[5] * y + r[8] * z,
        );
      }),
  };
}

function boundsOf({ support }: LocalShape, { position, rotation: r }: Placement): ShapeBounds {
  const min = new Float64Array(3);
  const max = new Float64Array(3);
  for (let axis = 0; axis < 3; axis++) {
    const [x, y, z] = [r[3 * axis], r[3 * axis + 1], r[3 * axis + 2]];
    max[axis] = position[axis] + support(x, y, z);
    min[axis] = position[axis] - support(-x, -y, -z);
  }
  return { min, max };
}

/** Creates the support function of points [stride · n] of 2 or 3 coordinates each. */
export function supportOf(points: ArrayLike<number>, stride: 2 | 3): LocalShape['support'] {
  return (x, y, z) => {
    let max = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < points.length; k += stride) {
      const value = x * points[k] + y * points[k + 1] + (stride === 3 ? z * points[k + 2] : 0);
      if (value > max) max = value;
    }
    return max;
  };
}
