import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { parseScene, parseSceneText } from './parse-scene.ts';

const errorOf = (work: () => unknown): InputError => {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('it was taken');
};

test.each([5_000, 200_000])('JSON nested %i deep is refused with its position', (depth) => {
  const text = `{ "version": 1, "systems": ${'['.repeat(depth)}${']'.repeat(depth)} }`;
  expect(errorOf(() => parseSceneText(text, 'deep.json')).message).toBe(
    'deep.json:1:527: expected at most 500 objects and lists within each other, got more',
  );
});

test('data nested deeper than the stack is refused with a message', () => {
  let comment: unknown = 'deep';
  for (let k = 0; k < 200_000; k++) comment = [comment];
  const scene = { version: 1, actors: [{ name: 'a', file: 'a.glb', scale: comment }], systems: [] };
  expect(errorOf(() => parseScene(scene)).message).toMatch(/^reading this scene is nested too deeply/);
});

test('of two hundred thousand faults, a hundred and the number of others are reported', () => {
  const scene: Record<string, unknown> = { version: 1, actors: [], systems: [] };
  scene.actors = Array.from({ length: 200_000 }, () => 7);
  const { faults, message } = errorOf(() => parseScene(scene));
  expect(faults.length).toBe(101);
  expect(message).toMatch(/\nand \d+ more$/);
});
