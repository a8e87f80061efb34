import { expect, test } from 'vitest';
import { createFleshKernel } from '../load-kernel.ts';
import { createBoxMesh } from '../testing/box-mesh.ts';
import { leastSolveBytes, mostElements, mostKernelBytes } from './memory-need.ts';
import { solveModes } from './solve-modes.ts';

test.each([
  ['eigenmodes', 20],
  ['ritz', 20],
] as const)('the least memory for %s is less than they take, and not much less', (basis, modeCount) => {
  const mesh = createBoxMesh([5, 5, 5], [1, 1, 1]);
  const kernel = createFleshKernel();
  const material = { youngsModulus: 1, poissonRatio: 0.3, density: 1 };
  solveModes(mesh, mesh.groups[0].nodes, material, { modeCount, basis, kernel, tolerance: 0.5 });
  const share = leastSolveBytes(mesh.tets.length / 10, modeCount, basis) / kernel.memory.buffer.byteLength;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.95);
});

test('what is said to fit does fit, and what is surely too much is known', () => {
  for (const modeCount of [1, 20, 60]) {
    const most = mostElements(modeCount, 'eigenmodes');
    expect(leastSolveBytes(most, modeCount, 'eigenmodes')).toBeLessThan(0.76 * mostKernelBytes);
  }
  expect(leastSolveBytes(200_000, 60, 'eigenmodes')).toBeGreaterThan(mostKernelBytes);
  expect(leastSolveBytes(200_000, 20, 'eigenmodes')).toBeLessThan(mostKernelBytes);
});
