import { systemEntries } from '../systems/index.ts';
import type { OutputKind } from '../systems/outputs/output.ts';
import type { FileKind } from './output-definition.ts';
import { outputDefinitions } from './output-definitions.ts';
import { type OutputKindName, outputKindNames, outputKinds } from './output-kinds.ts';

/** The kinds of outputs that systems show, from which a kind of file is written. Empty if it does not depend on systems. */
const sourcesOf = new Map<string, readonly string[]>(
  outputDefinitions.flatMap(({ name, files }) =>
    Object.entries<FileKind>(files).map(([kind, { of }]) => [kind, of ?? (isShown(name) ? [name] : [])]),
  ),
);

function isShown(name: string): boolean {
  return systemEntries.some(({ shows }) => shows === name);
}

/** Returns the kinds that a bake can write if its systems show outputs of these kinds, and if it has actors or none. */
export function writableKinds(shown: readonly OutputKind[], hasActors: boolean): OutputKindName[] {
  return outputKindNames.filter((name) => {
    const sources = sourcesOf.get(name) ?? [];
    if (outputKinds[name].isOfActors && !hasActors) return false;
    return sources.length === 0 || shown.some((kind) => sources.includes(kind));
  });
}
