import { InputError } from '../../input-error.ts';
import { maxOf } from '../../math/lists.ts';
import type { Outline, OutlineArea } from '../../motion/outline.ts';
import type { TextLayout } from '../../motion/text-layout.ts';
import { describeFileKind } from '../file-kind.ts';
import { flattenCubic, flattenQuadratic } from '../flatten-curve.ts';
import { lettersOf } from '../letters.ts';
import { measureAreas } from '../measure-areas.ts';
import { readCffGlyphs } from './cff-glyphs.ts';
import { readCffTable } from './cff-table.ts';
import { type CharacterMap, readCharacterMap } from './character-map.ts';
import { type FontMetrics, readMetrics } from './font-metrics.ts';
import { readFullName } from './font-names.ts';
import { type FontTables, openFontTables } from './font-tables.ts';
import type { GlyphOutlines, PathCommand } from './glyph-path.ts';
import { readKernTable } from './kern-table.ts';
import { type Kerning, readKerning } from './kerning.ts';
import { createLigatureSearch, type FindLigature, readLigatures } from './ligatures.ts';
import { readTrueTypeGlyphs } from './truetype-glyphs.ts';

/** Information about a font. */
export interface FontFacts {
  /** Family and style, such as `Fira Mono Medium`; '' if the font does not give them. */
  readonly fullName: string;
  readonly outlines: 'TrueType' | 'CFF';
  readonly glyphCount: number;
  /** Whether the font has kerning pairs; and the number of its ligatures for the Latin script. */
  readonly isKerned: boolean;
  readonly ligatureCount: number;
}

/** A font that converts text to outlines. */
export interface Font {
  readonly facts: FontFacts;
  /** Returns whether the font has a glyph for a character. */
  has(character: string): boolean;
  /**
   * Returns the text as filled areas, one for each glyph that has an outline. y is upward; the baseline of the first line is at y = 0; the
   * height of capitals is 1. `\n` starts a new line. Letters are kerned. Ligatures are used only if the letter spacing is 0. Flattened
   * curves deviate by at most 1/2000.
   *
   * Throws InputError at the layout's `textPath` for a character that the font does not have, for a text that is too long or has too many
   * corners, and for a text without any visible glyph.
   */
  outlineText(text: string, layout: TextLayout): Outline;
}

/** Maximum deviation of a flattened curve, as a fraction of the height of capitals. */
const tolerance = 1 / 2000;
/** Maximum length of a text (each letter becomes a separate area), and maximum number of corners of its outlines. */
const maxLetters = 10_000;
const maxCorners = 1_000_000;

/**
 * Reads a font with TrueType or CFF outlines: .ttf, .otf or .woff. Throws InputError for damaged fonts, and for files of other kinds; the
 * message names the kind.
 */
export function readFont(bytes: Uint8Array, name: string): Font {
  refuseOthers(bytes, name);
  const font = guard(name, () => openFont(bytes));
  const { metrics, outlines } = font;
  if (!(metrics.unitsPerEm > 0 && outlines.count > 0)) throw damaged(name, 'it has no glyphs');
  const capHeight = guard(name, () => measureCapitals(font));
  return {
    facts: {
      fullName: font.fullName,
      outlines: outlines.kind,
      glyphCount: outlines.count,
      isKerned: font.kern !== null,
      ligatureCount: font.ligatureCount,
    },
    has: (character) => guard(name, () => findGlyph(font, character)) !== null,
    outlineText(text, layout) {
      const lines = splitLines(text, layout.textPath);
      const set = lines.map((line, k) => {
        const found = findGlyphs(font, line, k, name, layout.textPath);
        return guard(name, () => setLine(font, found, layout));
      });
      const widest = maxOf(set.map(({ width }) => width));
      const { ascender, descender, lineGap } = metrics;
      const lineHeight = layout.lineSpacing * (ascender - descender + lineGap);
      const fractions = { left: 0, center: 0.5, right: 1 };
      const pathOf = outlines.open();
      const areas: OutlineArea[] = [];
      let corners = 0;
      set.forEach(({ glyphs, width }, k) => {
        const x = fractions[layout.align] * (widest - width);
        for (const glyph of glyphs) {
          const area = guard(name, () =>
            outlineGlyph(glyph.name, pathOf(glyph.index), {
              x: x + glyph.x,
              y: -k * lineHeight,
              unit: capHeight,
            }),
          );
          if (!area) continue;
          corners += area.loops.reduce((sum, loop) => sum + loop.length / 2, 0);
          if (corners > maxCorners) throw tooManyCorners(layout.textPath);
          areas.push(area);
        }
      });
      if (areas.length === 0) {
        throw InputError.at(
          layout.textPath,
          `expected text with visible characters, got ${JSON.stringify(text)}, which leaves no ink`,
        );
      }
      return { areas, bounds: measureAreas(areas), warnings: warnOfScripts(text) };
    },
  };
}

