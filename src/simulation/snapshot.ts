import { openFrame, packFrame } from '../framed-bytes.ts';

/** The data that a simulation needs to continue. */
export interface Snapshot {
  /** Any text that identifies the snapshot, for example the hash of its scene. */
  readonly key: string;
  readonly systems: readonly { readonly name: string; readonly tick: number; readonly bytes: Uint8Array }[];
}

const magic = 'AMS1';

/** Encodes a snapshot: a header, then the bytes of each system in order. */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const header: Header = {
    key: snapshot.key,
    systems: snapshot.systems.map(({ name, tick, bytes }) => ({ name, tick, length: bytes.length })),
  };
  return packFrame(
    magic,
    header,
    snapshot.systems.map(({ bytes }) => bytes),
  );
}

/** Returns the inverse of `encodeSnapshot`. Throws an InputError if the bytes are not a complete snapshot. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const { header, body } = openFrame<Header>(bytes, magic, 'a snapshot of a simulation');
  if (!isWhole(header)) throw body.damaged();
  const systems = header.systems.map(({ name, tick, length }) => ({ name, tick, bytes: body.bytes(length) }));
  body.end();
  return { key: header.key, systems };
}

interface Header {
  readonly key: string;
  readonly systems: readonly { readonly name: string; readonly tick: number; readonly length: number }[];
}

function isWhole(header: Partial<Header>): header is Header {
  const { key, systems } = header;
  return (
    typeof key === 'string' &&
    Array.isArray(systems) &&
    systems.every(
      (system) =>
        typeof system?.name === 'string' && Number.isSafeInteger(system.tick) && isLength(system.length),
    )
  );
}

function isLength(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
