/**
 * Limits the work of reading glyphs, because a damaged or malicious font can refer to the same bytes again and again. Throws Error if the
 * work is more than any real font needs.
 */
export class FontWork {
  private done = 0;
  private inGlyph = 0;

  /** Starts the count for a new glyph, whose limit is `maxGlyphSteps`. */
  beginGlyph(): void {
    this.inGlyph = 0;
  }

  /** Adds to the work. count: number of bytes, points or list entries that are about to be read. */
  spend(count: number): void {
    this.done += count;
    this.inGlyph += count;
    if (this.inGlyph > maxGlyphSteps)
      throw new Error(`a glyph takes more than ${maxGlyphSteps} steps to draw`);
    if (this.done > maxTextSteps) throw new Error(`its glyphs take more than ${maxTextSteps} steps to draw`);
  }
}

/** Maximum work for one glyph, and for all glyphs of a text. The limit for a glyph is four times the maximum length of a charstring. */
const maxGlyphSteps = 2 ** 18;
const maxTextSteps = 2 ** 24;
