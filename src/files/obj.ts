import { InputError } from '../input-error.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';

/**
 * Reads the surface of a Wavefront OBJ: positions and faces, polygons opened as fans from their first corner; texture
 * coordinates where every corner has some that are there. Groups, materials, normals, lines and points are passed over. Units
 * and axes stay the file's own.
 *
 * text: the whole file, any line ends, lines continued with a backslash.
 * Errors: InputError with the line number for numbers that are none, corners that do not exist, faces below three corners.
 */
export function readObj(text: string, name: string): TriangleMesh {
  const positions: number[] = [];
  const texcoords: number[] = [];
  const indices: number[] = [];
  const texcoordIndices: number[] = [];
  let lineNumber = 0;
  let at = 0;
  while (at < text.length) {
    const firstLine = lineNumber + 1;
    let line = '';
    for (let continues = true; continues; ) {
      let end = text.indexOf('\n', at);
      if (end < 0) end = text.length;
      let piece = text.slice(at, end);
      if (piece.endsWith('\r')) piece = piece.slice(0, -1);
      at = end + 1;
      lineNumber++;
      continues = piece.endsWith('\\') && at < text.length;
      line += continues ? `${piece.slice(0, -1)} ` : piece;
    }
    const code = line.charCodeAt(0);
    // Most lines are v, vt, vn and f: only those that matter are cut into words.
    const isOther = code === 0x23 || (code === 0x76 && (line[1] === 'n' || line[1] === 'p'));
    if (isOther) continue;
    const words = line.trim().split(/\s+/);
    const place = () => `${name} line ${firstLine}`;
    if (words[0] === 'v') {
      if (words.length < 4)
        throw InputError.at(place(), `expected v x y z, got ${JSON.stringify(line.trim())}`);
      for (let axis = 1; axis <= 3; axis++) positions.push(readNumber(words[axis], place));
    } else if (words[0] === 'vt') {
      texcoords.push(Number(words[1]), 1 - Number(words[2] ?? 0));
    } else if (words[0] === 'f') {
      const corners = words.slice(1);
      if (corners.length < 3) {
        throw InputError.at(place(), `expected a face of at least 3 corners, got ${corners.length}`);
      }
      pushFan(
        indices,
        corners.map((word) => readCorner(word, positions.length / 3, place)),
      );
      pushFan(
        texcoordIndices,
        corners.map((word) => readTexcoordIndex(word, texcoords.length / 2)),
      );
    }
  }
  if (positions.length === 0)
    throw InputError.at(name, 'expected an OBJ mesh, got a file without a vertex (v x y z)');
  if (indices.length === 0)
    throw InputError.at(name, 'expected an OBJ mesh with faces (f a b c), got vertices alone');
  const vertexCount = positions.length / 3;
  const beyond = indices.findIndex((index) => index >= vertexCount);
  if (beyond >= 0) {
    throw InputError.at(
      name,
      `expected corners up to ${vertexCount}, its number of vertices, got ${indices[beyond] + 1}`,
    );
  }
  const cornerTexcoords = gatherTexcoords(texcoords, texcoordIndices);
  return {
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
    ...(cornerTexcoords && { cornerTexcoords }),
  };
}

/** A polygon as triangles from its first corner. */
function pushFan(out: number[], corners: readonly number[]): void {
  for (let k = 2; k < corners.length; k++) out.push(corners[0], corners[k - 1], corners[k]);
}

/** Two numbers a corner, null where one has none: what is not whole is of no use, and a surface needs none. */
function gatherTexcoords(texcoords: readonly number[], corners: readonly number[]): Float32Array | null {
  const out = new Float32Array(2 * corners.length);
  for (let k = 0; k < corners.length; k++) {
    out[2 * k] = texcoords[2 * corners[k]];
    out[2 * k + 1] = texcoords[2 * corners[k] + 1];
  }
  return out.every(Number.isFinite) ? out : null;
}

function readNumber(word: string, place: () => string): number {
  const value = Number(word);
  if (!Number.isFinite(value)) throw InputError.at(place(), `expected a number, got ${JSON.stringify(word)}`);
  return value;
}

/** Vertex of a corner `v`, `v/vt`, `v/vt/vn` or `v//vn`: from 1, or back from the last vertex so far when negative. */
function readCorner(word: string, vertexCount: number, place: () => string): number {
  const slash = word.indexOf('/');
  const value = Number(slash < 0 ? word : word.slice(0, slash));
  const index = value < 0 ? vertexCount + value : value - 1;
  if (Number.isInteger(value) && index >= 0) return index;
  throw InputError.at(place(), `expected a corner such as 7, 7/1/2 or -1, got ${JSON.stringify(word)}`);
}

/** Place of the texture coordinates of a corner `v/vt` or `v/vt/vn`, counted as vertices are. None: not a number. */
function readTexcoordIndex(word: string, texcoordCount: number): number {
  const value = Number(word.split('/')[1] || Number.NaN);
  const index = value < 0 ? texcoordCount + value : value - 1;
  return Number.isInteger(index) ? index : Number.NaN;
}
