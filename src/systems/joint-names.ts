import type { Rig } from '../motion/rig.ts';

/** Nodes called so; where none is, the node of that number, counted from 0. */
export function nodesCalled({ nodes }: Rig, wanted: string | number): number[] {
  const named = [...nodes.keys()].filter((node) => nodes[node].name === wanted);
  if (named.length > 0) return named;
  const isNumber = typeof wanted === 'number' || /^\d+$/.test(wanted);
  return isNumber && Number(wanted) < nodes.length ? [Number(wanted)] : [];
}

/** Words on several joints that have the same name, and on which are used. None where only one has it. */
export function tellSameNames(
  actor: string,
  wanted: string | number,
  bearing: readonly number[],
  taken: 'first' | 'all',
): string[] {
  if (bearing.length < 2) return [];
  const numbers = bearing.join(', ');
  const start = `${bearing.length} joints of ${actor} are called "${wanted}", numbers ${numbers}`;
  return [
    taken === 'all'
      ? `${start}: all are used; to use one of them, give its number instead of the name`
      : `${start}: the first is used; to use another one, give its number instead of the name`,
  ];
}
