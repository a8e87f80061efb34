import { combDirections } from '../strands/coat-maps.ts';
import type { FurCarrier } from './carrier.ts';

/** Where strands stand at rest on a skin in any pose: along its normals, or combed. */
export interface Standing {
  /**
   * directions [3 · vertexCount], unit, for a skin at `positions` with these normals. They follow the triangles: what is combed
   * along an edge stays along it, however the skin turns and stretches.
   */
  measure(directions: Float64Array, positions: Float64Array, normals: Float64Array): void;
  readonly isCombed: boolean;
}

/** combs [3 · vertexCount] along the skin at rest, at most 1 long; null: upright. maxCombAngle in rad. */
export function createStanding(
  carrier: FurCarrier,
  combs: Float64Array | null,
  maxCombAngle: number,
): Standing {
  if (!combs) {
    return { isCombed: false, measure: (directions, _, normals) => directions.set(normals) };
  }
  const { triangles } = carrier.mesh;
  const parts = splitCombs(carrier, combs);
  const sizes = combs.map((_, k) =>
    k % 3 === 0 ? Math.sqrt(combs[k] ** 2 + combs[k + 1] ** 2 + combs[k + 2] ** 2) : 0,
  );
  const turned = new Float64Array(combs.length);
  return {
    isCombed: true,
    measure(directions, positions, normals) {
      turned.fill(0);
      for (let k = 0; k < triangles.length; k += 3) {
        const a = 3 * triangles[k];
        const b = 3 * triangles[k + 1];
        const c = 3 * triangles[k + 2];
        for (let axis = 0; axis < 3; axis++) {
          const first = positions[b + axis] - positions[a + axis];
          const second = positions[c + axis] - positions[a + axis];
          turned[a + axis] += parts[2 * k] * first + parts[2 * k + 1] * second;
          turned[b + axis] += parts[2 * k + 2] * first + parts[2 * k + 3] * second;
          turned[c + axis] += parts[2 * k + 4] * first + parts[2 * k + 5] * second;
        }
      }
      for (let o = 0; o < turned.length; o += 3) {
        const up = turned[o] * normals[o] + turned[o + 1] * normals[o + 1] + turned[o + 2] * normals[o + 2];
        const x = turned[o] - up * normals[o];
        const y = turned[o + 1] - up * normals[o + 1];
        const z = turned[o + 2] - up * normals[o + 2];
        const size = Math.sqrt(x * x + y * y + z * z);
        // However it is stretched it lies as flat as it did.
        const scale = size > 1e-12 ? sizes[o] / size : 0;
        turned[o] = scale * x;
        turned[o + 1] = scale * y;
        turned[o + 2] = scale * z;
      }
      combDirections(directions, normals, turned, maxCombAngle);
    },
  };
}

/**
 * [6 · faceCount] for each corner of each triangle how much of its vertex's comb lies along the first and the second edge of the
 * triangle at rest, weighted by the triangle's area: sums over triangles give the comb back.
 */
function splitCombs({ mesh, positions }: FurCarrier, combs: Float64Array): Float64Array {
  const { triangles, vertexCount } = mesh;
  const parts = new Float64Array(2 * triangles.length);
  const areas = new Float64Array(vertexCount);
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    let [e, f, g] = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const first = positions[b + axis] - positions[a + axis];
      const second = positions[c + axis] - positions[a + axis];
      e += first * first;
      f += first * second;
      g += second * second;
    }
    const square = e * g - f * f;
    if (!(square > 1e-12 * e * g)) continue;
    const area = Math.sqrt(square);
    for (let corner = 0; corner < 3; corner++) {
      const v = triangles[k + corner];
      let [p, q] = [0, 0];
      for (let axis = 0; axis < 3; axis++) {
        const comb = combs[3 * v + axis];
        p += comb * (positions[b + axis] - positions[a + axis]);
        q += comb * (positions[c + axis] - positions[a + axis]);
      }
      areas[v] += area;
      parts[2 * (k + corner)] = (area * (g * p - f * q)) / square;
      parts[2 * (k + corner) + 1] = (area * (e * q - f * p)) / square;
    }
  }
  for (let corner = 0; corner < triangles.length; corner++) {
    const area = areas[triangles[corner]];
    if (!(area > 0)) continue;
    parts[2 * corner] /= area;
    parts[2 * corner + 1] /= area;
  }
  return parts;
}
