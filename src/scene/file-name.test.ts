import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanFileName, isFileName } from './file-name.ts';
import { parseScene } from './parse-scene.ts';

test.each([
  ['.bvh', 'unnamed'],
  ['takes/take: 1.bvh', 'take_ 1'],
  ['walk <1>.bvh', 'walk _1_'],
  ['what?. .bvh', 'what_'],
  ['nul.bvh', '_nul'],
  ['COM1.take.bvh', '_COM1.take'],
  ['..hidden.bvh', 'hidden'],
  ['Läufer 走.bvh', 'Läufer 走'],
  ['COM¹.bvh', '_COM¹'],
  ['conin$.bvh', '_conin$'],
  ['half \ud83e of a fox.bvh', 'half _ of a fox'],
  [`${'走'.repeat(90)}.bvh`, '走'.repeat(66)],
  [`${'a'.repeat(99)}🦊🦊.bvh`, 'a'.repeat(99)],
])('an actor that has no name of its own gets one from its file, cleaned: %j', (file, name) => {
  const scene = parseScene({ version: 1, actors: [{ file }], systems: [{ system: 'ground' }] });
  expect(scene.actors[0].name).toBe(name);
});

test('a cleaned name is a valid file name, and a valid file name does not change', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const name = cleanFileName(text);
      expect(isFileName(name)).toBe(true);
      expect(cleanFileName(name)).toBe(name);
      if (isFileName(text) && !text.startsWith(' ')) expect(name).toBe(text);
    }),
    { seed: 12, numRuns: 500 },
  );
});

test.each([
  'nul',
  'Con.txt',
  'COM1',
  'lpt9.x',
  'AUX .b',
  'COM²',
  'a.',
  'a ',
  '\ud800',
  'x\udc00y',
  '走'.repeat(67),
  'a'.repeat(101),
])('what some disk refuses is no file name: %j', (name) => {
  expect(isFileName(name)).toBe(false);
  expect(isFileName(cleanFileName(name))).toBe(true);
});

test('names that a disk treats as equal are duplicates: an accent in two encodings', () => {
  const actors = ['e\u0301', '\u00c9'].map((name) => ({ name, file: 'a.glb' }));
  expect(() => parseScene({ version: 1, actors, systems: [{ system: 'ground' }] })).toThrow(
    'actors[1].name: expected a unique name',
  );
});
