import type { FontTables } from './font-tables.ts';

/** Metrics of a font. Lengths are in font design units. */
export interface FontMetrics {
  readonly unitsPerEm: number;
  readonly ascender: number;
  readonly descender: number;
  readonly lineGap: number;
  /** Height of capital letters; 0 if the font does not define it. */
  readonly capHeight: number;
  readonly glyphCount: number;
  /** Size of an entry of the `loca` table, bytes. */
  readonly locationBytes: 2 | 4;
  /** Returns the advance width of a glyph. */
  advanceOf(glyph: number): number;
}

/** Reads the metrics of a font. Throws Error for a missing table, RangeError for a table that is too short. */
export function readMetrics(tables: FontTables): FontMetrics {
  const head = tables.require('head');
  const hhea = tables.require('hhea');
  const hmtx = tables.require('hmtx');
  const os2 = tables.find('OS/2');
  const advanceCount = hhea.getUint16(34);
  return {
    unitsPerEm: head.getUint16(18),
    ascender: hhea.getInt16(4),
    descender: hhea.getInt16(6),
    lineGap: hhea.getInt16(8),
    capHeight: os2 && os2.getUint16(0) >= 2 ? os2.getInt16(88) : 0,
    glyphCount: tables.require('maxp').getUint16(4),
    locationBytes: head.getInt16(50) === 0 ? 2 : 4,
    // Glyphs after the last entry of `hmtx` have the advance width of the last entry.
    advanceOf: (glyph) => (advanceCount === 0 ? 0 : hmtx.getUint16(4 * Math.min(glyph, advanceCount - 1))),
  };
}
