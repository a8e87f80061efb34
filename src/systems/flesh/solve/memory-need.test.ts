import { expect, test } from 'vitest';
import { createFleshKernel } from '../load-kernel.ts';
import { createBoxMesh } from '../testing/box-mesh.ts';
import { maxElements, maxKernelBytes, minSolveBytes } from './memory-need.ts';
import { solveModes } from './solve-modes.ts';

test.each([
  ['eigenmodes', 20],
  ['ritz', 20],
] as const)('the minimum memory for %s is below the actual amount, but not far below', (basis, modeCount) => {
  const mesh = createBoxMesh([5, 5, 5], [1, 1, 1]);
  const kernel = createFleshKernel();
  const material = { youngsModulus: 1, poissonRatio: 0.3, density: 1 };
  solveModes(mesh, mesh.groups[0].nodes, material, { modeCount, basis, kernel, tolerance: 0.5 });
  const ratio = minSolveBytes(mesh.tets.length / 10, modeCount, basis) / kernel.memory.buffer.byteLength;
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(0.95);
});

test('the reported maximum fits into memory, and more than 4 GB is recognized', () => {
  for (const modeCount of [1, 20, 60]) {
    const elements = maxElements(modeCount, 'eigenmodes');
    expect(minSolveBytes(elements, modeCount, 'eigenmodes')).toBeLessThan(0.76 * maxKernelBytes);
  }
  expect(minSolveBytes(200_000, 60, 'eigenmodes')).toBeGreaterThan(maxKernelBytes);
  expect(minSolveBytes(200_000, 20, 'eigenmodes')).toBeLessThan(maxKernelBytes);
});
