import type { KeysInspection } from '../scene/inspect-keys.ts';
import { count, formatRange, problemLines, short } from './inspection-text.ts';

/** Describes the contents of a file of keys, in lines for a terminal. */
export function keysLines(inspection: KeysInspection): string[] {
  const { file, keys, start, end, jumps, isTurned, min, max, pathLength, topSpeed, problems } = inspection;
  const reach = [0, 1, 2].map((axis) => formatRange(min[axis], max[axis])).join(', ');
  const rotations = isTurned
    ? 'with rotations'
    : 'without rotations: a wheel that rolls faces along its path';
  return [
    `${file}: ${count(keys, 'key')} of a rigid object, ${short(start)} s … ${short(end)} s, ${rotations}`,
    `Its path is ${short(pathLength)} m long, with a max speed of ${short(topSpeed)} m/s (x y z: ${reach} m)${jumps > 0 ? `; it jumps ${jumps === 1 ? 'once' : `${jumps} times`}` : ''}.`,
    '',
    ...problemLines(problems),
  ];
}
