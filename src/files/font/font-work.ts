/**
 * Counts what is read of a font, as a damaged or malicious one names the same bytes over and over. Throws an Error of words
 * where it is more than any font needs.
 */
export class FontWork {
  private done = 0;
  private inGlyph = 0;

  /** Begins a glyph, which may take `mostOfGlyph`. */
  beginGlyph(): void {
    this.inGlyph = 0;
  }

  /** count: bytes, points or entries of a list. */
  spend(count: number): void {
    this.done += count;
    this.inGlyph += count;
    if (this.inGlyph > mostOfGlyph) throw new Error(`a letter takes more than ${mostOfGlyph} steps to draw`);
    if (this.done > mostOfText) throw new Error(`its letters take more than ${mostOfText} steps to draw`);
  }
}

/** Four times what the longest program of a letter may be. */
const mostOfGlyph = 2 ** 18;
const mostOfText = 2 ** 24;
