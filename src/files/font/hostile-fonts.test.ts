import { describe, expect, test } from 'vitest';
import { readCffGlyphs } from './cff-glyphs.ts';
import type { CffTable } from './cff-table.ts';
import type { FontMetrics } from './font-metrics.ts';
import type { FontTables } from './font-tables.ts';
import { findSubtables } from './layout-table.ts';
import { readTrueTypeGlyphs } from './truetype-glyphs.ts';

const viewOf = (bytes: readonly number[]) => new DataView(Uint8Array.from(bytes).buffer);
const word = (value: number) => [(value >> 8) & 255, value & 255];

/** Creates TrueType outlines from the bytes of each glyph, padded to a multiple of two bytes. */
function trueType(glyphs: readonly (readonly number[])[]) {
  const glyf: number[] = [];
  const loca: number[] = [0, 0];
  for (const glyph of glyphs) {
    glyf.push(...glyph, ...(glyph.length % 2 === 1 ? [0] : []));
    loca.push(...word(glyf.length / 2));
  }
  const tables: Record<string, DataView> = { glyf: viewOf(glyf), loca: viewOf(loca) };
  const access: FontTables = { find: (tag) => tables[tag], require: (tag) => tables[tag] };
  const metrics = { glyphCount: glyphs.length, locationBytes: 2 } as FontMetrics;
  return readTrueTypeGlyphs(access, metrics).open();
}

const head = (contours: number) => [...word(contours), 0, 0, 0, 0, 0, 0, 0, 0];
/** A triangle: three on-curve points with 16-bit coordinates. */
const triangle = [
  ...head(1),
  ...word(2),
  ...word(0),
  ...[1, 1, 1],
  ...[0, 9, -9, 0].flatMap(word).slice(0, 6),
  ...[0, 0, 9].flatMap(word),
];
/** Returns a composite glyph. The offset of each component is (0, 0), with one byte for each coordinate. */
const made = (...of: readonly number[]) => [
  ...head(-1),
  ...of.flatMap((glyph, k) => [...word(2 + (k < of.length - 1 ? 32 : 0)), ...word(glyph), 0, 0]),
];

describe('TrueType', () => {
  test('glyphs of glyphs', () => {
    const path = trueType([triangle, made(0, 0)])(1);
    expect(path.filter(({ type }) => type === 'M').length).toBe(2);
  });

  test('a glyph that contains itself', () => {
    expect(() => trueType([triangle, made(2), made(1)])(1)).toThrow('a glyph contains itself');
  });

  test('glyphs that double, thirty times', () => {
    const doubled = Array.from({ length: 30 }, (_, k) => made(k, k));
    expect(() => trueType([triangle, ...doubled])(30)).toThrow('a glyph takes more than 262144 steps');
  });

  test('doubling composites of an empty glyph are empty', () => {
    const doubled = Array.from({ length: 30 }, (_, k) => made(k, k));
    expect(trueType([[], ...doubled])(30)).toEqual([]);
  });
});

/** Creates CFF outlines from the charstrings of the glyphs and the global subroutines that the charstrings call. */
function cff(glyphs: readonly (readonly number[])[], parts: readonly (readonly number[])[] = []) {
  const bytes: number[] = [];
  const add = (program: readonly number[]) => {
    bytes.push(...program);
    return [bytes.length - program.length, bytes.length] as const;
  };
  const table: Omit<CffTable, 'view'> = {
    isSecond: false,
    glyphs: glyphs.map(add),
    globalParts: parts.map(add),
    localParts: [],
    dictOf: () => 0,
    glyphOfName: () => 0,
    regionCounts: [],
  };
  return readCffGlyphs({ ...table, view: viewOf(bytes) }).open();
}

const number = (value: number) => value + 139;
const callPart = (part: number) => [number(part - 107), 29];

describe('CFF', () => {
  test('a charstring that calls a subroutine', () => {
    const pathOf = cff([[number(3), number(4), 21, ...callPart(0), 14]], [[number(5), 6, 11]]);
    expect(pathOf(0)).toEqual([{ type: 'M', x: 3, y: 4 }, { type: 'L', x: 8, y: 4 }, { type: 'Z' }]);
  });

  test('subroutines that call each other', () => {
    expect(() => cff([callPart(0)], [callPart(1), callPart(0)])(0)).toThrow(
      'the subroutines of a glyph call each other without end',
    );
  });

  test('subroutines that each call the next one many times', () => {
    const parts = Array.from({ length: 9 }, (_, k) =>
      Array.from({ length: 50 }, () => callPart(k + 1)).flat(),
    );
    expect(() => cff([callPart(0)], [...parts, [number(1), 6]])(0)).toThrow(
      'a glyph takes more than 262144 steps',
    );
  });

  test('more operands than the stack allows', () => {
    expect(() => cff([new Array(600).fill(number(1))])(0)).toThrow('a glyph has too many operands');
  });

  test('an accented letter whose base is an accented letter', () => {
    const joined = [number(0), number(0), number(65), number(66), 14];
    expect(cff([joined])(0)).toEqual([]);
  });
});

test('a feature that lists the same tables many times', () => {
  const count = 5000;
  const bytes: number[] = new Array(12_000).fill(0);
  const put = (at: number, ...words: readonly number[]) =>
    words.forEach((value, k) => {
      [bytes[at + 2 * k], bytes[at + 2 * k + 1]] = word(value);
    });
  // At offset 10: one script. At 40: one feature. At 60: one lookup, whose subtables all have the offset 0.
  put(4, 10, 40, 60);
  put(10, 1, 0x6c61, 0x746e, 8);
  put(18, 4, 0, 0, 0xffff, 1, 0);
  put(40, 1, 0x6b65, 0x726e, 8, 0, 1, 0);
  put(60, 1, 4, 2, 0, count);
  expect(() => findSubtables(viewOf(bytes), { feature: 'kern', type: 2, extension: 9 })).toThrow(
    'its feature kern has more than 1024 tables',
  );
});
