import { hashBits } from '../../../math/random.ts';
import type { GroundParams } from '../params.ts';

/** Cracks of dried ground. Lengths in metres. */
export interface CrackSettings {
  readonly seed: number;
  /** Distance between columns. */
  readonly cell: number;
  /** Square root of the mean area of the polygons. */
  readonly spacing: number;
  /** Of the wide cracks. */
  readonly width: number;
  readonly depth: number;
}

/** Default width and depth as fractions of the spacing. */
const widthFraction = 0.08;
const depthFraction = 0.1;

/** Minimum of the spacing in cells. Below it, columns cannot show polygons. */
export const minSpacingCells = 2;
/** Minimum of the width in cells, without which cracks have gaps. */
const minWidthCells = 2;

/** Returns null if the ground has no cracks. */
export function resolveCracks(
  params: Pick<GroundParams, 'cell' | 'crackSpacing' | 'crackWidth' | 'crackDepth'>,
  seed: number,
): CrackSettings | null {
  const { cell, crackSpacing: spacing, crackWidth, crackDepth } = params;
  if (spacing === undefined) return null;
  return {
    seed: hashBits(seed, 0xc4ac),
    cell,
    spacing,
    width: crackWidth ?? spacing * widthFraction,
    depth: crackDepth ?? spacing * depthFraction,
  };
}

/** Returns whether all numbers are valid for `addCracks`. For values from a file. */
export function isCracks({ seed, cell, spacing, width, depth }: CrackSettings): boolean {
  return (
    Number.isSafeInteger(seed) &&
    [cell, spacing, width, depth].every((value) => Number.isFinite(value) && value > 0) &&
    spacing >= minSpacingCells * cell &&
    width <= spacing &&
    depth <= 10
  );
}

/** Returns a warning if the cells are too large to show the cracks without gaps. */
export function warnOfCracks({ width, cell }: CrackSettings): string[] {
  if (width >= minWidthCells * cell) return [];
  return [
    `the cracks are ${width} m wide, less than ${minWidthCells} cells, so they have gaps: use cells of at most ${width / minWidthCells} m, or raise crackWidth`,
  ];
}
