import { SurfaceTree } from '../../../geometry/surface-tree.ts';
import type { ClosedSurface } from '../../../motion/tet-mesh.ts';

export type Point = readonly [number, number, number];

/** The rigid core of a part. The flesh ends at the wall of the core, and nodes on this wall move with the bone. Lengths in metres. */
export interface BoneCore {
  /** Returns the signed distance to the wall, negative inside the core. */
  distance(x: number, y: number, z: number): number;
  /** Points distributed over the wall, [3 · pointCount]. They are used to check whether the core is inside a region. */
  readonly samples: Float64Array;
  /** A point inside the core, if one is known. */
  readonly middle: Point | null;
  /** For a single straight core: a point on its axis, a unit vector along the axis, and its radius. Null for other cores. */
  readonly axis: { readonly point: Point; readonly direction: Point; readonly radius: number } | null;
}

export interface Capsule {
  readonly from: Point;
  readonly to: Point;
  /** > 0. */
  readonly radius: number;
}

/** Creates a bone core from a capsule. */
export function capsuleCore(from: Point, to: Point, radius: number): BoneCore {
  return capsulesCore([{ from, to, radius }]);
}

/** Creates one bone core from one or more capsules. */
export function capsulesCore(capsules: readonly Capsule[]): BoneCore {
  const parts = capsules.map(({ from, to, radius }) => {
    const along = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const length = Math.sqrt(along[0] ** 2 + along[1] ** 2 + along[2] ** 2);
    return { from, along, length, radius };
  });
  const [{ from, along, length, radius }] = parts.toSorted((a, b) => b.length - a.length);
  const direction: Point = [along[0] / length, along[1] / length, along[2] / length];
  return {
    distance(x, y, z) {
      let nearest = Infinity;
      for (const { from, along, length, radius } of parts) {
        const px = x - from[0];
        const py = y - from[1];
        const pz = z - from[2];
        const dot = px * along[0] + py * along[1] + pz * along[2];
        const fraction = length > 0 ? Math.min(1, Math.max(0, dot / (length * length))) : 0;
        const qx = px - fraction * along[0];
        const qy = py - fraction * along[1];
        const qz = pz - fraction * along[2];
        nearest = Math.min(nearest, Math.sqrt(qx * qx + qy * qy + qz * qz) - radius);
      }
      return nearest;
    },
    samples: Float64Array.from(capsules.flatMap(sampleCapsule)),
    middle: [from[0] + along[0] / 2, from[1] + along[1] / 2, from[2] + along[2] / 2],
    axis: parts.length === 1 && length > 0 ? { point: from, direction, radius } : null,
  };
}

/** Returns points on rings along a capsule and at its two ends. */
function sampleCapsule({ from, to, radius }: Capsule): number[] {
  const along = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.sqrt(along[0] ** 2 + along[1] ** 2 + along[2] ** 2);
  const direction = length > 0 ? along.map((value) => value / length) : [0, 0, 1];
  const [u, v] = perpendiculars(direction);
  const out: number[] = [];
  const ringCount = Math.min(64, 2 + Math.ceil((2 * length) / radius));
  for (let ring = 0; ring < ringCount; ring++) {
    const fraction = ring / (ringCount - 1);
    for (const [a, b] of octagon) {
      for (let axis = 0; axis < 3; axis++)
        out.push(from[axis] + fraction * along[axis] + radius * (a * u[axis] + b * v[axis]));
    }
  }
  for (let axis = 0; axis < 3; axis++) out.push(from[axis] - radius * direction[axis]);
  for (let axis = 0; axis < 3; axis++) out.push(to[axis] + radius * direction[axis]);
  return out;
}

const half = Math.SQRT1_2;
const octagon = [
  [1, 0],
  [half, half],
  [0, 1],
  [-half, half],
  [-1, 0],
  [-half, -half],
  [0, -1],
  [half, -half],
];

/**
 * Returns two unit vectors perpendicular to a unit vector and to each other. The three form a right-handed frame; the given vector is the
 * third.
 */
export function perpendiculars(direction: ArrayLike<number>): [Point, Point] {
  const [x, y, z] = [direction[0], direction[1], direction[2]];
  const isSmallest = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z);
  const helper = isSmallest ? [1, 0, 0] : Math.abs(y) <= Math.abs(z) ? [0, 1, 0] : [0, 0, 1];
  const dot = helper[0] * x + helper[1] * y + helper[2] * z;
  const u = [helper[0] - dot * x, helper[1] - dot * y, helper[2] - dot * z];
  const length = Math.sqrt(u[0] ** 2 + u[1] ** 2 + u[2] ** 2);
  const [ux, uy, uz] = [u[0] / length, u[1] / length, u[2] / length];
  return [
    [ux, uy, uz],
    [y * uz - z * uy, z * ux - x * uz, x * uy - y * ux],
  ];
}

/** Creates a bone core from a closed surface. */
export function surfaceCore(surface: ClosedSurface): BoneCore {
  const { positions, triangles } = surface;
  const tree = new SurfaceTree(positions, triangles);
  const distance = (x: number, y: number, z: number) => {
    const unsigned = tree.nearest(x, y, z);
    return tree.winding(x, y, z) > 0.5 ? -unsigned : unsigned;
  };
  const middle: [number, number, number] = [0, 0, 0];
  positions.forEach((value, k) => {
    middle[k % 3] += value / (positions.length / 3);
  });
  return { distance, samples: positions, middle: distance(...middle) < 0 ? middle : null, axis: null };
}
