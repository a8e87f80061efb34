import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedPath } from '../testing/shared.ts';
import { readKeys } from './keys.ts';

test('a list of keys, or an object that holds one; rotations normalised, in either order', () => {
  const key = { time: 0, position: [1, 2, 3] };
  const [plain] = readKeys(JSON.stringify([key]), 'a.json');
  expect(plain).toEqual({ time: 0, position: [1, 2, 3], rotation: [0, 0, 0, 1] });
  const [turned] = readKeys(JSON.stringify({ keys: [{ ...key, rotation: [0, 2, 0, 0] }] }), 'a.json');
  expect(turned.rotation).toEqual([0, 1, 0, 0]);
  const [reordered] = readKeys(JSON.stringify([{ ...key, rotation_wxyz: [0.6, 0, 0.8, 0] }]), 'a.json');
  expect(reordered.rotation).toEqual([0, 0.8, 0, 0.6]);
});

test('every key that is wrong is named', () => {
  const keys = [
    { time: 1, position: [0, 0] },
    { time: 1, position: [0, 0, 0], rotation: [0, 0, 0, null] },
    7,
  ];
  expect(() => readKeys(JSON.stringify(keys), 'a.json')).toThrow(
    [
      'a.json keys[0].position: expected 3 numbers, got [0,0]',
      'a.json keys[1].rotation: expected 4 numbers, got [0,0,0,null]',
      'a.json keys[2].time: expected seconds, got undefined',
      'a.json keys[2].position: expected 3 numbers, got undefined',
      'a.json keys[1].time: expected a time after that of the key before (1 s), got 1 s',
    ].join('\n'),
  );
});

test.each([
  ['{', 'a.json: expected keys as JSON, got text that is not JSON'],
  ['{}', 'with at least one key'],
  ['[]', 'with at least one key'],
])('%s is refused', (text, message) => {
  expect(() => readKeys(text, 'a.json')).toThrow(message);
});

const recorded = sharedPath('assets/mesh-tractor-wheel/tractor_wheel_rolling.json');

test.skipIf(!recorded)('the recorded tractor wheel: 200 keys, a quarter turn in 2 s', () => {
  const keys = readKeys(readFileSync(recorded as string, 'utf8'), 'wheel.json');
  expect(keys.length).toBe(200);
  expect(keys[199]).toMatchObject({ time: 2, position: [0, 0.542442, -0.634473] });
  expect(keys[199].rotation[0]).toBeCloseTo(Math.SQRT1_2, 6);
});
