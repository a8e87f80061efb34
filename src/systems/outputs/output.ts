import type { LiveHeightfield } from './heightfield.ts';
import type { MorphOutput } from './morph.ts';
import type { PointsOutput } from './points.ts';
import type { ShellsOutput } from './shells.ts';

/**
 * The kinds of output that a system may show, by name, and what a system hands over of each. One line for a kind; how it is kept,
 * written and drawn is registered by the same name in `bake/`, `three/` and the page.
 */
export interface OutputKinds {
  readonly heightfield: LiveHeightfield;
  readonly morph: MorphOutput;
  readonly points: PointsOutput;
  readonly shells: ShellsOutput;
}

/** Name of a kind of output. Consumers of outputs look at this, never at the system that shows them. */
export type OutputKind = keyof OutputKinds;

/** An output of a system, of any kind. */
export type Output = OutputKinds[OutputKind];
