import { findFirst } from './font-tables.ts';
import { coverageIndex, findSubtables } from './layout-table.ts';

/** Returns the change of the distance between two adjacent glyphs (indices), font units; a negative value moves them closer. */
export type Kerning = (left: number, right: number) => number;

const pairAdjustment = 2;
const extension = 9;

/**
 * Reads kerning from a GPOS table: the pair adjustments of the feature `kern` for the Latin script, or for the default script if the font
 * does not list Latin. Extension lookups, which large fonts use, are resolved. Returns null if the font has no such adjustments. OpenType
 * 1.9, GPOS.
 *
 * Throws RangeError for offsets outside the table; the returned function can also throw it.
 */
export function readKerning(view: DataView): Kerning | null {
  const lookups = findSubtables(view, { feature: 'kern', type: pairAdjustment, extension });
  if (!lookups.some((subtables) => subtables.length > 0)) return null;
  return (left, right) => {
    let sum = 0;
    // The values of all lookups are added. In a lookup, only the first subtable that contains the pair is used.
    for (const subtables of lookups) {
      for (const subtable of subtables) {
        const value = adjustPair(view, subtable, left, right);
        if (value === null) continue;
        sum += value;
        break;
      }
    }
    return sum;
  };
}

/** Returns the adjustment of a pair in a subtable, font units; null if the subtable does not contain the pair. */
function adjustPair(view: DataView, subtable: number, left: number, right: number): number | null {
  const covered = coverageIndex(view, subtable + view.getUint16(subtable + 2), left);
  if (covered < 0) return null;
  const [firstFormat, secondFormat] = [view.getUint16(subtable + 4), view.getUint16(subtable + 6)];
  const [firstSize, secondSize] = [2 * countBits(firstFormat), 2 * countBits(secondFormat)];
  const size = firstSize + secondSize;
  if (view.getUint16(subtable) === 1) {
    const pairs = subtable + view.getUint16(subtable + 10 + 2 * covered);
    const count = view.getUint16(pairs);
    const recordAt = (k: number) => pairs + 2 + k * (2 + size);
    const k = findFirst(count, (index) => view.getUint16(recordAt(index)) >= right);
    if (k >= count || view.getUint16(recordAt(k)) !== right) return null;
    return advanceOf(view, recordAt(k) + 2, firstFormat);
  }
  const first = classOf(view, subtable + view.getUint16(subtable + 8), left);
  const second = classOf(view, subtable + view.getUint16(subtable + 10), right);
  const secondCount = view.getUint16(subtable + 14);
  if (first >= view.getUint16(subtable + 12) || second >= secondCount) return null;
  return advanceOf(view, subtable + 16 + (first * secondCount + second) * size, firstFormat);
}

/** Returns the change of the first glyph's X advance. In a value record, it follows the X placement and the Y placement. */
function advanceOf(view: DataView, value: number, format: number): number {
  return format & 4 ? view.getInt16(value + 2 * countBits(format & 3)) : 0;
}

function countBits(value: number): number {
  let count = 0;
  for (let rest = value & 0xff; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

/** Returns the class of a glyph in a class definition table; 0 if the table does not list the glyph. */
function classOf(view: DataView, classes: number, glyph: number): number {
  if (view.getUint16(classes) === 1) {
    const index = glyph - view.getUint16(classes + 2);
    return index >= 0 && index < view.getUint16(classes + 4) ? view.getUint16(classes + 6 + 2 * index) : 0;
  }
  const count = view.getUint16(classes + 2);
  const rangeAt = (k: number) => classes + 4 + 6 * k;
  const k = findFirst(count, (index) => view.getUint16(rangeAt(index) + 2) >= glyph);
  return k < count && glyph >= view.getUint16(rangeAt(k)) ? view.getUint16(rangeAt(k) + 4) : 0;
}
