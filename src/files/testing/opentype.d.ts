/**
 * The part of the package that is used; the package has no types. The full path of its module is given, because Node would choose another
 * module than browsers do.
 */
declare module 'opentype.js/dist/opentype.mjs' {
  export type PathCommand =
    | { type: 'M' | 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number }
    | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
    | { type: 'Z' };

  export interface Glyph {
    readonly index: number;
    readonly advanceWidth?: number;
    readonly path: { readonly commands: readonly PathCommand[] };
  }

  /** Texts by language. */
  interface NameTable {
    readonly fullName?: Readonly<Record<string, string>>;
    readonly fontFamily?: Readonly<Record<string, string>>;
  }

  export interface OpenTypeFont {
    readonly names: { readonly [platform in 'windows' | 'macintosh' | 'unicode']?: NameTable };
    readonly outlinesFormat: string;
    readonly unitsPerEm: number;
    readonly ascender: number;
    readonly descender: number;
    readonly tables: {
      readonly os2?: { readonly sCapHeight?: number };
      readonly hhea?: { readonly lineGap?: number };
      readonly gsub?: unknown;
    };
    readonly glyphs: { readonly length: number; get(index: number): Glyph };
    /** Maps 'left,right' to units. */
    readonly kerningPairs: Readonly<Record<string, number>>;
    readonly substitution: {
      getLigatures(feature: string, script?: string): readonly { sub: readonly number[]; by: number }[];
    };
    charToGlyphIndex(character: string): number;
  }

  export function parse(buffer: ArrayBuffer): OpenTypeFont;
}
