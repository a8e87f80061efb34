/**
 * Limits the work of reading glyphs, because a damaged or malicious font can refer to the same bytes again and again.
 * Throws Error if the work exceeds what any real font needs.
 */
export class FontWork {
  private done = 0;
  private inGlyph = 0;

  /** Starts the count of a new glyph, whose limit is `mostOfGlyph`. */
  beginGlyph(): void {
    this.inGlyph = 0;
  }

  /** count: number of bytes, points or list entries that are about to be read. */
  spend(count: number): void {
    this.done += count;
    this.inGlyph += count;
    if (this.inGlyph > mostOfGlyph) throw new Error(`a letter takes more than ${mostOfGlyph} steps to draw`);
    if (this.done > mostOfText) throw new Error(`its letters take more than ${mostOfText} steps to draw`);
  }
}

/** Limits for one glyph and for all glyphs of a text. That of a glyph is four times the maximum length of a charstring. */
const mostOfGlyph = 2 ** 18;
const mostOfText = 2 ** 24;
