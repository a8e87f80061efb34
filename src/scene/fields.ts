import type { ParamSpec } from '../systems/params.ts';

/** Spec of a field of a scene. Scenes have the same kinds of fields as systems. */
export type FieldSpec = ParamSpec;
/** Fields of a part of a scene by their names. */
export type FieldTable = { readonly [name: string]: FieldSpec };

/** Returns the flag of a field: `--soft-depth` for `softDepth`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
