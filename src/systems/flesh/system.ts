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
import { predictFlesh, settleFlesh, showFlesh, stepFlesh, type Touching } from './step.ts';
import { PosedSurface } from './touch/posed-surface.ts';
import type { MovedFrame } from './touch/relative-frame.ts';
import type { PosedBody, TouchBody } from './touch/touch-solver.ts';

/** Soft parts of a character, moved by the bones that carry them. James & Pai 2002. The state is a list of the states of its parts. */
export const fleshSystem: SystemDefinition<FleshParams, readonly FleshState[], FleshPrepared> = {
  ...fleshDescription,
  rate: (params, prepared) =>
    params.loop && prepared ? divideRepeat(prepared.actor, params.rate).rate : params.rate,
  prepare: prepareFlesh,
  drives: (_params, { actor, parts, touch }) => [
    ...parts.map(({ part: { node, inverseBind } }) => ({ actor: actor.name, node, inverseBind })),
    ...(touch?.requests ?? []),
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
    poseParts(states, inputs.drives, dt);
    for (const [k, state] of states.entries()) {
      stepFlesh(state, inputs.drives[k], dt, findTouching(states, k, inputs.drives));
    }
  },
  interpolate(states, inputs, ahead, dt) {
    poseParts(states, inputs.drives, dt);
    for (const [k, state] of states.entries()) {
      showFlesh(state, inputs.drives[k], ahead, dt, findTouching(states, k, inputs.drives));
    }
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

/**
 * Poses the surfaces of parts that touch each other at the end of a step, as they are before contact. All parts read the same surfaces, so the result
 * does not depend on the order of the parts.
 */
function poseParts(states: readonly FleshState[], drives: readonly Drive[], dt: number): void {
  for (const [k, state] of states.entries()) {
    const { posed, touched, predicted } = state;
    if (!posed) continue;
    predictFlesh(state, drives[k], dt);
    const joints = touched!.joints.map((joint) => drives[states.length + joint].frame!);
    posed.pose(predicted, joints, drives[k].frame!);
  }
}

/**
 * Returns the motion of the bodies that touch a part, and of the joints that move its surface. A body that jumps does not push in that step. Null if
 * nothing touches.
 */
function findTouching(
  states: readonly FleshState[],
  index: number,
  drives: readonly Drive[],
): Touching | null {
  const { touched, others } = states[index];
  if (!touched) return null;
  const movedFrame = ({ startFrame, frame, cut }: Drive): MovedFrame => ({
    start: (cut ? frame : startFrame)!,
    end: frame!,
  });
  const place = (body: TouchBody, drive: Drive): PosedBody[] =>
    drive.cut || drive.vanishes ? [] : [{ body, moved: movedFrame(drive) }];
  const own = drives.slice(states.length);
  return {
    part: movedFrame(drives[index]),
    joints: touched.joints.map((joint) => movedFrame(own[joint])),
    bodies: [
      ...touched.bodies.flatMap(({ body, drive }): PosedBody[] =>
        drive === null ? [{ body, moved: null }] : place(body, own[drive]),
      ),
      ...others.flatMap((other) => place(other.body, drives[other.index])),
    ],
  };
}

function createStates(
  params: FleshParams,
  { parts, actor, touch }: FleshPrepared,
  timed: TimedParams<FleshParams> | null = null,
): FleshState[] {
  const states = parts.map((prepared, index) => {
    const { part, settings } = resolveMotion(params, prepared);
    const state = new FleshState(part, settings, actor.name);
    if (timed) state.motionAt = (t) => resolveMotion(timed.at(t), prepared);
    if (touch) state.enableTouch(touch.parts[index].surface, touch.parts[index]);
    return state;
  });
  joinParts(states);
  return states;
}

/** Lets parts touch each other, if they are to. */
function joinParts(states: readonly FleshState[]): void {
  for (const state of states) {
    if (state.touched?.others) state.posed = new PosedSurface(state.touch!.surface, state.part.modeCount);
  }
  for (const [index, { touched, others }] of states.entries()) {
    if (!touched?.others) continue;
    const { friction, ignoredBy } = touched.others;
    for (const [k, { posed, touch }] of states.entries()) {
      if (k === index || !posed) continue;
      const other = { surface: posed, solver: touch! };
      others.push({ index: k, body: { shape: posed, friction, ignoredBy: ignoredBy[k], other } });
    }
  }
}

function resolveMotion(
  params: FleshParams,
  { part, restDown }: PreparedPart,
): Pick<FleshState, 'part' | 'settings'> {
  const own = applyMaterial(part, resolveMaterial(params));
  return { part: own, settings: resolveSettings(params, own, restDown) };
}
