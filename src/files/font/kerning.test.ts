import { expect, test } from 'vitest';
import { readKerning } from './kerning.ts';

/** Creates a table of big-endian 16-bit words. Strings are tags. Nested lists only group the values for readers of the test. */
function table(...parts: readonly (number | string | readonly number[])[]): Uint8Array {
  const bytes = parts.flat().flatMap((part) => {
    if (typeof part === 'string') return [...part].map((letter) => letter.charCodeAt(0));
    return [(part >> 8) & 255, part & 255];
  });
  return Uint8Array.from(bytes);
}

/** Returns the header of a GPOS table with one script, one feature and one lookup, whose subtable has the offset 56. */
const head = (type: number, script = 'latn') =>
  table(
    [1, 0, 10, 30, 44],
    // At offset 10: one script. Its default language has feature 0.
    [1],
    script,
    [8],
    [4, 0],
    [0, 0xffff, 1, 0],
    // At offset 30: one feature, kern, with lookup 0.
    [1],
    'kern',
    [8],
    [0, 1, 0],
    // At offset 44: one lookup with one subtable.
    [1, 4],
    [type, 0, 1, 8],
  );

/** Adjustments: glyph 5 before 7: −120; glyph 5 before 9: 30. Value records contain the X placement and the X advance. */
const pairs = [[1, 12, 5, 4, 1], [18], [1, 1, 5], [2], [7, 1, -120, 99], [9, 1, 30, 99]];
/**
 * Adjustment: glyph 5 (class 1) before 7 to 9 (class 1): −50. The parts are: header, records, coverage, classes as a list, classes as
 * ranges.
 */
const classes = [
  [2, 24, 4, 0, 30, 38, 2, 2],
  [0, 0, 0, -50],
  [1, 1, 5],
  [1, 5, 1, 1],
  [2, 1, 7, 9, 1],
];

const read = (bytes: Uint8Array) =>
  readKerning(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));

const join = (...tables: readonly Uint8Array[]) => Uint8Array.from(tables.flatMap((bytes) => [...bytes]));

test('single pairs: only the advance, which follows the placement', () => {
  const kern = read(join(head(2), table(...pairs)))!;
  expect([kern(5, 7), kern(5, 9), kern(5, 8), kern(6, 7)]).toEqual([-120, 30, 0, 0]);
});

test('pairs of classes', () => {
  const kern = read(join(head(2), table(...classes)))!;
  expect([kern(5, 7), kern(5, 9), kern(5, 10), kern(6, 7), kern(7, 5)]).toEqual([-50, -50, 0, 0, 0]);
});

test('in an extension lookup, as in large fonts', () => {
  const kern = read(join(head(9), table([1, 2, 0, 8]), table(...pairs)))!;
  expect(kern(5, 7)).toBe(-120);
});

test('of the default script if there is no Latin script; none without kerning', () => {
  expect(read(join(head(2, 'DFLT'), table(...pairs)))!(5, 7)).toBe(-120);
  expect(read(join(head(4), table(...pairs)))).toBeNull();
});

test('offsets beyond the table are a RangeError', () => {
  const whole = join(head(2), table(...pairs));
  expect(() => read(whole.slice(0, 40))).toThrow(RangeError);
  expect(() => read(whole.slice(0, 80))?.(5, 7)).toThrow(RangeError);
});
