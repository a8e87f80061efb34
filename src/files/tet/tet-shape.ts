import { tetEdges } from '../../motion/tet-topology.ts';

/**
 * Returns six times the signed volume of the tetrahedron with nodes `nodes[at … at + 3]`, positive in the orientation of `TetMesh.tets`.
 * points [3 · count].
 */
export function sixVolumes(points: ArrayLike<number>, nodes: ArrayLike<number>, at: number): number {
  const a = 3 * nodes[at];
  const b = 3 * nodes[at + 1];
  const c = 3 * nodes[at + 2];
  const d = 3 * nodes[at + 3];
  const x = points[a];
  const y = points[a + 1];
  const z = points[a + 2];
  return determinant(
    points[b] - x,
    points[b + 1] - y,
    points[b + 2] - z,
    points[c] - x,
    points[c + 1] - y,
    points[c + 2] - z,
    points[d] - x,
    points[d + 1] - y,
    points[d + 2] - z,
  );
}

/** Returns the length of the longest of the six edges between the corners `nodes[at … at + 3]`. */
export function longestEdge(points: ArrayLike<number>, nodes: ArrayLike<number>, at: number): number {
  let longest = 0;
  for (let k = 0; k < 6; k++) {
    const a = 3 * nodes[at + tetEdges[k][0]];
    const b = 3 * nodes[at + tetEdges[k][1]];
    const x = points[b] - points[a];
    const y = points[b + 1] - points[a + 1];
    const z = points[b + 2] - points[a + 2];
    longest = Math.max(longest, x * x + y * y + z * z);
  }
  return Math.sqrt(longest);
}

/** Barycentric coordinates of the four points of the quadrature rule that is exact for quadratics. Keast 1986. */
const near = (5 + 3 * Math.sqrt(5)) / 20;
const far = (5 - Math.sqrt(5)) / 20;
const fourPoints = listDerivatives([0, 1, 2, 3].map((corner) => towards(corner, near, far)));

/** The quadrature rule that is exact for cubics: the centroid with weight −4/5, and four points with weight 9/20 each. Keast 1986. */
const fivePoints = listDerivatives([
  [0.25, 0.25, 0.25, 0.25],
  ...[0, 1, 2, 3].map((corner) => towards(corner, 1 / 2, 1 / 6)),
]);

/**
 * Returns the minimum Jacobian determinant of the ten-node element `nodes[at … at + 9]` over the four quadrature points of the stiffness.
 * The result is ≤ 0 if the mid-edge nodes invert the element. If all mid-edge nodes are at the midpoints, the four values equal six times
 * the volume.
 */
export function minJacobian(points: ArrayLike<number>, nodes: ArrayLike<number>, at: number): number {
  let min = Infinity;
  for (let start = 0; start < fourPoints.length; start += 30) {
    min = Math.min(min, jacobian(points, nodes, at, fourPoints, start));
  }
  return min;
}

/** Returns six times the volume of the ten-node element `nodes[at … at + 9]`, including curved edges. */
export function sixCurvedVolumes(points: ArrayLike<number>, nodes: ArrayLike<number>, at: number): number {
  let volume = -0.8 * jacobian(points, nodes, at, fivePoints, 0);
  for (let start = 30; start < fivePoints.length; start += 30) {
    volume += 0.45 * jacobian(points, nodes, at, fivePoints, start);
  }
  return volume;
}

/** Returns the Jacobian determinant at the point whose 30 derivatives begin at `start`. */
function jacobian(
  points: ArrayLike<number>,
  nodes: ArrayLike<number>,
  at: number,
  derivatives: Float64Array,
  start: number,
): number {
  columns.fill(0);
  for (let k = 0; k < 10; k++) {
    const node = 3 * nodes[at + k];
    for (let coordinate = 0; coordinate < 3; coordinate++) {
      const derivative = derivatives[start + 3 * k + coordinate];
      for (let axis = 0; axis < 3; axis++) columns[3 * coordinate + axis] += derivative * points[node + axis];
    }
  }
  const m = columns;
  return determinant(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]);
}

const columns = new Float64Array(9);

/** Returns the barycentric coordinates of a point that is close to one corner. */
function towards(nearest: number, own: number, other: number): number[] {
  return [0, 1, 2, 3].map((corner) => (corner === nearest ? own : other));
}

/**
 * Returns the derivatives of the ten shape functions with respect to the second to fourth barycentric coordinate, at each point [30 ·
 * points]. Points are given by their barycentric coordinates. The derivative with respect to a coordinate L is 4 L − 1 for its own corner.
 * For a mid-edge node it is 4 L', where L' is the coordinate of the other end of the edge.
 */
function listDerivatives(points: readonly (readonly number[])[]): Float64Array {
  const out: number[] = [];
  for (const at of points) {
    const byCoordinate = (node: number, corner: number) => {
      if (node < 4) return node === corner ? 4 * at[corner] - 1 : 0;
      const [from, to] = tetEdges[node - 4];
      return corner === from ? 4 * at[to] : corner === to ? 4 * at[from] : 0;
    };
    for (let node = 0; node < 10; node++) {
      // The first coordinate is not independent: it is 1 minus the sum of the others.
      for (let corner = 1; corner < 4; corner++) out.push(byCoordinate(node, corner) - byCoordinate(node, 0));
    }
  }
  return Float64Array.from(out);
}

/** u × v · w. */
function determinant(
  ux: number,
  uy: number,
  uz: number,
  vx: number,
  vy: number,
  vz: number,
  wx: number,
  wy: number,
  wz: number,
): number {
  return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
}
