import type { ShellsMotion } from '../../coats/shells.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';

/** Shells to draw. A `ShellsOutput` fits unchanged. What is not part of `ShellsMotion` is read once. */
export type ShellsData = Omit<ShellsOutput, 'kind' | 'name' | 'actor' | 'skin'>;
export type { ShellsMotion };
