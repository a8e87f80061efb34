import { append } from '../math/lists.ts';
import { type Color, type Picture, strokeSegments } from './picture.ts';

/**
 * A small stroke font. A glyph is a list of strokes. A stroke is a list of points, each a pair of base-36 digits, x then y. On the grid,
 * the baseline is at y = 4, small letters reach up to 12, capitals up to 16, and descenders down to 0. A stroke that begins with `~` is a
 * quadratic B-spline from its first to its last point, `@` is a closed one.
 */
const glyphs: Record<string, string> = {
  A: '044g84 1777',
  Δ: '044g8404',
  Σ: '8g0g5a0484',
  B: '040g4g ~4g8g8a4a 0a4a ~4a8a8444 4404',
  C: '~8d8g0g048487',
  D: '040g3g ~3g8g8434 3404',
  E: '7g0g0474 0a6a',
  F: '7g0g04 0a6a',
  G: '~8d8g0g04848a 8a5a',
  H: '040g 848g 0a8a',
  I: '040g',
  J: '6g68 ~68640407',
  K: '040g 8g08 3b84',
  L: '0g0474',
  M: '040g478g84',
  N: '040g848g',
  O: '@040g8g84',
  P: '040g4g ~4g8g8949 4909',
  Q: '@040g8g84 5783',
  R: '040g4g ~4g8g8949 4909 4984',
  S: '~8d8g0g0a8a840407',
  T: '0g8g 4g44',
  U: '0g08 ~08048488 888g',
  V: '0g448g',
  W: '0g345e74ag',
  X: '048g 0g84',
  Y: '0g4a8g 4a44',
  Z: '0g8g0484',
  a: '@040c7c74 7c74',
  b: '0g04 @040c7c74',
  c: '~7a7c0c047476',
  d: '7g74 @040c7c74',
  e: '0878 ~787c0c047476',
  f: '242d ~2d2g5g 0c5c',
  g: '@040c7c74 7c73 ~73700002',
  h: '040g ~080c7c78 7874',
  i: '040c 0f0g',
  j: '2c23 ~232000 2f2g',
  k: '040g 6c07 2974',
  l: '0g06 ~060424',
  m: '040c ~080c5c58 5854 ~585caca8 a8a4',
  n: '040c ~080c7c78 7874',
  o: '@040c7c74',
  p: '0c00 @040c7c74',
  q: '7c70 @040c7c74',
  r: '040c ~080c5c',
  s: '~6a6c0c0868640406',
  t: '2f26 ~262454 0c5c',
  u: '0c08 ~08047478 7c74',
  v: '0c448c',
  w: '0c345b74ac',
  x: '047c 0c74',
  y: '0c44 8c20',
  z: '0c7c0474',
  0: '@040g7g74',
  1: '0d3g34',
  2: '~0c0g7g7a04 0474',
  3: '~0e0g7g7a3a ~3a7a740406',
  4: '6g0888 6g64',
  5: '7g0g0b3b ~3b7b740406',
  6: '~6g0g08 @040b7b74',
  7: '0g7g24',
  8: '@0a0g7g7a @040a7a74',
  9: '@090g7g79 ~7c7414',
  '.': '0405',
  ',': '1502',
  ':': '0405 0b0c',
  ';': '1502 1b1c',
  '!': '0g08 0405',
  '?': '~0d0g7g7b37 3435',
  '-': '0a5a',
  '–': '0a8a',
  '−': '0a8a',
  '+': '0a8a 4e46',
  '±': '0b8b 4f47 0484',
  '=': '0c7c 0878',
  '/': '037h',
  '\\': '0h73',
  '|': '0h01',
  '(': '~3h0d0531',
  ')': '~0h3d3501',
  '[': '3h0h0131',
  ']': '0h3h3101',
  '{': '4h2g2c0a282441',
  '}': '0h2g2c4a282401',
  '<': '6e0a66',
  '>': '0e6a06',
  '%': '048g @0d0g3g3d @54578784',
  '&': '~841c1h6h6c08045489',
  '#': '142g 546g 0878 0c8c',
  $: '~8d8g0g0a8a840407 4i42',
  '@': '@030gaga3 @373c7c77 7c77',
  '*': '4g4a 1e7c 1c7e',
  '^': '0c4g8c',
  _: '0282',
  '~': '~080c4a888c',
  '`': '0g2d',
  "'": '0g0d',
  '"': '0g0d 3g3d',
  '×': '067d 0d76',
  '·': '0a0b',
  '°': '@0d0g3g3d',
  '²': '~0f0h4h4d0a 0a4a',
  '³': '~0g0h4h4e2e ~2e4e4a0a0b',
  '→': '0a9a 6d9a67',
  '…': '0405 4445 8485',
  µ: '0c00 ~08047478 7c74',
  α: '~8c64040c6c84',
  θ: '@040g6g64 0a6a',
  σ: '@040c7c74 3c8c',
};

