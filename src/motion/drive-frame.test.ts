import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeMatrix, createMatrix } from '../math/matrix.ts';
import { quaternionFromAxisAngle } from '../math/quaternion.ts';
import { createDriveFrame, measureTurn, readDriveFrame } from './drive-frame.ts';

test('rotation and place are read at any even scale, mirrored or not', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.double({ min: 1e-4, max: 1e4, noNaN: true }),
      fc.boolean(),
      (angle, size, isMirrored) => {
        const turn = Float64Array.from(quaternionFromAxisAngle([0.48, 0.6, 0.64], angle));
        const matrix = createMatrix();
        composeMatrix(matrix, 0, [1, 2, 3], 0, turn, 0, [isMirrored ? -size : size, size, size], 0);
        const frame = createDriveFrame();
        readDriveFrame(frame, matrix);
        const left = new Float64Array(3);
        measureTurn(left, turn, frame.rotation);
        expect(Math.hypot(...left)).toBeLessThan(1e-12);
        expect([...frame.position]).toEqual([1, 2, 3]);
        expect(frame.mirror).toBe(isMirrored ? -1 : 1);
      },
    ),
    { seed: 3 },
  );
});

test('uneven scale leaves the axes where they are, and what is squashed flat or to a point is still a rotation', () => {
  const turn = Float64Array.from(quaternionFromAxisAngle([0, 0.6, 0.8], 1));
  for (const scale of [
    [1, 20, 0.05],
    [1, 1, 0],
    [0, 0, 0],
  ]) {
    const matrix = createMatrix();
    composeMatrix(matrix, 0, [0, 0, 0], 0, turn, 0, scale, 0);
    const frame = createDriveFrame();
    readDriveFrame(frame, matrix);
    expect(Math.abs(Math.hypot(...frame.rotation) - 1)).toBeLessThan(1e-12);
    const left = new Float64Array(3);
    measureTurn(left, turn, frame.rotation);
    if (scale[2] > 0) expect(Math.hypot(...left)).toBeLessThan(1e-9);
  }
});
