import { measureNormals } from '../../../motion/measure-normals.ts';
import { joinPoints } from '../../../motion/weld-vertices.ts';
import type { Figure } from '../figure.ts';

/** `measureNormals` with vertices at the same place joined, so that seams of texture do not show: [3 · vertexCount]. */
export function smoothNormals(figure: Figure): Float64Array {
  const positions = Float64Array.from(figure.positions);
  const normals = new Float64Array(positions.length);
  measureNormals(normals, positions, Uint32Array.from(figure.indices), joinPoints(positions).vertexOf);
  return normals;
}
