import type { TerrainDraft } from './finish-terrain.ts';
import type { TileBorders } from './tile-borders.ts';

/** Minimum and maximum heights of tiles count as equal if they differ by at most this fraction of the range. */
const sameExtent = 0.002;
/** Borders count as cliffs if heights on both sides differ by more than this many times the difference between neighbours inside tiles. */
const minSteps = 2;
/** Maximum fraction of the squared differences that may remain after each border was fitted by a factor and an offset. */
const maxUnexplained = 0.25;

/**
 * Returns a warning if the tiles seem to have been normalised separately: all tiles have the same range, heights across
 * borders disagree, and a factor and an offset for each border explain most of the differences. Otherwise null.
 */
export function describeNormalizedTiles(
  tiles: readonly TerrainDraft[],
  { differences, steps, count, squares, unexplained }: TileBorders,
): string | null {
  const [low, high] = extentOf(tiles[0]);
  const tolerance = sameExtent * (high - low);
  const isOneExtent =
    high > low &&
    tiles.every((tile) => {
      const [min, max] = extentOf(tile);
      return Math.abs(min - low) <= tolerance && Math.abs(max - high) <= tolerance;
    });
  const isCliff = differences > minSteps * steps && unexplained <= maxUnexplained * squares;
  if (!isOneExtent || !isCliff) return null;
  return (
    `each of its ${tiles.length} tiles spans the same heights, ${short(low)} to ${short(high)} m, and heights across borders differ by ` +
    `${short(differences / count)} m on average (neighbours inside tiles by ${short(steps / count)} m): each tile seems to have been ` +
    'normalised separately, which turns borders into cliffs. Export the tiles again with one range for all of them, or in metres; ' +
    'or set terrainFitTo, for example to [0, 0], to fit all other tiles to that one at their borders'
  );
}

/** Returns the minimum and maximum of the known heights, metres. */
export function extentOf({ heights, mask }: TerrainDraft): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < heights.length; k++) {
    if (mask?.[k]) continue;
    low = Math.min(low, heights[k]);
    high = Math.max(high, heights[k]);
  }
  return [low, high];
}

/** Formats a number with three significant digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
