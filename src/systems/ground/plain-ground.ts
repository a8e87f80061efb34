import type { GroundParams } from './params.ts';
import { countsOnlyLower } from './rules/keeps-pressed.ts';

/** Returns whether a ground that reads no files has stones. */
export function hasStones({ stones, stonesPerSquareMetre }: GroundParams): boolean {
  return stonesPerSquareMetre > 0 || (stones ?? []).length > 0;
}

/** Returns whether a ground that reads no files is wet somewhere. */
export function isWet({ waterLevel }: GroundParams): boolean {
  return waterLevel !== undefined;
}

/** Returns whether prints fade. Values with keys are not plain in any case. */
export function fades({ snowfall, windSmoothing, washHalfLife }: GroundParams): boolean {
  return snowfall !== 0 || windSmoothing !== 0 || washHalfLife !== undefined;
}

/** Returns whether a ground that reads no files needs no `GroundParts`, and no more than the plain kernel. */
export function isPlain(params: GroundParams): boolean {
  const { spray, stickingDepth, looseDepth, forwardBias, crackSpacing } = params;
  return (
    !(
      spray ||
      stickingDepth ||
      looseDepth ||
      forwardBias ||
      crackSpacing ||
      fades(params) ||
      hasStones(params) ||
      isWet(params)
    ) && !countsOnlyLower(params)
  );
}
