import type { ParamSpec } from '../systems/params.ts';

/** What a field may be: scenes have the same kinds as systems. */
export type FieldSpec = ParamSpec;
/** Fields of a part of a scene by their names. */
export type FieldTable = { readonly [name: string]: FieldSpec };

/** `softDepth` as a flag: `--soft-depth`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
