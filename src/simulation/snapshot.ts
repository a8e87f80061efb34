import { InputError } from '../input-error.ts';

/** All that a simulation needs to go on where it stood. */
export interface Snapshot {
  /** Whatever the maker wants to find again, for example the hash of the scene it belongs to. */
  readonly key: string;
  readonly systems: readonly { readonly name: string; readonly tick: number; readonly bytes: Uint8Array }[];
}

const magic = 'AMS1';

/** One byte string: magic, length of a JSON header (uint32, little-endian), header, then the systems' bytes in order. */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const header = new TextEncoder().encode(
    JSON.stringify({
      key: snapshot.key,
      systems: snapshot.systems.map(({ name, tick, bytes }) => ({ name, tick, length: bytes.length })),
    }),
  );
  const total = snapshot.systems.reduce((sum, system) => sum + system.bytes.length, 8 + header.length);
  const out = new Uint8Array(total);
  out.set(new TextEncoder().encode(magic));
  new DataView(out.buffer).setUint32(4, header.length, true);
  out.set(header, 8);
  let offset = 8 + header.length;
  for (const { bytes } of snapshot.systems) {
    out.set(bytes, offset);
    offset += bytes.length;
  }
  return out;
}

/** The inverse. Throws InputError on bytes that are not a whole snapshot. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || new TextDecoder().decode(bytes.subarray(0, 4)) !== magic) {
    throw InputError.at('', 'expected a snapshot of a simulation, got something else');
  }
  const headerEnd = 8 + view.getUint32(4, true);
  if (headerEnd > bytes.length) throw InputError.at('', 'the snapshot is cut short');
  const header = readHeader(bytes.subarray(8, headerEnd));
  let offset = headerEnd;
  const systems = header.systems.map(({ name, tick, length }) => {
    const part = new Uint8Array(bytes.subarray(offset, offset + length));
    if (part.length < length) throw InputError.at('', 'the snapshot is cut short');
    offset += length;
    return { name, tick, bytes: part };
  });
  return { key: header.key, systems };
}

interface Header {
  readonly key: string;
  readonly systems: readonly { readonly name: string; readonly tick: number; readonly length: number }[];
}

function readHeader(bytes: Uint8Array): Header {
  let header: Partial<Header> | null = null;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // As below.
  }
  const isWhole =
    typeof header?.key === 'string' &&
    Array.isArray(header.systems) &&
    header.systems.every(
      (system) =>
        typeof system?.name === 'string' && Number.isSafeInteger(system.tick) && isLength(system.length),
    );
  if (isWhole) return header as Header;
  throw InputError.at('', 'the snapshot is damaged: its header cannot be read');
}

function isLength(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
