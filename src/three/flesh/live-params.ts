import { checkFlesh } from '../../systems/flesh/check-params.ts';
import { type FleshInput, type FleshParams, fleshParams } from '../../systems/flesh/params.ts';
import { readParamsAmong, refuseKeys } from '../../systems/read-params.ts';

/** The parameters of flesh that can be chosen after a part is prepared. */
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
  'maxDisplacement',
  'gyroscopic',
  'teleport',
] as const satisfies readonly (keyof FleshParams)[];

/** The parameters of flesh that can be changed while it runs. */
export type LiveFleshParams = Pick<FleshInput, (typeof liveParamNames)[number]>;

/**
 * Checks the options of `owner` and returns all parameters. `others`: names of options that are not parameters. Throws an `InputError` that
 * lists every parameter out of range and every unknown option.
 */
export function readLiveParams(
  options: LiveFleshParams,
  owner: string,
  others: readonly string[],
): FleshParams {
  const flesh = { params: fleshParams, check: checkFlesh };
  return refuseKeys(readParamsAmong(flesh, options, { names: liveParamNames, others, path: owner }), owner);
}
