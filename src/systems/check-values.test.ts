import { expect, test } from 'vitest';
import { checkValues } from './check-values.ts';
import { furParams } from './fur/params.ts';
import { particlesParams } from './particles/params.ts';
import { readParams } from './read-params.ts';

const cases: [unknown, string | null][] = [
  [{}, null],
  [{ rate: 60, drag: undefined, keys: [{ to: ['a'], end: 1, counts: [3] }] }, null],
  [{ rate: 0 }, 'rate: expected a rate ≥ 10 1/s, got 0'],
  [{ drag: Number.NaN }, 'drag: expected a rate from 0 to 1000 1/s, got NaN'],
  [{ drga: 1 }, 'drga: unknown key, did you mean "drag"?'],
  [{ collide: 1 }, 'collide: expected true or false, got 1'],
  [
    { look: 'ball' },
    'look: expected "sphere" or "smoke" or "ember" or "disc" or "cube" or "leaf" or "clod", got "ball"',
  ],
  [{ color: [1, 0] }, 'color: expected a list of 3 numbers, got [1,0]'],
  [{ color: [1, 0, 2] }, 'color[2]: expected a number ≤ 1, got 2'],
  [{ color: 'red' }, 'color: expected a list of 3 numbers, got "red"'],
  [{ color: Float32Array.of(1, 0, 1) }, null],
  [{ keys: 5 }, 'keys: expected a list, each entry a key in { }, got 5'],
  [{ keys: [5] }, 'keys[0]: expected a key in { }, got 5'],
  [{ keys: [{ to: 'a' }] }, 'keys[0].to: expected a list, each entry the name of a shape, got "a"'],
  [{ keys: [{ end: -2e5 }] }, 'keys[0].end: expected a time ≥ -100000 s, got -200000'],
  [{ keys: [{ attributes: [{ name: '' }] }] }, 'keys[0].attributes[0].name: expected a name, got ""'],
  [{ sources: [{}] }, 'sources[0].from: expected the name of a shape, but it is missing'],
  [
    { sources: [{ from: 'a', count: 2.5 }] },
    'sources[0].count: expected a whole number from 1 to 5000000, got 2.5',
  ],
  [
    { forces: [{ force: 'gravty' }] },
    'forces[0].force: expected "gravity" or "wind" or "buoyancy" or "drag" or "turbulence" or "vortex" or "attractor", got "gravty", did you mean "gravity"?',
  ],
  [
    { shapes: [{ name: 'a' }] },
    'shapes[0].shape: expected "ball" or "box" or "cylinder" or "disc" or "polygon" or "text" or "drawing" or "picture" or "heightMap" or "mesh" or "points" or "actor", but it is missing',
  ],
];

test.each(cases)('%j', (values, expected) => {
  const said = checkValues(particlesParams, values as Record<string, unknown>);
  expect(said.map(({ path, message }) => `${path}: ${message}`)).toEqual(expected === null ? [] : [expected]);
});

test('a list of numbers is not copied, so that its owner can continue to fill it', () => {
  const path = [0, 0, 0, 0, 1, 1, 0, 0];
  const { forces } = readParams({ params: furParams }, { forces: [{ force: 'push', radius: '20cm', path }] });
  expect(forces[0]).toMatchObject({ radius: 0.2 });
  expect((forces[0] as { path: unknown }).path).toBe(path);
});
