import type { FontTables } from './font-tables.ts';

/** In units of the font. */
export interface FontMetrics {
  readonly unitsPerEm: number;
  readonly ascender: number;
  readonly descender: number;
  readonly lineGap: number;
  /** Height of capitals, 0 where the font does not say. */
  readonly capHeight: number;
  readonly glyphCount: number;
  /** Bytes of an entry of `loca`: 2 or 4. */
  readonly placeBytes: 2 | 4;
  /** How wide a glyph is. */
  advanceOf(glyph: number): number;
}

/** Throws RangeError where something reaches beyond its table. */
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
    placeBytes: head.getInt16(50) === 0 ? 2 : 4,
    // Those behind the last are as wide as that.
    advanceOf: (glyph) => (advanceCount === 0 ? 0 : hmtx.getUint16(4 * Math.min(glyph, advanceCount - 1))),
  };
}
