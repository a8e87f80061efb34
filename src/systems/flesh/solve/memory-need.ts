import { stripWidth } from '../records.generated.ts';
import { residualCount } from './modal-basis.ts';
import type { ModalBasis } from './solve-modes.ts';

/** Minimum number of vectors in addition to those that were requested. With more of them, the last wanted vector converges sooner. */
const spareCount = 4;

/** Maximum size of a kernel's memory, bytes: pointers have 32 bits. */
export const maxKernelBytes = 2 ** 32;

/** Returns how many of modeCount shapes are eigenmodes, and the number of strips in which they are computed. */
export function countEigenmodes(
  modeCount: number,
  basis?: ModalBasis,
): { wanted: number; stripCount: number } {
  const wanted = basis === 'eigenmodes+residuals' ? modeCount - residualCount(modeCount) : modeCount;
  return { wanted, stripCount: Math.ceil((wanted + Math.max(spareCount, wanted / 8)) / stripWidth) };
}

/**
 * Estimates the minimum number of bytes that solving takes in the kernel's memory. Measured with boxes and spheres of 2 000
 * to 8 000 elements; the actual amount may be a quarter more.
 */
export function minSolveBytes(elementCount: number, modeCount: number, basis: ModalBasis): number {
  // A large body has about 1.4 nodes per quadratic element. Some of them are held.
  const nodeCount = 1.3 * elementCount;
  if (basis === 'ritz') return nodeCount * (5400 + 2900 * Math.ceil(modeCount / stripWidth));
  return nodeCount * (5400 + 3600 * countEigenmodes(modeCount, basis).stripCount);
}

/** Returns a number of elements that certainly fits into memory with that many shapes, rounded down to thousands. */
export function maxElements(modeCount: number, basis: ModalBasis): number {
  const count = (0.75 * maxKernelBytes) / minSolveBytes(1, modeCount, basis);
  return Math.floor(count / 1000) * 1000;
}
