import type { InputFault } from '../input-error.ts';
import type { ParamTable } from './params.ts';

/** Parameters that have an effect only if another parameter has certain values. */
export interface ParamUse<Values> {
  readonly names: readonly (keyof Values & string)[];
  /** The other parameter, and what is expected of it, as in `attempts above 1`. */
  readonly needs: keyof Values & string;
  readonly expected: string;
  isMet(values: Values): boolean;
}

/**
 * Returns a fault for each parameter that another one leaves without effect, at most one for each parameter. Values that are
 * equal to their default are accepted. `path` is that of the values; empty for a system.
 */
export function checkUses<Values extends object>(
  table: ParamTable,
  values: Values,
  uses: readonly ParamUse<Values>[],
  path = '',
): InputFault[] {
  const faults = new Map<string, InputFault>();
  for (const { names, needs, expected, isMet } of uses) {
    if (isMet(values)) continue;
    const got = values[needs] === undefined ? 'none' : `${needs} ${values[needs]}`;
    for (const name of names) {
      if (faults.has(name) || !isGiven(table, values, name)) continue;
      faults.set(name, {
        path: [path, name].filter(Boolean).join('.'),
        message: `expected ${expected}, without which this has no effect, got ${got}; change ${needs}, or leave this out`,
      });
    }
  }
  return [...faults.values()];
}

/** Returns whether a parameter has another value than its default. Lists are given if they have entries. */
export function isGiven<Values extends object>(
  table: ParamTable,
  values: Values,
  name: keyof Values & string,
): boolean {
  const value = values[name];
  if (value === undefined) return false;
  const spec = table[name];
  const standard = spec.type === 'list' ? [] : spec.default;
  return Array.isArray(value) ? JSON.stringify(value) !== JSON.stringify(standard) : value !== standard;
}
