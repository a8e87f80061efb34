/**
 * A segment of a glyph's outline, coordinates in font units: start of a contour (M), line (L), quadratic (Q) or cubic (C)
 * Bézier curve, end of a contour (Z).
 */
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

/** The glyph outlines of a font. */
export interface GlyphOutlines {
  readonly kind: 'TrueType' | 'CFF';
  readonly count: number;
  /**
   * Returns a function that reads the outline of a glyph by its index. Each call of `open` starts a new count of work
   * (`FontWork`). The function throws Error or RangeError for damaged outlines.
   */
  open(): (glyph: number) => readonly PathCommand[];
}
