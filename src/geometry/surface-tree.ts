import { BoxTree, type OfferItem } from './box-tree.ts';
import { nearestOnTriangle, type TrianglePoint } from './nearest-on-triangle.ts';
import { boxesOfTriangles } from './triangle-tree.ts';
import { WindingNumber } from './winding-number.ts';

/** A tree of triangles that do not move. It finds the nearest point and the winding number. */
export class SurfaceTree {
  /** Result of the last `nearest`: the triangle (−1 if there is none within the limit), and the nearest point on it. */
  triangle = -1;
  x = 0;
  y = 0;
  z = 0;

  private readonly tree: BoxTree;
  /** Corners, in the tree's order, [9 · triangleCount]. */
  private readonly corners: Float64Array;
  private readonly found: TrianglePoint = { a: 0, b: 0, c: 0, square: 0 };
  private windingNumber: WindingNumber | undefined;

  /** positions [3 · vertexCount], triangles [3 · triangleCount], at least one. */
  constructor(positions: ArrayLike<number>, triangles: ArrayLike<number>) {
    const centres = new Float64Array(triangles.length);
    for (let k = 0; k < triangles.length; k++) {
      const [a, b, c] = [0, 1, 2].map((corner) => positions[3 * triangles[k - (k % 3) + corner] + (k % 3)]);
      centres[k] = (a + b + c) / 3;
    }
    this.tree = new BoxTree(boxesOfTriangles(positions, triangles), centres, true);
    this.corners = cornersOf(positions, triangles, this.tree.order);
  }

  /** Minimum and maximum corner of the box around all triangles, [6]. */
  get bounds(): Float64Array {
    return this.tree.bounds;
  }

  /** Returns the distance to the nearest triangle; `limit` if no triangle is nearer. Sets `triangle`, `x`, `y`, `z`. */
  nearest(px: number, py: number, pz: number, limit = Infinity): number {
    this.triangle = -1;
    return Math.sqrt(this.tree.search(px, py, pz, limit * limit, this.offer));
  }

  // Measures the distance to the rounded point, unlike `TriangleTree`, because the meshes of flesh depend on every bit of this distance.
  private readonly offer: OfferItem = (k, px, py, pz, best) => {
    const { corners, found } = this;
    const o = 9 * k;
    nearestOnTriangle(found, corners, 3 * k, 3 * k + 1, 3 * k + 2, px, py, pz);
    const { b, c } = found;
    const ax = corners[o];
    const ay = corners[o + 1];
    const az = corners[o + 2];
    const x = ax + b * (corners[o + 3] - ax) + c * (corners[o + 6] - ax);
    const y = ay + b * (corners[o + 4] - ay) + c * (corners[o + 7] - ay);
    const z = az + b * (corners[o + 5] - az) + c * (corners[o + 8] - az);
    const distance = (x - px) ** 2 + (y - py) ** 2 + (z - pz) ** 2;
    if (!(distance < best)) return best;
    this.triangle = this.tree.order[k];
    this.x = x;
    this.y = y;
    this.z = z;
    return distance;
  };

  /** Returns how many times the triangles surround a point: see `WindingNumber`. */
  winding(px: number, py: number, pz: number): number {
    this.windingNumber ??= new WindingNumber(this.tree, this.corners);
    return this.windingNumber.at(px, py, pz);
  }
}

/** Returns the corners of triangles, in the given order, [9 · triangleCount]. */
export function cornersOf(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  order: Uint32Array,
): Float64Array {
  const corners = new Float64Array(9 * order.length);
  for (let o = 0; o < corners.length; o++) {
    corners[o] = positions[3 * triangles[3 * order[Math.floor(o / 9)] + (Math.floor(o / 3) % 3)] + (o % 3)];
  }
  return corners;
}
