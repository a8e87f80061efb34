import { expect, test } from 'vitest';
import { shapeKinds } from '../../src/systems/particles/shape-params.ts';
import { endingsFor, fileKeyOf, shapeFileEndings, withShapeFile } from './shape-files.ts';

test('every kind of shape that needs a file has its parameter and its extensions', () => {
  for (const [kind, { fields }] of Object.entries(shapeKinds)) {
    const key = Object.entries(fields).find(
      ([, spec]) => 'refersTo' in spec && spec.refersTo === 'file',
    )?.[0];
    expect(fileKeyOf(kind), kind).toBe(key ?? null);
    expect(endingsFor(kind) !== '', kind).toBe(key !== undefined);
  }
  for (const ending of shapeFileEndings.split(',')) {
    expect(withShapeFile({ shape: 'ball' }, `a${ending}`), ending).not.toBeNull();
  }
});

test('a file replaces another; a file of another kind changes the kind of the shape', () => {
  const textShape = {
    shape: 'text',
    name: 'w',
    text: 'Hi',
    font: 'a.ttf',
    height: 0.4,
    depth: 0.1,
    position: [1, 2, 3],
  };
  expect(withShapeFile(textShape, 'B.OTF')).toEqual({ ...textShape, font: 'B.OTF' });
  expect(withShapeFile(textShape, 'cow.svg')).toEqual({
    shape: 'drawing',
    name: 'w',
    position: [1, 2, 3],
    height: 0.4,
    depth: 0.1,
    file: 'cow.svg',
  });
  expect(withShapeFile({ shape: 'points', name: 'p', coordinates: [0, 0, 0] }, 'a.ply')).toEqual({
    shape: 'points',
    name: 'p',
    file: 'a.ply',
  });
  expect(withShapeFile({ shape: 'points', name: 'p' }, 'a.obj')).toMatchObject({
    shape: 'mesh',
    file: 'a.obj',
  });
  expect(withShapeFile({ shape: 'heightMap', name: 'h' }, 'a.png')).toMatchObject({ shape: 'heightMap' });
  expect(withShapeFile({ shape: 'ball', name: 'b', radius: 2 }, 'f.woff')).toEqual({
    shape: 'text',
    name: 'b',
    height: 1,
    text: 'Hello',
    font: 'f.woff',
  });
  expect(withShapeFile(textShape, 'notes.txt')).toBeNull();
});