function splitLines(text: string, textPath: string): string[] {
  if (text.length > maxLetters) {
    throw InputError.at(
      textPath,
      `expected at most ${maxLetters} letters, got ${text.length}: shorten the text, or divide it into several shapes`,
    );
  }
  return text.normalize('NFC').split(/\r\n|\r|\n/);
}

function tooManyCorners(textPath: string): InputError {
  return InputError.at(
    textPath,
    `expected text whose outlines have at most ${maxCorners} corners in total, got more: shorten the text, ` +
      'or use a font with simpler outlines',
  );
}

interface OpenFont {
  readonly fullName: string;
  readonly metrics: FontMetrics;
  readonly outlines: GlyphOutlines;
  readonly characters: CharacterMap;
  /** Null if the font has no kerning. */
  readonly kern: Kerning | null;
  readonly ligatureCount: number;
  readonly findLigature: FindLigature;
}

function openFont(bytes: Uint8Array): OpenFont {
  const tables = openFontTables(bytes);
  const metrics = readMetrics(tables);
  const gsub = tables.find('GSUB');
  const ligatures = gsub ? readLigatures(gsub) : [];
  return {
    fullName: readFullName(tables.find('name')),
    metrics,
    outlines: readOutlines(tables, metrics),
    characters: readCharacterMap(tables.require('cmap')),
    kern: readPairs(tables),
    ligatureCount: ligatures.length,
    findLigature: createLigatureSearch(ligatures),
  };
}

function readOutlines(tables: FontTables, metrics: FontMetrics): GlyphOutlines {
  if (tables.find('glyf') && tables.find('loca')) return readTrueTypeGlyphs(tables, metrics);
  const cff = readCffTable(tables);
  if (cff) return readCffGlyphs(cff);
  throw new Error('it has neither TrueType nor CFF outlines');
}

/** Returns kerning from the GPOS table, or from the older `kern` table if GPOS has none. */
function readPairs(tables: FontTables): Kerning | null {
  const gpos = tables.find('GPOS');
  const kern = gpos ? readKerning(gpos) : null;
  if (kern) return kern;
  const older = tables.find('kern');
  return older ? readKernTable(older) : null;
}

/**
 * Returns the height of capitals in font units: from the font's metrics, or else the height of its H, or else its ascender, or else the em
 * size.
 */
function measureCapitals({ metrics, outlines, characters }: OpenFont): number {
  if (metrics.capHeight > 0) return metrics.capHeight;
  const index = characters(0x48);
  let measured = 0;
  if (index > 0) {
    for (const command of outlines.open()(index))
      if (command.type !== 'Z') measured = Math.max(measured, command.y);
  }
  return measured > 0 ? measured : metrics.ascender > 0 ? metrics.ascender : metrics.unitsPerEm;
}

interface FoundGlyph {
  readonly character: string;
  readonly index: number;
}

/**
 * Zero-width characters (space, joiner, non-joiner, word joiner, byte-order mark) and variation selectors. They are ignored
 * if the font has no glyph for them.
 */
const invisible = /^(?:[\u200b-\u200d\u2060\ufeff]|[\ufe00-\ufe0f])$/;

