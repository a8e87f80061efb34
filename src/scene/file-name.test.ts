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
  [`${'a'.repeat(99)}🦊🦊.bvh`, 'a'.repeat(99)],
])('an actor that has no name of its own gets one from its file, cleaned: %j', (file, name) => {
  const scene = parseScene({ version: 1, actors: [{ file }], systems: [{ system: 'ground' }] });
  expect(scene.actors[0].name).toBe(name);
});

test('whatever a file is called, its cleaned name is a file name, and a file name stays as it is', () => {
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
