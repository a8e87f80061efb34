import { readFileSync } from 'node:fs';
import { parse } from 'opentype.js/dist/opentype.mjs';
import { describe, expect, test } from 'vitest';
import type { Outline } from '../../motion/outline.ts';
import type { TextLayout } from '../../motion/text-layout.ts';
import { sharedPath } from '../../testing/shared.ts';
import { makeFont } from '../testing/make-font.ts';
import { makeTrueType } from '../testing/make-truetype.ts';
import { packWoff } from '../testing/pack-woff.ts';
import { readCffGlyphs } from './cff-glyphs.ts';
import { readCffTable } from './cff-table.ts';
import { readCharacterMap } from './character-map.ts';
import { readMetrics } from './font-metrics.ts';
import { openFontTables } from './font-tables.ts';
import { readLigatures } from './ligatures.ts';
import { readFont } from './read-font.ts';
import { readTrueTypeGlyphs } from './truetype-glyphs.ts';

const layout: TextLayout = {
  align: 'left',
  letterSpacing: 0,
  lineSpacing: 1,
  textPath: 'systems[0].shapes[1].text',
};

const widthOf = ({ bounds }: Outline) => bounds.maxX - bounds.minX;

describe('a font of squares', () => {
  const font = readFont(makeFont(), 'squares.otf');

  test('capitals are 1 high, letters one after the other', () => {
    const { areas, bounds, warnings } = font.outlineText('HIO', layout);
    expect(areas.map(({ name, loops, fillRule, color }) => [name, loops.length, fillRule, color])).toEqual([
      ['H', 1, 'nonzero', null],
      ['I', 1, 'nonzero', null],
      ['O', 2, 'nonzero', null],
    ]);
    expect(bounds).toEqual({ minX: 0, minY: 0, maxX: expect.closeTo(27 / 7), maxY: 1 });
    expect(warnings).toEqual([]);
  });

  test('letter spacing is relative to the font size', () => {
    const loose = font.outlineText('HH', { ...layout, letterSpacing: 0.1 });
    expect(widthOf(loose)).toBeCloseTo((1000 + 100 + 700) / 700);
  });

  test.each([
    ['left', 0],
    ['center', 1 / 0.7],
    ['right', 2 / 0.7],
  ] as const)('lines below each other, %s', (align, x) => {
    for (const text of ['HHH\nI', 'HHH\r\nI']) {
      const { areas, bounds } = font.outlineText(text, { ...layout, align, lineSpacing: 1.5 });
      const lower = areas[3].loops[0];
      expect(Math.min(...lower.filter((_, k) => k % 2 === 0))).toBeCloseTo(x);
      expect(bounds.minY).toBeCloseTo(-1500 / 700);
    }
  });

  test.each([
    ['H\u{1F600}', 'got "😀" (U+1F600), character 2 of line 1: remove it or use another font'],
    ['H\nIx', 'expected characters that the font squares.otf has, got "x" (U+0078), character 2 of line 2'],
    ['H\tI', 'got "\\t" (U+0009)'],
    ['', 'expected text with visible characters, got "", which leaves no ink'],
    ['  \n ', 'got "  \\n ", which leaves no ink'],
  ])('what is refused %#', (text, message) => {
    expect(() => font.outlineText(text, layout)).toThrow(`systems[0].shapes[1].text: `);
    expect(() => font.outlineText(text, layout)).toThrow(message);
  });

  test('joiners without a glyph are ignored', () => {
    expect(font.outlineText('H\u200d\ufe0fI', layout).areas.length).toBe(2);
  });

  test('a .woff gives the same outlines', () => {
    const packed = readFont(packWoff(makeFont()), 'squares.woff').outlineText('HIO', layout);
    expect(packed).toEqual(font.outlineText('HIO', layout));
  });
});

test.each([
  [
    'wOF2\0\0',
    'got a WOFF2 font, which is compressed for the web: use the .ttf, .otf or .woff of the same font',
  ],
  ['ttcf\0\0', 'got a collection of fonts (.ttc): save one of them as .ttf or .otf'],
  ['', 'got an empty file'],
  ['hello', 'expected a font (.ttf, .otf or .woff), got something else'],
  ['OTTO\0\x09', 'f.ttf: expected a complete font, got one that cannot be read ('],
])('what is refused %#', (text, message) => {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(() => readFont(bytes, 'f.ttf')).toThrow(message);
});

const setAll = (bytes: Uint8Array, text: string) => {
  const { areas, bounds } = readFont(bytes, 'f.otf').outlineText(text, layout);
  expect(Object.values(bounds).every(Number.isFinite)).toBe(true);
  expect(
    areas.every(({ loops }) => loops.every((loop) => loop.length >= 6 && loop.every(Number.isFinite))),
  ).toBe(true);
};

