import { findFirst } from './font-tables.ts';

/** Returns the glyph index of a Unicode code point; 0 if the font has no glyph for it. */
export type CharacterMap = (code: number) => number;

/**
 * Looks up code points in a `cmap` table (formats 0, 4, 6, 12 and 13). A lookup reads the table directly, because in a damaged table, a
 * list of all characters could have billions of entries.
 *
 * Throws Error if the table has no subtable of a supported format. A lookup throws RangeError for offsets outside the table.
 */
export function readCharacterMap(cmap: DataView): CharacterMap {
  const count = cmap.getUint16(2);
  // Later subtables usually cover more characters, so the search starts at the end.
  for (let k = count - 1; k >= 0; k--) {
    const at = 4 + 8 * k;
    if (!isUnderstood(cmap.getUint16(at), cmap.getUint16(at + 2))) continue;
    const map = readSubtable(cmap, cmap.getUint32(at + 4));
    if (map) return map;
  }
  throw new Error('it has no character map in a supported format (0, 4, 6, 12, 13)');
}

function isUnderstood(platform: number, encoding: number): boolean {
  if (platform === 3) return [0, 1, 10].includes(encoding);
  if (platform === 0) return [0, 1, 2, 3, 4, 6].includes(encoding);
  return platform === 1 && encoding === 0;
}

function readSubtable(view: DataView, at: number): CharacterMap | null {
  switch (view.getUint16(at)) {
    case 0:
      return (code) => {
        const index = macintoshPlace(code);
        return index < view.getUint16(at + 2) - 6 && index < 256 ? view.getUint8(at + 6 + index) : 0;
      };
    case 4:
      return (code) => findInSegments(view, at, code);
    case 6:
      return (code) => {
        const index = code - view.getUint16(at + 6);
        return index >= 0 && index < view.getUint16(at + 8) ? view.getUint16(at + 10 + 2 * index) : 0;
      };
    case 12:
    case 13:
      return (code) => findInGroups(view, at, code);
    default:
      return null;
  }
}

function findInSegments(view: DataView, at: number, code: number): number {
  if (code > 0xffff) return 0;
  const segments = view.getUint16(at + 6) >> 1;
  const ends = at + 14;
  const starts = ends + 2 * segments + 2;
  const deltas = starts + 2 * segments;
  const offsets = deltas + 2 * segments;
  const k = findFirst(segments, (index) => view.getUint16(ends + 2 * index) >= code);
  if (k >= segments) return 0;
  const start = view.getUint16(starts + 2 * k);
  if (start > code) return 0;
  const delta = view.getInt16(deltas + 2 * k);
  const offset = view.getUint16(offsets + 2 * k);
  if (offset === 0) return (code + delta) & 0xffff;
  // In some fonts, the last segment (code 0xFFFF) has an invalid offset.
  if (code === 0xffff) return 0;
  const glyph = view.getUint16(offsets + 2 * k + offset + 2 * (code - start));
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
}

function findInGroups(view: DataView, at: number, code: number): number {
  const groups = at + 16;
  const count = view.getUint32(at + 12);
  if (groups + 12 * count > view.byteLength) throw new RangeError('its character map is cut short');
  const k = findFirst(count, (index) => view.getUint32(groups + 12 * index + 4) >= code);
  if (k >= count) return 0;
  const start = view.getUint32(groups + 12 * k);
  if (start > code) return 0;
  const glyph = view.getUint32(groups + 12 * k + 8);
  return view.getUint16(at) === 12 ? glyph + code - start : glyph;
}

/** Returns the code (0 … 255) of a character in Mac OS Roman; 256 if Mac OS Roman does not contain the character. */
function macintoshPlace(code: number): number {
  if (code < 128) return code;
  const upper = new TextDecoder('macintosh').decode(Uint8Array.from({ length: 128 }, (_, k) => 128 + k));
  const index = Array.from(upper).indexOf(String.fromCodePoint(code));
  return index < 0 ? 256 : 128 + index;
}
