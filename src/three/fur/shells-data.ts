import type { ShellsMotion } from '../../coats/shells.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';

/** The data of shells that are drawn. A `ShellsOutput` has it. Members that are not part of `ShellsMotion` are read once. */
export type ShellsData = Omit<ShellsOutput, 'kind' | 'name' | 'actor' | 'skin'>;
export type { ShellsMotion };
