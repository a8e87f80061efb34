import type { Collider } from '../../motion/collider.ts';
import type { SystemInputs } from '../system.ts';
import { leanNormals, poseCarrier, poseNormals } from './carrier/pose-carrier.ts';
import { limitStretch } from './limit-stretch.ts';
import { measureLean } from './measure-lean.ts';
import type { FurState } from './state.ts';

/** Lets all strands stand at rest on the skin as the first step finds it. */
export function standFur(state: FurState, inputs: SystemInputs): void {
  poseCarrier(state, inputs, 'start');
  state.solver.reset(state.skin.places, state.skin.directions);
  state.time = inputs.startTime;
  showState(state);
}

/** One step from t to t + dt, s. A step of no time changes nothing. */
export function stepFur(state: FurState, inputs: SystemInputs, t: number, dt: number): void {
  if (!(dt > 0)) return;
  const { totals, solver } = state;
  totals.steps++;
  if (inputs.surfaces[0]?.cut) totals.cuts++;
  advanceFur(state, inputs, t, dt);
  state.time = t + dt;
  const lean = measureLean(solver.store);
  if (lean > totals.largestLean) totals.largestLean = lean;
  showState(state);
}

/** Moves strands on, and nothing else: no totals, nothing shown. */
export function advanceFur(state: FurState, inputs: SystemInputs, t: number, dt: number): void {
  const { solver, skin, params, field, contact } = state;
  const cut = inputs.surfaces[0]?.cut ?? false;
  contact?.recover(dt);
  poseCarrier(state, inputs, 'end');
  if (cut && params.teleport === 'reset') {
    solver.reset(skin.places, skin.directions);
  } else {
    field.apply(solver, t, dt);
    solver.step(dt, skin.places, skin.directions, { cut });
    if (!params.paper) limitStretch(solver.store);
  }
  contact?.step(solver, {
    dt,
    colliders: findColliders(state, inputs.colliders),
    positions: skin.places,
    normals: skin.normals,
  });
  leanNormals(state);
}

/** Those that may press it: not the actor that wears it, whose fur has its own skin below it. */
function findColliders(state: FurState, all: readonly Collider[]): readonly Collider[] {
  if (!state.params.collide) return none;
  if (state.seenColliders !== all) {
    const own = state.prepared.carrier.skin?.actor;
    state.seenColliders = all;
    state.colliders = all.filter(({ name }) => own === undefined || name.split('/', 1)[0] !== own);
  }
  return state.colliders;
}

const none: readonly Collider[] = [];

/** Shows the state itself, as after a step. */
export function showState(state: FurState): void {
  const { solver, output, skin } = state;
  const offsets = scratchOf(solver.topology.strandCount);
  solver.readOffsets(offsets);
  output.show(skin.places, skin.leaning, offsets);
}

/**
 * Shows fur `ahead` seconds after the state, less than a step: on the straight line to where the coming step brings it. The
 * state stays as it is.
 */
export function showBetween(state: FurState, inputs: SystemInputs, ahead: number, dt: number): void {
  const share = Math.min(1, ahead / dt);
  if (!(share > 1e-9) || inputs.surfaces[0]?.cut) {
    showState(state);
    return;
  }
  const { solver, skin, output, contact } = state;
  const before = { tips: solver.save(), tread: contact?.save(), places: skin.places.slice() };
  const leaning = skin.leaning.slice();
  const from = new Float64Array(3 * solver.topology.strandCount);
  solver.readOffsets(from);
  advanceFur(state, inputs, state.time, dt);
  const to = scratchOf(solver.topology.strandCount);
  solver.readOffsets(to);
  output.show(
    mix(skin.places.slice(), before.places, share),
    mixUnit(skin.leaning.slice(), leaning, share),
    mix(to, from, share),
  );
  solver.restore(before.tips);
  if (before.tread) contact?.restore(before.tread);
  skin.places.set(before.places);
  poseNormals(state, skin);
}

/** out = from + share · (out − from). */
function mix(out: Float64Array, from: Float64Array, share: number): Float64Array {
  for (let k = 0; k < out.length; k++) out[k] = from[k] + (out[k] - from[k]) * share;
  return out;
}

function mixUnit(out: Float64Array, from: Float64Array, share: number): Float64Array {
  mix(out, from, share);
  for (let o = 0; o < out.length; o += 3) {
    const size = Math.sqrt(out[o] ** 2 + out[o + 1] ** 2 + out[o + 2] ** 2);
    // Straight over on its head in one step: either side will do.
    for (let axis = 0; axis < 3; axis++) out[o + axis] = size > 1e-9 ? out[o + axis] / size : from[o + axis];
  }
  return out;
}

let scratch = new Float64Array(0);

function scratchOf(strandCount: number): Float64Array {
  if (scratch.length !== 3 * strandCount) scratch = new Float64Array(3 * strandCount);
  return scratch;
}
