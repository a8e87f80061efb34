import type { InputError } from '../../input-error.ts';
import { append } from '../../math/lists.ts';
import { type MeshCursor, quote } from '../mesh-cursor.ts';
import type { BvhChannel, BvhJoint } from './bvh-recording.ts';
import { describeDecimalComma } from './describe-decimal-comma.ts';

export interface Hierarchy {
  readonly joints: readonly BvhJoint[];
  readonly columnCount: number;
}

/** Larger offsets and positions are treated as damage: no unit explains them. */
export const maxNumber = 1e9;

/** Limits that are far above what any tool writes. */
const maxChannels = 24;
const maxJoints = 1024;

interface Draft extends BvhJoint {
  offset: [number, number, number];
  channels: BvhChannel[];
  ends: [number, number, number][];
}

/** The block in braces that is being read: a joint or its End Site. */
interface Block {
  readonly joint: Draft;
  readonly index: number;
  readonly isEnd: boolean;
}

/**
 * Reads the skeleton, from HIERARCHY to MOTION. Keywords are case-insensitive and independent of line breaks; a name extends
 * to the end of its line.
 */
export function readHierarchy(cursor: MeshCursor): Hierarchy {
  const joints: Draft[] = [];
  const open: Block[] = [];
  let columnCount = 0;
  if (cursor.word().toUpperCase() !== 'HIERARCHY') throw cursor.fault('expected HIERARCHY');
  for (;;) {
    const word = cursor.word();
    const top = open.at(-1);
    const innermost = (): Block => {
      if (!top) throw cursor.fault(`expected ROOT, got ${word} outside of any joint`);
      return top;
    };
    switch (word.toUpperCase()) {
      case 'ROOT':
      case 'JOINT': {
        if (top?.isEnd) throw cursor.fault(`expected the end of an End Site, got ${word}`);
        const name = readName(cursor);
        const joint: Draft = {
          name,
          parent: top?.index ?? -1,
          offset: [0, 0, 0],
          channels: [],
          ends: [],
        };
        expectBrace(cursor);
        open.push({ joint, index: joints.push(joint) - 1, isEnd: false });
        if (joints.length > maxJoints) throw cursor.fault(`expected at most ${maxJoints} joints, got more`);
        break;
      }
      case 'END': {
        const { joint, index } = innermost();
        readName(cursor);
        expectBrace(cursor);
        joint.ends.push([0, 0, 0]);
        open.push({ joint, index, isEnd: true });
        break;
      }
      case 'OFFSET': {
        const { joint, isEnd } = innermost();
        const target = isEnd ? joint.ends[joint.ends.length - 1] : joint.offset;
        for (let axis = 0; axis < 3; axis++) target[axis] = readCoordinate(cursor, joint.name);
        break;
      }
      case 'CHANNELS': {
        const { joint, isEnd } = innermost();
        const channels = readChannels(cursor, columnCount);
        columnCount += channels.length;
        // The channels of an End Site move nothing, but they have columns in the rows of the motion.
        if (!isEnd) append(joint.channels, channels);
        break;
      }
      case '}':
        if (!open.pop()) throw cursor.fault('expected ROOT or MOTION, got "}" without a "{"');
        break;
      case 'MOTION':
        if (top) throw cursor.fault(`expected "}" after joint ${quote(top.joint.name)}, got MOTION`);
        if (joints.length === 0) throw cursor.fault('expected a ROOT before MOTION, got none');
        return { joints, columnCount };
      case '':
        throw cutShort(cursor);
      default:
        throw cursor.fault(
          `expected ROOT, JOINT, End Site, OFFSET, CHANNELS, a brace or MOTION, got ${quote(word)}`,
        );
    }
  }
}

function cutShort(cursor: MeshCursor): InputError {
  return cursor.fault('expected MOTION, the file ends before it: copy or export it again');
}

/** Returns the rest of the line, or its part before a brace, trimmed. */
function readName(cursor: MeshCursor): string {
  const { bytes } = cursor;
  const start = cursor.at;
  let end = start;
  while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d && bytes[end] !== 0x7b) end++;
  cursor.at = end;
  return new TextDecoder().decode(bytes.subarray(start, end)).trim();
}

function expectBrace(cursor: MeshCursor): void {
  const { bytes } = cursor;
  while (cursor.at < bytes.length && bytes[cursor.at] <= 0x20) cursor.at++;
  if (bytes[cursor.at] === 0x7b) {
    cursor.at++;
    return;
  }
  const word = cursor.word();
  throw cursor.fault(`expected "{" after a name, got ${word === '' ? 'the end of the file' : quote(word)}`);
}

function readCoordinate(cursor: MeshCursor, joint: string): number {
  const what = `an OFFSET x y z of joint ${quote(joint)}`;
  const word = cursor.peekWord();
  const remedy = describeDecimalComma(word);
  if (remedy !== '') throw cursor.fault(`expected ${what}, a number, got ${quote(word)}${remedy}`);
  const value = cursor.real(what);
  if (Math.abs(value) <= maxNumber) return value;
  throw cursor.fault(`expected an OFFSET of at most ${maxNumber}, got ${value}`);
}

function readChannels(cursor: MeshCursor, firstColumn: number): BvhChannel[] {
  const count = cursor.integer('the number of CHANNELS');
  if (count < 0 || count > maxChannels) {
    throw cursor.fault(`expected 0 to ${maxChannels} CHANNELS, got ${count}`);
  }
  return Array.from({ length: count }, (_, k) => {
    const word = cursor.word();
    const match = /^([xyz])(position|rotation)$/i.exec(word);
    if (!match) {
      throw cursor.fault(
        `expected ${count} channels such as Xposition or Zrotation, got ${word === '' ? 'the end of the file' : quote(word)}`,
      );
    }
    return {
      kind: match[2].toLowerCase() as BvhChannel['kind'],
      axis: 'xyz'.indexOf(match[1].toLowerCase()),
      column: firstColumn + k,
    };
  });
}
