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
  ['<?xml version="1.0"?><svg>', 'a drawing (.svg)'],
  ['<?xml version="1.0"?><COLLADA>', 'a COLLADA or other XML'],
  ['\0\0\0\x20ftypisom', 'a film'],
  ['\0\0\0\x20ftypheic', 'a HEIC picture'],
  ['\x1a\x45\xdf\xa3', 'a film'],
  ['RIFF\0\0\0\0AVI LIST', 'a film'],
  ['BLENDER-v300', 'a Blender file'],
  ['//Maya ASCII 2022 scene', 'a Maya scene'],
  ['\xd0\xcf\x11\xe0', 'a 3ds Max scene or another file in parts'],
  ['\x02P\0\0', 'motion capture as C3D'],
  ['PathFileType\t4', 'motion capture as TRC'],
  ['# made\n:version 1.10\n', 'motion capture as ASF and AMC'],
  ['version https://git-lfs.github.com/spec/v1', 'a Git LFS pointer instead of the file'],
  ['\xff\xfeH\0', 'text in UTF-16: save it as UTF-8'],
])('%j is %s', (letters, message) => {
  expect(describeFileKind(bytesOf(letters))).toBe(message);
});
