import type { Accessors } from './accessors.ts';
import type { JsonValue } from './json-value.ts';

/** Primitive modes that form triangles. */
const list = 4;
const strip = 5;

/**
 * Returns the triangles of a primitive as a list. Unindexed triangles get indices, strips and fans are converted to lists with the same
 * winding, and compressed primitives are decoded.
 */
export function readTriangles(
  primitive: JsonValue,
  mode: number,
  vertexCount: number,
  accessors: Accessors,
  warnings: string[],
): Uint32Array {
  const reference = primitive.get('indices');
  const compressed = accessors.compressedTriangles(primitive);
  const corners =
    compressed ??
    (reference.absent
      ? Uint32Array.from({ length: vertexCount }, (_, index) => index)
      : accessors.readIntegers(reference, 'SCALAR'));
  for (const corner of corners) {
    if (corner < vertexCount) continue;
    const source = compressed ? primitive : accessors.find(reference);
    throw source.fault(`expected vertices below ${vertexCount}, got ${corner}`);
  }
  if (compressed) return compressed;
  if (mode !== list) return openRun(corners, mode === strip);
  const spare = corners.length % 3;
  if (spare > 0) {
    warnings.push(
      `${primitive.path}: ${corners.length} corners are no whole number of triangles; the last ${spare} are left out`,
    );
  }
  return spare > 0 ? corners.slice(0, corners.length - spare) : corners;
}

/** Converts a strip or fan to a list. Triangles with a repeated corner, which only connect strips, are dropped. */
function openRun(corners: Uint32Array, isStrip: boolean): Uint32Array {
  const triangles: number[] = [];
  for (let i = 0; i + 2 < corners.length; i++) {
    const odd = i % 2;
    const [a, b, c] = isStrip
      ? [corners[i], corners[i + 1 + odd], corners[i + 2 - odd]]
      : [corners[i + 1], corners[i + 2], corners[0]];
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  return Uint32Array.from(triangles);
}
