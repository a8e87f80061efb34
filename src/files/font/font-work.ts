/**
 * Limits the work of reading glyphs, because a damaged or malicious font can refer to the same bytes again and again.
 * Throws Error if the work exceeds what any real font needs.
 */
export class FontWork {
  private done = 0;
  private inGlyph = 0;

  /** Starts the count of a new glyph, whose limit is `maxGlyphSteps`. */
  beginGlyph(): void {
    this.inGlyph = 0;
  }

  /** count: number of bytes, points or list entries that are about to be read. */
  spend(count: number): void {
    this.done += count;
    this.inGlyph += count;
    if (this.inGlyph > maxGlyphSteps)
      throw new Error(`a glyph takes more than ${maxGlyphSteps} steps to draw`);
    if (this.done > maxTextSteps) throw new Error(`its glyphs take more than ${maxTextSteps} steps to draw`);
  }
}

/** Limits for one glyph and for all glyphs of a text. That of a glyph is four times the maximum length of a charstring. */
const maxGlyphSteps = 2 ** 18;
const maxTextSteps = 2 ** 24;
