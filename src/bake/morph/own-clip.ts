import type { Actor } from '../../motion/actor.ts';
import { findKeyTimes } from '../characters/character-tracks.ts';
import type { MorphClip } from './add-morphs.ts';

export interface OwnClip extends MorphClip {
  readonly warnings: readonly string[];
}

/** Tolerance in seconds for comparing times: in a file they are 32-bit floats, in a scene 64-bit floats. */
const hair = 1e-5;

/**
 * Returns the keys for a character's own clip from a scene that played it. The keys show the last whole cycle in the scene, because the
 * oscillations of the start have settled by then. Null if the actor plays no clip.
 *
 * start, end: the range of the scene's times that were kept, seconds. If the range contains no whole cycle, the keys cover the longest part
 * of a cycle, with a warning. Keys are as dense as those of the clip that moves across the ground.
 *
 * repeats: the motion is known to repeat with the clip. Then the range may end less than a frame before the end of the cycle: the last key
 * is at the end of the cycle, and its scene time is the last of the range.
 */
export function planOwnClip(
  actor: Actor,
  start: number,
  end: number,
  fps: number,
  repeats = false,
): OwnClip | null {
  const { clip, travel, offset, rig } = actor;
  if (!clip) return null;
  const origin = travel?.origin ?? 0;
  const first = Math.max(clip.start, origin);
  const last = Math.max(first, travel ? Math.min(clip.end, origin + travel.period) : clip.end);
  const period = travel?.repeats ? travel.period : 0;
  const shift =
    chooseRound(first - origin - offset, last - origin - offset, period, start, end) - origin - offset;
  const from = Math.max(first + shift, start);
  const to = Math.min(last + shift, end);
  const all = to > from ? findKeyTimes(actor, from, to, fps) : Float64Array.of(Math.min(from, end));
  // Times in the file are 32-bit floats.
  const toClip = (time: number) => Math.fround(Math.max(0, time - shift));
  const kept = all.filter((time, k) => k === 0 || toClip(time) > toClip(all[k - 1]));
  const beginsWhole = from - first - shift < hair;
  const missing = last + shift - to;
  const isCompleted = repeats && beginsWhole && period > 0 && missing >= hair && missing < 1 / fps + hair;
  const isWhole = beginsWhole && (missing < hair || isCompleted);
  const sceneTimes = isCompleted ? Float64Array.from([...kept, to]) : kept;
  const times = Float32Array.from(sceneTimes, toClip);
  if (isCompleted) times[times.length - 1] = toClip(last + shift);
  return {
    animation: rig.clips.indexOf(clip),
    times,
    sceneTimes,
    // The clip does not loop if its keys contain no transition from the last pose to the first.
    loops: period > 0 && isWhole && Math.abs(last - first - period) < hair,
    warnings: isWhole
      ? []
      : [
          `the scene plays "${clip.name}" from ${show(from - shift)} s to ${show(to - shift)} s only, of ${show(first)} s to ` +
            `${show(last)} s: beside that its flesh is held in the clip; a longer scene makes it whole`,
        ],
  };
}

/**
 * Cycles are [first, last], repeated every `period`. Returns the seconds from cycle 0 to the cycle that overlaps most with [start, end]. If
 * several overlap equally, the last of these.
 */
function chooseRound(first: number, last: number, period: number, start: number, end: number): number {
  if (!(period > 0)) return 0;
  let best = 0;
  let max = Number.NEGATIVE_INFINITY;
  for (let round = Math.floor((start - last) / period); first + round * period <= end; round++) {
    const shared = Math.min(end, last + round * period) - Math.max(start, first + round * period);
    if (shared < max - hair) continue;
    max = Math.max(max, shared);
    best = round;
  }
  return best * period;
}

function show(seconds: number): string {
  return String(Math.round(seconds * 1000) / 1000);
}
