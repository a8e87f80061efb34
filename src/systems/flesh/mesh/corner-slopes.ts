import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { tetEdges } from '../../../motion/tet-topology.ts';

/** Computes the gradients of a field at the corners of a mesh of ten-node elements: the mean over the elements, weighted by volume. */
export class CornerSlopes {
  /** Gradients, valid at corner nodes only, [9 · nodeCount]. Row: component of the field, column: direction. */
  readonly values: Float64Array;
  /** Gradients of the four barycentric coordinates, [12 · tetCount]. */
  private readonly directions: Float64Array;
  private readonly volumes: Float64Array;
  private readonly totals: Float64Array;

  constructor(private readonly mesh: TetMesh) {
    const { positions: p, tets } = mesh;
    const tetCount = tets.length / 10;
    this.values = new Float64Array(3 * p.length);
    this.directions = new Float64Array(12 * tetCount);
    this.volumes = new Float64Array(tetCount);
    this.totals = new Float64Array(p.length / 3);
    for (let tet = 0; tet < tetCount; tet++) {
      const d = 3 * tets[10 * tet + 3];
      const edges = new Float64Array(9);
      for (let corner = 0; corner < 3; corner++) {
        for (let axis = 0; axis < 3; axis++) {
          edges[3 * corner + axis] = p[3 * tets[10 * tet + corner] + axis] - p[d + axis];
        }
      }
      const [ax, ay, az, bx, by, bz, cx, cy, cz] = edges;
      const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
      const rows = [
        [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx],
        [cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax],
        [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx],
      ];
      for (let axis = 0; axis < 3; axis++) {
        for (let corner = 0; corner < 3; corner++) {
          this.directions[12 * tet + 3 * corner + axis] = rows[corner][axis] / det;
          this.directions[12 * tet + 9 + axis] -= rows[corner][axis] / det;
        }
      }
      this.volumes[tet] = Math.abs(det);
      for (let corner = 0; corner < 4; corner++) this.totals[tets[10 * tet + corner]] += Math.abs(det);
    }
  }

  /** Computes the gradients of the field that begins at shapes[first]. */
  measure(shapes: ArrayLike<number>, first: number): void {
    const { values, directions, volumes, totals, mesh } = this;
    const { tets } = mesh;
    values.fill(0);
    // Gradient of a quadratic field at a corner: sum of the node values times the barycentric gradients, with the factor 3 for this corner,
    // −1 for the other corners, and 4 for the mid-edge nodes of the edges at this corner.
    const slope = new Float64Array(9);
    for (let tet = 0; tet < volumes.length; tet++) {
      const t = 10 * tet;
      for (let corner = 0; corner < 4; corner++) {
        const node = tets[t + corner];
        const fraction = volumes[tet] / totals[node];
        slope.fill(0);
        for (let other = 0; other < 4; other++) {
          const d = 12 * tet + 3 * other;
          const middle = other === corner ? -1 : tets[t + 4 + edgeBetween[corner][other]];
          for (let axis = 0; axis < 3; axis++) {
            const ends = shapes[first + 3 * tets[t + other] + axis];
            const value = other === corner ? 3 * ends : 4 * shapes[first + 3 * middle + axis] - ends;
            slope[3 * axis] += value * directions[d];
            slope[3 * axis + 1] += value * directions[d + 1];
            slope[3 * axis + 2] += value * directions[d + 2];
          }
        }
        for (let k = 0; k < 9; k++) values[9 * node + k] += fraction * slope[k];
      }
    }
  }
}

/** Index in `tetEdges` of the edge between two corners. */
const edgeBetween = [0, 1, 2, 3].map((a) =>
  [0, 1, 2, 3].map((b) => tetEdges.findIndex(([p, q]) => (p === a && q === b) || (p === b && q === a))),
);
