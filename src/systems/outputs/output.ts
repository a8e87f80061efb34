import type { LiveHeightfield } from './heightfield.ts';
import type { MorphOutput } from './morph.ts';
import type { PointsOutput } from './points.ts';
import type { ShellsOutput } from './shells.ts';

/**
 * The kinds of output that a system may have, by name, and the type of each. One line per kind. `bake/`, `three/` and the page
 * register under the same name how the kind is kept, written and drawn.
 */
export interface OutputKinds {
  readonly heightfield: LiveHeightfield;
  readonly morph: MorphOutput;
  readonly points: PointsOutput;
  readonly shells: ShellsOutput;
}

/** Name of a kind of output. Consumers of outputs depend on the kind, never on the system. */
export type OutputKind = keyof OutputKinds;

/** An output of a system, of any kind. */
export type Output = OutputKinds[OutputKind];
