import type { Floor } from '../../../motion/floor.ts';

/** A rigid shape that pushes flesh aside, along the axes of the body that carries it. */
export interface TouchShape {
  /** Whether the distance changes by no more than a point moves. If not, points far from each other are measured one by one. */
  readonly isExact: boolean;
  /**
   * Returns the distance of a point from the surface, metres, negative inside. Writes the unit vector that leads away from the shape to `out` [3]. If the
   * distance is more than `within`, any number above `within` may be returned, and any vector written.
   */
  measure(out: Float64Array, x: number, y: number, z: number, within?: number): number;
}

/** The data of a box with rounded edges: all points within `radius` of a box. Without a box it is a ball, with a line a capsule. */
export interface RoundedBox {
  /** Middle of the box, metres. [3] */
  readonly center: ArrayLike<number>;
  /** Directions of its edges, three unit vectors that are perpendicular to each other. [9] */
  readonly axes: ArrayLike<number>;
  /** Half of the length of each edge, metres ≥ 0. [3] */
  readonly half: ArrayLike<number>;
  /** Metres ≥ 0. */
  readonly radius: number;
}

/** Returns a capsule with these ends of its axis, metres. Equal ends make a ball. */
export function createCapsule(from: ArrayLike<number>, to: ArrayLike<number>, radius: number): RoundedBox {
  const along = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
  const [x, y, z] = length > 0 ? along.map((value) => value / length) : [1, 0, 0];
  // The coordinate axis that is farthest from the direction gives the second edge.
  const least = Math.min(Math.abs(x), Math.abs(y), Math.abs(z));
  const other = least === Math.abs(x) ? [1, 0, 0] : least === Math.abs(y) ? [0, 1, 0] : [0, 0, 1];
  const side = [y * other[2] - z * other[1], z * other[0] - x * other[2], x * other[1] - y * other[0]];
  const size = Math.sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]);
  const [u, v, w] = side.map((value) => value / size);
  return {
    center: [0, 1, 2].map((axis) => 0.5 * (from[axis] + to[axis])),
    axes: [x, y, z, u, v, w, y * w - z * v, z * u - x * w, x * v - y * u],
    half: [0.5 * length, 0, 0],
    radius,
  };
}

/** Returns the shape of a box with rounded edges. */
export function createBoxShape(box: RoundedBox): TouchShape {
  const { center, axes, half, radius } = box;
  const local = new Float64Array(3);
  return {
    isExact: true,
    measure(out, px, py, pz) {
      const x = px - center[0];
      const y = py - center[1];
      const z = pz - center[2];
      let outside = 0;
      let inside = Number.NEGATIVE_INFINITY;
      let nearest = 0;
      let side = 1;
      for (let axis = 0; axis < 3; axis++) {
        const k = 3 * axis;
        const at = axes[k] * x + axes[k + 1] * y + axes[k + 2] * z;
        const beyond = Math.abs(at) - half[axis];
        if (beyond > inside) {
          inside = beyond;
          nearest = axis;
          side = at < 0 ? -1 : 1;
        }
        const excess = beyond > 0 ? beyond : 0;
        outside += excess * excess;
        local[axis] = at < 0 ? -excess : excess;
      }
      const distance = Math.sqrt(outside);
      if (distance > 0) {
        for (let axis = 0; axis < 3; axis++) {
          out[axis] =
            (local[0] * axes[axis] + local[1] * axes[3 + axis] + local[2] * axes[6 + axis]) / distance;
        }
        return distance - radius;
      }
      for (let axis = 0; axis < 3; axis++) out[axis] = side * axes[3 * nearest + axis];
      return inside - radius;
    },
  };
}

/** Distance between the heights from which the slope of a ground follows, metres. */
const slopeStep = 0.01;

/** Returns the shape of a ground, in world axes. The distance is that from the plane that touches the ground above or below a point. */
export function createGroundShape(heightAt: Floor): TouchShape {
  return {
    isExact: false,
    measure(out, x, y, z) {
      const dx = (heightAt(x + slopeStep, z) - heightAt(x - slopeStep, z)) / (2 * slopeStep);
      const dz = (heightAt(x, z + slopeStep) - heightAt(x, z - slopeStep)) / (2 * slopeStep);
      const scale = 1 / Math.sqrt(1 + dx * dx + dz * dz);
      out[0] = -dx * scale;
      out[1] = scale;
      out[2] = -dz * scale;
      return (y - heightAt(x, z)) * scale;
    },
  };
}
