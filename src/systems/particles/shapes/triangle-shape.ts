import type { TriangleMesh } from '../../../motion/keyed-collider.ts';
import type { LocalShape } from './build-shape.ts';
import { draw, draws, type PickPlace, pickWeighted, sumWeights } from './place.ts';

/** Corners a b c of triangle k, and twice its area along its normal, written over by each call. */
export class TriangleReader {
  ax = 0;
  ay = 0;
  az = 0;
  bx = 0;
  by = 0;
  bz = 0;
  cx = 0;
  cy = 0;
  cz = 0;
  normalX = 0;
  normalY = 0;
  normalZ = 0;

  constructor(private readonly mesh: TriangleMesh) {}

  read(triangle: number): void {
    this.readCorners(triangle);
    const ux = this.bx - this.ax;
    const uy = this.by - this.ay;
    const uz = this.bz - this.az;
    const vx = this.cx - this.ax;
    const vy = this.cy - this.ay;
    const vz = this.cz - this.az;
    this.normalX = uy * vz - uz * vy;
    this.normalY = uz * vx - ux * vz;
    this.normalZ = ux * vy - uy * vx;
  }

  /** Leaves the normal as it was. */
  readCorners(triangle: number): void {
    const { positions, indices } = this.mesh;
    const a = 3 * indices[3 * triangle];
    const b = 3 * indices[3 * triangle + 1];
    const c = 3 * indices[3 * triangle + 2];
    this.ax = positions[a];
    this.ay = positions[a + 1];
    this.az = positions[a + 2];
    this.bx = positions[b];
    this.by = positions[b + 1];
    this.bz = positions[b + 2];
    this.cx = positions[c];
    this.cy = positions[c + 1];
    this.cz = positions[c + 2];
  }

  /** Twice the area. */
  get size(): number {
    const { normalX, normalY, normalZ } = this;
    return Math.sqrt(normalX * normalX + normalY * normalY + normalZ * normalZ);
  }
}

/** Places on triangles, evenly by area, with normals and anchors; `measure` 0 where they have no area. */
export function createTrianglePick(mesh: TriangleMesh): { pick: PickPlace; measure: number } {
  const reader = new TriangleReader(mesh);
  const areas = new Float64Array(mesh.indices.length / 3);
  for (let k = 0; k < areas.length; k++) {
    reader.read(k);
    areas[k] = reader.size / 2;
  }
  const sums = sumWeights(areas);
  return {
    measure: sums.length > 0 ? sums[sums.length - 1] : 0,
    pick(place, index, seed) {
      const triangle = pickWeighted(sums, draw(seed, index, draws.which));
      // Both are uniform over the triangle, without a fold: Turk, Graphics Gems, 1990.
      const root = Math.sqrt(draw(seed, index, draws.first));
      const u = 1 - root;
      const v = root * draw(seed, index, draws.second);
      const w = 1 - u - v;
      reader.read(triangle);
      place.triangle = triangle;
      place.u = u;
      place.v = v;
      place.x = u * reader.ax + v * reader.bx + w * reader.cx;
      place.y = u * reader.ay + v * reader.by + w * reader.cy;
      place.z = u * reader.az + v * reader.bz + w * reader.cz;
      const { size } = reader;
      place.normalX = reader.normalX / size;
      place.normalY = reader.normalY / size;
      place.normalZ = reader.normalZ / size;
    },
  };
}

/** Scaled about the middle of its bounds, which comes to stand at the origin. Bounds of no vertices are empty. */
export function centerMesh({ positions, indices }: TriangleMesh, scale: number): TriangleMesh {
  const { min, max } = boundsOfPoints(positions);
  return {
    positions: positions.map((value, k) => scale * (value - (min[k % 3] + max[k % 3]) / 2)),
    indices,
  };
}

/** Least and greatest x y z of points [3 · n]. */
export function boundsOfPoints(positions: ArrayLike<number>): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    if (positions[k] < min[k % 3]) min[k % 3] = positions[k];
    if (positions[k] > max[k % 3]) max[k % 3] = positions[k];
  }
  return { min, max };
}

/** The vertices that triangles use, for bounds. */
export function supportOfMesh({ positions, indices }: TriangleMesh): LocalShape['support'] {
  return (x, y, z) => {
    let max = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < indices.length; k++) {
      const at = 3 * indices[k];
      const value = x * positions[at] + y * positions[at + 1] + z * positions[at + 2];
      if (value > max) max = value;
    }
    return max;
  };
}
