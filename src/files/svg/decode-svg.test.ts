import { expect, test } from 'vitest';
import { decodeSvg } from './decode-svg.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const wide = (text: string, little: boolean) =>
  Uint8Array.from(
    [...`\ufeff${text}`].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return little ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );

test('UTF-8, UTF-16 of either byte order and declared encodings are read', () => {
  const svg = '<svg id="Käse"/>';
  expect(decodeSvg(encode(svg), 'a.svg')).toBe(svg);
  expect(decodeSvg(wide(svg, true), 'a.svg')).toBe(svg);
  expect(decodeSvg(wide(svg, false), 'a.svg')).toBe(svg);
  const named = `<?xml version="1.0" encoding="ISO-8859-1"?>${svg}`;
  expect(decodeSvg(latin(named), 'a.svg')).toBe(named);
});

test.each([
  [new Uint8Array(), 'an empty file'],
  [latin('\xff\xd8\xff\xe0'), 'a JPEG picture'],
  [latin('OTTO\0\x0c'), 'a font'],
  [latin('\x1f\x8b\x08'), 'a file packed with gzip'],
  [latin('\x07\0\0\0'), 'something else'],
])('the kind of a file that is not a drawing is reported', (bytes, kind) => {
  expect(() => decodeSvg(bytes, 'a.svg')).toThrow(
    `a.svg: expected an SVG file, got ${kind}: export it as SVG`,
  );
});

test('an unknown encoding is reported', () => {
  expect(() => decodeSvg(latin('<?xml version="1.0" encoding="klingon"?><svg/>'), 'a.svg')).toThrow(
    'got the encoding "klingon": save it in UTF-8',
  );
});
