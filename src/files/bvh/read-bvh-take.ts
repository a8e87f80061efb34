import { InputError } from '../../input-error.ts';
import { describeFileKind } from '../file-kind.ts';
import { MeshCursor } from '../mesh-cursor.ts';
import type { BvhTake } from './bvh-take.ts';
import { readHierarchy } from './read-hierarchy.ts';
import { readMotion } from './read-motion.ts';

/**
 * Reads a BVH file as it stands: any order of channels, 0 to 24 of them a joint, several roots, any line ends and blanks,
 * names with blanks, no End Sites, frame counts that lie. Errors: InputError with the line.
 */
export function readBvhTake(bytes: Uint8Array, name: string): BvhTake {
  const cursor = new MeshCursor(bytes, name);
  if (cursor.peekWord().toUpperCase() !== 'HIERARCHY') {
    throw InputError.at(name, `expected a BVH take (HIERARCHY, MOTION), got ${describeFileKind(bytes)}`);
  }
  const hierarchy = readHierarchy(cursor);
  return { name, ...hierarchy, ...readMotion(cursor, hierarchy) };
}
