import type { FileKind, OutputDefinition } from './output-definition.ts';
import { outputDefinitions } from './output-definitions.ts';

type Definition = (typeof outputDefinitions)[number];
type NamesOf<Files> = Files extends unknown ? keyof Files : never;

/** A kind of file that a bake writes, by the name that the scene's `outputs` and the command line use. */
export type OutputKindName = NamesOf<Definition['files']> | 'contactSheet';

/** The pictures that all definitions share. */
const contactSheet: FileKind = {
  words: `one picture ${listPictured(outputDefinitions)}, at several times, as PNG`,
  isDefault: true,
};

/** What a bake can write: the files of all definitions. */
export const outputKinds: Readonly<Record<OutputKindName, FileKind>> = Object.assign(
  {},
  ...outputDefinitions.map(({ files }) => files),
  { contactSheet },
);

/** `of a, of b and of c` */
function listPictured(definitions: readonly OutputDefinition[]): string {
  const parts = definitions.flatMap(({ pictured }) => pictured ?? []);
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** Names of all kinds of output. */
export const outputKindNames = Object.keys(outputKinds) as OutputKindName[];

/** What a bake writes where nobody says what to write. */
export const defaultOutputKinds: readonly OutputKindName[] = outputKindNames.filter(
  (name) => outputKinds[name].isDefault,
);

/** Words that stand for several kinds in a list of outputs. */
export const outputGroups = { default: defaultOutputKinds, all: outputKindNames } as const;

/** Every word that a list of outputs may hold. */
export const outputWords = [
  ...outputKindNames,
  ...(Object.keys(outputGroups) as (keyof typeof outputGroups)[]),
];

export type OutputWord = (typeof outputWords)[number];

/** The kinds that a list of outputs names, groups spelled out, each kind once. */
export function expandOutputs(words: readonly OutputWord[]): OutputKindName[] {
  return [
    ...new Set(words.flatMap((word) => (word in outputGroups ? groupOf(word) : [word as OutputKindName]))),
  ];
}

function groupOf(word: OutputWord): readonly OutputKindName[] {
  return outputGroups[word as keyof typeof outputGroups];
}
