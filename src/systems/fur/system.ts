import { divideRepeat } from '../repeat-clip.ts';
import type { SystemDefinition } from '../system.ts';
import { furDescription } from './description.ts';
import { findPeriodicState } from './find-periodic-state.ts';
import type { FurParams } from './params.ts';
import { type FurPrepared, prepareFur } from './prepare.ts';
import { reportFur } from './report.ts';
import { hashFur, loadFur, saveFur } from './save.ts';
import { showBetween } from './show-between.ts';
import { FurState } from './state.ts';
import { standFur, stepFur } from './step.ts';

/** Fur and grass: shells on a skin, moved by masses and springs. Banisch & Wüthrich 2006. */
export const furSystem: SystemDefinition<FurParams, FurState, FurPrepared> = {
  ...furDescription,
  rate: (params, prepared) =>
    params.loop && prepared?.actor ? divideRepeat(prepared.actor, params.rate).rate : params.rate,
  prepare: prepareFur,
  surfaces: (_params, prepared) => prepared.surfaces,
  create(params, inputs, _seed, prepared, timed) {
    const state = new FurState(params, prepared!, {}, timed);
    standFur(state, inputs);
    if (params.loop && prepared!.actor) findPeriodicState(state, prepared!.actor, inputs);
    return state;
  },
  step: stepFur,
  interpolate: showBetween,
  save: saveFur,
  load: (params, bytes, prepared, timed) => loadFur(new FurState(params, prepared!, {}, timed), bytes),
  setTime: (state, t) => state.setTime(t),
  hash: hashFur,
  outputs: (state) => [state.output],
  report: reportFur,
};
