import { stripWidth } from '../kernel.ts';
import { residualCount } from './modal-basis.ts';
import type { ModalBasis } from './solve-modes.ts';

/** Vectors beyond those asked for, at least: the more, the sooner the last of them is good. */
const spareCount = 4;

/** All that a kernel's memory may be: pointers have 32 bits. */
export const mostKernelBytes = 2 ** 32;

/** How many of so many shapes are eigenmodes, and in how many strips they are looked for. */
export function countEigenmodes(
  modeCount: number,
  basis?: ModalBasis,
): { wanted: number; stripCount: number } {
  const wanted = basis === 'eigenmodes+residuals' ? modeCount - residualCount(modeCount) : modeCount;
  return { wanted, stripCount: Math.ceil((wanted + Math.max(spareCount, wanted / 8)) / stripWidth) };
}

/**
 * Bytes that solving takes at least in its kernel's memory, by what it takes for boxes and spheres of 2 000 to 8 000 elements; it may take
 * a quarter more.
 */
export function leastSolveBytes(elementCount: number, modeCount: number, basis: ModalBasis): number {
  // Quadratic elements share their nodes: 1.4 an element in a large body, some of which are held.
  const nodeCount = 1.3 * elementCount;
  if (basis === 'ritz') return nodeCount * (5400 + 2900 * Math.ceil(modeCount / stripWidth));
  return nodeCount * (5400 + 3600 * countEigenmodes(modeCount, basis).stripCount);
}

/** The most elements of which that many shapes surely do not take too much memory, as a round number below. */
export function mostElements(modeCount: number, basis: ModalBasis): number {
  const most = (0.75 * mostKernelBytes) / leastSolveBytes(1, modeCount, basis);
  return Math.floor(most / 1000) * 1000;
}
