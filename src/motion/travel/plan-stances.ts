import { maxOf, minOf } from '../../math/lists.ts';
import { median } from './clip-cycle.ts';
import { type PinGround, undoSlip } from './plan-pins.ts';
import type { Gait } from './read-gait.ts';
import type { SoleTrack } from './track-soles.ts';

/**
 * The time during which a foot stands: from sample `start` in [0, count) to sample `end` > start. `end` is beyond `count` if the stance
 * continues in the next period.
 */
export interface Stance {
  readonly start: number;
  readonly end: number;
}

/** A stance lasts while the sole is less than this fraction of the height above its standing height. */
const keepBand = 0.01;
/** A stance ends when the foot rises faster than this fraction of the typical speed: the foot has left the ground. */
const steep = 0.15;
/** Gaps between stances that are shorter than minGap are closed; stances shorter than minStance are removed. Seconds. */
const minGap = 0.03;
const minStance = 0.012;

/**
 * Returns the stances of each foot, in order of their start. A stance is a run of samples in which the foot touches and `isPlanted`. The
 * stance is then extended on both sides while the foot stays low and planted, independently of the other feet: a hoof that is a centimetre
 * above another one has not left the ground. Finally, the stance is trimmed at both ends where the foot still moves down or already moves
 * up, since a runner's flight is low and the feet move backward before they land.
 *
 * `isPlanted(foot, i)`: whether the foot moves like a planted one from sample i to i + 1. A foot that stands during the whole period has
 * one stance from 0 to count. `rate`: samples / s.
 */
export function planStances(
  tracks: readonly SoleTrack[],
  gait: Gait,
  height: number,
  rate: number,
  isPlanted: (foot: number, sample: number) => boolean,
): Stance[][] {
  return tracks.map((track, f) => {
    const count = track.low.length;
    const planted = Uint8Array.from({ length: count }, (_, i) => (isPlanted(f, i) ? 1 : 0));
    const flags = planted.map((flag, i) => flag & gait.touching[f][i] & gait.touching[f][(i + 1) % count]);
    for (const run of findRuns(flags)) spreadRun(flags, run, planted, track.low, keepBand * height);
    for (const gap of findRuns(flags.map((flag) => 1 - flag))) {
      if (gap.end - gap.start > minGap * rate || gap.end - gap.start === count) continue;
      let closes = true;
      for (let i = gap.start; i < gap.end; i++) if (!planted[i % count]) closes = false;
      if (closes) for (let i = gap.start; i < gap.end; i++) flags[i % count] = 1;
    }
    return findRuns(flags)
      .map((run) => trimRun(run, track.low, keepBand * height, (steep * gait.typicalSpeed) / rate))
      .filter((run) => run.end - run.start >= Math.max(2, minStance * rate))
      .sort((a, b) => a.start - b.start);
  });
}

/**
 * Shortens a stance, at the end that slides more, until the correction that pins the foot is within ± `limit`, rig units, or until half of
 * the stance is left.
 */
export function fitStance(stance: Stance, track: SoleTrack, ground: PinGround, limit: number): Stance {
  const count = track.low.length;
  const { rate, speedX, speedZ } = ground;
  const slip = (i: number): number => {
    const x = track.velocityX[i % count] + speedX[i % count];
    const z = track.velocityZ[i % count] + speedZ[i % count];
    return x * x + z * z;
  };
  const minLength = Math.max(2, (stance.end - stance.start) / 2);
  let { start, end } = stance;
  while (end - start > minLength) {
    const x = undoSlip(track.velocityX, speedX, { start, end }, rate);
    const z = undoSlip(track.velocityZ, speedZ, { start, end }, rate);
    if (Math.max(spanOf(x), spanOf(z)) <= 2 * limit) break;
    if (slip(start) > slip(end - 1)) start++;
    else end--;
  }
  const shift = start >= count ? count : 0;
  return { start: start - shift, end: end - shift };
}

function spanOf(values: Float64Array): number {
  return maxOf(values) - minOf(values);
}

/** Finds runs of ones in a cyclic sequence. A run covers the samples start … end − 1. */
function findRuns(flags: Uint8Array): Stance[] {
  const count = flags.length;
  const runs: Stance[] = [];
  for (let start = 0; start < count; start++) {
    if (!flags[start] || flags[(start + count - 1) % count]) continue;
    let end = start + 1;
    while (flags[end % count]) end++;
    runs.push({ start, end });
  }
  if (runs.length === 0 && count > 0 && flags[0]) runs.push({ start: 0, end: count });
  return runs;
}

/** Returns the height at which a foot stands in a run, plus `band`. */
function limitOf(run: Stance, low: Float64Array, band: number): number {
  const heights: number[] = [];
  for (let i = run.start; i <= run.end; i++) heights.push(low[i % low.length]);
  return median(heights) + band;
}

/**
 * Removes samples at both ends of a run in which the foot moves down or up by at least `step` per sample while it is above its standing
 * height. At least half of the run is left.
 */
function trimRun(run: Stance, low: Float64Array, band: number, step: number): Stance {
  const count = low.length;
  const limit = limitOf(run, low, band);
  const minLength = (run.end - run.start) / 2;
  let { start, end } = run;
  const falls = (i: number) => low[i % count] > limit && low[i % count] - low[(i + 1) % count] > step;
  const rises = (i: number) => low[i % count] > limit && low[i % count] - low[(i - 1) % count] > step;
  while (end - start > minLength && falls(start)) start++;
  while (end - start > minLength && rises(end)) end--;
  const shift = start >= count ? count : 0;
  return { start: start - shift, end: end - shift };
}

function spreadRun(
  flags: Uint8Array,
  run: Stance,
  planted: Uint8Array,
  low: Float64Array,
  band: number,
): void {
  const count = flags.length;
  const limit = limitOf(run, low, band);
  const holds = (i: number) => planted[i] && low[i] <= limit && low[(i + 1) % count] <= limit;
  for (let i = run.end % count; !flags[i] && holds(i); i = (i + 1) % count) flags[i] = 1;
  for (let i = (run.start + count - 1) % count; !flags[i] && holds(i); i = (i + count - 1) % count)
    flags[i] = 1;
}
