import type { Shape, ShapeBounds } from '../shape.ts';
import { type PickPlace, type PlaceParts, samplePositions } from './place.ts';
import type { Placement } from './placement.ts';

/** A shape in its own axes, before it is placed. */
export interface LocalShape extends PlaceParts {
  readonly name: string;
  readonly dimension: Shape['dimension'];
  /** Above 0. */
  readonly measure: number;
  readonly pick: PickPlace;
  /** The largest x · px + y · py + z · pz of all its points p: what bounds are made of. */
  support(x: number, y: number, z: number): number;
  /** Signed distance in its own axes; null where it has no inside. */
  readonly distance: ((x: number, y: number, z: number) => number) | null;
  readonly uneven?: boolean;
  readonly warnings?: readonly string[];
}

/** The shape as it stands in the world. */
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
    sample: (count, seed) => samplePositions(local.pick, local, placement, count, seed),
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

/** Largest dot product with points [stride · n] of 2 or 3 coordinates. */
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
