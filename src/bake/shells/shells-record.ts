import type { ShellsMotion } from '../../coats/shells.ts';
import { sameBits } from '../../math/same-bits.ts';

const holdsRoots = 1;
const holdsNormals = 2;
const headerBytes = 4;

/**
 * Packs the shells in their current state without loss: flags that tell which arrays follow, then these arrays. Roots and normals are
 * omitted if they equal those of the first kept frame, which is packed as `first`: for grass on a static ground, only the tips are stored.
 * first is null for the first frame itself.
 */
export function packShells(motion: ShellsMotion, first: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const { roots, normals, offsets } = motion;
  const before = first && readRecord(first, offsets.length, null);
  const hasRoots = !before || !sameBits(roots, before.roots);
  const hasNormals = !before || !sameBits(normals, before.normals);
  const arrays = [...(hasRoots ? [roots] : []), ...(hasNormals ? [normals] : []), offsets];
  const bytes = new Uint8Array(headerBytes + arrays.length * offsets.byteLength);
  bytes[0] = (hasRoots ? holdsRoots : 0) | (hasNormals ? holdsNormals : 0);
  arrays.forEach((array, k) => {
    const part = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    bytes.set(part, headerBytes + k * part.length);
  });
  return bytes;
}

/** Returns the maximum number of bytes of a packed frame. */
export function packedShellsBytes(vertexCount: number): number {
  return headerBytes + 36 * vertexCount;
}

/** Reads the bytes of `packShells` for this number of vertices, with the same `first`: null if this is the first frame. */
export function unpackShells(bytes: Uint8Array, vertexCount: number, first: Uint8Array | null): ShellsMotion {
  return readRecord(bytes, 3 * vertexCount, first);
}

function readRecord(bytes: Uint8Array, length: number, first: Uint8Array | null): ShellsMotion {
  // A copy is needed only if the bytes are not aligned to four bytes.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const before = first && readRecord(first, length, null);
  let offset = headerBytes;
  const take = () => {
    const part = new Float32Array(aligned.buffer, aligned.byteOffset + offset, length);
    offset += part.byteLength;
    return part;
  };
  const roots = aligned[0] & holdsRoots ? take() : before!.roots;
  const normals = aligned[0] & holdsNormals ? take() : before!.normals;
  return { roots, normals, offsets: take() };
}
