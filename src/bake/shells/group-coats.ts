import type { ShellsMotion } from '../../coats/shells.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { type Bake, outputsOfKind, type ShownOutput } from '../output-definition.ts';
import { unpackShells } from './shells-record.ts';

/** An output that shows shells, with its kept frames. */
export type Coat = Pick<ShownOutput<'shells'>, 'output' | 'load'>;

/** Coats that are written into one file: the coats on one character. A coat that does not belong to a character has its own file. */
export interface CoatGroup {
  /** Name of the files: the character's name, or else the name of the output. */
  readonly name: string;
  /** The character. Null for a coat in the world. */
  readonly actor: BakeActor | null;
  readonly coats: readonly Coat[];
}

/** Returns the coats of a bake, grouped by the file into which they are written. */
export function groupCoats(bake: Bake): CoatGroup[] {
  const groups = new Map<string, { name: string; actor: BakeActor | null; coats: Coat[] }>();
  for (const { output, load } of outputsOfKind(bake, 'shells')) {
    const actor = bake.plan.actors.find(({ name, character }) => name === output.actor && character) ?? null;
    const key = actor ? `actor ${actor.name}` : `output ${output.name}`;
    if (!groups.has(key)) groups.set(key, { name: actor?.name ?? output.name, actor, coats: [] });
    groups.get(key)!.coats.push({ output, load });
  }
  return [...groups.values()];
}

/** Returns the state of a coat's shells at a frame. */
export function loadShells({ firstFrame }: BakePlan, { output, load }: Coat, frame: number): ShellsMotion {
  const first = frame === firstFrame ? null : load(firstFrame);
  return unpackShells(load(frame), output.vertexCount, first);
}
