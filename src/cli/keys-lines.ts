import type { KeysInspection } from '../scene/inspect-keys.ts';
import { count, problemLines, rangeWords, short } from './inspection-words.ts';

/** What a file of keys holds, in words for a terminal. */
export function keysLines(inspection: KeysInspection): string[] {
  const { file, keys, start, end, jumps, isTurned, min, max, way, topSpeed, problems } = inspection;
  const reach = [0, 1, 2].map((axis) => rangeWords(min[axis], max[axis])).join(', ');
  const turns = isTurned ? 'turned' : 'never turned: a wheel that rolls faces its path';
  return [
    `${file}: ${count(keys, 'key')} of a rigid thing, ${short(start)} s … ${short(end)} s, ${turns}`,
    `Its way is ${short(way)} m long, at up to ${short(topSpeed)} m/s (x y z: ${reach} m)${jumps > 0 ? `; it jumps ${jumps === 1 ? 'once' : `${jumps} times`}` : ''}.`,
    '',
    ...problemLines(problems),
  ];
}
