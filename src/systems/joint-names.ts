import type { Rig } from '../motion/rig.ts';

/** Returns the indices of the nodes with a name. If no node has it, a number is the index of a node, counted from 0. */
export function nodesNamed({ nodes }: Rig, wanted: string | number): number[] {
  const named = [...nodes.keys()].filter((node) => nodes[node].name === wanted);
  if (named.length > 0) return named;
  const isNumber = typeof wanted === 'number' || /^\d+$/.test(wanted);
  return isNumber && Number(wanted) < nodes.length ? [Number(wanted)] : [];
}

/** Returns a note if several joints have the same name, which says which of them are used. No note if only one has it. */
export function describeSameNames(
  actor: string,
  wanted: string | number,
  matching: readonly number[],
  taken: 'first' | 'all',
): string[] {
  if (matching.length < 2) return [];
  const numbers = matching.join(', ');
  const start = `${matching.length} joints of ${actor} are called "${wanted}", numbers ${numbers}`;
  return [
    taken === 'all'
      ? `${start}: all are used; to use one of them, give its number instead of the name`
      : `${start}: the first is used; to use another one, give its number instead of the name`,
  ];
}
