import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { farPlates } from '../testing/far-plates.ts';
import { checkPartInput, checkPartResult } from './check-part.ts';
import { decodePart, encodePart } from './part-bytes.ts';
import { runPart } from './part-tasks.ts';

test('plain values are the same after encoding', () => {
  const leaf = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt({ min: -(10n ** 39n), max: 10n ** 39n }),
    fc.uint8Array(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('value')),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('value'), { noNullPrototype: true }),
      fc.array(fc.tuple(fc.string(), tie('value'))).map((entries) => new Map(entries)),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      expect(decodePart(encodePart(given))).toEqual(given);
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('damaged bytes cause an InputError and nothing else', () => {
  const bytes = encodePart({ list: [1, new Uint8Array([1, 2, 3])], map: new Map([['a', 5n]]) });
  for (let length = 0; length < bytes.length; length++)
    expect(() => decodePart(bytes.subarray(0, length))).toThrow(InputError);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      const damaged = bytes.slice();
      damaged[at] = value;
      try {
        decodePart(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }),
    { numRuns: 500, seed: 2 },
  );
});

test('a task from elsewhere is checked against its scene', async () => {
  const plan = farPlates([[0, 0]], ['heightPng'], 0.04);
  const input = {
    systems: ['beach'],
    from: -1,
    to: 2,
    actors: ['plate-0'],
    region: [{ i0: -5, j0: -5, i1: 5, j1: 5 }],
    state: { steps: 0, tiles: [], active: [], hints: { top: 0, rise: 0 } },
  };
  checkPartInput(plan, 'simulateRegionPart', input);
  const result = await runPart(plan, 'simulateRegionPart', input);
  checkPartResult('simulateRegionPart', decodePart(encodePart(result)));
  const refused = (name: string, change: object, message: string) =>
    expect(() => checkPartInput(plan, name, { ...input, ...change })).toThrow(message);
  refused('deleteEverything', {}, 'expected a task of this version, got "deleteEverything"');
  refused('simulateRegionPart', { systems: ['other'] }, 'expected systems of the scene');
  refused('simulateRegionPart', { actors: ['nobody'] }, 'expected actors of the scene');
  refused('simulateRegionPart', { to: 99 }, 'expected frames of the scene, up to 5, got -1 to 99');
  refused(
    'simulateRegionPart',
    { region: [{ i0: 0.5 }] },
    'expected the input of a task "simulateRegionPart"',
  );
  refused(
    'simulateRegionPart',
    { state: { steps: 0, tiles: [{ i: 0, j: 0, bytes: 'text' }], active: [] } },
    'the input of a task',
  );
  expect(() => checkPartResult('outlineActor', [{ i0: 1 }])).toThrow(
    'expected the result of a task "outlineActor"',
  );
});
