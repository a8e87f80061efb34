import { InputError } from './input-error.ts';
import { checksum } from './math/checksum.ts';

/** A type of record, and how error messages describe it. */
export interface RecordKind {
  /** Four ASCII letters. */
  readonly kind: string;
  readonly version: number;
  /** Name of the type for messages, such as `a prepared part (.flesh)`. */
  readonly description: string;
  /** What the user can do if the record cannot be used, such as `bake it anew`. */
  readonly remedy: string;
}

const magic = 'AMSR';
/** Size of the header, bytes. The header contains the length of the record. */
export const recordHeadBytes = 32;

/**
 * Builds a record: a container with a checksum, so that damage is detected when it is read again. Offsets in bytes, integers
 * little-endian:
 *
 *     0   magic `AMSR`, then the kind, four letters each
 *     8   version of the kind (uint32), length of the name in bytes (uint32)
 *     16  length of the body in bytes (uint64)
 *     24  checksum of all other bytes (2 × uint32: low, high)
 *     32  name (UTF-8, padded with zeros to a multiple of 8), body
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

/**
 * Returns the inverse of `sealRecord`. Throws InputError at `path` for bytes that are not a record of this kind and version, and for a
 * record that is damaged.
 */
export function openRecord(
  bytes: Uint8Array,
  { kind, version, description, remedy }: RecordKind,
  path = '',
): { name: string; body: Uint8Array } {
  const fail = (message: string) => InputError.at(path, message);
  const decoder = new TextDecoder();
  if (bytes.length < recordHeadBytes || decoder.decode(bytes.subarray(0, 8)) !== magic + kind) {
    throw fail(`expected ${description}, got something else: ${remedy}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = view.getUint32(8, true);
  if (found !== version) {
    throw fail(`expected ${description} of version ${version}, got version ${found}: ${remedy}`);
  }
  const nameLength = view.getUint32(12, true);
  const bodyStart = recordHeadBytes + padTo8(nameLength);
  const end = recordLength(bytes);
  if (bytes.length < end) {
    throw fail(`expected ${description} of ${end} bytes, got ${bytes.length}: it is cut short, ${remedy}`);
  }
  const [low, high] = sumOf(bytes);
  const isWhole =
    bytes.length === end && view.getUint32(24, true) === low && view.getUint32(28, true) === high;
  if (!isWhole) throw fail(`expected ${description}, got one that is damaged: ${remedy}`);
  return {
    name: decoder.decode(bytes.subarray(recordHeadBytes, recordHeadBytes + nameLength)),
    body: bytes.subarray(bodyStart),
  };
}

/** Returns the length of a record in bytes according to its header. It is not validated: a damaged header gives any value. */
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
