import { describe, expect, test } from 'vitest';
import { layGroundPath } from './ground-path.ts';

describe('a path of straight lines', () => {
  const path = layGroundPath({ points: [0, 0, 4, 0, 4, 3], rounding: 0.5 });

  test('is as long as its lines, less the rounded corner', () => {
    // A parabola from (−r, 0) over (0, 0) to (0, r) is 1.6232 r long: (√2 + asinh 1) / √2.
    const parabola = ((Math.SQRT2 + Math.asinh(1)) / Math.SQRT2) * 0.5;
    expect(path.length).toBeCloseTo(4 + 3 - 2 * 0.5 + parabola, 3);
  });

  test('goes straight ahead before its start and after its end', () => {
    expect(path.at(-2)).toEqual({ x: -2, z: 0, heading: expect.closeTo(Math.PI / 2, 9) });
    const { x, z, heading } = path.at(path.length + 1.5);
    expect([x, z]).toEqual([expect.closeTo(4, 9), expect.closeTo(4.5, 9)]);
    expect(heading).toBeCloseTo(0, 9);
  });

  test('turns steadily in the corner', () => {
    let before = path.at(3).heading;
    for (let s = 3; s < 5; s += 0.01) {
      const { heading } = path.at(s);
      expect(heading).toBeLessThanOrEqual(before + 1e-9);
      expect(before - heading).toBeLessThan(0.05);
      before = heading;
    }
  });
});

test('a curve passes through its points, and a closed one repeats with its heading carried on', () => {
  const points = [0, 0, 2, 1, 3, -1, 1, -2];
  const open = layGroundPath({ points });
  let nearest = Infinity;
  for (let s = 0; s <= open.length; s += 0.001) {
    const { x, z } = open.at(s);
    nearest = Math.min(nearest, Math.hypot(x - 3, z + 1));
  }
  expect(nearest).toBeLessThan(0.001);
  const closed = layGroundPath({ points, isClosed: true });
  const [a, b] = [closed.at(0.7), closed.at(0.7 + closed.length)];
  expect([b.x, b.z]).toEqual([expect.closeTo(a.x, 9), expect.closeTo(a.z, 9)]);
  expect(b.heading - a.heading).toBeCloseTo(2 * Math.PI, 9);
});

test('speed along the path is constant', () => {
  const path = layGroundPath({ points: [0, 0, 2, 0, 5, 4, 1, 9] });
  for (let s = 0; s + 0.1 < path.length; s += 0.1) {
    const [a, b] = [path.at(s), path.at(s + 0.1)];
    expect(Math.hypot(b.x - a.x, b.z - a.z)).toBeCloseTo(0.1, 3);
  }
});
