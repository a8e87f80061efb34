import { maxOf } from '../math/lists.ts';
import type { Rig } from '../motion/rig.ts';
import { planTravel } from '../motion/travel/plan-travel.ts';

/** Words in clip names, what leaves the best prints first. */
const gaits = [/run|sprint|jog|gallop/i, /walk|stride|march/i, /trot|canter/i, /sneak|crawl|step|jump|hop/i];

/**
 * Which clip to play when nobody named one: by its name a run, else a walk, else another gait. Where no name tells, the clip that
 * goes fastest by its feet or by itself, else the first.
 * Among equals the shortest name, so that `Run` comes before `Run_Carry`. Null for a rig without clips.
 */
export function chooseClip(rig: Rig): number | null {
  let best: number | null = null;
  let bestRank = gaits.length + 1;
  rig.clips.forEach(({ name }, index) => {
    const found = gaits.findIndex((gait) => gait.test(name));
    const rank = found < 0 ? gaits.length : found;
    const isShorter = best !== null && rank < gaits.length && name.length < rig.clips[best].name.length;
    if (rank < bestRank || (rank === bestRank && isShorter)) [best, bestRank] = [index, rank];
  });
  return best !== null && bestRank === gaits.length ? findFastest(rig) : best;
}

/** The clip that gets across the ground fastest, by the analysis of its gait; the first where none does. */
function findFastest(rig: Rig): number {
  if (rig.clips.length === 1) return 0;
  const speeds = rig.clips.map((clip) => planTravel(rig, clip).speed);
  return speeds.indexOf(maxOf(speeds));
}

/** How a clip is called in words: `"Run"`, or `clip 0` where it has no name. */
export function clipWords(rig: Rig, index: number): string {
  const name = rig.clips[index].name;
  return name === '' ? `clip ${index} (unnamed)` : `"${name}"`;
}

/** Digits are an index where no clip has that name: the command line knows only text. */
export function toClipIndex(rig: Rig, wanted: string | number | undefined): string | number | undefined {
  if (typeof wanted !== 'string' || !/^\d+$/.test(wanted)) return wanted;
  return rig.clips.some(({ name }) => name === wanted) ? wanted : Number(wanted);
}
