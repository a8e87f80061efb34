import type { ShellsMotion } from '../../coats/shells.ts';
import type { Column } from '../../live/changed-blocks.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';

/** The data of shells that are drawn. A `ShellsOutput` has it. Members that are not part of `ShellsMotion` are read once. */
export type ShellsData = Omit<ShellsOutput, 'kind' | 'name' | 'actor' | 'skin'>;
export type { ShellsMotion };

/** Returns the arrays that move, in the order in which both threads know them. Without roots if the page places them itself. */
export function listMotion({ roots, normals, offsets }: ShellsMotion, hasRoots: boolean): Column[] {
  const arrays = hasRoots ? [roots, normals, offsets] : [normals, offsets];
  return arrays.map((values) => ({ values, width: 3 }));
}
