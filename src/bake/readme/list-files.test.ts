import { expect, test } from 'vitest';
import { coversFile, listFiles } from './list-files.ts';

const names = ['jumper-1', 'jumper-12', 'belly-1', 'beach'];
const crowd = Array.from({ length: 100 }, (_, k) => `jumper-${k + 1}`);
const file = (path: string, kind: string) => ({ file: path, kind, bytes: 1000 });

test('a hundred characters are listed as one pattern, and every file is covered', () => {
  const files = [
    ...crowd.map((name) => file(`character/${name}-travel.glb`, 'character')),
    ...crowd.map((name) => file(`morphTargets/${name}-flesh.glb`, 'morphTargets')),
    file('scene.json', 'scene'),
  ];
  const lines = listFiles(files, crowd);
  expect(lines).toContain('    character/NAME-travel.glb (100 files)');
  expect(lines.length).toBeLessThan(12);
  for (const { file: path } of files) expect(coversFile(lines.join('\n'), path, crowd), path).toBe(true);
  expect(coversFile(lines.join('\n'), 'character/jumper-1-flesh.glb', crowd)).toBe(false);
});

test('sequences are listed by their first and last file, tiles by a pattern', () => {
  const files = [
    ...[1, 2, 3].map((k) => file(`beach-exr/height.000${k}.exr`, 'heightExr')),
    ...[3, 4].map((k) => file(`pond-exr/tile-00-01/height.000${k}.exr`, 'heightExr')),
    file('pond-exr/tile-01-01/height.0001.exr', 'heightExr'),
  ];
  const text = listFiles(files, names).join('\n');
  expect(text).toContain('in metres (6 files, 6 kB)');
  expect(text).toContain('    beach-exr/height.0001.exr to height.0003.exr');
  expect(text).toContain('    pond-exr/tile-COLUMN-ROW/height.FRAME.exr (3 files)');
  for (const { file: path } of files) expect(coversFile(text, path, names), path).toBe(true);
  expect(coversFile(text, 'beach-exr/height.0004.exr', names)).toBe(false);
});
