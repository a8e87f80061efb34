import type { TerrainDraft } from './finish-terrain.ts';
import type { TileBorders } from './tile-borders.ts';

/** Least and greatest heights of tiles are the same where they differ by at most this fraction of the range. */
const sameExtent = 0.002;
/** Heights across borders differ by more than this many steps between neighbours inside tiles: cliffs, no slopes. */
const fewestSteps = 2;
/** A factor and an offset for each border leave at most this fraction of the squared differences. */
const mostUnexplained = 0.25;

/**
 * A warning where each tile seems to have been normalised on its own: all tiles span one and the same range, heights across
 * borders disagree, and a factor and an offset for each border explain most of it. Null where they do not.
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
      const [least, greatest] = extentOf(tile);
      return Math.abs(least - low) <= tolerance && Math.abs(greatest - high) <= tolerance;
    });
  const isCliff = differences > fewestSteps * steps && unexplained <= mostUnexplained * squares;
  if (!isOneExtent || !isCliff) return null;
  return (
    `each of its ${tiles.length} tiles spans the same heights, ${short(low)} to ${short(high)} m, and heights across borders differ by ` +
    `${short(differences / count)} m on average (neighbours inside tiles by ${short(steps / count)} m): each tile seems to have been ` +
    'normalised on its own, which makes cliffs of the borders. Export the tiles again with one range for all of them, or in metres; ' +
    'or set terrainFitTo, for example to [0, 0], to fit all other tiles to that one at their borders'
  );
}

/** Least and greatest known height, m. */
export function extentOf({ heights, mask }: TerrainDraft): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < heights.length; k++) {
    if (mask?.[k]) continue;
    low = Math.min(low, heights[k]);
    high = Math.max(high, heights[k]);
  }
  return [low, high];
}

/** Three digits that count. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
