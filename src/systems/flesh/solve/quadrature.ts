import { tetEdges } from '../../../motion/tet-topology.ts';

/** A point of the reference tetrahedron (0 0 0, 1 0 0, 0 1 0, 0 0 1). */
export interface QuadraturePoint {
  /** They sum to 1/6. */
  readonly weight: number;
  /** [10] of the ten shape functions, VTK's order. */
  readonly values: Float64Array;
  /** [30] their derivatives by ξ, η, ζ. */
  readonly derivatives: Float64Array;
}

let points: readonly QuadraturePoint[] | null = null;

/**
 * 125 points, exact to degree 7: Gauss' five in each direction of the cube that x = u, y = (1 − u) v,
 * z = (1 − u)(1 − v) w folds onto the tetrahedron. Made at the first call.
 */
export function tetQuadrature(): readonly QuadraturePoint[] {
  if (points) return points;
  const made: QuadraturePoint[] = [];
  const outer = Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3;
  const inner = Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3;
  const outerWeight = (322 - 13 * Math.sqrt(70)) / 900;
  const innerWeight = (322 + 13 * Math.sqrt(70)) / 900;
  // On 0 … 1.
  const places = [-outer, -inner, 0, inner, outer].map((x) => (1 + x) / 2);
  const weights = [outerWeight, innerWeight, 128 / 225, innerWeight, outerWeight].map((w) => w / 2);
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < 5; j++) {
      for (let k = 0; k < 5; k++) {
        const u = places[i];
        const v = places[j];
        const weight = weights[i] * weights[j] * weights[k] * (1 - u) * (1 - u) * (1 - v);
        made.push(evaluateShapes(u, (1 - u) * v, (1 - u) * (1 - v) * places[k], weight));
      }
    }
  }
  points = made;
  return points;
}

function evaluateShapes(x: number, y: number, z: number, weight: number): QuadraturePoint {
  const lambda = [1 - x - y - z, x, y, z];
  // d λ / d (ξ, η, ζ).
  const slope = [
    [-1, -1, -1],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const values = new Float64Array(10);
  const derivatives = new Float64Array(30);
  for (let a = 0; a < 4; a++) {
    values[a] = lambda[a] * (2 * lambda[a] - 1);
    for (let d = 0; d < 3; d++) derivatives[3 * a + d] = (4 * lambda[a] - 1) * slope[a][d];
  }
  for (let k = 0; k < 6; k++) {
    const [a, b] = tetEdges[k];
    values[4 + k] = 4 * lambda[a] * lambda[b];
    for (let d = 0; d < 3; d++)
      derivatives[3 * (4 + k) + d] = 4 * (lambda[a] * slope[b][d] + lambda[b] * slope[a][d]);
  }
  return { weight, values, derivatives };
}
