import { inflateUpTo, maxDeflateRatio } from '../inflate.ts';

/** The tables of a font, by their four-character tags. */
export interface FontTables {
  /** Returns a table; null if the font does not have it. Throws Error if the table cannot be decompressed. */
  find(tag: string): DataView | null;
  /** Like `find`, but throws Error if the font does not have the table. */
  require(tag: string): DataView;
}

interface TableEntry {
  readonly offset: number;
  readonly packedLength: number;
  readonly length: number;
}

/** Maximum size of one decompressed table, bytes. Even the largest complete fonts are smaller. */
const maxTableBytes = 64 * 2 ** 20;

/** Opens an OpenType font or a WOFF 1 file. Each table is decompressed when it is first requested. */
export function openFontTables(bytes: Uint8Array): FontTables {
  const entries = readEntries(bytes);
  const known = new Map<string, DataView>();
  const find = (tag: string): DataView | null => {
    const entry = entries.get(tag);
    if (!entry) return null;
    let table = known.get(tag);
    if (!table) {
      const data = unpackTable(bytes, entry, tag);
      table = new DataView(data.buffer, data.byteOffset, data.byteLength);
      known.set(tag, table);
    }
    return table;
  };
  return {
    find,
    require(tag) {
      const table = find(tag);
      if (!table) throw new Error(`it has no table ${JSON.stringify(tag)}`);
      return table;
    },
  };
}

function readEntries(bytes: Uint8Array): Map<string, TableEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWoff = readTag(view, 0) === 'wOFF';
  const count = view.getUint16(isWoff ? 12 : 4);
  const entries = new Map<string, TableEntry>();
  for (let k = 0; k < count; k++) {
    const at = isWoff ? 44 + 20 * k : 12 + 16 * k;
    const tag = readTag(view, at);
    if (entries.has(tag)) continue;
    const offset = view.getUint32(isWoff ? at + 4 : at + 8);
    const length = view.getUint32(at + 12);
    entries.set(tag, { offset, length, packedLength: isWoff ? view.getUint32(at + 8) : length });
  }
  return entries;
}

function unpackTable(bytes: Uint8Array, entry: TableEntry, tag: string): Uint8Array {
  const { offset, packedLength, length } = entry;
  const packed = bytes.subarray(offset, offset + packedLength);
  if (packedLength >= length) return packed.subarray(0, length);
  if (length > maxTableBytes) {
    throw new Error(
      `its table ${JSON.stringify(tag)} has ${length} bytes, expected ${maxTableBytes} at most`,
    );
  }
  if (length > maxDeflateRatio * packed.length) {
    throw new Error(
      `its table ${JSON.stringify(tag)} claims to unpack ${packed.length} bytes to ${length}, more than its compression allows`,
    );
  }
  const table = inflateUpTo(packed, length);
  if (table.length < length)
    throw new Error(`its table ${JSON.stringify(tag)} ends after ${table.length} of ${length} bytes`);
  return table;
}

/** Returns the four characters of a tag. */
export function readTag(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}

/**
 * Binary search: returns the smallest index of 0 … count − 1 for which `isReached` is true; count if there is none. If `isReached` is true
 * for an index, it must be true for all higher indices.
 */
export function findFirst(count: number, isReached: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
