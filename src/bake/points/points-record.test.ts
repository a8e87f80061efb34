import { expect, test } from 'vitest';
import { randomPoints } from '../../files/testing/random-points.ts';
import { countPackedPoints, packedPointBytes, packPoints, unpackPoints } from './points-record.ts';

test.each([
  [0, false, []],
  [1, true, ['a']],
  [500, false, ['a', 'b']],
  [333, true, ['b', 'a']],
] as const)('%i particles come back, turning: %s', (count, isTurning, attributes) => {
  const frame = randomPoints(count, count, { isTurning, attributes });
  const bytes = packPoints(frame);
  expect(countPackedPoints(bytes)).toBe(count);
  expect(bytes.length).toBeLessThanOrEqual(8 + count * packedPointBytes(attributes.length));
  // The bytes may begin at any address in memory.
  for (const shift of [0, 1, 4]) {
    const moved = new Uint8Array(bytes.length + shift).subarray(shift);
    moved.set(bytes);
    const back = unpackPoints(moved, attributes);
    const cut = (values: ArrayLike<number>, width: number) => Array.from(values).slice(0, width * count);
    expect(back.count).toBe(count);
    expect([...back.ids]).toEqual(cut(frame.ids, 1));
    for (const name of ['positions', 'velocities'] as const)
      expect([...back[name]]).toEqual(cut(frame[name], 3));
    for (const name of ['sizes', 'birthTimes'] as const) expect([...back[name]]).toEqual(cut(frame[name], 1));
    expect([...back.colors]).toEqual(cut(frame.colors, 4));
    expect(back.orientations && [...back.orientations]).toEqual(
      frame.orientations && cut(frame.orientations, 4),
    );
    expect([...back.attributes.keys()]).toEqual([...attributes]);
    for (const name of attributes)
      expect([...back.attributes.get(name)!]).toEqual(cut(frame.attributes.get(name)!, 1));
  }
});
