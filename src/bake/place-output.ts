import type { BakePlan } from './bake-plan.ts';
import { type OutputKindName, outputKinds } from './output-kinds.ts';

/** If at most this many actors or systems write files of one kind, all files are in the folder of the bake itself. */
const maxSideBySide = 8;

/**
 * Returns where a file of a kind is written, relative to the folder of the bake. If more than eight actors or systems may write files of
 * this kind, the files are in a sub-folder with the name of the kind: `character/runner-travel.glb`. Files that refer to each other have
 * the same kind.
 */
export function placeOutput(
  { actors, systems }: Pick<BakePlan, 'actors' | 'systems'>,
  kind: OutputKindName,
  file: string,
): string {
  const { isOfActors, isOfScene } = outputKinds[kind];
  if (isOfScene) return file;
  const writers = isOfActors ? actors.length : systems.length;
  return writers > maxSideBySide ? `${kind}/${file}` : file;
}
