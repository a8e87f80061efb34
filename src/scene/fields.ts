import type { ParamSpec } from '../systems/params.ts';

/** What a field may be: scenes have the same kinds as systems. */
export type FieldSpec = ParamSpec;
export type FieldTable = { readonly [name: string]: FieldSpec };
