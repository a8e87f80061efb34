import { type Glyph, type OpenTypeFont, parse } from 'opentype.js/dist/opentype.mjs';
import { InputError } from '../input-error.ts';
import { maxOf } from '../math/lists.ts';
import type { Outline, OutlineArea } from '../motion/outline.ts';
import type { TextLayout } from '../motion/text-layout.ts';
import { checkCff } from './check-cff.ts';
import { describeFileKind } from './file-kind.ts';
import { flattenCubic, flattenQuadratic } from './flatten-curve.ts';
import { type Kerning, readKerning } from './font-kerning.ts';
import { checkCharacterMap, findFontTable } from './font-tables.ts';
import { lettersOf } from './letters.ts';
import { measureAreas } from './measure-areas.ts';

/** What a font says of itself. */
export interface FontFacts {
  /** Family and style, as `Fira Mono Medium`; '' where it does not say. */
  readonly fullName: string;
  readonly outlines: 'TrueType' | 'CFF';
  readonly glyphCount: number;
  /** Whether pairs of letters are moved together or apart; and how many ligatures it has for Latin. */
  readonly isKerned: boolean;
  readonly ligatureCount: number;
}

/** A font that sets words as outlines. */
export interface Font {
  readonly facts: FontFacts;
  /** Whether it has a character. */
  has(character: string): boolean;
  /**
   * The words as filled areas, one a letter, y upward, the first line's foot at y = 0; capitals are 1 high. `\n` begins a
   * line. Letters are kerned; ligatures are taken where no letter spacing is asked for. Curves are off by at most 1/2000.
   *
   * Errors: InputError at the layout's `textPath` for a character that the font lacks, and where there is nothing to see.
   */
  outlineText(text: string, layout: TextLayout): Outline;
}

/** Of the height of capitals. */
const tolerance = 1 / 2000;

/**
 * Reads a font with TrueType or CFF outlines: .ttf, .otf, or either as .woff. Throws InputError for other files, with
 * what they are, and for those that are damaged.
 */
export function readFont(bytes: Uint8Array, name: string): Font {
  refuseOthers(bytes, name);
  const font = guard(name, () => {
    checkCharacterMap(bytes);
    checkCff(bytes);
    return parse(bytes.slice().buffer);
  });
  const { unitsPerEm } = font;
  if (!(unitsPerEm > 0 && font.glyphs.length > 0)) throw damaged(name, 'it has no glyphs');
  const capHeight = guard(name, () => measureCapitals(font));
  const metrics = guard(name, () => readMetrics(font, findFontTable(bytes, 'GPOS')));
  return {
    facts: {
      fullName: readFullName(font),
      outlines: font.outlinesFormat === 'cff' ? 'CFF' : 'TrueType',
      glyphCount: font.glyphs.length,
      isKerned: metrics.isKerned,
      ligatureCount: metrics.ligatures.length,
    },
    has: (character) => guard(name, () => findGlyph(font, character)) !== null,
    outlineText(text, layout) {
      const lines = text.normalize('NFC').split(/\r\n|\r|\n/);
      const set = lines.map((line, k) => {
        const indices = findGlyphs(font, line, k, name, layout.textPath);
        return guard(name, () => setLine(font, metrics, indices, layout));
      });
      const widest = maxOf(set.map(({ width }) => width));
      const lineHeight = layout.lineSpacing * metrics.lineHeight;
      const shares = { left: 0, center: 0.5, right: 1 };
      const areas = guard(name, () =>
        set.flatMap(({ glyphs, width }, k) => {
          const x = shares[layout.align] * (widest - width);
          return glyphs.flatMap((glyph) => outlineGlyph(glyph, x + glyph.x, -k * lineHeight, capHeight));
        }),
      );
      if (areas.length === 0) {
        throw InputError.at(
          layout.textPath,
          `expected words with something to see, got ${JSON.stringify(text)}, which leaves no ink`,
        );
      }
      return { areas, bounds: measureAreas(areas), warnings: warnOfScripts(text) };
    },
  };
}

interface SetGlyph {
  readonly name: string;
  readonly glyph: Glyph;
  readonly x: number;
}

interface FontMetrics {
  readonly lineHeight: number;
  readonly ligatures: readonly { readonly sub: readonly number[]; readonly by: number }[];
  readonly kern: Kerning;
  readonly isKerned: boolean;
}

/** Kerning is what GPOS says, else what the older table `kern` says. */
function readMetrics(font: OpenTypeFont, gpos: Uint8Array | null): FontMetrics {
  const { ascender, descender, tables, substitution, kerningPairs } = font;
  const kerning = gpos && readKerning(gpos);
  return {
    lineHeight: ascender - descender + (tables.hhea?.lineGap ?? 0),
    ligatures: tables.gsub
      ? [...substitution.getLigatures('liga', 'latn')].sort((a, b) => b.sub.length - a.sub.length)
      : [],
    kern: kerning ?? ((left, right) => kerningPairs[`${left},${right}`] ?? 0),
    isKerned: kerning !== null || Object.keys(kerningPairs).length > 0,
  };
}

function readFullName({ names }: OpenTypeFont): string {
  for (const table of [names.windows, names.macintosh, names.unicode]) {
    const name = table?.fullName ?? table?.fontFamily;
    const words = name && (name.en ?? Object.values(name)[0]);
    if (words) return words;
  }
  return '';
}

