import { createMatrix } from '../../math/matrix.ts';
import type { Drive } from '../../motion/drive.ts';
import { createActorDrives } from '../../motion/drive-actor.ts';
import { divideRepeat } from '../repeat-clip.ts';
import type { SystemDefinition } from '../system.ts';
import type { TimedParams } from '../timed-params.ts';
import { fleshDescription } from './description.ts';
import { showMorph } from './outputs.ts';
import type { FleshParams } from './params.ts';
import { findPeriodicState } from './periodic-state.ts';
import { type FleshPrepared, type PreparedPart, prepareFlesh } from './prepare.ts';
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
  create(params, inputs, _seed, prepared, timed) {
    const states = createStates(params, prepared!, timed);
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
  step(states, inputs, t, dt) {
    for (const state of states) state.setTime(t);
    const touching = listTouching(states, inputs.drives);
    for (const [k, state] of states.entries()) stepFlesh(state, inputs.drives[k], dt, touching);
  },
  interpolate(states, inputs, ahead, dt) {
    for (const [k, state] of states.entries()) showFlesh(state, inputs.drives[k], ahead, dt);
  },
  save: saveParts,
  load: (params, bytes, prepared, timed) => loadParts(createStates(params, prepared!, timed), bytes),
  setTime(states, t) {
    for (const state of states) state.setTime(t);
  },
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

function createStates(
  params: FleshParams,
  { parts, actor, touchedBy }: FleshPrepared,
  timed: TimedParams<FleshParams> | null = null,
): FleshState[] {
  return parts.map((prepared) => {
    const { part, settings } = resolveMotion(params, prepared);
    const state = new FleshState(part, settings, actor.name);
    if (timed) state.motionAt = (t) => resolveMotion(timed.at(t), prepared);
    if (touchedBy.length > 0) state.enableTouch(touchedBy, actor.rig.surfaces);
    return state;
  });
}

function resolveMotion(
  params: FleshParams,
  { part, restDown }: PreparedPart,
): Pick<FleshState, 'part' | 'settings'> {
  const own = applyMaterial(part, resolveMaterial(params));
  return { part: own, settings: resolveSettings(params, own, restDown) };
}
