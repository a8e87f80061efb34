import { InputError } from '../input-error.ts';
import { append } from '../math/lists.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import { weldMesh } from '../motion/weld-vertices.ts';
import { lettersOf } from './letters.ts';
import { MeshCursor, parseReal, quote } from './mesh-cursor.ts';

const headerBytes = 80;
const triangleBytes = 50;

/**
 * Reads the surface of an STL file, binary or ASCII, with one solid or several. As STL repeats each corner, corners at equal positions are
 * welded, and triangles with two equal corners are dropped. Normals and colours are ignored. Units and axes are those of the file.
 *
 * Throws InputError with the line (binary: the byte) for a file that is cut short, facets without exactly three corners, invalid numbers,
 * and a file without triangles.
 */
export function readStl(bytes: Uint8Array, name: string): TriangleMesh {
  const positions: number[] = [];
  const warnings: string[] = [];
  if (isBinaryStl(bytes)) readBinary(bytes, name, positions, warnings);
  else readText(bytes, name, positions);
  const corners = Uint32Array.from({ length: positions.length / 3 }, (_, corner) => corner);
  const mesh = weldMesh({ positions: Float64Array.from(positions), indices: corners });
  const lost = (corners.length - mesh.indices.length) / 3;
  if (lost > 0)
    warnings.push(
      `${lost} ${lost === 1 ? 'triangle has' : 'triangles have'} two corners at one position: omitted`,
    );
  if (mesh.indices.length > 0) return { ...mesh, warnings };
  throw InputError.at(name, 'expected an STL surface, got a file without a triangle that has an area');
}

/**
 * Returns whether an STL is binary: if the length of the file matches its count of triangles. Otherwise the text decides, because binary
 * files can also begin with "solid" and can have additional bytes at the end.
 */
export function isBinaryStl(bytes: Uint8Array): boolean {
  const expected = expectedLength(bytes);
  if (bytes.length === expected) return true;
  const head = lettersOf(bytes.subarray(0, 1024));
  if (/^(\xef\xbb\xbf)?\s*solid\b/i.test(head) && !head.includes('\0')) return false;
  return expected !== null && head.includes('\0');
}

function expectedLength(bytes: Uint8Array): number | null {
  if (bytes.length < headerBytes + 4) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return headerBytes + 4 + triangleBytes * view.getUint32(headerBytes, true);
}

/** Format: 80 arbitrary bytes, the count; for each triangle a normal, three corners (32-bit floats) and two attribute bytes. */
function readBinary(bytes: Uint8Array, name: string, positions: number[], warnings: string[]): void {
  const cursor = new MeshCursor(bytes, name);
  cursor.isBinary = true;
  cursor.at = headerBytes;
  const declared = cursor.scalar({ bytes: 4, kind: 'unsigned' }, 'the number of triangles');
  const held = Math.floor((bytes.length - cursor.at) / triangleBytes);
  const rest = (bytes.length - cursor.at) % triangleBytes;
  // Programs that do not know the count in advance write 0 or any other number. A truncated file would rarely end exactly after a triangle.
  const isMiscounted = rest === 0 && held > 0 && (declared > held || declared === 0);
  if (held < declared && !isMiscounted) {
    throw InputError.at(
      name,
      `expected the ${declared} triangles that it states, got ${held}: it is cut short`,
    );
  }
  const count = isMiscounted ? held : declared;
  if (isMiscounted) {
    warnings.push(
      `says that it holds ${declared} triangles, but holds ${held}: all of them are read${declared > held ? '; if it was cut short, the rest is missing' : ''}`,
    );
  } else if (held > declared || rest > 0) {
    const beyond = bytes.length - cursor.at - triangleBytes * declared;
    warnings.push(`${beyond} ${beyond === 1 ? 'byte' : 'bytes'} after the last triangle are ignored`);
  }
  let colored = 0;
  for (let triangle = 0; triangle < count; triangle++) {
    cursor.skipBytes(12, 'a normal');
    for (let k = 0; k < 9; k++) positions.push(cursor.scalar({ bytes: 4, kind: 'float' }, 'a corner'));
    if (bytes[cursor.at] !== 0 || bytes[cursor.at + 1] !== 0) colored++;
    cursor.skipBytes(2, 'the end of a triangle');
  }
  if (colored > 0) {
    warnings.push(
      `${colored} ${colored === 1 ? 'triangle has' : 'triangles have'} attribute bytes, which some programs use for colours: ignored`,
    );
  }
}

/**
 * Format: a line `solid NAME`; for each triangle the lines `facet normal x y z`, `outer loop`, three times `vertex x y z`,
 * `endloop`, `endfacet`.
 */
function readText(bytes: Uint8Array, name: string, positions: number[]): void {
  const cursor = new MeshCursor(bytes, name);
  let keyword = '';
  let cornerCount = 0;
  for (let line = cursor.line(); line !== null; line = cursor.line()) {
    const tokens = line.trim().split(/\s+/);
    if (tokens[0] === '') continue;
    const isFirst = keyword === '';
    keyword = tokens[0].toLowerCase();
    if (isFirst && keyword !== 'solid') break;
    if (keyword === 'vertex') {
      const corner = tokens.slice(1).map(parseReal);
      if (corner.length !== 3 || !corner.every(Number.isFinite)) {
        throw cursor.fault(`expected vertex x y z, got ${quote(line.trim())}`);
      }
      append(positions, corner);
      cornerCount++;
    } else if (keyword === 'facet' || keyword === 'endfacet' || keyword === 'endsolid') {
      const expected = keyword === 'endfacet' ? 3 : 0;
      if (cornerCount !== expected)
        throw cursor.fault(`expected facets of 3 corners, got one of ${cornerCount}`);
      cornerCount = 0;
    } else if (keyword !== 'solid' && keyword !== 'outer' && keyword !== 'endloop') {
      throw cursor.fault(`expected a line such as vertex 0 0 1, got ${quote(line.trim())}`);
    }
  }
  if (keyword === 'endsolid') return;
  if (positions.length > 0) throw InputError.at(name, 'expected endsolid at the end: the file is cut short');
  throw InputError.at(name, 'expected an STL file, got something else');
}
