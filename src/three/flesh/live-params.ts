import { checkFlesh } from '../../systems/flesh/check-params.ts';
import { type FleshInput, type FleshParams, fleshParams } from '../../systems/flesh/params.ts';
import { readParamsAmong } from '../../systems/read-params.ts';

/** What of flesh's parameters may still be chosen once a part is prepared. */
const liveParamNames = [
  'material',
  'stiffness',
  'density',
  'damping',
  'halfLife',
  'gravity',
  'sagged',
  'strength',
  'maxAcceleration',
  'limit',
  'gyroscopic',
  'teleport',
] as const satisfies readonly (keyof FleshParams)[];

/** The parameters of flesh that can be changed while it runs. */
export type LiveFleshParams = Pick<FleshInput, (typeof liveParamNames)[number]>;

/**
 * All parameters, with those among the options of `owner`. `others`: its options that are no parameters. Throws InputError with
 * every parameter that is out of range, and every option that is none.
 */
export function readLiveParams(
  options: LiveFleshParams,
  owner: string,
  others: readonly string[],
): FleshParams {
  const flesh = { params: fleshParams, check: checkFlesh };
  return readParamsAmong(flesh, options, { names: liveParamNames, others, path: owner });
}
