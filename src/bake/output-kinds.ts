import type { FileKind, OutputDefinition } from './output-definition.ts';
import { outputDefinitions } from './output-definitions.ts';

type Definition = (typeof outputDefinitions)[number];
type NamesOf<Files> = Files extends unknown ? keyof Files : never;

/** A kind of file that a bake writes, by its name in the scene's `outputs` and on the command line. */
export type OutputKindName = NamesOf<Definition['files']> | 'contactSheet';

/** The contact sheets, which all definitions share. */
const contactSheet: FileKind = {
  description: `one picture ${listPictured(outputDefinitions)}, at several times, as PNG`,
  isDefault: true,
};

/** The kinds of files of all definitions, by name. */
export const outputKinds: Readonly<Record<OutputKindName, FileKind>> = Object.assign(
  {},
  ...outputDefinitions.map(({ files }) => files),
  { contactSheet },
);

/** Joins descriptions to a text such as `of a, of b and of c`. */
function listPictured(definitions: readonly OutputDefinition[]): string {
  const parts = definitions.flatMap(({ pictured }) => pictured ?? []);
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** Names of all kinds of output. */
export const outputKindNames = Object.keys(outputKinds) as OutputKindName[];

/** The kinds that a bake writes by default. */
export const defaultOutputKinds: readonly OutputKindName[] = outputKindNames.filter(
  (name) => outputKinds[name].isDefault,
);

/** Names of groups of kinds in a list of outputs. */
export const outputGroups = { default: defaultOutputKinds, all: outputKindNames } as const;

/** Every name that is valid in a list of outputs. */
export const outputNames = [
  ...outputKindNames,
  ...(Object.keys(outputGroups) as (keyof typeof outputGroups)[]),
];

/** A name in a list of outputs: a kind of file, or a group of them. */
export type OutputName = (typeof outputNames)[number];

/** Returns the kinds that a list of outputs names, with groups expanded, each kind once. */
export function expandOutputs(names: readonly OutputName[]): OutputKindName[] {
  return [
    ...new Set(names.flatMap((word) => (word in outputGroups ? groupOf(word) : [word as OutputKindName]))),
  ];
}

function groupOf(word: OutputName): readonly OutputKindName[] {
  return outputGroups[word as keyof typeof outputGroups];
}