/** Height of capitals in units: as the font says, else that of its H, else what stands above the line. */
function measureCapitals(font: OpenTypeFont): number {
  const said = font.tables.os2?.sCapHeight ?? 0;
  if (said > 0) return said;
  const index = font.charToGlyphIndex('H');
  const heights = font.glyphs
    .get(index)
    .path.commands.flatMap((command) => (command.type === 'Z' ? [] : [command.y]));
  const measured = index > 0 ? maxOf(heights, 0) : 0;
  return measured > 0 ? measured : font.ascender > 0 ? font.ascender : font.unitsPerEm;
}

interface FoundGlyph {
  readonly character: string;
  readonly index: number;
}

/** Joins and hints that leave nothing of their own, where the font does not know them. */
const invisible = /^(?:[\u200b-\u200d\u2060\ufeff]|[\ufe00-\ufe0f])$/;

/** The place of a character's glyph; null where the font has none. */
function findGlyph(font: OpenTypeFont, character: string): number | null {
  const index = font.charToGlyphIndex(character);
  return index > 0 && index < font.glyphs.length ? index : null;
}

function findGlyphs(
  font: OpenTypeFont,
  line: string,
  row: number,
  name: string,
  textPath: string,
): FoundGlyph[] {
  return [...line].flatMap((character, place) => {
    const index = guard(name, () => findGlyph(font, character));
    if (index !== null) return [{ character, index }];
    if (invisible.test(character)) return [];
    const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    throw InputError.at(
      textPath,
      `expected characters that the font ${name} has, got ${JSON.stringify(character)} (U+${code}), ` +
        `character ${place + 1} of line ${row + 1}: leave it out or take another font`,
    );
  });
}

function setLine(
  font: OpenTypeFont,
  { ligatures, kern }: FontMetrics,
  found: readonly FoundGlyph[],
  { letterSpacing }: TextLayout,
): { glyphs: SetGlyph[]; width: number } {
  const joined = letterSpacing === 0 ? joinLigatures(found, ligatures) : found;
  const glyphs: SetGlyph[] = [];
  let x = 0;
  joined.forEach(({ character, index }, k) => {
    if (k > 0) x += kern(joined[k - 1].index, index) + letterSpacing * font.unitsPerEm;
    const glyph = font.glyphs.get(index);
    glyphs.push({ name: character, glyph, x });
    x += glyph.advanceWidth ?? 0;
  });
  return { glyphs, width: x };
}

/** ligatures: the longest first. */
function joinLigatures(found: readonly FoundGlyph[], ligatures: FontMetrics['ligatures']): FoundGlyph[] {
  const joined: FoundGlyph[] = [];
  for (let k = 0; k < found.length; ) {
    const ligature = ligatures.find(({ sub }) => sub.every((index, n) => found[k + n]?.index === index));
    const count = ligature?.sub.length || 1;
    const characters = found.slice(k, k + count).map(({ character }) => character);
    joined.push({ character: characters.join(''), index: ligature?.by ?? found[k].index });
    k += count;
  }
  return joined;
}

/** Overlapping contours of a glyph add up: nonzero. */
function outlineGlyph({ name, glyph }: SetGlyph, x: number, y: number, unit: number): OutlineArea[] {
  const loops: Float64Array[] = [];
  let corners: number[] = [];
  const finish = () => {
    if (corners.length >= 6) loops.push(Float64Array.from(corners));
    corners = [];
  };
  let [lastX, lastY] = [0, 0];
  for (const command of glyph.path.commands) {
    if (command.type === 'Z') {
      finish();
      continue;
    }
    const [endX, endY] = [(command.x + x) / unit, (command.y + y) / unit];
    if (command.type === 'M') finish();
    if (command.type === 'Q') {
      const [x1, y1] = [(command.x1 + x) / unit, (command.y1 + y) / unit];
      flattenQuadratic(corners, lastX, lastY, x1, y1, endX, endY, tolerance);
    } else if (command.type === 'C') {
      const [x1, y1] = [(command.x1 + x) / unit, (command.y1 + y) / unit];
      const [x2, y2] = [(command.x2 + x) / unit, (command.y2 + y) / unit];
      flattenCubic(corners, lastX, lastY, x1, y1, x2, y2, endX, endY, tolerance);
    } else {
      corners.push(endX, endY);
    }
    [lastX, lastY] = [endX, endY];
  }
  finish();
  if (!loops.every((loop) => loop.every(Number.isFinite))) throw new Error(`the outline of ${name}`);
  return loops.length > 0 ? [{ name, loops, fillRule: 'nonzero', color: null }] : [];
}

/** Hebrew and Arabic run the other way; Indic letters change their places. */
function warnOfScripts(text: string): string[] {
  const odd = text.match(/[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0eff\ufb1d-\ufdff\ufe70-\ufeff]/u);
  return odd
    ? [
        `letters such as ${JSON.stringify(odd[0])} are set one by one from left to right, without joining them`,
      ]
    : [];
}

function refuseOthers(bytes: Uint8Array, name: string): void {
  const tag = lettersOf(bytes.subarray(0, 4));
  if (['\0\x01\0\0', 'true', 'typ1', 'OTTO', 'wOFF'].includes(tag)) return;
  const kinds: Readonly<Record<string, string>> = {
    wOF2: 'a WOFF2 font, which is compressed for the web: take the .ttf, .otf or .woff of the same font',
    ttcf: 'a collection of fonts (.ttc): save one of them as .ttf or .otf',
  };
  throw InputError.at(
    name,
    `expected a font (.ttf, .otf or .woff), got ${kinds[tag] ?? describeFileKind(bytes)}`,
  );
}

function guard<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw damaged(name, (error as Error).message);
  }
}

function damaged(name: string, why: string): InputError {
  return InputError.at(
    name,
    `expected a whole font, got one that cannot be read (${why}); copy it again or take another`,
  );
}
