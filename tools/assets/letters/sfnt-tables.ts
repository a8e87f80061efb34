/** Splits an OpenType file into tables and assembles it with correct checksums. */

/** Returns the tables by their tag, in the order of the file. */
export function readTables(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, Uint8Array>();
  for (let k = 0; k < view.getUint16(4); k++) {
    const at = 12 + 16 * k;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    const offset = view.getUint32(at + 8);
    tables.set(tag, bytes.slice(offset, offset + view.getUint32(at + 12)));
  }
  return tables;
}

/** Assembles a font file from its tables. The outlines are CFF. */
export function writeTables(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const tags = [...tables.keys()].sort();
  const head = tables.get('head')!;
  new DataView(head.buffer, head.byteOffset).setUint32(8, 0);
  const padded = tags.map((tag) => (tables.get(tag)!.length + 3) & ~3);
  const bytes = new Uint8Array(12 + 16 * tags.length + padded.reduce((sum, length) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  const power = 2 ** Math.floor(Math.log2(tags.length));
  view.setUint32(0, 0x4f54544f);
  view.setUint16(4, tags.length);
  view.setUint16(6, 16 * power);
  view.setUint16(8, Math.floor(Math.log2(tags.length)));
  view.setUint16(10, 16 * (tags.length - power));
  let offset = 12 + 16 * tags.length;
  let headAt = 0;
  tags.forEach((tag, k) => {
    const table = tables.get(tag)!;
    bytes.set(table, offset);
    const entry = 12 + 16 * k;
    for (let i = 0; i < 4; i++) bytes[entry + i] = tag.charCodeAt(i);
    view.setUint32(entry + 4, checksum(bytes.subarray(offset, offset + padded[k])));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, table.length);
    if (tag === 'head') headAt = offset;
    offset += padded[k];
  });
  view.setUint32(headAt + 8, (0xb1b0afba - checksum(bytes)) >>> 0);
  return bytes;
}

/** Returns the sum of big-endian words, modulo 2³². */
function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let k = 0; k < bytes.length; k += 4) sum = (sum + view.getUint32(k)) >>> 0;
  return sum;
}

/** Returns a `kern` table of format 0. Pairs contain glyph numbers and the kerning in units. */
export function encodeKern(
  pairs: readonly (readonly [left: number, right: number, value: number])[],
): Uint8Array {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const bytes = new Uint8Array(18 + 6 * sorted.length);
  const view = new DataView(bytes.buffer);
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  view.setUint16(2, 1);
  view.setUint16(6, bytes.length - 4);
  view.setUint16(8, 1);
  view.setUint16(10, sorted.length);
  view.setUint16(12, 6 * power);
  view.setUint16(14, Math.floor(Math.log2(sorted.length)));
  view.setUint16(16, 6 * (sorted.length - power));
  sorted.forEach(([left, right, value], k) => {
    view.setUint16(18 + 6 * k, left);
    view.setUint16(20 + 6 * k, right);
    view.setInt16(22 + 6 * k, value);
  });
  return bytes;
}
