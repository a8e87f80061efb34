import { expect, test } from 'vitest';
import { mapParams } from '../systems/map-params.ts';
import { fillParams, type ParamTable } from '../systems/params.ts';
import { findActorNames, leavesActorOut, moveParamFiles } from './walk-params.ts';

const file = { type: 'text', refersTo: 'file', expected: 'a file', description: '' } as const;
const actor = { type: 'text', refersTo: 'actor', expected: 'an actor', description: '' } as const;
const table = {
  mesh: file,
  things: {
    type: 'list',
    expected: 'a thing',
    tag: 'thing',
    description: '',
    kinds: {
      drawing: {
        description: '',
        fields: { file, size: { type: 'number', unit: 'm', min: 0, max: 1, default: 0.5, description: '' } },
      },
      rider: { description: '', fields: { actor } },
      box: {
        description: '',
        fields: {
          parts: {
            type: 'list',
            expected: 'a part',
            description: '',
            kinds: { one: { description: '', fields: { file, actor } } },
          },
        },
      },
    },
  },
} as const satisfies ParamTable;

const entry = {
  mesh: 'a.msh',
  things: [
    { thing: 'drawing', file: 'b.svg' },
    { thing: 'rider', actor: 'fox' },
    { thing: 'box', parts: [{ file: 'c.png', actor: 'cow' }] },
    { thing: 'nothing known', file: 'stays.txt' },
    7,
  ],
};

test('all file names are replaced, also in nested lists; malformed values stay unchanged', () => {
  const before = structuredClone(entry);
  expect(moveParamFiles(table, entry, (path) => `../${path}`)).toEqual({
    mesh: '../a.msh',
    things: [
      { thing: 'drawing', file: '../b.svg' },
      { thing: 'rider', actor: 'fox' },
      { thing: 'box', parts: [{ file: '../c.png', actor: 'cow' }] },
      { thing: 'nothing known', file: 'stays.txt' },
      7,
    ],
  });
  expect(entry).toEqual(before);
  expect(moveParamFiles(table, { things: 'wrong' }, (path) => path)).toEqual({ things: 'wrong' });
});

test('names of actors are returned with their paths', () => {
  expect(findActorNames(table, entry, 'systems[2]')).toEqual([
    { name: 'fox', path: 'systems[2].things[1].actor' },
    { name: 'cow', path: 'systems[2].things[2].parts[0].actor' },
  ]);
});

test('an omitted actor is detected', () => {
  expect(leavesActorOut(table, entry)).toBe(false);
  expect(leavesActorOut(table, { things: [{ thing: 'box', parts: [{ file: 'x' }] }] })).toBe(true);
  expect(leavesActorOut(table, {})).toBe(false);
});

test('every value is visited with its path', () => {
  const paths: string[] = [];
  mapParams(table, entry, '', (_spec, value, path) => {
    paths.push(path);
    return value;
  });
  expect(paths).toEqual([
    'mesh',
    'things[0].file',
    'things[1].actor',
    'things[2].parts[0].file',
    'things[2].parts[0].actor',
  ]);
});

test('defaults are filled in, also in lists', () => {
  expect(fillParams(table, { things: [{ thing: 'drawing' }, { thing: 'box' }] })).toEqual({
    mesh: undefined,
    things: [
      { thing: 'drawing', file: undefined, size: 0.5 },
      { thing: 'box', parts: [] },
    ],
  });
  expect(fillParams(table, {}).things).toEqual([]);
});
