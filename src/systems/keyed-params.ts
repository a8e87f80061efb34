import type { IntegralMeasure } from './integrate-keys.ts';
import { isConstant, isKeyed, type KeyedValue, sortKeys, valueAt } from './keyed-values.ts';
import { kindOf, type ParamSpec, type ParamTable } from './params.ts';

/** Parameters of which some have keys over time, as they are written. `TimedParams` has what systems need beside them. */
export interface KeyedParams<Params> {
  /**
   * Returns all parameters with their values at a time, seconds of the scene. Every value is within the range of its parameter. Objects in which
   * nothing changes are the same for every time.
   */
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
export function createKeyedParams<Params>(table: ParamTable, params: Params): KeyedParams<Params> | null {
  const tracks = listKeyedParams(table, params as Readonly<Record<string, unknown>>).flatMap(tracksOf);
  return tracks.length > 0 ? createKeyed({ params, tracks }) : null;
}

/** Returns the parameters over time from their plain data. */
export function createKeyed<Params>(data: TimedData<Params>): KeyedParams<Params> {
  const plain = data.tracks.filter(({ integral }) => integral === undefined);
  const times = plain.flatMap(({ value }) => value.keys.map(({ time }) => time));
  return {
    names: [...new Set(plain.map(({ path }) => String(path[0])))],
    times: [...new Set(times)].sort((a, b) => a - b),
    data,
    valuesAt: (t) => writeTracks(data.params, plain, ({ value }) => valueAt(value, t)),
  };
}

/** Returns a copy of the parameters with new values of the tracks. */
export function writeTracks<Params>(
  params: Params,
  tracks: readonly Track[],
  evaluate: (track: Track) => unknown,
): Params {
  return tracks.reduce(
    (values: unknown, track) => replace(values, track.path, 0, evaluate(track)),
    params,
  ) as Params;
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
