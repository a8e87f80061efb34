import { expect, test } from 'vitest';
import { readBeside } from './read-beside.ts';
import type { SceneFiles } from './scene-files.ts';

const asked: string[] = [];
const files: SceneFiles = {
  read(path) {
    asked.push(path);
    return Uint8Array.of(1);
  },
};

test.each(['a.bin', './a.bin', 'textures/a.png', 'a/../b.png', 'a..b/c', '..a', 'a b.png', 'c:d'.slice(2)])(
  'a file in the folder of an asset or below is read: %j',
  (uri) => {
    asked.length = 0;
    expect(readBeside(files, 'assets/fox.gltf')(uri)).toBeDefined();
    expect(asked).toEqual([`assets/${uri}`]);
  },
);

test.each([
  '/dev/zero',
  '/etc/passwd',
  '\\\\server\\share\\a.bin',
  'C:\\secret.bin',
  'c:secret.bin',
  'C:/secret.bin',
  '../a.bin',
  '..',
  'a/../../b.bin',
  'a\\..\\..\\b.bin',
])('what lies outside is not, unless that is allowed: %j', (uri) => {
  asked.length = 0;
  expect(() => readBeside(files, 'assets/fox.gltf')(uri)).toThrow(
    `assets/fox.gltf: expected names of files in its own folder or below, got ${JSON.stringify(uri)}: copy that file there, or allow it`,
  );
  expect(asked).toEqual([]);
  expect(readBeside({ ...files, outsideFiles: true }, 'assets/fox.gltf')(uri)).toBeDefined();
});
