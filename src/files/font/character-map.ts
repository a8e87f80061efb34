import { findFirst } from './font-tables.ts';

/** The number of the glyph of a character, by its code; 0 for one that the font lacks. */
export type CharacterMap = (code: number) => number;

/**
 * Looks characters up in a table `cmap`: formats 0, 4, 6, 12 and 13. Nothing is unfolded, as a damaged table names thousands of
 * millions. Throws an Error of words where there is no table that is understood; the look-up throws RangeError for what
 * reaches beyond the table.
 */
export function readCharacterMap(cmap: DataView): CharacterMap {
  const count = cmap.getUint16(2);
  // The last are those for the most characters.
  for (let k = count - 1; k >= 0; k--) {
    const at = 4 + 8 * k;
    if (!isUnderstood(cmap.getUint16(at), cmap.getUint16(at + 2))) continue;
    const map = readSubtable(cmap, cmap.getUint32(at + 4));
    if (map) return map;
  }
  throw new Error('it has no table of characters in a format that is understood (0, 4, 6, 12, 13)');
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
        const place = macintoshPlace(code);
        return place < view.getUint16(at + 2) - 6 && place < 256 ? view.getUint8(at + 6 + place) : 0;
      };
    case 4:
      return (code) => findInSegments(view, at, code);
    case 6:
      return (code) => {
        const place = code - view.getUint16(at + 6);
        return place >= 0 && place < view.getUint16(at + 8) ? view.getUint16(at + 10 + 2 * place) : 0;
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
  // The last segment of some fonts points nowhere.
  if (code === 0xffff) return 0;
  const glyph = view.getUint16(offsets + 2 * k + offset + 2 * (code - start));
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
}

function findInGroups(view: DataView, at: number, code: number): number {
  const groups = at + 16;
  const count = view.getUint32(at + 12);
  if (groups + 12 * count > view.byteLength) throw new RangeError('its table of characters is cut short');
  const k = findFirst(count, (index) => view.getUint32(groups + 12 * index + 4) >= code);
  if (k >= count) return 0;
  const start = view.getUint32(groups + 12 * k);
  if (start > code) return 0;
  const glyph = view.getUint32(groups + 12 * k + 8);
  return view.getUint16(at) === 12 ? glyph + code - start : glyph;
}

/** Where a character stands in Mac OS Roman; 256 where it does not. */
function macintoshPlace(code: number): number {
  if (code < 128) return code;
  const upper = new TextDecoder('macintosh').decode(Uint8Array.from({ length: 128 }, (_, k) => 128 + k));
  const place = Array.from(upper).indexOf(String.fromCodePoint(code));
  return place < 0 ? 256 : 128 + place;
}
