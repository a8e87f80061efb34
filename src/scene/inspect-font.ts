import { type FontFacts, readFont } from '../files/font/read-font.ts';

/** Contents of a font. */
export interface FontInspection extends FontFacts {
  readonly file: string;
  /** Visible ASCII characters for which the font has no glyph, in ascending order. */
  readonly missing: readonly string[];
  readonly problems: readonly string[];
}

/** Inspects a font. Throws InputError if the font cannot be used. */
export function inspectFont(bytes: Uint8Array, file: string): FontInspection {
  const font = readFont(bytes, file);
  const ascii = Array.from({ length: 0x7f - 0x20 }, (_, k) => String.fromCharCode(0x20 + k));
  const missing = ascii.filter((character) => !font.has(character));
  const problems =
    missing.length > 0
      ? [`text with ${missing.join(' ')} is not possible: the font has no glyphs for these characters`]
      : [];
  return { file, ...font.facts, missing, problems };
}
