import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readFont } from '../../../src/files/font/read-font.ts';
import { Hasher } from '../../../src/math/hash.ts';
import { fitContour } from './fit-curves.ts';
import { glyphs } from './glyphs.ts';
import { lettersFile, makeLetters } from './make-letters.ts';
import { readTables, writeTables } from './sfnt-tables.ts';
import { strokeField } from './strokes.ts';
import { traceOutline } from './trace-outline.ts';

const bytes = new Uint8Array(readFileSync(lettersFile));
const font = readFont(bytes, 'letters.otf');
const layout = { align: 'left', letterSpacing: 0, lineSpacing: 1, textPath: 'text' } as const;
// Height of a capital as the font states it, in the font's units.
const os2 = readTables(bytes).get('OS/2')!;
const capital = new DataView(os2.buffer, os2.byteOffset).getInt16(88);

test('the committed file is what the script makes', () => {
  const hash = (data: Uint8Array) => new Hasher().bytes(data).digest();
  expect(hash(makeLetters())).toBe(hash(bytes));
});

test('taking the file apart and putting it together changes nothing', () => {
  const tables = readTables(bytes);
  expect([...tables.keys()]).toEqual(
    expect.arrayContaining(['CFF ', 'cmap', 'head', 'hmtx', 'kern', 'name']),
  );
  expect(writeTables(tables)).toEqual(bytes);
});

test('holds the letters, the figures and some points', () => {
  const characters = glyphs.map((glyph) => glyph.character).join('');
  expect(characters).toMatch(/^[A-Z]{26}[a-z]{26}[0-9]{10}/);
  for (const mark of '.,:;!?-+=/\'"()') expect(characters).toContain(mark);
});

/** Returns twice the area of a loop. Positive if the loop runs counter-clockwise. */
function areaOf(loop: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < loop.length; k += 2) {
    const n = (k + 2) % loop.length;
    sum += loop[k] * loop[n + 1] - loop[n] * loop[k + 1];
  }
  return sum;
}

describe('outlines', () => {
  const holes: Record<string, number> = { B: 2, 8: 2 };
  for (const character of 'ADOPQRabdegopq0469') holes[character] = 1;
  const pieces: Record<string, number> = {};
  for (const character of 'ij:;!?="') pieces[character] = 2;

  test.each(glyphs.map((glyph) => [glyph.character, glyph] as const))(
    '%s: its pieces and holes, and nothing else; on the edge of its strokes',
    (character, { strokes }) => {
      const { areas } = font.outlineText(character, layout);
      const loops = areas.flatMap((area) => area.loops);
      const signs = loops.map((loop) => Math.sign(areaOf(loop)));
      expect(Math.abs(capital - 700)).toBeLessThan(4);
      expect(signs.filter((sign) => sign > 0).length).toBe(pieces[character] ?? 1);
      expect(signs.filter((sign) => sign < 0).length).toBe(holes[character] ?? 0);
      const field = strokeField(strokes, 10);
      const left = Math.min(...loops.flatMap((loop) => [...loop].filter((_, k) => k % 2 === 0)));
      const inkLeft = Math.min(
        ...strokes.flatMap(({ points, half }) => points.filter((_, k) => k % 2 === 0).map((x) => x - half)),
      );
      for (const loop of loops) {
        for (let k = 0; k < loop.length; k += 2) {
          const x = (loop[k] - left) * capital + inkLeft;
          expect(Math.abs(field(x, loop[k + 1] * capital))).toBeLessThan(4);
        }
      }
    },
  );
});

test('letters are kerned', () => {
  const widthOf = (text: string) => {
    const { bounds } = font.outlineText(text, layout);
    return (bounds.maxX - bounds.minX) * capital;
  };
  const plain = (text: string) => {
    const wide = { ...layout, letterSpacing: 0.5 };
    const { bounds } = font.outlineText(text, wide);
    return (bounds.maxX - bounds.minX) * capital - 500 * (text.length - 1);
  };
  expect(widthOf('HH')).toBeCloseTo(plain('HH'), 3);
  expect(widthOf('To')).toBeLessThan(widthOf('Tl') + widthOf('ol') - widthOf('ll') - 60);
  expect(widthOf('AVA')).toBeLessThan(3 * widthOf('A'));
});

test('curves keep to a ring, with few pieces and the right way round', () => {
  const ring = (x: number, y: number) => Math.abs(Math.sqrt(x * x + y * y) - 200) - 40;
  const contours = traceOutline(ring, { left: -300, bottom: -300, right: 300, top: 300 }, 10);
  expect(contours.length).toBe(2);
  for (const contour of contours) {
    const fitted = fitContour(contour, ring, 0.5);
    expect(fitted.pieces.length).toBeLessThanOrEqual(9);
    let [x, y] = [fitted.x, fitted.y];
    let area = 0;
    for (const piece of fitted.pieces) {
      expect(piece.type).toBe('curve');
      if (piece.type !== 'curve') continue;
      for (let k = 1; k <= 20; k++) {
        const [t, s] = [k / 20, 1 - k / 20];
        const at = (a: number, b: number, c: number, d: number) =>
          s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
        const px = at(x, piece.x1, piece.x2, piece.x);
        const py = at(y, piece.y1, piece.y2, piece.y);
        expect(Math.abs(ring(px, py))).toBeLessThan(0.6);
      }
      area += x * piece.y - piece.x * y;
      [x, y] = [piece.x, piece.y];
    }
    expect([x, y]).toEqual([fitted.x, fitted.y]);
    expect(Math.sign(area)).toBe(fitted.x > 200 ? 1 : -1);
  }
});
