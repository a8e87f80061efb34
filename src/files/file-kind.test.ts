import { expect, test } from 'vitest';
import { describeFileKind } from './file-kind.ts';

const bytesOf = (letters: string) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));

test.each([
  ['', 'an empty file'],
  ['\x89PNG\r\n\x1a\n', 'a PNG picture'],
  ['\xff\xd8\xff\xe0', 'a JPEG picture'],
  ['\xabKTX 20\xbb\r\n', 'a KTX2 picture'],
  ['\xabKTX 11\xbb\r\n', 'a KTX picture'],
  ['DDS |', 'a DDS picture'],
  ['OTTO', 'a font'],
  ['\0\x01\0\0\0', 'a font'],
  ['wOF2', 'a WOFF2 font'],
  ['glTF\x02', 'a glTF file (.glb)'],
  ['ply\nformat', 'a PLY file'],
  ['plymouth', 'something else'],
  ['%PDF-1.7', 'a PDF'],
  ['\x1f\x8b\x08', 'a file packed with gzip'],
  ['<!doctype html>', 'a web page'],
  ['\xef\xbb\xbf  <svg>', 'a drawing (.svg)'],
  ['solid cube', 'something else'],
])('%j is %s', (letters, words) => {
  expect(describeFileKind(bytesOf(letters))).toBe(words);
});
