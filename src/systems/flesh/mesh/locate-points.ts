import { SurfaceTree } from '../../../geometry/surface-tree.ts';
import type { LongWork } from '../../../long-work.ts';
import { maxOf } from '../../../math/lists.ts';
import { pow } from '../../../math/portable.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { findBoundary, findNeighbours } from './tet-faces.ts';

/** Positions of points within a mesh. */
export interface PointLocations {
  /** Index of the element that contains each point, or of the nearest element. [pointCount] */
  readonly tets: Uint32Array;
  /**
   * Barycentric coordinates, in that element, of the point, [4 · pointCount]. If the point is outside, those of the nearest point in the
   * mesh.
   */
  readonly weights: Float64Array;
  /** Vector in metres from the nearest point in the mesh to the point, [3 · pointCount]. Zero for points inside. */
  readonly offsets: Float64Array;
}

/** Number of points that are processed between two yields. */
const pointsPerTurn = 500;

/** A point counts as inside an element if all of its barycentric coordinates are at least this. */
const tolerance = -1e-9;

/**
 * Finds the element that contains each point. If there is none, finds the nearest point on the mesh's boundary. points: [3 · pointCount].
 */
export function* locatePoints(mesh: TetMesh, points: Float64Array): LongWork<PointLocations> {
  const { positions, tets, nodesPerTet } = mesh;
  const pointCount = points.length / 3;
  const out = {
    tets: new Uint32Array(pointCount),
    weights: new Float64Array(4 * pointCount),
    offsets: new Float64Array(3 * pointCount),
  };
  yield;
  const grid = new TetGrid(mesh);
  yield;
  const { facets, owners } = findBoundary(
    tets,
    nodesPerTet,
    findNeighbours(tets, nodesPerTet, positions.length / 3),
  );
  yield;
  const tree = new SurfaceTree(positions, facets);
  const weights = new Float64Array(4);
  for (let point = 0; point < pointCount; point++) {
    if (point % pointsPerTurn === 0) yield;
    const x = points[3 * point];
    const y = points[3 * point + 1];
    const z = points[3 * point + 2];
    let tet = grid.find(x, y, z, weights);
    if (tet < 0) {
      tree.nearest(x, y, z);
      tet = owners[tree.triangle];
      findWeights(mesh, tet, tree.x, tree.y, tree.z, weights);
      out.offsets[3 * point] = x - tree.x;
      out.offsets[3 * point + 1] = y - tree.y;
      out.offsets[3 * point + 2] = z - tree.z;
    }
    out.tets[point] = tet;
    out.weights.set(weights, 4 * point);
  }
  return out;
}

/** Writes the barycentric coordinates of a point in an element, computed from the element's corners. */
function findWeights(mesh: TetMesh, tet: number, x: number, y: number, z: number, out: Float64Array): void {
  const { positions: p, tets, nodesPerTet } = mesh;
  const d = 3 * tets[tet * nodesPerTet + 3];
  const [ax, ay, az] = fromCorner(p, 3 * tets[tet * nodesPerTet], d);
  const [bx, by, bz] = fromCorner(p, 3 * tets[tet * nodesPerTet + 1], d);
  const [cx, cy, cz] = fromCorner(p, 3 * tets[tet * nodesPerTet + 2], d);
  const qx = x - p[d];
  const qy = y - p[d + 1];
  const qz = z - p[d + 2];
  const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  out[0] = (qx * (by * cz - bz * cy) + qy * (bz * cx - bx * cz) + qz * (bx * cy - by * cx)) / det;
  out[1] = (ax * (qy * cz - qz * cy) + ay * (qz * cx - qx * cz) + az * (qx * cy - qy * cx)) / det;
  out[2] = (ax * (by * qz - bz * qy) + ay * (bz * qx - bx * qz) + az * (bx * qy - by * qx)) / det;
  out[3] = 1 - out[0] - out[1] - out[2];
}

function fromCorner(p: Float64Array, node: number, corner: number): [number, number, number] {
  return [p[node] - p[corner], p[node + 1] - p[corner + 1], p[node + 2] - p[corner + 2]];
}

/** A uniform grid. Each cell lists the elements whose bounding boxes touch it. */
class TetGrid {
  private readonly low = [Infinity, Infinity, Infinity];
  private readonly counts: number[];
  private readonly cell: number;
  private readonly starts: Uint32Array;
  private readonly members: Uint32Array;

  constructor(private readonly mesh: TetMesh) {
    const { positions, tets, nodesPerTet } = mesh;
    const high = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < positions.length; k++) {
      const axis = k % 3;
      if (positions[k] < this.low[axis]) this.low[axis] = positions[k];
      if (positions[k] > high[axis]) high[axis] = positions[k];
    }
    const tetCount = tets.length / nodesPerTet;
    const size = high.map((value, axis) => value - this.low[axis]);
    const longest = maxOf(size);
    const steps = Math.round(2 * pow(tetCount, 1 / 3));
    this.cell = longest / Math.min(64, Math.max(4, steps));
    this.counts = size.map((value) => Math.floor(value / this.cell) + 1);
    const cellCount = this.counts[0] * this.counts[1] * this.counts[2];
    this.starts = new Uint32Array(cellCount + 1);
    for (let tet = 0; tet < tetCount; tet++) this.visit(tet, (cell) => this.starts[cell + 1]++);
    for (let cell = 0; cell < cellCount; cell++) this.starts[cell + 1] += this.starts[cell];
    this.members = new Uint32Array(this.starts[cellCount]);
    const ends = this.starts.slice();
    for (let tet = 0; tet < tetCount; tet++) {
      this.visit(tet, (cell) => {
        this.members[ends[cell]++] = tet;
      });
    }
  }

  private visit(tet: number, use: (cell: number) => void): void {
    const { positions, tets, nodesPerTet } = this.mesh;
    const first = [0, 0, 0];
    const last = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let corner = 0; corner < 4; corner++) {
        const value = positions[3 * tets[tet * nodesPerTet + corner] + axis];
        if (value < low) low = value;
        if (value > high) high = value;
      }
      first[axis] = Math.floor((low - this.low[axis]) / this.cell);
      last[axis] = Math.floor((high - this.low[axis]) / this.cell);
    }
    for (let k = first[2]; k <= last[2]; k++) {
      for (let j = first[1]; j <= last[1]; j++) {
        for (let i = first[0]; i <= last[0]; i++) use((k * this.counts[1] + j) * this.counts[0] + i);
      }
    }
  }

  /** Returns the element that contains a point, −1 if there is none. Writes the barycentric coordinates to `out`. */
  find(x: number, y: number, z: number, out: Float64Array): number {
    const i = Math.floor((x - this.low[0]) / this.cell);
    const j = Math.floor((y - this.low[1]) / this.cell);
    const k = Math.floor((z - this.low[2]) / this.cell);
    const [ni, nj, nk] = this.counts;
    if (i < 0 || j < 0 || k < 0 || i >= ni || j >= nj || k >= nk) return -1;
    const cell = (k * nj + j) * ni + i;
    for (let at = this.starts[cell]; at < this.starts[cell + 1]; at++) {
      findWeights(this.mesh, this.members[at], x, y, z, out);
      if (out[0] >= tolerance && out[1] >= tolerance && out[2] >= tolerance && out[3] >= tolerance) {
        return this.members[at];
      }
    }
    return -1;
  }
}
