import { InputError } from '../../input-error.ts';
import { describeFileKind } from '../file-kind.ts';
import { MeshCursor } from '../mesh-cursor.ts';
import type { BvhRecording } from './bvh-recording.ts';
import { readHierarchy } from './read-hierarchy.ts';
import { readMotion } from './read-motion.ts';

/**
 * Reads a BVH file. Accepts channels in any order, 0 to 24 channels for each joint, several roots, all line ends and blanks, names with
 * blanks, joints without End Sites, and wrong frame counts. Throws InputError with the line of the fault.
 */
export function readBvhRecording(bytes: Uint8Array, name: string): BvhRecording {
  const cursor = new MeshCursor(bytes, name);
  if (cursor.peekWord().toUpperCase() !== 'HIERARCHY') {
    throw InputError.at(name, `expected a BVH recording (HIERARCHY, MOTION), got ${describeFileKind(bytes)}`);
  }
  const hierarchy = readHierarchy(cursor);
  return { name, ...hierarchy, ...readMotion(cursor, hierarchy) };
}
