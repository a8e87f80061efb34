import type { SystemDefinition } from '../system.ts';
import type { GroundKernel } from './kernel.ts';
import { createGroundKernel } from './load-kernel.ts';
import { materials } from './materials.ts';
import { showGround } from './outputs.ts';
import { type GroundParams, groundParams } from './params.ts';
import { createFloor, type GroundPrepared, prepareGround } from './prepare.ts';
import { reportGround } from './report.ts';
import { hashGround, loadGround, saveGround } from './save.ts';
import { checkGround, resolveSettings } from './settings.ts';
import { GroundState } from './state.ts';
import { stepGround } from './step.ts';

/**
 * A ground at rest. `kernel`: each ground needs one of its own; WASM where there is any, unless given. `prepared`: what
 * `prepareGround` read, where the parameters name files. Throws InputError for parameters out of range, and for files that
 * were not read.
 */
export function createGround(
  params: GroundParams,
  seed: number,
  kernel?: GroundKernel,
  prepared: GroundPrepared | null = null,
): GroundState {
  return new GroundState(resolveSettings(params, seed, prepared), kernel ?? createGroundKernel());
}

/** Sand, mud and snow that colliders leave their tracks in. Sumner, O'Brien and Hodgins 1999. */
export const groundSystem: SystemDefinition<GroundParams, GroundState, GroundPrepared> = {
  name: 'ground',
  params: groundParams,
  reads: ['colliders'],
  shows: 'heightfield',
  rate: (params) => params.rate,
  check: checkGround,
  softDepth: (params) => materials[params.material].softDepth,
  prepare: prepareGround,
  floor: createFloor,
  create: (params, _inputs, seed, prepared) => createGround(params, seed, undefined, prepared),
  step: (state, inputs, t, dt) => stepGround(state, inputs.colliders, t, dt),
  show: (state, _inputs, ahead) => state.spray?.view.refresh(state.spray.flight, ahead),
  save: saveGround,
  load: (params, bytes, prepared) =>
    loadGround((seed) => resolveSettings(params, seed, prepared), createGroundKernel(), bytes),
  hash: hashGround,
  outputs: (state) => {
    const { spray } = state;
    if (!spray) return [showGround(state)];
    spray.view.refresh(spray.flight);
    return [showGround(state), spray.view];
  },
  report: reportGround,
};