test('a character table with billions of characters is not expanded', () => {
  const bytes = makeFont();
  const view = new DataView(bytes.buffer);
  const at = [...Array(view.getUint16(4)).keys()]
    .map((k) => 12 + 16 * k)
    .find((k) => view.getUint32(k) === 0x636d6170) as number;
  const cmap = view.getUint32(at + 8);
  const table = cmap + view.getUint32(cmap + 8);
  expect(view.getUint16(table)).toBe(4);
  // A subtable of format 12 with one group of all code points replaces the original one. Only the first five code points have glyphs.
  [12 << 16, 28, 0, 1, 0, 0xfffffff0, 0].forEach((value, k) => {
    view.setUint32(table + 4 * k, value);
  });
  const font = readFont(bytes, 'f.otf');
  expect(['\u0002', '\u0004', '\u0005', 'H', '\u{10ffff}'].map((letter) => font.has(letter))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('TrueType: simple and composite glyphs, pairs, ligatures, also as .woff', () => {
  for (const bytes of [makeTrueType(), packWoff(makeTrueType())]) {
    const font = readFont(bytes, 'triangles');
    expect(font.facts).toMatchObject({ outlines: 'TrueType', isKerned: true, ligatureCount: 1 });
    const loops = (text: string, letterSpacing: number) =>
      font
        .outlineText(text, { ...layout, letterSpacing })
        .areas.map(({ name, loops: all }) => [name, all.length]);
    expect(loops('HIé', 0)).toEqual([
      ['HI', 2],
      ['é', 2],
    ]);
    expect(loops('HI', 0.1)).toEqual([
      ['H', 1],
      ['I', 1],
    ]);
  }
});

describe('limits', () => {
  test('a text of more than 10 000 letters is refused; 10 000 are allowed', () => {
    const font = readFont(makeFont(), 'squares.otf');
    expect(font.outlineText('H'.repeat(10_000), layout).areas.length).toBe(10_000);
    expect(() => font.outlineText('H'.repeat(10_001), layout)).toThrow(
      'systems[0].shapes[1].text: expected at most 10000 letters, got 10001: shorten the text, or divide it into several shapes',
    );
  });

  test('a .woff whose table claims gigabytes is refused before they are allocated', () => {
    const bytes = packWoff(makeFont());
    const view = new DataView(bytes.buffer);
    for (let k = 0; k < view.getUint16(12); k++) view.setUint32(44 + 20 * k + 12, 0xf0000000);
    expect(() => readFont(bytes, 'f.woff')).toThrow(
      /f\.woff: expected a complete font.* has 4026531840 bytes, expected/,
    );
  });

  test('a .woff with damaged compressed bytes is refused', () => {
    const whole = packWoff(makeFont());
    for (let k = 0; k < 300; k++) {
      const bytes = whole.slice();
      for (let n = 0; n < 8; n++) bytes[44 + ((k * 7919 + n * 104729) % (bytes.length - 44))] ^= 1 << (k % 8);
      try {
        readFont(bytes, 'f.woff').outlineText('HIO', layout);
      } catch (error) {
        expect((error as Error).name).toBe('InputError');
      }
    }
  });
});

const folder = sharedPath('assets/font-ofl');
const skipped = folder ? '' : ' (skipped: no folder shared/assets)';

describe.skipIf(!folder)(`real fonts${skipped}`, () => {
  const files = ['FiraMono-Medium.ttf', 'EBGaramond12-Regular.otf'];
  const bytesOf = (file: string) => readFileSync(`${folder}/${file}`);
  const open = (file: string) => readFont(bytesOf(file), file);

  test.each(files)('%s: capitals have the height 1, round ones slightly more', (file) => {
    const font = open(file);
    expect(font.outlineText('H', layout).bounds).toMatchObject({
      minY: expect.closeTo(0, 1),
      maxY: expect.closeTo(1, 1),
    });
    const { bounds } = font.outlineText('O', layout);
    expect(bounds.maxY).toBeGreaterThan(1);
    expect(bounds.maxY).toBeLessThan(1.05);
    expect(font.outlineText('g', layout).bounds.minY).toBeLessThan(-0.2);
  });

  /** Returns the distance from the left edge of the first letter to the left edge of the second. */
  const stepOf = (file: string, pair: string) => {
    const [first, second] = open(file).outlineText(pair, layout).areas;
    const left = ({ loops }: Outline['areas'][number]) =>
      Math.min(...loops.flatMap((loop) => [...loop.filter((_, k) => k % 2 === 0)]));
    return left(second) - left(first);
  };
  const alone = (file: string, letter: string) => open(file).outlineText(letter, layout).bounds.minX;

  test('pairs are kerned as in the font: AV by 160 of 1000 units, To by 105', () => {
    const file = 'EBGaramond12-Regular.otf';
    const unit = 650;
    const plain = (advance: number, first: string, second: string) =>
      advance / unit + alone(file, second) - alone(file, first);
    expect(stepOf(file, 'AV')).toBeCloseTo(plain(692, 'A', 'V') - 160 / unit);
    expect(stepOf(file, 'To')).toBeCloseTo(plain(649, 'T', 'o') - 105 / unit, 1);
    expect(stepOf(file, 'HH')).toBeCloseTo(stepOf(file, 'HI') + alone(file, 'H') - alone(file, 'I'));
  });

  test.each([
    ['AVATAR', 3.641],
    ['To Wave', 3.283],
    ['Howdy', 2.909],
    ['LT. r, Yo', 3.224],
    ['Typography', 4.646],
  ])('%s has the width that Chromium 156 gives: %f of the size', (text, width) => {
    const font = open('EBGaramond12-Regular.otf');
    const left = ({ areas }: Outline) =>
      Math.min(...areas[areas.length - 1].loops.flatMap((loop) => [...loop.filter((_, k) => k % 2 === 0)]));
    const step = left(font.outlineText(`${text}|`, layout)) - left(font.outlineText('|', layout));
    expect(step * 0.65).toBeCloseTo(width, 3);
  });

  test('a monospaced font has no pairs', () => {
    const file = 'FiraMono-Medium.ttf';
    expect(stepOf(file, 'AV')).toBeCloseTo(600 / 690 + alone(file, 'V') - alone(file, 'A'));
  });

  test('ligatures, but not with letter spacing', () => {
    const font = open('EBGaramond12-Regular.otf');
    const names = (text: string, letterSpacing: number) =>
      font.outlineText(text, { ...layout, letterSpacing }).areas.map(({ name }) => name);
    expect(names('Qy', 0)).toEqual(['Qy']);
    expect(names('Qy', 0.1)).toEqual(['Q', 'y']);
  });

  test.each(files)('%s: outlines, widths, pairs and ligatures are those of another reader', (file) => {
    const bytes = new Uint8Array(bytesOf(file));
    const other = parse(bytes.slice().buffer);
    const tables = openFontTables(bytes);
    const metrics = readMetrics(tables);
    const cff = readCffTable(tables);
    const outlines = cff ? readCffGlyphs(cff) : readTrueTypeGlyphs(tables, metrics);
    const pathOf = outlines.open();
    const rounded = (path: readonly object[]) =>
      JSON.stringify(path.map((command) => Object.entries(command).sort()));
    expect(outlines.count).toBe(other.glyphs.length);
    for (let glyph = 0; glyph < outlines.count; glyph += 7) {
      const { advanceWidth, path } = other.glyphs.get(glyph);
      expect(metrics.advanceOf(glyph)).toBe(advanceWidth);
      expect(rounded(pathOf(glyph))).toBe(rounded(path.commands));
    }
    const characters = readCharacterMap(tables.require('cmap'));
    for (let code = 32; code < 0x2500; code++)
      expect(characters(code)).toBe(other.charToGlyphIndex(String.fromCodePoint(code)));
    const gsub = tables.find('GSUB');
    const ordered = (list: readonly { sub: readonly number[]; by: number }[]) =>
      list.map(({ sub, by }) => `${sub} ${by}`).sort();
    expect(ordered(gsub ? readLigatures(gsub) : [])).toEqual(
      ordered(other.tables.gsub ? other.substitution.getLigatures('liga', 'latn') : []),
    );
  });

  test('accents, precomposed or combining', () => {
    const font = open('FiraMono-Medium.ttf');
    expect(font.outlineText('é', layout)).toEqual(font.outlineText('e\u0301', layout));
  });

  test.each(files)('%s: every letter of ASCII has finite outlines', (file) => {
    const letters = Array.from({ length: 94 }, (_, k) => String.fromCharCode(33 + k)).join('');
    const { areas } = open(file).outlineText(letters, { ...layout, letterSpacing: 0.01 });
    expect(areas.length).toBe(94);
    expect(areas.every(({ loops }) => loops.every((loop) => loop.every(Number.isFinite)))).toBe(true);
  });

  test('Hebrew causes a warning', () => {
    const font = open('EBGaramond12-Regular.otf');
    expect(() => font.outlineText('א', layout)).toThrow('U+05D0');
  });

  test.each(files)('%s, damaged, sets text or causes an InputError', (file) => {
    const bytes = new Uint8Array(bytesOf(file));
    let faults = 0;
    for (let k = 0; k < 12; k++) {
      const harmed = bytes.slice(0, k % 3 === 0 ? Math.floor((bytes.length * (k + 1)) / 13) : bytes.length);
      if (k % 3 > 0)
        for (let n = 0; n < 2000; n++) harmed[(k * 7919 + n * 104729) % harmed.length] ^= 1 << (n % 8);
      try {
        setAll(harmed, 'AVé8');
      } catch (error) {
        faults++;
        expect((error as Error).name).toBe('InputError');
      }
    }
    expect(faults).toBeGreaterThan(3);
  });
});
