import { InputError, type InputFault } from '../input-error.ts';
import { checkKeys, checkValues } from './check-values.ts';
import { isEntry, readQuantities } from './map-params.ts';
import { gotWords } from './param-words.ts';
import { fillParams, type ParamTable, type ParamValues } from './params.ts';

/** What has parameters: a system's definition, or a table with what its ranges do not say. */
export interface ParamOwner<Table extends ParamTable> {
  readonly params: Table;
  /** Faults of values that do not go together; paths are relative to the values. */
  check?(params: ParamValues<Table>): InputFault[];
}

/**
 * The parameters of a system as a program gives them: like those in a scene file, any may be left out, and texts with units
 * (`'5mm'`) are understood. Returns all of them, defaults filled in, in lists too; values that are complete come back equal.
 *
 * `path` is where they stand, for faults: `systems[0]`, '' for the whole. Throws InputError with every fault: unknown keys with
 * the nearest right one, wrong types, numbers out of their range, values that do not go together.
 */
export function readParams<Table extends ParamTable>(
  { params: table, check }: ParamOwner<Table>,
  given: unknown = {},
  path = '',
): ParamValues<Table> {
  if (!isEntry(given)) throw InputError.at(path, gotWords('parameters in { }', given));
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
 * The parameters that stand among options of another kind, as `readParams` reads them. `names`: which of the table's parameters
 * may stand there; `others`: the keys of the other options. Throws InputError, for keys that are neither too.
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
