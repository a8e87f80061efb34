import { tetEdges } from '../../../motion/tet-topology.ts';

/** A point of the reference tetrahedron (0 0 0, 1 0 0, 0 1 0, 0 0 1). */
export interface QuadraturePoint {
  /** Weight of the point. The weights of a rule sum to 1/6, the volume of the tetrahedron. */
  readonly weight: number;
  /** Values of the ten shape functions, in VTK's order, [10]. */
  readonly values: Float64Array;
  /** Derivatives of the shape functions with respect to ξ, η, ζ, [30]. */
  readonly derivatives: Float64Array;
}

let points: readonly QuadraturePoint[] | null = null;

/**
 * Returns a quadrature rule with 125 points, exact for polynomials of degree 7: five Gauss points along each axis of a cube. The
 * substitution x = u, y = (1 − u) v, z = (1 − u)(1 − v) w maps the cube to the tetrahedron. The rule is cached after the first call.
 */
export function tetQuadrature(): readonly QuadraturePoint[] {
  if (points) return points;
  const made: QuadraturePoint[] = [];
  const outer = Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3;
  const inner = Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3;
  const outerWeight = (322 - 13 * Math.sqrt(70)) / 900;
  const innerWeight = (322 + 13 * Math.sqrt(70)) / 900;
  // Gauss points on 0 … 1.
  const nodes = [-outer, -inner, 0, inner, outer].map((x) => (1 + x) / 2);
  const weights = [outerWeight, innerWeight, 128 / 225, innerWeight, outerWeight].map((w) => w / 2);
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < 5; j++) {
      for (let k = 0; k < 5; k++) {
        const u = nodes[i];
        const v = nodes[j];
        const weight = weights[i] * weights[j] * weights[k] * (1 - u) * (1 - u) * (1 - v);
        made.push(evaluateShapes(u, (1 - u) * v, (1 - u) * (1 - v) * nodes[k], weight));
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
