import type { GroundParams } from './params.ts';

/** Returns whether a ground that reads no files has stones. */
export function hasStones({ stones, stonesPerSquareMetre }: GroundParams): boolean {
  return stonesPerSquareMetre > 0 || (stones ?? []).length > 0;
}

/** Returns whether a ground that reads no files is wet somewhere. */
export function isWet({ waterLevel }: GroundParams): boolean {
  return waterLevel !== undefined;
}

/** Returns whether a ground that reads no files needs no `GroundParts`. */
export function isPlain(params: GroundParams): boolean {
  return !params.spray && !hasStones(params) && !isWet(params) && !params.looseDepth;
}
