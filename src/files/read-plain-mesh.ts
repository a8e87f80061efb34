import type { TriangleMesh } from '../motion/keyed-collider.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { readStl } from './stl.ts';

/** Reads the triangles of an .obj, .stl or .ply file. Returns null for other file extensions. Throws InputError. */
export function readPlainMesh(bytes: Uint8Array, file: string): TriangleMesh | null {
  if (/\.obj$/i.test(file)) return readObj(new TextDecoder().decode(bytes), file);
  if (/\.stl$/i.test(file)) return readStl(bytes, file);
  if (/\.ply$/i.test(file)) return readPly(bytes, file);
  return null;
}
