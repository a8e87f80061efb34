import { expect, test } from 'vitest';
import { mergeFigures } from './perspective/figure-mesh.ts';
import { type PosedMesh, triangleColor } from './posed-mesh.ts';

const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
const indices = [0, 1, 2, 2, 1, 3];
const plain: PosedMesh = { positions, indices, color: [0.25, 0.5, 0.75] };
const painted: PosedMesh = { ...plain, colors: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0.5] };

test('a triangle has the mean colour of its corners, or the single colour of its mesh', () => {
  expect([0, 1, 2].map((c) => triangleColor(plain, 1, c))).toEqual([0.25, 0.5, 0.75]);
  expect([0, 1, 2].map((c) => triangleColor(painted, 0, c))).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect([0, 1, 2].map((c) => triangleColor(painted, 1, c))).toEqual([0, 2 / 3, 0.5]);
});

test('merged meshes keep their colours', () => {
  const { colors } = mergeFigures([plain, painted]);
  expect(colors).toEqual(
    Float32Array.of(0.25, 0.5, 0.75, 0.25, 0.5, 0.75, 1 / 3, 1 / 3, 1 / 3, 0, 2 / 3, 0.5),
  );
});
