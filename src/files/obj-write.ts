/** A mesh of polygons for `encodeObj`. */
export interface PolygonMesh {
  readonly name: string;
  /** [3 · vertexCount] */
  readonly positions: Float32Array;
  /** One pair for each vertex, v upwards as in OBJ. [2 · vertexCount] */
  readonly coordinates: Float32Array;
  /** Vertices of each face, counter-clockwise seen from outside: 3 or 4. */
  readonly faces: readonly (readonly number[])[];
}

/** Lines that are joined into one chunk of text. */
const linesPerChunk = 16_384;

/**
 * Encodes one smooth object as OBJ, in chunks of text. It has no normals, so that a program that moves the vertices computes them again.
 * Every vertex is written once, in its order.
 */
export function* encodeObj({ name, positions, coordinates, faces }: PolygonMesh): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let lines = ['# Aftermotion. Metres, Y up.', `o ${name}`];
  const flush = () => {
    const bytes = encoder.encode(`${lines.join('\n')}\n`);
    lines = [];
    return bytes;
  };
  for (let k = 0; k < positions.length; k += 3) {
    lines.push(`v ${positions[k]} ${positions[k + 1]} ${positions[k + 2]}`);
    if (lines.length >= linesPerChunk) yield flush();
  }
  for (let k = 0; k < coordinates.length; k += 2) {
    lines.push(`vt ${coordinates[k]} ${coordinates[k + 1]}`);
    if (lines.length >= linesPerChunk) yield flush();
  }
  lines.push('s 1');
  for (const face of faces) {
    lines.push(`f ${face.map((vertex) => `${vertex + 1}/${vertex + 1}`).join(' ')}`);
    if (lines.length >= linesPerChunk) yield flush();
  }
  yield flush();
}
