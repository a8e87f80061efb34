import { integrateKeys } from './integrate-keys.ts';
import {
  createKeyed,
  createKeyedParams,
  type KeyedParams,
  type TimedData,
  writeTracks,
} from './keyed-params.ts';
import type { ParamTable } from './params.ts';

/** Parameters of which some change over time. Every value is a function of the time alone. */
export interface TimedParams<Params> extends KeyedParams<Params> {
  /**
   * Returns all parameters at a time, seconds of the scene, with the integrals that systems need beside them (`integral` of a
   * parameter). What does not change is the same object.
   */
  at(t: number): Params;
}

/** Returns the parameters over time, for values that may have keys: see `createKeyedParams`. */
export function createTimedParams<Params>(table: ParamTable, params: Params): TimedParams<Params> | null {
  const keyed = createKeyedParams(table, params);
  return keyed && createTimed(keyed.data);
}

/** Returns the parameters over time from their plain data. */
export function createTimed<Params>(data: TimedData<Params>): TimedParams<Params> {
  const keyed = createKeyed(data);
  const integrals = data.tracks.filter(({ integral }) => integral !== undefined);
  let known: { readonly t: number; readonly values: Params } | null = null;
  return {
    ...keyed,
    at(t) {
      if (known?.t !== t) {
        const integrate = ({ value, integral }: (typeof integrals)[number]) =>
          integrateKeys(value, integral!, t);
        known = { t, values: writeTracks(keyed.valuesAt(t), integrals, integrate) };
      }
      return known.values;
    },
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
