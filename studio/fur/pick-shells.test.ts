import { expect, test } from 'vitest';
import { movedBy, pickShells, type ShownFur } from './pick-shells.ts';

/** Creates a level square of 1 m at a height, with upright strands of 0.4 m. */
function lawn(height: number, name = 'lawn'): ShownFur {
  const corners = [0, 1, 2, 3].flatMap((k) => [k & 1, height, k >> 1]);
  const up = [0, 1, 2, 3].flatMap(() => [0, 1, 0]);
  const facts = { name, indices: Uint32Array.of(0, 2, 1, 1, 2, 3), lengths: new Float32Array(4).fill(0.4) };
  const motion = {
    kind: 'shells',
    name,
    roots: Float32Array.from(corners),
    normals: Float32Array.from(up),
    offsets: Float32Array.from(up, (value) => 0.4 * value),
  };
  return { facts, motion } as unknown as ShownFur;
}

test('a ray hits the nearer fur at half of the height of its strands', () => {
  const all = [lawn(0), lawn(1, 'terrace')];
  const hit = pickShells(all, [0.25, 5, 0.5], [0, -1, 0]);
  expect(hit).toMatchObject({ name: 'terrace', surface: 1 });
  expect(hit?.point[1]).toBeCloseTo(1.2, 6);
  expect(hit?.distance).toBeCloseTo(3.8, 6);
  expect(pickShells(all, [0.25, 0.5, 0.5], [0, -1, 0])?.name).toBe('lawn');
  expect(pickShells(all, [2, 5, 0.5], [0, -1, 0])).toBeNull();
  expect(pickShells([], [0, 5, 0], [0, -1, 0])).toBeNull();
});

test('a hit point moves with the skin', () => {
  const { facts, motion } = lawn(0);
  const later = { ...motion, roots: motion.roots.map((value, k) => value + [0.5, 0, -0.25][k % 3]) };
  const hit = pickShells([{ facts, motion }], [0.3, 1, 0.3], [0, -1, 0])!;
  expect(movedBy(hit, motion, later).map((value) => Number(value.toFixed(6)))).toEqual([0.5, 0, -0.25]);
});
