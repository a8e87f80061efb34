import type { ParamTable, ParamValues } from './params.ts';
import { type ParamOwner, readKeyedParams } from './read-params.ts';
import { createTimed, type TimedParams } from './timed-params.ts';

/** Reads the parameters of a system that may have keys over time: see `readKeyedParams`. */
export function readTimedParams<Table extends ParamTable>(
  owner: ParamOwner<Table>,
  given: unknown = {},
  path = '',
  start = 0,
): { readonly params: ParamValues<Table>; readonly timed: TimedParams<ParamValues<Table>> | null } {
  const { params, keyed } = readKeyedParams(owner, given, path, start);
  return { params, timed: keyed && createTimed(keyed.data) };
}