/** The glyph of characters that the font does not have. */
const missing = '040g6g6404';
const baseline = 4;
const capHeight = 12;
const letterGap = 3.2;
const spaceWidth = 5;

interface Glyph {
  /** In grid units, y upward, [4 · n]. */
  readonly segments: readonly number[];
  readonly width: number;
}

const parsed = new Map<string, Glyph>();

function parseGlyph(character: string): Glyph {
  const known = parsed.get(character);
  if (known) return known;
  const segments: number[] = [];
  let width = 0;
  for (const stroke of (glyphs[character] ?? missing).split(' ')) {
    const kind = stroke[0] === '~' || stroke[0] === '@' ? stroke[0] : '';
    const digits = stroke.slice(kind.length);
    const points: number[][] = [];
    for (let k = 0; k + 1 < digits.length; k += 2)
      points.push([Number.parseInt(digits[k], 36), Number.parseInt(digits[k + 1], 36)]);
    for (const [x] of points) width = Math.max(width, x);
    const line = kind === '' ? points : bendStroke(points, kind === '@');
    for (let k = 0; k + 1 < line.length; k++) append(segments, [...line[k], ...line[k + 1]]);
  }
  const glyph = { segments, width };
  parsed.set(character, glyph);
  return glyph;
}

/** Returns the points along a quadratic B-spline. An open spline begins at its first point and ends at its last point. */
function bendStroke(points: readonly number[][], closed: boolean): number[][] {
  const count = points.length;
  const middle = (a: number[], b: number[]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const line: number[][] = [];
  for (let k = closed ? 0 : 1; k < (closed ? count : count - 1); k++) {
    const control = points[k];
    const before = points[(k + count - 1) % count];
    const after = points[(k + 1) % count];
    const from = !closed && k === 1 ? before : middle(before, control);
    const to = !closed && k === count - 2 ? after : middle(control, after);
    for (let step = line.length === 0 ? 0 : 1; step <= 4; step++) {
      const s = step / 4;
      const [a, b, c] = [(1 - s) * (1 - s), 2 * s * (1 - s), s * s];
      line.push([a * from[0] + b * control[0] + c * to[0], a * from[1] + b * control[1] + c * to[1]]);
    }
  }
  return line;
}

/** Returns whether the font has a glyph (or a space) for every character of the text. */
export function coversText(text: string): boolean {
  return [...text].every((character) => character === ' ' || character in glyphs);
}

/** Returns the width in pixels of a line of text whose capitals are `size` pixels tall. */
export function measureText(text: string, size: number): number {
  let width = 0;
  for (const character of text)
    width += (character === ' ' ? spaceWidth : parseGlyph(character).width) + letterGap;
  return text === '' ? 0 : ((width - letterGap) * size) / capHeight;
}

/** Shortens a text with … until it is at most `width` pixels wide. */
export function fitText(text: string, size: number, width: number): string {
  if (measureText(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && measureText(`${characters.join('')}…`, size) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

export interface TextStyle {
  /** Height of capitals, pixels. */
  readonly size: number;
  readonly color: Color;
  readonly opacity?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** Ratio of stroke width to the height of capitals: 0.13 is regular, 0.18 bold. */
  readonly weight?: number;
}

/** Draws one line of text with its baseline at y. Characters without a glyph appear as an empty box. */
export function drawText(picture: Picture, text: string, x: number, y: number, style: TextStyle): void {
  const unit = style.size / capHeight;
  const lineWidth = Math.max(1.15, style.size * (style.weight ?? 0.13));
  let left = x;
  if (style.align === 'center') left -= measureText(text, style.size) / 2;
  if (style.align === 'right') left -= measureText(text, style.size);
  for (const character of text) {
    if (character === ' ') {
      left += (spaceWidth + letterGap) * unit;
      continue;
    }
    const glyph = parseGlyph(character);
    const segments = glyph.segments.map((value, k) =>
      k % 2 === 0 ? left + value * unit : y - (value - baseline) * unit,
    );
    strokeSegments(picture, segments, lineWidth, style.color, style.opacity);
    left += (glyph.width + letterGap) * unit;
  }
}
