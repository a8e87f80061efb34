import { createMatrix } from '../../math/matrix.ts';
import type { Drive } from '../../motion/drive.ts';
import { createActorDrives } from '../../motion/drive-actor.ts';
import { divideRepeat } from '../repeat-clip.ts';
import type { SystemDefinition } from '../system.ts';
import { fleshDescription } from './description.ts';
import { showMorph } from './outputs.ts';
import type { FleshParams } from './params.ts';
import { findPeriodicState } from './periodic-state.ts';
import { type FleshPrepared, prepareFlesh } from './prepare.ts';
import { reportParts } from './report.ts';
import { hashParts, loadParts, saveParts } from './save.ts';
import { applyMaterial, resolveMaterial, resolveSettings } from './settings.ts';
import { FleshState } from './state.ts';
import { settleFlesh, showFlesh, stepFlesh } from './step.ts';
import type { PosedTouching } from './touch.ts';

/** Soft parts of a character, moved by the bones that carry them. James & Pai 2002. The state is a list of the states of its parts. */
export const fleshSystem: SystemDefinition<FleshParams, readonly FleshState[], FleshPrepared> = {
  ...fleshDescription,
  rate: (params, prepared) =>
    params.loop && prepared ? divideRepeat(prepared.actor, params.rate).rate : params.rate,
  prepare: prepareFlesh,
  drives: (_params, { actor, parts, touchedBy }) => [
    ...parts.map(({ part: { node, inverseBind } }) => ({ actor: actor.name, node, inverseBind })),
    ...touchedBy.map(({ node }) => ({ actor: actor.name, node, inverseBind: createMatrix() })),
  ],
  create(params, inputs, _seed, prepared) {
    const states = createStates(params, prepared!);
    for (const [k, state] of states.entries()) settleFlesh(state, inputs.drives[k].start);
    if (params.loop) {
      const { actor } = prepared!;
      const { period, stepCount } = divideRepeat(actor, params.rate);
      for (const state of states) {
        const drives = createActorDrives(actor, { startTime: inputs.startTime });
        const request = { ...state.part, reference: inputs.reference ?? undefined };
        findPeriodicState(state, drives, request, inputs.startTime, period, stepCount);
      }
    }
    return states;
  },
  step(states, inputs, _t, dt) {
    const touching = listTouching(states, inputs.drives);
    for (const [k, state] of states.entries()) stepFlesh(state, inputs.drives[k], dt, touching);
  },
  interpolate(states, inputs, ahead, dt) {
    for (const [k, state] of states.entries()) showFlesh(state, inputs.drives[k], ahead, dt);
  },
  save: saveParts,
  load: (params, bytes, prepared) => loadParts(createStates(params, prepared!), bytes),
  hash: hashParts,
  outputs: (states) => states.map(showMorph),
  report: reportParts,
};

/** Returns the capsules in their poses at the end of a step. A capsule whose joint jumps does not push in that step. */
function listTouching(states: readonly FleshState[], drives: readonly Drive[]): PosedTouching[] {
  return states[0].touchedBy.flatMap((capsule, k) => {
    const { frame, cut } = drives[states.length + k];
    return frame && !cut ? [{ capsule, frame }] : [];
  });
}

function createStates(params: FleshParams, { parts, actor, touchedBy }: FleshPrepared): FleshState[] {
  const material = resolveMaterial(params);
  return parts.map(({ part, restDown }) => {
    const own = applyMaterial(part, material);
    const state = new FleshState(own, resolveSettings(params, own, restDown), actor.name);
    if (touchedBy.length > 0) state.enableTouch(touchedBy, actor.rig.surfaces);
    return state;
  });
}
