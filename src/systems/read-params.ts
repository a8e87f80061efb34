import { InputError, type InputFault } from '../input-error.ts';
import { checkKeys, checkValues } from './check-values.ts';
import { createKeyedParams, type KeyedParams } from './keyed-params.ts';
import { isEntry, readQuantities } from './map-params.ts';
import { faultMessage } from './param-messages.ts';
import { fillParams, type ParamTable, type ParamValues } from './params.ts';

/** Something with parameters: a system's definition, or a table with checks that its ranges do not express. */
export interface ParamOwner<Table extends ParamTable> {
  readonly params: Table;
  /** Faults of values that contradict each other. Paths are relative to the values. */
  check?(params: ParamValues<Table>): InputFault[];
}

/** The parameters of a system at the start of a run, and over time if any has keys. */
export interface ReadParams<Params> {
  readonly params: Params;
  readonly keyed: KeyedParams<Params> | null;
}

/**
 * Reads the parameters of a system from a program. As in a scene file, any may be missing, and texts with units (`'5mm'`) are
 * accepted. Returns all parameters, with defaults, also in lists. Complete values are returned equal. Keys over time are refused: see
 * `readKeyedParams`.
 *
 * `path` is their location, for faults: `systems[0]`, '' for the whole. Throws an InputError with all faults: unknown keys with
 * the nearest known one, wrong types, numbers out of range, values that contradict each other.
 */
export function readParams<Table extends ParamTable>(
  owner: ParamOwner<Table>,
  given: unknown = {},
  path = '',
): ParamValues<Table> {
  return refuseKeys(readKeyedParams(owner, given, path), path);
}

/** Returns the parameters. Throws an InputError if any has keys over time, for code that has no clock. */
export function refuseKeys<Params>({ params, keyed }: ReadParams<Params>, path: string): Params {
  if (!keyed) return params;
  const message = 'expected one value, got keys over time, which need the clock of a scene';
  throw new InputError(
    keyed.names.map((name) => ({ path: [path, name].filter(Boolean).join('.'), message })),
  );
}

/** Like `readParams`, but parameters may have keys over time. `start`: time at which `params` are evaluated, seconds. */
export function readKeyedParams<Table extends ParamTable>(
  owner: ParamOwner<Table>,
  given: unknown = {},
  path = '',
  start = 0,
): ReadParams<ParamValues<Table>> {
  const { params: table } = owner;
  if (!isEntry(given)) throw InputError.at(path, faultMessage('parameters in { }', given));
  const values = readQuantities(table, given);
  const faults = checkValues(table, values, path);
  if (faults.length > 0) throw new InputError(faults);
  const params = fillParams(table, values);
  const keyed = createKeyedParams(table, params);
  const unfit = checkOverTime(owner, params, keyed);
  if (unfit.length === 0) return { params: keyed ? keyed.valuesAt(start) : params, keyed };
  throw new InputError(
    unfit.map((fault) => ({ ...fault, path: [path, fault.path].filter(Boolean).join('.') })),
  );
}

/**
 * Returns the faults of values that contradict each other. With keys over time these are the faults that occur at every key, since a
 * parameter may be without effect for a part of the time. Paths are relative to the values.
 */
export function checkOverTime<Params>(
  { check }: { check?(params: Params): InputFault[] },
  params: Params,
  keyed: KeyedParams<Params> | null,
): InputFault[] {
  if (!check) return [];
  if (!keyed) return check(params);
  const faults = keyed.times.map((time) => check(keyed.valuesAt(time)));
  return faults[0].filter(({ path }) =>
    faults.every((others) => others.some((other) => other.path === path)),
  );
}

/**
 * Reads parameters that are mixed with options of another kind, like `readKeyedParams`. `names`: the table's parameters that are
 * allowed there; `others`: the keys of the other options. Throws an InputError, also for keys that are neither.
 */
export function readParamsAmong<Table extends ParamTable>(
  owner: ParamOwner<Table>,
  options: object,
  { names, others, path }: { names: readonly string[]; others: readonly string[]; path: string },
): ReadParams<ParamValues<Table>> {
  const faults = checkKeys(options, [...others, ...names], path);
  if (faults.length > 0) throw new InputError(faults);
  const given = Object.entries(options).filter(([name]) => names.includes(name) && !others.includes(name));
  return readKeyedParams(owner, Object.fromEntries(given), path);
}
