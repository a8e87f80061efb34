import { InputError } from '../input-error.ts';
import type { Rig } from '../motion/rig.ts';
import { findNearestName } from '../nearest-name.ts';

const maxNames = 12;

/**
 * Returns the index of the node that the user gave by exact name or by index. Digits are an index if no node has that name. path: path of
 * the value in the scene. shown: the nodes that the message lists if the value is missing or unknown. Absent: all nodes.
 */
export function requireNode(
  rig: Rig,
  wanted: string | number | undefined,
  path: string,
  warnings: string[],
  shown: readonly number[] = [...rig.nodes.keys()],
): number {
  const { nodes } = rig;
  const named = nodes.flatMap(({ name }, index) => (name === wanted ? [index] : []));
  if (named.length > 1) {
    warnings.push(
      `${named.length} nodes of ${rig.name} are called "${wanted}": uses the first, number ${named[0]}; the others are ` +
        named.slice(1).join(', '),
    );
  }
  if (named.length > 0) return named[0];
  const isNumber = typeof wanted === 'number' || /^\d+$/.test(wanted ?? '');
  if (isNumber && Number(wanted) < nodes.length) return Number(wanted);
  const names = shown.filter((index) => nodes[index].name !== '');
  const list = names.slice(0, maxNames).map((index) => JSON.stringify(nodes[index].name));
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  const there =
    names.length > 0
      ? `it has ${list.join(', ')}${more}`
      : `its ${nodes.length} nodes have no names: use a number, counted from 0`;
  const nearest =
    typeof wanted === 'string'
      ? findNearestName(
          wanted,
          nodes.map(({ name }) => name).filter((name) => name !== ''),
        )
      : null;
  const got = wanted === undefined ? 'nothing' : JSON.stringify(wanted);
  throw InputError.at(
    path,
    `expected the name or number of a node of ${rig.name}, got ${got}` +
      `${nearest ? `, did you mean ${JSON.stringify(nearest)}?` : ':'} ${there}`,
  );
}
