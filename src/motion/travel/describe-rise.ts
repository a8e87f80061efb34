import { minOf } from '../../math/lists.ts';
import type { SoleTrack } from './track-soles.ts';

/** Clips shorter than this may rise on purpose: a jump, a step up. Seconds. */
const minRecording = 2;
/** A rise over the whole recording below this fraction of the height is not visible: 5 cm for a character of 1.7 m. */
const minRise = 0.03;
/**
 * partCount: number of parts of the recording that are compared. minEvenness: each part must be higher than the previous one by at least
 * this fraction of the rise that a uniform rise would have.
 */
const partCount = 6;
const minEvenness = 0.3;

/**
 * Returns a warning if a character floats upward: its lowest sole is higher in every part of the recording than in the previous
 * one. Null otherwise. height: rig units. seconds: duration of all samples of the tracks, which are one pass through the clip.
 */
export function describeRise(tracks: readonly SoleTrack[], height: number, seconds: number): string | null {
  const count = tracks[0]?.low.length ?? 0;
  if (seconds < minRecording || count < partCount) return null;
  const lows = Array.from({ length: partCount }, (_, part) => {
    const [start, end] = [part, part + 1].map((k) => Math.floor((k * count) / partCount));
    return minOf(tracks.map(({ low }) => low.subarray(start, end).reduce((a, b) => Math.min(a, b))));
  });
  const rise = ((lows[partCount - 1] - lows[0]) * partCount) / (partCount - 1);
  const isSteady = lows.every(
    (low, part) => part === 0 || low - lows[part - 1] >= (minEvenness * rise) / partCount,
  );
  if (!(rise >= minRise * height) || !isSteady) return null;
  return (
    `its lowest point rises steadily, by ${(100 * (rise / height)).toFixed(1)} % of its height from start to end: it leaves the ground. ` +
    'Motion-capture recordings often drift like this. If the rise is not intended, remove the drift from the height of its root'
  );
}
