/** A step of the outline of a glyph, in units of the font: to a corner, along a curve with one or two handles, or closed. */
export type PathCommand =
  | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
  | {
      readonly type: 'Q';
      readonly x1: number;
      readonly y1: number;
      readonly x: number;
      readonly y: number;
    }
  | {
      readonly type: 'C';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly type: 'Z' };

/** The outlines of a font's glyphs. */
export interface GlyphOutlines {
  readonly kind: 'TrueType' | 'CFF';
  readonly count: number;
  /** Opens them anew, with a count of its own of what is read. Errors: of words, or RangeError, for damaged ones. */
  open(): (glyph: number) => readonly PathCommand[];
}
