import { combDirections } from '../strands/coat-maps.ts';
import type { FurCarrier } from './carrier.ts';

/** Rest directions of strands on a skin in any pose: along its normals, or combed. */
export interface Standing {
  /**
   * Writes unit directions, [3 · vertexCount], for a skin with these positions and normals. Combed directions follow the triangles: a
   * direction along an edge stays along this edge when the skin rotates or stretches.
   */
  measure(directions: Float64Array, positions: Float64Array, normals: Float64Array): void;
  /** How strands are combed; null if they are upright. */
  readonly comb: Comb | null;
}

/** The combs of a skin, relative to its triangles. */
export interface Comb {
  /** Coefficients of the first and the second edge of a triangle, for each of its corners, [6 · faceCount]. Their sum over the corners of a vertex is its comb. */
  readonly parts: Float64Array;
  /** Length of each comb, 0 to 1, [vertexCount]. */
  readonly sizes: Float64Array;
  /** Angle of a comb of length 1, rad. */
  readonly maxAngle: number;
}

/** combs: tangential vectors in the rest pose with lengths 0 to 1, [3 · vertexCount]; null: strands are upright. maxCombAngle in rad. */
export function createStanding(
  carrier: FurCarrier,
  combs: Float64Array | null,
  maxCombAngle: number,
): Standing {
  if (!combs) {
    return { comb: null, measure: (directions, _, normals) => directions.set(normals) };
  }
  const { triangles } = carrier.mesh;
  const parts = splitCombs(carrier, combs);
  const sizes = Float64Array.from({ length: combs.length / 3 }, (_, v) =>
    Math.sqrt(combs[3 * v] ** 2 + combs[3 * v + 1] ** 2 + combs[3 * v + 2] ** 2),
  );
  const posed = new Float64Array(combs.length);
  return {
    comb: { parts, sizes, maxAngle: maxCombAngle },
    measure(directions, positions, normals) {
      posed.fill(0);
      for (let k = 0; k < triangles.length; k += 3) {
        const a = 3 * triangles[k];
        const b = 3 * triangles[k + 1];
        const c = 3 * triangles[k + 2];
        for (let axis = 0; axis < 3; axis++) {
          const first = positions[b + axis] - positions[a + axis];
          const second = positions[c + axis] - positions[a + axis];
          posed[a + axis] += parts[2 * k] * first + parts[2 * k + 1] * second;
          posed[b + axis] += parts[2 * k + 2] * first + parts[2 * k + 3] * second;
          posed[c + axis] += parts[2 * k + 4] * first + parts[2 * k + 5] * second;
        }
      }
      for (let o = 0; o < posed.length; o += 3) {
        const up = posed[o] * normals[o] + posed[o + 1] * normals[o + 1] + posed[o + 2] * normals[o + 2];
        const x = posed[o] - up * normals[o];
        const y = posed[o + 1] - up * normals[o + 1];
        const z = posed[o + 2] - up * normals[o + 2];
        const size = Math.sqrt(x * x + y * y + z * z);
        // Stretching changes the direction of a comb, not its length.
        const scale = size > 1e-12 ? sizes[o / 3] / size : 0;
        posed[o] = scale * x;
        posed[o + 1] = scale * y;
        posed[o + 2] = scale * z;
      }
      combDirections(directions, normals, posed, maxCombAngle);
    },
  };
}

/**
 * Splits the comb of each vertex among the triangles of the vertex, weighted by area. The sum over all triangles of a vertex is its
 * comb. Returns two coefficients for each corner of each triangle, [6 · faceCount]. They multiply the first and the second edge of
 * the triangle in the rest pose.
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
