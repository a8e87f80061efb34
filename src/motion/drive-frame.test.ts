import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeMatrix, createMatrix, multiplyMatrices } from '../math/matrix.ts';
import { quaternionFromAxisAngle } from '../math/slerp.ts';
import { createDriveFrame, findBindPosition, measureRotation, readDriveFrame } from './drive-frame.ts';

test('rotation and position are read at any uniform scale, mirrored or not', () => {
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
        measureRotation(left, turn, frame.rotation);
        expect(Math.hypot(...left)).toBeLessThan(1e-12);
        expect([...frame.position]).toEqual([1, 2, 3]);
        expect(frame.mirror).toBe(isMirrored ? -1 : 1);
      },
    ),
    { seed: 3 },
  );
});

test('non-uniform scale does not change the axes; a scale of 0 along any axes still gives a rotation', () => {
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
    measureRotation(left, turn, frame.rotation);
    if (scale[2] > 0) expect(Math.hypot(...left)).toBeLessThan(1e-9);
  }
});

test('scaling a bone, even to 0, does not move its frame, wherever the origin of its mesh is', () => {
  const size = fc.oneof(fc.constantFrom(0, 1e-8, 1e-3, 1), fc.double({ min: 0, max: 3, noNaN: true }));
  const coordinate = fc.double({ min: -20, max: 20, noNaN: true });
  fc.assert(
    fc.property(size, coordinate, coordinate, fc.boolean(), (scale, along, angle, isMirrored) => {
      const turn = quaternionFromAxisAngle([0.48, 0.6, 0.64], angle / 8);
      const side = isMirrored ? -1 : 1;
      const [bone, bind, usual, scaled] = [0, 1, 2, 3].map(() => createMatrix());
      composeMatrix(bind, 0, [-along, -1, 0.5 * along], 0, [0, 0, 0, 1], 0, [1, 1, 1], 0);
      const anchor = { bind: findBindPosition(bind), scale: 1 };
      const frames = [side, side * scale].map((x, k) => {
        composeMatrix(bone, 0, [1, 2, 3], 0, turn, 0, [x, Math.abs(x), Math.abs(x)], 0);
        const matrix = k === 0 ? usual : scaled;
        multiplyMatrices(matrix, 0, bone, 0, bind, 0);
        const frame = createDriveFrame();
        readDriveFrame(frame, matrix, anchor);
        return frame;
      });
      for (let axis = 0; axis < 3; axis++) expect(frames[0].position[axis]).toBeCloseTo(usual[12 + axis], 9);
      expect(frames[1].vanishes).toBe(!(scale > 1e-3));
      expect([...frames[1].position, ...frames[1].rotation].every(Number.isFinite)).toBe(true);
      if (frames[1].vanishes) return;
      for (let axis = 0; axis < 3; axis++)
        expect(frames[1].position[axis]).toBeCloseTo(frames[0].position[axis], 9);
      expect(frames[1].mirror).toBe(frames[0].mirror);
    }),
    { seed: 16 },
  );
});
