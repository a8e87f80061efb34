import type { SystemInputs } from '../system.ts';
import { appearAndGo } from './appear.ts';
import { approachStates, turnParticles } from './keys/approach-states.ts';
import { beginKey } from './keys/begin-key.ts';
import { confineKey } from './keys/confine-key.ts';
import type { KeyRun } from './keys/key-run.ts';
import { leadKey } from './keys/lead-key.ts';
import { meetKey } from './keys/meet-key.ts';
import { createStepLaw, dragFactor, freeLaw } from './laws/step-law.ts';
import { heldRow } from './prepare.ts';
import type { ParticlesState } from './state.ts';
import { stepParticles } from './step-particles.ts';

/**
 * One tick. Where keys begin, end or let go inside it, those whom they lead go through it in steps; all others go through it
 * as if those keys were not there, to the bit.
 */
export function stepTick(state: ParticlesState, inputs: SystemInputs, tick: number): void {
  const { prepared, params, runs, totals } = state;
  const cuts = prepared.schedule.cutsOf(tick);
  if (params.collide) state.obstacles.update(inputs.colliders, inputs.heightfields, 1 / params.rate);
  totals.steps++;
  if (cuts.length === 0) {
    advance(state, inputs, tick, tick, tick + 1, runs);
  } else {
    const isCut = ({ key }: KeyRun) =>
      [key.start, key.end, key.release].some((place) => Math.floor(place) === tick && place !== tick);
    advanceInParts(
      state,
      inputs,
      tick,
      cuts,
      runs.filter(isCut),
      runs.filter((run) => !isCut(run)),
    );
  }
  for (const run of runs) {
    const isDue = run.key.start < tick + 1 && run.key.end > tick;
    if (isDue && run.phase !== 'waiting') approachStates(state, run, tick);
  }
  turnParticles(state, tick);
  for (const run of runs) {
    if (run.key.release <= tick + 1 && run.phase === 'leading') run.finish();
  }
  state.tick = tick + 1;
  appearAndGo(state, inputs.surfaces);
}

/**
 * A tick that is cut: first all go through it in parts, which is right for those of the keys that are cut; then all others
 * go back and through it whole.
 */
function advanceInParts(
  state: ParticlesState,
  inputs: SystemInputs,
  tick: number,
  cuts: readonly number[],
  cutRuns: readonly KeyRun[],
  otherRuns: readonly KeyRun[],
): void {
  const { store, bornCount } = state;
  const planes = () => [store.x, store.y, store.z, store.vx, store.vy, store.vz];
  const before = planes().map((plane) => plane.slice(0, bornCount));
  const places = [tick, ...cuts, tick + 1];
  for (let k = 0; k + 1 < places.length; k++) advance(state, inputs, tick, places[k], places[k + 1], cutRuns);
  const after = planes().map((plane) => plane.slice(0, bornCount));
  planes().forEach((plane, k) => {
    plane.set(before[k]);
  });
  advance(state, inputs, tick, tick, tick + 1, otherRuns);
  planes().forEach((plane, k) => {
    for (const { members, key } of cutRuns) {
      if (!key.goals) continue;
      for (const particle of members) if (particle < bornCount) plane[particle] = after[k][particle];
    }
  });
}

const law = createStepLaw();
const held = { ...createStepLaw(), keep: 0, ignoresObstacles: true };
const uniform = new Float64Array(3);

/** All that is there, from one place on the clock to another within a tick, led by those keys alone. */
function advance(
  state: ParticlesState,
  inputs: SystemInputs,
  tick: number,
  from: number,
  to: number,
  runs: readonly KeyRun[],
): void {
  const { store, table, field, obstacles, params, firstAlive, bornCount } = state;
  const { surfaces } = inputs;
  const dt = (to - from) / params.rate;
  const t = from / params.rate;
  const drag = dragFactor(params.drag, dt);
  for (const run of runs) {
    if (run.phase === 'waiting' && run.key.start <= from && run.key.end > from)
      beginKey(state, run, surfaces);
  }
  field.uniform(uniform, t, dt, drag);
  freeLaw(law, drag, dt);
  for (let row = 0; row < state.prepared.rowCount; row++) if (row !== heldRow) table.set(row, law, uniform);
  table.set(heldRow, held, uniform);
  let weights = false;
  for (const run of runs) {
    if (run.phase !== 'leading' || !run.key.goals || run.key.end <= from) continue;
    leadKey(state, run, from, dt, uniform, surfaces);
    if (run.key.params.randomness > 0) weights = true;
  }
  const forces = field.accumulate(store, t, dt, drag, firstAlive, bornCount);
  stepParticles(store, table, dt, firstAlive, bornCount, { forces, weights });
  if (params.collide) {
    const part = { from: from - tick, to: to - tick, dt, uniform, forces };
    state.totals.touches += obstacles.collide(store, table, part, firstAlive, bornCount);
  }
  for (const run of runs) {
    if (run.phase !== 'leading' || !run.key.goals) continue;
    if (run.key.end > from) confineKey(state, run, from, dt);
    meetKey(state, run, to, to - tick, surfaces);
  }
}
