import type { BakePlan } from './bake-plan.ts';
import { type OutputKindName, outputKinds } from './output-kinds.ts';

/** Up to this number of actors or systems that write files of one kind, all files lie in the folder of the bake itself. */
const maxSideBySide = 8;

/**
 * Where a file of a kind is written, relative to the folder of the bake. If more than eight actors or systems may write files of
 * the kind, these have a sub-folder, named after the kind: `character/runner-travel.glb`. Files that refer to each other are of
 * one kind.
 */
export function placeOutput(
  { actors, systems }: Pick<BakePlan, 'actors' | 'systems'>,
  kind: OutputKindName,
  file: string,
): string {
  const writers = outputKinds[kind].isOfActors ? actors.length : systems.length;
  return writers > maxSideBySide ? `${kind}/${file}` : file;
}
