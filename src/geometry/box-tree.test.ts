import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { BoxTree } from './box-tree.ts';

const grid = (seed: number, k: number) => Math.round(12 * hashUnit(seed, k));

test('the boxes that contain a point agree with a test of every box', () => {
  const boxes = Array.from({ length: 300 }, (_, k) => {
    const low = [0, 1, 2].map((axis) => grid(1, 3 * k + axis));
    return [...low, ...low.map((value, axis) => value + (grid(2, 3 * k + axis) % 4))];
  });
  const tree = new BoxTree(Float64Array.from(boxes.flat()));
  for (let k = 0; k < 200; k++) {
    const point = [0, 1, 2].map((axis) => grid(3, 3 * k + axis));
    const holds = (box: number[]) =>
      point.every((value, axis) => box[axis] <= value && value <= box[3 + axis]);
    const found: number[] = [];
    const stopped = tree.someNear(point[0], point[1], point[2], 0, (box) => {
      if (holds(boxes[box])) found.push(box);
      return false;
    });
    expect(stopped).toBe(false);
    const expected = boxes.flatMap((box, index) => (holds(box) ? [index] : []));
    expect(found.sort((a, b) => a - b)).toEqual(expected);
  }
  expect(new BoxTree(new Float64Array(0)).someNear(0, 0, 0, 0, () => expect.unreachable())).toBe(false);
});
