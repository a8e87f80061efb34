import { divideRepeat } from '../repeat-clip.ts';
import type { SystemDefinition } from '../system.ts';
import { checkFur } from './check-params.ts';
import { findPeriodicState } from './find-periodic-state.ts';
import { type FurParams, furParams } from './params.ts';
import { type FurPrepared, prepareFur } from './prepare.ts';
import { reportFur } from './report.ts';
import { hashFur, loadFur, saveFur } from './save.ts';
import { showBetween } from './show-between.ts';
import { FurState } from './state.ts';
import { standFur, stepFur } from './step.ts';

/** Fur and grass: shells on a skin, moved by masses and springs. Banisch & Wüthrich 2006. */
export const furSystem: SystemDefinition<FurParams, FurState, FurPrepared> = {
  name: 'fur',
  params: furParams,
  reads: ['colliders', 'heightfields', 'surfaces', 'shapes'],
  // A patch stands on ground, a coat on a skin.
  touchesGround: ({ actor }) => actor === undefined,
  shows: 'shells',
  rate: (params, prepared) =>
    params.loop && prepared?.actor ? divideRepeat(prepared.actor, params.rate).rate : params.rate,
  check: checkFur,
  prepare: prepareFur,
  surfaces: (_params, prepared) => prepared.surfaces,
  create(params, inputs, _seed, prepared) {
    const state = new FurState(params, prepared!);
    standFur(state, inputs);
    if (params.loop && prepared!.actor) findPeriodicState(state, prepared!.actor, inputs);
    return state;
  },
  step: stepFur,
  show: showBetween,
  save: saveFur,
  load: (params, bytes, prepared) => loadFur(new FurState(params, prepared!), bytes),
  hash: hashFur,
  outputs: (state) => [state.output],
  report: reportFur,
};
