import { readTimedParams } from '../read-timed-params.ts';
import type { SystemDefinition } from '../system.ts';
import type { TimedParams } from '../timed-params.ts';
import { soilOf } from './bearing/soils.ts';
import { checkGround } from './check-ground.ts';
import { groundDescription } from './description.ts';
import type { GroundKernel } from './kernel.ts';
import { createGroundKernel } from './load-kernel.ts';
import { showGround } from './outputs.ts';
import { type GroundInput, type GroundParams, groundParams } from './params.ts';
import { createFloor, type GroundPrepared, prepareGround, readOffset } from './prepare.ts';
import { regionalGround } from './regional-ground.ts';
import { reportGround } from './report.ts';
import { materials } from './rules/materials.ts';
import { resolveSettings } from './rules/resolve-settings.ts';
import { GroundState } from './state.ts';
import { stepGround } from './step.ts';
import { hashGround, loadGround, saveGround } from './tiles/save.ts';
import { setGroundTime } from './timed-ground.ts';

/**
 * Creates a ground for a program that moves its own colliders:
 *
 *     const ground = createGround({ material: 'snow', cell: '5mm' });
 *     // in each step, while the colliders hold the motion over it
 *     stepGround(ground, colliders, time, dt);
 *
 * `params` are those of a scene; missing ones have their defaults. `kernel`: each ground needs a kernel of its own, by default WASM if
 * it is available. `prepared`: the result of `prepareGround`, if the parameters name files. Throws an InputError for unknown
 * parameters, for values out of range, and for files that were not read.
 */
export function createGround(
  params: GroundInput = {},
  seed = 1,
  kernel?: GroundKernel,
  prepared: GroundPrepared | null = null,
): GroundState {
  const owner = { params: groundParams, check: checkGround };
  const read = readTimedParams(owner, params);
  return create(read.params, seed, kernel, prepared, read.timed);
}

function create(
  params: GroundParams,
  seed: number,
  kernel: GroundKernel = createGroundKernel(),
  prepared: GroundPrepared | null = null,
  timed: TimedParams<GroundParams> | null = null,
): GroundState {
  return new GroundState(resolveSettings(params, seed, prepared, timed), kernel, timed);
}

/** Sand, mud and snow in which colliders leave tracks. Sumner, O'Brien and Hodgins 1999. */
export const groundSystem: SystemDefinition<GroundParams, GroundState, GroundPrepared> = {
  ...groundDescription,
  rate: (params) => params.rate,
  softDepth: (params) => params.sinkage ?? materials[params.material].sinkage,
  soil: soilOf,
  prepare: prepareGround,
  floor: createFloor,
  offset: readOffset,
  create: (params, _inputs, seed, prepared, timed) => create(params, seed, undefined, prepared, timed),
  step: (state, inputs, t, dt) => stepGround(state, inputs.colliders, t, dt),
  interpolate: (state, _inputs, ahead) => void state.spray?.show(ahead),
  save: saveGround,
  load: (params, bytes, prepared, timed) =>
    loadGround((seed) => resolveSettings(params, seed, prepared, timed), createGroundKernel(), bytes, timed),
  setTime: setGroundTime,
  hash: hashGround,
  outputs: (state) => [showGround(state), ...(state.spray?.show() ?? [])],
  report: reportGround,
  regional: regionalGround,
};
