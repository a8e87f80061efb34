import { boundsOfPoints } from '../../../geometry/bounds.ts';
import type { TriangleMesh } from '../../../motion/keyed-collider.ts';
import type { LocalShape } from './build-shape.ts';
import { draw, draws, type PickPoint, pickWeighted, sumWeights } from './shape-point.ts';

/** Reads the corners a, b, c of a triangle, and its normal, whose length is twice the area. Each call overwrites them. */
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

  /** Twice the area of the triangle. */
  get size(): number {
    const { normalX, normalY, normalZ } = this;
    return Math.sqrt(normalX * normalX + normalY * normalY + normalZ * normalZ);
  }
}

/** Creates points on triangles, uniform by area, with normals and anchors. `measure` is the total area in m². */
export function createTrianglePick(mesh: TriangleMesh): { pick: PickPoint; measure: number } {
  const reader = new TriangleReader(mesh);
  const areas = new Float64Array(mesh.indices.length / 3);
  for (let k = 0; k < areas.length; k++) {
    reader.read(k);
    areas[k] = reader.size / 2;
  }
  const sums = sumWeights(areas);
  return {
    measure: sums.length > 0 ? sums[sums.length - 1] : 0,
    pick(point, index, seed) {
      const triangle = pickWeighted(sums, draw(seed, index, draws.which));
      // Uniform over the triangle: Turk, "Generating random points in triangles", Graphics Gems, 1990.
      const root = Math.sqrt(draw(seed, index, draws.first));
      const u = 1 - root;
      const v = root * draw(seed, index, draws.second);
      const w = 1 - u - v;
      reader.read(triangle);
      point.triangle = triangle;
      point.u = u;
      point.v = v;
      point.x = u * reader.ax + v * reader.bx + w * reader.cx;
      point.y = u * reader.ay + v * reader.by + w * reader.cy;
      point.z = u * reader.az + v * reader.bz + w * reader.cz;
      const { size } = reader;
      point.normalX = reader.normalX / size;
      point.normalY = reader.normalY / size;
      point.normalZ = reader.normalZ / size;
    },
  };
}

/** Scales a mesh, and moves the centre of its bounds to the origin. */
export function centerMesh({ positions, indices }: TriangleMesh, scale: number): TriangleMesh {
  const { min, max } = boundsOfPoints(positions);
  return {
    positions: positions.map((value, k) => scale * (value - (min[k % 3] + max[k % 3]) / 2)),
    indices,
  };
}

/** Creates the support function of a mesh. Vertices that no triangle uses do not count. */
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
