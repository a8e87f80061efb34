import { InputError } from './input-error.ts';
import { checksum } from './math/checksum.ts';

/** What a record is, and how it is called where it is refused. */
export interface RecordKind {
  /** Four letters. */
  readonly kind: string;
  readonly version: number;
  /** Such as `a prepared part (.flesh)`. */
  readonly words: string;
  /** What to do where it is no use: `bake it anew`. */
  readonly remedy: string;
}

const magic = 'AMSR';
/** Of the head, which says how long the whole is. */
export const recordHeadBytes = 32;

/**
 * What is stored to be read again by us, so that any damage to it is found:
 *
 *     0   AMSR, then the kind: four letters each
 *     8   version of the kind, bytes of the name (uint32 each, little-endian)
 *     16  bytes of the body (uint64)
 *     24  checksum over all other bytes
 *     32  name (UTF-8, with zeros to a multiple of 8), body
 */
export function sealRecord({ kind, version }: RecordKind, name: string, ...body: Uint8Array[]): Uint8Array {
  const encoder = new TextEncoder();
  const nameBytes = encoder.encode(name);
  const bodyStart = recordHeadBytes + padTo8(nameBytes.length);
  const bodyLength = body.reduce((sum, { length }) => sum + length, 0);
  const out = new Uint8Array(bodyStart + bodyLength);
  out.set(encoder.encode(magic + kind));
  const view = new DataView(out.buffer);
  view.setUint32(8, version, true);
  view.setUint32(12, nameBytes.length, true);
  view.setBigUint64(16, BigInt(bodyLength), true);
  out.set(nameBytes, recordHeadBytes);
  let at = bodyStart;
  for (const part of body) {
    out.set(part, at);
    at += part.length;
  }
  const [low, high] = sumOf(out);
  view.setUint32(24, low, true);
  view.setUint32(28, high, true);
  return out;
}

/** The inverse. Throws InputError, `path` in front, for anything else, another version and whatever is damaged. */
export function openRecord(
  bytes: Uint8Array,
  { kind, version, words, remedy }: RecordKind,
  path = '',
): { name: string; body: Uint8Array } {
  const fail = (message: string) => InputError.at(path, message);
  const decoder = new TextDecoder();
  if (bytes.length < recordHeadBytes || decoder.decode(bytes.subarray(0, 8)) !== magic + kind) {
    throw fail(`expected ${words}, got something else: ${remedy}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = view.getUint32(8, true);
  if (found !== version) {
    throw fail(`expected ${words} of version ${version}, got version ${found}: ${remedy}`);
  }
  const nameLength = view.getUint32(12, true);
  const bodyStart = recordHeadBytes + padTo8(nameLength);
  const end = recordLength(bytes);
  if (bytes.length < end) {
    throw fail(`expected ${words} of ${end} bytes, got ${bytes.length}: it is cut short, ${remedy}`);
  }
  const [low, high] = sumOf(bytes);
  const isWhole =
    bytes.length === end && view.getUint32(24, true) === low && view.getUint32(28, true) === high;
  if (!isWhole) throw fail(`expected ${words}, got one that is damaged: ${remedy}`);
  return {
    name: decoder.decode(bytes.subarray(recordHeadBytes, recordHeadBytes + nameLength)),
    body: bytes.subarray(bodyStart),
  };
}

/** How many bytes a record has, by its head, which may be damaged. */
export function recordLength(head: Uint8Array): number {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return recordHeadBytes + padTo8(view.getUint32(12, true)) + Number(view.getBigUint64(16, true));
}

function sumOf(bytes: Uint8Array): [number, number] {
  return checksum(bytes.subarray(0, 24), bytes.subarray(recordHeadBytes));
}

function padTo8(length: number): number {
  return 8 * Math.ceil(length / 8);
}
