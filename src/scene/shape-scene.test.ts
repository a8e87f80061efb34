import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { parseScene } from './parse-scene.ts';
import { createShapeScene, isShapeFile } from './shape-scene.ts';

test.each([
  ['cow.svg', {}, 'drawing', 'smoke'],
  ['fox.PNG', {}, 'picture', 'sphere'],
  ['a b.jpeg', {}, 'picture', 'sphere'],
  ['font.otf', { form: { text: 'Hi', count: 50 } }, 'text', 'smoke'],
])('%s becomes a scene that can be read', (file, overrides, shape, look) => {
  expect(isShapeFile(file)).toBe(true);
  const scene = parseScene(createShapeScene(file, overrides));
  const { params } = scene.systems[0] as unknown as {
    params: { look: string; shapes: { shape: string; name: string }[]; keys: { name: string }[] };
  };
  expect(params.look).toBe(look);
  const target = params.shapes.at(-1)!;
  expect(target.shape).toBe(shape);
  // The command line and the page use the same name.
  expect(params.keys[0].name).toBe(target.name);
});

test('a font needs a text, and other shapes accept none', () => {
  expect(() => createShapeScene('font.ttf', {})).toThrow(InputError);
  expect(() => createShapeScene('cow.svg', { form: { text: 'Hi' } })).toThrow(
    'text: expected a font (.ttf, .otf or .woff) for the text, got "cow.svg"',
  );
  expect(isShapeFile('fox.glb')).toBe(false);
});
