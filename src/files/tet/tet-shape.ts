import { tetEdges } from '../../motion/tet-topology.ts';

/**
 * Six times the signed volume of the tetrahedron of four nodes, `nodes[at … at + 3]`: positive as `TetMesh.tets` has it.
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

/** Longest of the six edges between the corners `nodes[at … at + 3]`. */
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

/** Barycentric coordinates in the four points of the rule that is exact for quadratics. Keast 1986. */
const near = (5 + 3 * Math.sqrt(5)) / 20;
const far = (5 - Math.sqrt(5)) / 20;

/** [4 points · 10 nodes · 3]: derivatives of the shape functions by the second to fourth barycentric coordinate. */
const derivatives = listDerivatives();

/**
 * Least Jacobian determinant of the ten-node element `nodes[at … at + 9]` over the four points at which stiffness is
 * integrated: at most 0 where its mid-edge nodes fold it over. All four are sixVolumes when mid-edge nodes lie in the middle.
 */
export function leastJacobian(points: ArrayLike<number>, nodes: ArrayLike<number>, at: number): number {
  const columns = new Float64Array(9);
  let least = Infinity;
  for (let start = 0; start < derivatives.length; start += 30) {
    columns.fill(0);
    for (let k = 0; k < 10; k++) {
      const node = 3 * nodes[at + k];
      for (let coordinate = 0; coordinate < 3; coordinate++) {
        const derivative = derivatives[start + 3 * k + coordinate];
        for (let axis = 0; axis < 3; axis++)
          columns[3 * coordinate + axis] += derivative * points[node + axis];
      }
    }
    least = Math.min(
      least,
      determinant(
        columns[0],
        columns[1],
        columns[2],
        columns[3],
        columns[4],
        columns[5],
        columns[6],
        columns[7],
        columns[8],
      ),
    );
  }
  return least;
}

/** By a barycentric coordinate L: 4 L − 1 of its own corner, 4 L' of a mid-edge node whose other end has L'. */
function listDerivatives(): Float64Array {
  const out: number[] = [];
  for (let nearest = 0; nearest < 4; nearest++) {
    const at = [0, 1, 2, 3].map((corner) => (corner === nearest ? near : far));
    const byCorner = (node: number, corner: number) => {
      if (node < 4) return node === corner ? 4 * at[corner] - 1 : 0;
      const [from, to] = tetEdges[node - 4];
      return corner === from ? 4 * at[to] : corner === to ? 4 * at[from] : 0;
    };
    for (let node = 0; node < 10; node++) {
      // The first coordinate is 1 less the others.
      for (let corner = 1; corner < 4; corner++) out.push(byCorner(node, corner) - byCorner(node, 0));
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
