import { maxOf } from '../math/lists.ts';
import type { Rig } from '../motion/rig.ts';
import { planTravel } from '../motion/travel/plan-travel.ts';

/** Words in names of clips, in the order of preference: gaits that leave better footprints come first. */
const gaits = [/run|sprint|jog|gallop/i, /walk|stride|march/i, /trot|canter/i, /sneak|crawl|step|jump|hop/i];

/**
 * Chooses a clip if the scene names none: by name a run, otherwise a walk, otherwise another gait. Among several of the same gait,
 * the shortest name is chosen, so that `Run` precedes `Run_Carry`. If no name matches, the clip with the fastest travel is chosen.
 * Null for a rig without clips.
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

/** Returns the index of the clip with the fastest travel across the ground, by gait analysis; the first clip if none travels. */
function findFastest(rig: Rig): number {
  if (rig.clips.length === 1) return 0;
  const speeds = rig.clips.map((clip) => planTravel(rig, clip).speed);
  return speeds.indexOf(maxOf(speeds));
}

/** Returns the name of a clip for messages: `"Run"`, or `clip 0 (unnamed)`. */
export function describeClip(rig: Rig, index: number): string {
  const name = rig.clips[index].name;
  return name === '' ? `clip ${index} (unnamed)` : `"${name}"`;
}

/** Converts digits to an index if no clip has them as its name, since the command line passes only text. */
export function toClipIndex(rig: Rig, wanted: string | number | undefined): string | number | undefined {
  if (typeof wanted !== 'string' || !/^\d+$/.test(wanted)) return wanted;
  return rig.clips.some(({ name }) => name === wanted) ? wanted : Number(wanted);
}
