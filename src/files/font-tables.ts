import { unzlibSync } from 'fflate';
import { lettersOf } from './letters.ts';

/** Codes that a table may name in all: with so many Unicode is full. */
const mostCodes = 0x110000;

/**
 * Looks at the table of characters of a font (OpenType or WOFF 1) before it is read: a damaged one names thousands of
 * millions. Throws an Error with words, or RangeError where something reaches beyond the file.
 */
export function checkCharacterMap(bytes: Uint8Array): void {
  const cmap = findFontTable(bytes, 'cmap');
  if (!cmap) throw new Error('it has no table of characters');
  const view = new DataView(cmap.buffer, cmap.byteOffset, cmap.byteLength);
  const count = view.getUint16(2);
  for (let k = 0; k < count; k++) {
    const at = view.getUint32(8 + 8 * k);
    const codes = countCodes(view, at, view.getUint16(at));
    if (codes > mostCodes) throw new Error('its table of characters is damaged');
  }
}

/** In the formats that hold ranges. */
function countCodes(view: DataView, at: number, format: number): number {
  let codes = 0;
  if (format === 4) {
    const segments = view.getUint16(at + 6) >> 1;
    for (let k = 0; k < segments; k++) {
      const end = view.getUint16(at + 14 + 2 * k);
      const start = view.getUint16(at + 16 + 2 * segments + 2 * k);
      codes += Math.max(0, end - start + 1);
    }
  } else if (format === 12 || format === 13) {
    const groups = view.getUint32(at + 12);
    for (let k = 0; k < groups && codes <= mostCodes; k++) {
      codes += Math.max(0, view.getUint32(at + 20 + 12 * k) - view.getUint32(at + 16 + 12 * k) + 1);
    }
  }
  return codes;
}

/** A table of a font (OpenType or WOFF 1) by its tag of four letters, unpacked; null where it has none. */
export function findFontTable(bytes: Uint8Array, wanted: string): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWoff = view.getUint32(0) === 0x774f4646;
  const count = view.getUint16(isWoff ? 12 : 4);
  for (let k = 0; k < count; k++) {
    const at = isWoff ? 44 + 20 * k : 12 + 16 * k;
    const tag = lettersOf(bytes.subarray(at, at + 4));
    if (tag !== wanted) continue;
    if (!isWoff)
      return bytes.subarray(view.getUint32(at + 8), view.getUint32(at + 8) + view.getUint32(at + 12));
    const [offset, packed, length] = [4, 8, 12].map((field) => view.getUint32(at + field));
    const table = bytes.subarray(offset, offset + packed);
    return packed < length ? unzlibSync(table) : table;
  }
  return null;
}
