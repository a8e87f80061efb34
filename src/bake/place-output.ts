import type { BakePlan } from './bake-plan.ts';
import { type OutputKindName, outputKinds } from './output-kinds.ts';

/** Actors or systems that write files of one kind, up to which all lie in the folder of the bake itself. */
const mostSideBySide = 8;

/**
 * Where a file of a kind goes, relative to the folder of the bake. Where more than eight actors or systems may write files of the
 * kind, these have a sub-folder, named for the kind: `character/runner-travel.glb`. Files that name each other are of one kind.
 */
export function placeOutput(
  { actors, systems }: Pick<BakePlan, 'actors' | 'systems'>,
  kind: OutputKindName,
  file: string,
): string {
  const writers = outputKinds[kind].isOfActors ? actors.length : systems.length;
  return writers > mostSideBySide ? `${kind}/${file}` : file;
}
