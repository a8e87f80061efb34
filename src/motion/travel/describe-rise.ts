import { minOf } from '../../math/lists.ts';
import type { SoleTrack } from './track-soles.ts';

/** Shorter clips may rise on purpose: a jump, a step up. Seconds. */
const shortestTake = 2;
/** A rise over the whole take below this fraction of the height is not visible: 5 cm for a figure of 1.7 m. */
const smallestRise = 0.03;
/**
 * Number of parts of the take that are compared, and the fraction of a uniform rise by which each must be above the previous
 * one.
 */
const partCount = 6;
const leastEvenness = 0.3;

/**
 * Returns a warning if a figure floats upward: its lowest sole is higher in every part of the take than in the previous one.
 * Null otherwise. height: rig units. seconds: duration of all samples of the tracks, which are one pass through the clip.
 */
export function describeRise(tracks: readonly SoleTrack[], height: number, seconds: number): string | null {
  const count = tracks[0]?.low.length ?? 0;
  if (seconds < shortestTake || count < partCount) return null;
  const lows = Array.from({ length: partCount }, (_, part) => {
    const [start, end] = [part, part + 1].map((k) => Math.floor((k * count) / partCount));
    return minOf(tracks.map(({ low }) => low.subarray(start, end).reduce((a, b) => Math.min(a, b))));
  });
  const rise = ((lows[partCount - 1] - lows[0]) * partCount) / (partCount - 1);
  const isSteady = lows.every(
    (low, part) => part === 0 || low - lows[part - 1] >= (leastEvenness * rise) / partCount,
  );
  if (!(rise >= smallestRise * height) || !isSteady) return null;
  return (
    `its lowest point rises steadily, by ${(100 * (rise / height)).toFixed(1)} % of its height from start to end: it leaves the ground. ` +
    'Takes drift so; where it is not meant to rise, take the drift out of the height of its root'
  );
}
