import type { Collider, RigidPose } from '../../motion/collider.ts';
import { ReferencePath } from '../../motion/motion-reference.ts';
import { createRigidPose } from '../../motion/rigid-motion.ts';
import type { SystemInputs } from '../system.ts';
import { leanNormals, poseCarrier } from './carrier/pose-carrier.ts';
import { limitStretch } from './limit-stretch.ts';
import { measureLean } from './measure-lean.ts';
import { showFur } from './outputs.ts';
import type { FurForceParams } from './params.ts';
import { settleFur } from './settle-fur.ts';
import type { FurState } from './state.ts';

/** Puts all strands in static equilibrium on the skin at the start of the first step. */
export function standFur(state: FurState, inputs: SystemInputs): void {
  state.setTime(inputs.startTime);
  state.contact?.clear();
  poseCarrier(state, inputs, 'start');
  state.sticking?.read(inputs, state.solver);
  state.solver.reset(state.skin.positions, state.skin.directions);
  settleFur(state, inputs.startTime);
  state.time = inputs.startTime;
  showState(state);
}

/** Runs one step from t to t + dt, s. A step with dt = 0 changes nothing. Forces in `live` act also outside of their times. */
export function stepFur(
  state: FurState,
  inputs: SystemInputs,
  t: number,
  dt: number,
  live?: readonly FurForceParams[],
): void {
  if (!(dt > 0)) return;
  const { totals, solver } = state;
  totals.steps++;
  if (isCut(inputs, t, dt)) totals.cuts++;
  advanceFur(state, inputs, t, dt, live);
  state.sticking?.read(inputs, solver);
  state.time = t + dt;
  const lean = measureLean(solver.store, state.skin.normals);
  if (lean > totals.peakLean) totals.peakLean = lean;
  showState(state);
}

/** Returns whether a step is a cut: the actor or its reference jumps. */
export function isCut({ surfaces, reference }: SystemInputs, t: number, dt: number): boolean {
  if (surfaces[0]?.cut) return true;
  return reference ? reference.factor < 1 && reference.motion.cutBetween(t, t + dt) : false;
}

/** Shows the strands in their current shape, rotated with the skin to the end of the inputs' step. The state does not change. */
export function followSkin(state: FurState, inputs: SystemInputs): void {
  const { solver, skin } = state;
  poseCarrier(state, inputs, 'end');
  const snapshot = solver.save();
  solver.step(0, skin.positions, skin.directions, { cut: true });
  showState(state);
  solver.restore(snapshot);
}

/** Advances only the strands, without totals and outputs. */
export function advanceFur(
  state: FurState,
  inputs: SystemInputs,
  t: number,
  dt: number,
  live?: readonly FurForceParams[],
): void {
  state.setTime(t);
  const { solver, skin, params, field, contact } = state;
  const cut = isCut(inputs, t, dt);
  const carry = findCarry(state, inputs, t, dt);
  if (carry && !cut) solver.move(carry);
  contact?.recover(dt);
  poseCarrier(state, inputs, 'end');
  field.apply(solver, t, dt, live);
  const isReset = solver.step(dt, skin.positions, skin.directions, { cut, teleport: params.teleport });
  if (isReset) settleFur(state, t + dt);
  if (!params.paper) limitStretch(solver.store);
  contact?.step(solver, {
    dt,
    colliders: findColliders(state, inputs.colliders),
    positions: skin.positions,
    normals: skin.normals,
  });
  leanNormals(state);
}

/**
 * Returns the part of the reference's motion in this step that moves the strands without a force on them; null if all motion of the skin
 * acts on the strands.
 */
function findCarry(state: FurState, { reference }: SystemInputs, t: number, dt: number): RigidPose | null {
  if (!reference || reference.factor === 1) return null;
  if (state.carrier?.reference !== reference) state.carrier = new ReferencePath(reference);
  state.carrier.carry(carry, t, t + dt);
  return carry;
}

const carry = createRigidPose();

/**
 * Returns the colliders that may press the fur. Colliders of the actor that wears the fur are excluded, since its skin is below the fur.
 */
export function findColliders(state: FurState, all: readonly Collider[]): readonly Collider[] {
  if (!state.params.collide) return none;
  if (state.seenColliders !== all) {
    const own = state.prepared.carrier.skin?.actor;
    state.seenColliders = all;
    state.colliders = all.filter(({ name }) => own === undefined || name.split('/', 1)[0] !== own);
  }
  return state.colliders;
}

const none: readonly Collider[] = [];

/** Shows the current state, as after a step. */
export function showState(state: FurState): void {
  const { solver, skin, offsets } = state;
  solver.readOffsets(offsets);
  showFur(state, skin.positions, skin.leaning, offsets);
}

/** Returns a copy of the current tips minus roots, m, [3 · strandCount]. */
export function copyOffsets({ solver }: FurState): Float64Array {
  const offsets = new Float64Array(3 * solver.topology.strandCount);
  solver.readOffsets(offsets);
  return offsets;
}
