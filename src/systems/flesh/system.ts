import { createActorDrives } from '../../motion/drive-actor.ts';
import { divideRepeat } from '../repeat-clip.ts';
import type { SystemDefinition } from '../system.ts';
import { checkFlesh } from './check-params.ts';
import { showMorph } from './outputs.ts';
import { type FleshParams, fleshParams } from './params.ts';
import { findPeriodicState } from './periodic-state.ts';
import { type FleshPrepared, prepareFlesh } from './prepare.ts';
import { reportFlesh } from './report.ts';
import { hashFlesh, loadFlesh, saveFlesh } from './save.ts';
import { applyMaterial, resolveMaterial, resolveSettings } from './settings.ts';
import { FleshState } from './state.ts';
import { settleFlesh, showFlesh, stepFlesh } from './step.ts';

/** Soft parts of a character, moved by the bones that carry them. James & Pai 2002. */
export const fleshSystem: SystemDefinition<FleshParams, FleshState, FleshPrepared> = {
  name: 'flesh',
  params: fleshParams,
  reads: ['drives'],
  shows: 'morph',
  rate: (params, prepared) =>
    params.loop && prepared ? divideRepeat(prepared.actor, params.rate).rate : params.rate,
  check: checkFlesh,
  prepare: prepareFlesh,
  drives: (_params, { actor, part }) => [
    { actor: actor.name, node: part.node, inverseBind: part.inverseBind },
  ],
  create(params, inputs, _seed, prepared) {
    const state = createState(params, prepared!);
    settleFlesh(state, inputs.drives[0].start);
    if (params.loop) {
      const { actor, part } = prepared!;
      const drives = createActorDrives(actor, { startTime: inputs.startTime });
      const { period, stepCount } = divideRepeat(actor, params.rate);
      const request = { ...part, reference: inputs.reference ?? undefined };
      findPeriodicState(state, drives, request, inputs.startTime, period, stepCount);
    }
    return state;
  },
  step: (state, inputs, _t, dt) => stepFlesh(state, inputs.drives[0], dt),
  show: (state, inputs, ahead, dt) => showFlesh(state, inputs.drives[0], ahead, dt),
  save: saveFlesh,
  load: (params, bytes, prepared) => loadFlesh(createState(params, prepared!), bytes),
  hash: hashFlesh,
  outputs: (state) => [showMorph(state)],
  report: reportFlesh,
};

function createState(params: FleshParams, { part, restDown, actor }: FleshPrepared): FleshState {
  const own = applyMaterial(part, resolveMaterial(params));
  return new FleshState(own, resolveSettings(params, own, restDown), actor.name);
}