/** Returns the glyph index of a character; null if the font has no glyph for it. */
function findGlyph({ characters, outlines }: OpenFont, character: string): number | null {
  const index = characters(character.codePointAt(0) as number);
  return index > 0 && index < outlines.count ? index : null;
}

function findGlyphs(font: OpenFont, line: string, row: number, name: string, textPath: string): FoundGlyph[] {
  return [...line].flatMap((character, k) => {
    const index = guard(name, () => findGlyph(font, character));
    if (index !== null) return [{ character, index }];
    if (invisible.test(character)) return [];
    const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    throw InputError.at(
      textPath,
      `expected characters that the font ${name} has, got ${JSON.stringify(character)} (U+${code}), ` +
        `character ${k + 1} of line ${row + 1}: remove it or use another font`,
    );
  });
}

interface SetGlyph {
  readonly name: string;
  readonly index: number;
  readonly x: number;
}

function setLine(
  { metrics, kern, findLigature }: OpenFont,
  found: readonly FoundGlyph[],
  { letterSpacing }: TextLayout,
): { glyphs: SetGlyph[]; width: number } {
  const joined = letterSpacing === 0 ? joinLigatures(found, findLigature) : found;
  const glyphs: SetGlyph[] = [];
  let x = 0;
  joined.forEach(({ character, index }, k) => {
    if (k > 0) x += (kern?.(joined[k - 1].index, index) ?? 0) + letterSpacing * metrics.unitsPerEm;
    glyphs.push({ name: character, index, x });
    x += metrics.advanceOf(index);
  });
  return { glyphs, width: x };
}

function joinLigatures(found: readonly FoundGlyph[], findLigature: FindLigature): FoundGlyph[] {
  const indices = found.map(({ index }) => index);
  const joined: FoundGlyph[] = [];
  for (let k = 0; k < found.length; ) {
    const ligature = findLigature(indices, k);
    const count = ligature?.sub.length ?? 1;
    const characters = found.slice(k, k + count).map(({ character }) => character);
    joined.push({ character: characters.join(''), index: ligature?.by ?? found[k].index });
    k += count;
  }
  return joined;
}

/**
 * Returns the flattened outline of a glyph, shifted by (x, y) font units, then divided by `unit` font units. Overlapping contours are
 * united (nonzero winding rule). Null for a glyph without contours.
 */
function outlineGlyph(
  name: string,
  path: readonly PathCommand[],
  { x, y, unit }: { x: number; y: number; unit: number },
): OutlineArea | null {
  const loops: Float64Array[] = [];
  let corners: number[] = [];
  let cornerCount = 0;
  const finish = () => {
    if (corners.length >= 6) loops.push(Float64Array.from(corners));
    cornerCount += corners.length / 2;
    corners = [];
  };
  let [lastX, lastY] = [0, 0];
  for (const command of path) {
    if (cornerCount + corners.length / 2 > maxCorners)
      throw new Error(`the outline of ${name} has more than ${maxCorners} corners`);
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
  if (!loops.every((loop) => loop.every(Number.isFinite)))
    throw new Error(`the outline of ${name} has coordinates that are not numbers`);
  return loops.length > 0 ? { name, loops, fillRule: 'nonzero', color: null } : null;
}

/**
 * Returns warnings about scripts that are not supported: Hebrew and Arabic are written from right to left, and letters of Indic scripts are
 * reordered.
 */
function warnOfScripts(text: string): string[] {
  const odd = text.match(/[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0eff\ufb1d-\ufdff\ufe70-\ufeff]/u);
  return odd
    ? [
        `letters such as ${JSON.stringify(odd[0])} are placed one by one from left to right, without being joined`,
      ]
    : [];
}

function refuseOthers(bytes: Uint8Array, name: string): void {
  const tag = lettersOf(bytes.subarray(0, 4));
  if (['\0\x01\0\0', 'true', 'typ1', 'OTTO', 'wOFF'].includes(tag)) return;
  const kinds: Readonly<Record<string, string>> = {
    wOF2: 'a WOFF2 font, which is compressed for the web: use the .ttf, .otf or .woff of the same font',
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
    `expected a complete font, got one that cannot be read (${why}); copy it again or use another`,
  );
}
