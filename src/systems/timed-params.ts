import {
  type IntegralMeasure,
  integrateKeys,
  isConstant,
  isKeyed,
  type KeyedValue,
  sortKeys,
  valueAt,
} from './keyed-values.ts';
import { kindOf, type ParamSpec, type ParamTable } from './params.ts';

/** Parameters of which some change over time. Every value is a function of the time alone. */
export interface TimedParams<Params> {
  /**
   * Returns all parameters at a time, seconds of the scene, with the integrals that systems need beside them (`integral` of a
   * parameter). What does not change is the same object.
   */
  at(t: number): Params;
  /** Returns the same without integrals: values that are valid for the table. */
  valuesAt(t: number): Params;
  /** Names of the parameters that have keys. For the fields of a list: the name of the list. */
  readonly names: readonly string[];
  /** Times of the keys, seconds, ascending. */
  readonly times: readonly number[];
  /** The same as plain data, which can be sent to another thread. `createTimed` makes the functions again. */
  readonly data: TimedData<Params>;
}

/** A value with keys: where it is in the parameters, and what is computed from it. */
interface Track {
  /** Names and indices from the parameters to the value. */
  readonly path: readonly (string | number)[];
  /** Keys in ascending order. */
  readonly value: KeyedValue;
  /** Absent: the value itself. */
  readonly integral?: IntegralMeasure;
}

/** Parameters over time as plain data: the values as they are written, and their keys. */
export interface TimedData<Params> {
  readonly params: Params;
  readonly tracks: readonly Track[];
}

/**
 * Returns the parameters over time, for values that may have keys. Null if none has. The values must be valid for the table
 * (`checkValues`).
 */
export function createTimedParams<Params>(table: ParamTable, params: Params): TimedParams<Params> | null {
  const tracks = listKeyedParams(table, params as Readonly<Record<string, unknown>>).flatMap(tracksOf);
  return tracks.length > 0 ? createTimed({ params, tracks }) : null;
}

/** Returns the parameters over time from their plain data. */
export function createTimed<Params>(data: TimedData<Params>): TimedParams<Params> {
  const { params, tracks } = data;
  const plain = tracks.filter(({ integral }) => integral === undefined);
  const write = (t: number, written: readonly Track[]) =>
    written.reduce(
      (values: unknown, track) => replace(values, track.path, 0, evaluate(track, t)),
      params,
    ) as Params;
  let known: { readonly t: number; readonly values: Params } | null = null;
  const times = plain.flatMap(({ value }) => value.keys.map(({ time }) => time));
  return {
    names: [...new Set(plain.map(({ path }) => String(path[0])))],
    times: [...new Set(times)].sort((a, b) => a - b),
    data,
    at(t) {
      if (known?.t !== t) known = { t, values: write(t, tracks) };
      return known.values;
    },
    valuesAt: (t) => write(t, plain),
  };
}

/** Returns the maximum that a number has at the start or at any key. */
export function maxOverTime<Params>(
  timed: TimedParams<Params> | null | undefined,
  params: Params,
  read: (params: Params) => number,
): number {
  let max = read(params);
  for (const time of timed?.times ?? []) max = Math.max(max, read(timed!.at(time)));
  return max;
}

function evaluate({ value, integral }: Track, t: number): unknown {
  return integral === undefined ? valueAt(value, t) : integrateKeys(value, integral, t);
}

/** A parameter that has keys. */
export interface KeyedParam {
  /** Names and indices from the parameters to the value: `['forces', 0, 'velocity']`. */
  readonly path: readonly (string | number)[];
  readonly spec: ParamSpec;
  /** Keys in ascending order. */
  readonly value: KeyedValue;
}

/** Lists the parameters that have keys. The values must be valid for the table. */
export function listKeyedParams(
  table: ParamTable,
  values: Readonly<Record<string, unknown>>,
  path: readonly (string | number)[] = [],
): KeyedParam[] {
  return Object.entries(table).flatMap(([name, spec]): KeyedParam[] => {
    const value = values[name];
    if (spec.type === 'list' && Array.isArray(value)) {
      return value.flatMap((entry, k) => {
        const kind = kindOf(spec, entry);
        return kind ? listKeyedParams(kind.fields, entry, [...path, name, k]) : [];
      });
    }
    return isKeyed(value) ? [{ path: [...path, name], spec, value: sortKeys(value) }] : [];
  });
}

function tracksOf({ path, spec, value }: KeyedParam): Track[] {
  const own: Track = { path, value };
  const integral = 'integral' in spec ? spec.integral : undefined;
  // With equal keys there is no integral, so that the system computes exactly what it computes for a number.
  if (!integral || isConstant(value)) return [own];
  return [own, { path: [...path.slice(0, -1), integral.name], value, integral: integral.of }];
}

/** Returns a copy of a value in which the part at a path is replaced. */
function replace(value: unknown, path: readonly (string | number)[], depth: number, part: unknown): unknown {
  if (depth === path.length) return part;
  const key = path[depth];
  const inner = replace((value as Record<string | number, unknown>)[key], path, depth + 1, part);
  if (Array.isArray(value)) return value.map((entry, k) => (k === key ? inner : entry));
  return { ...(value as object), [key]: inner };
}
