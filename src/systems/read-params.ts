import { InputError, type InputFault } from '../input-error.ts';
import { checkKeys, checkValues } from './check-values.ts';
import { isEntry, readQuantities } from './map-params.ts';
import { faultMessage } from './param-messages.ts';
import { fillParams, type ParamTable, type ParamValues } from './params.ts';

/** Something with parameters: a system's definition, or a table with checks that its ranges do not express. */
export interface ParamOwner<Table extends ParamTable> {
  readonly params: Table;
  /** Faults of values that contradict each other. Paths are relative to the values. */
  check?(params: ParamValues<Table>): InputFault[];
}

/**
 * Reads the parameters of a system from a program. As in a scene file, any may be missing, and texts with units (`'5mm'`) are
 * accepted. Returns all parameters, with defaults, also in lists. Complete values are returned equal.
 *
 * `path` is their location, for faults: `systems[0]`, '' for the whole. Throws an InputError with all faults: unknown keys with
 * the nearest known one, wrong types, numbers out of range, values that contradict each other.
 */
export function readParams<Table extends ParamTable>(
  { params: table, check }: ParamOwner<Table>,
  given: unknown = {},
  path = '',
): ParamValues<Table> {
  if (!isEntry(given)) throw InputError.at(path, faultMessage('parameters in { }', given));
  const values = readQuantities(table, given);
  const faults = checkValues(table, values, path);
  if (faults.length > 0) throw new InputError(faults);
  const params = fillParams(table, values);
  const unfit = check?.(params) ?? [];
  if (unfit.length === 0) return params;
  throw new InputError(
    unfit.map((fault) => ({ ...fault, path: [path, fault.path].filter(Boolean).join('.') })),
  );
}

/**
 * Reads parameters that are mixed with options of another kind, like `readParams`. `names`: the table's parameters that are
 * allowed there; `others`: the keys of the other options. Throws an InputError, also for keys that are neither.
 */
export function readParamsAmong<Table extends ParamTable>(
  owner: ParamOwner<Table>,
  options: object,
  { names, others, path }: { names: readonly string[]; others: readonly string[]; path: string },
): ParamValues<Table> {
  const faults = checkKeys(options, [...others, ...names], path);
  if (faults.length > 0) throw new InputError(faults);
  const given = Object.entries(options).filter(([name]) => names.includes(name) && !others.includes(name));
  return readParams(owner, Object.fromEntries(given), path);
}
