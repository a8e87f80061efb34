import type { SystemInputs } from '../system.ts';
import { appearAndGo } from './appear.ts';
import { throwBursts } from './bursts/throw-bursts.ts';
import { diffuse } from './diffuse.ts';
import { approachStates } from './keys/approach-states.ts';
import { beginKey } from './keys/begin-key.ts';
import { hasLate } from './keys/bound-key.ts';
import { confineKey } from './keys/confine-key.ts';
import type { KeyRun } from './keys/key-run.ts';
import { leadKey } from './keys/lead-key.ts';
import { meetKey } from './keys/meet-key.ts';
import { heldRow } from './keys/prepared-key.ts';
import { turnParticles } from './keys/turn-particles.ts';
import { createStepLaw, dragFactor, freeLaw } from './laws/step-law.ts';
import { placeNew, settleParticles, supportOf } from './leaves/ground-rest.ts';
import { addLeafForces, turnLeaves } from './leaves/leaf-flight.ts';
import { lowerBound } from './schedule.ts';
import type { ParticlesState } from './state.ts';
import { stepParticles } from './step-particles.ts';

/** Receives the state inside a tick: see `showBetween`. */
export interface TickWatch {
  /** Time on the clock, ticks; less than a tick ahead. Only states that are not motion are advanced to it. */
  readonly until: number;
  /** Where that time is inside a divided tick: the particles of the divided part, its start and end, and the elapsed fraction. */
  parts: {
    readonly particles: Uint32Array;
    readonly from: readonly Float64Array[];
    readonly to: readonly Float64Array[];
    readonly fraction: number;
  } | null;
}

/** Returns the planes of positions and velocities: x y z vx vy vz. */
export function listMotion({ store }: ParticlesState): Float64Array[] {
  return [store.x, store.y, store.z, store.vx, store.vy, store.vz];
}

/**
 * Runs one tick. If keys begin, end or release particles inside it, their particles are stepped in parts; for all others the
 * result is exactly as without those keys.
 */
export function stepTick(
  state: ParticlesState,
  inputs: SystemInputs,
  tick: number,
  watch: TickWatch | null = null,
): void {
  state.setTime(tick / state.params.rate);
  const { prepared, params, runs, totals, store } = state;
  const cuts = prepared.schedule.cutsOf(tick);
  if (params.collide || state.bursts.length > 0) {
    state.obstacles.update(inputs.colliders, inputs.heightfields, 1 / params.rate);
  }
  beginAir(state);
  const stop = watch ? watch.until : tick + 1;
  totals.steps++;
  // Before the step, since the step releases the particles of keys that end with it.
  diffuse(state, tick, stop);
  if (cuts.length === 0) {
    advance(state, inputs, tick, tick, tick + 1, runs);
  } else {
    const isCut = ({ key }: KeyRun) =>
      [key.start, key.end, key.release].some((time) => Math.floor(time) === tick && time !== tick);
    advanceInParts(
      state,
      inputs,
      tick,
      cuts,
      runs.filter(isCut),
      runs.filter((run) => !isCut(run)),
      watch,
    );
  }
  for (const run of runs) {
    const isDue = run.key.start < tick + 1 && run.key.end > tick;
    if (isDue && run.phase !== 'waiting') approachStates(state, run, tick, stop);
    if (!run.key.goals && run.phase === 'leading' && run.key.end <= tick + 1) {
      run.results.arrived = countThere(state, run);
    }
  }
  if (state.isLeaf) turnLeaves(state, state.air!, (stop - tick) / params.rate);
  turnParticles(state, tick, stop);
  if (state.rest) {
    state.air!.compute(state.field, store, tick / params.rate, state.firstAlive, state.bornCount);
    settleParticles(state, state.air!, tick / params.rate, 1 / params.rate);
  }
  for (const run of runs) {
    if (run.key.release > tick + 1 || run.phase !== 'leading' || hasLate(state, run)) continue;
    forgetTargets(state, run);
    run.finish();
  }
  state.tick = tick + 1;
  appearAndGo(state, inputs.surfaces);
  throwBursts(state, inputs.colliders);
  if (state.rest) placeNew(state);
}

/** Returns the number of members of a key that exist. */
function countThere({ store: { cohort }, bornCount }: ParticlesState, { members }: KeyRun): number {
  let count = 0;
  for (const particle of members) if (particle < bornCount && cohort[particle] >= 0) count++;
  return count;
}

/** Resets targets that are not used any more, so that equal states have equal bytes. */
function forgetTargets({ store }: ParticlesState, { key, members }: KeyRun): void {
  if (!key.goals) return;
  const { cohort, weight } = store;
  const targets = [store.targetX, store.targetY, store.targetZ];
  if (store.hasTargetVelocity) targets.push(store.targetVx, store.targetVy, store.targetVz);
  for (const particle of members) {
    // A key that follows immediately has set its own targets already.
    if (cohort[particle] > 0) continue;
    weight[particle] = 1;
    for (const plane of targets) plane[particle] = 0;
  }
}

/**
 * Runs a tick that is divided. First all particles are stepped in parts, which is right for those of the dividing keys. Then all
 * others are restored and stepped once.
 */
function advanceInParts(
  state: ParticlesState,
  inputs: SystemInputs,
  tick: number,
  cuts: readonly number[],
  cutRuns: readonly KeyRun[],
  otherRuns: readonly KeyRun[],
  watch: TickWatch | null,
): void {
  const { bornCount } = state;
  const copy = () => listMotion(state).map((plane) => plane.slice(0, bornCount));
  const before = copy();
  const checked = state.obstacles.checkedOf(state.store);
  const checkedBefore = checked.slice();
  const touchesBefore = state.totals.touches;
  const positions = [tick, ...cuts, tick + 1];
  let from = before;
  for (let k = 0; k + 1 < positions.length; k++) {
    const isWatched = watch && watch.until >= positions[k] && watch.until < positions[k + 1];
    if (isWatched) from = copy();
    advance(state, inputs, tick, positions[k], positions[k + 1], cutRuns);
    if (!isWatched) continue;
    const fraction = (watch.until - positions[k]) / (positions[k + 1] - positions[k]);
    watch.parts = { particles: membersOf(cutRuns, bornCount), from, to: copy(), fraction };
  }
  const after = copy();
  const checkedAfter = checked.slice();
  listMotion(state).forEach((plane, k) => {
    plane.set(before[k]);
  });
  checked.set(checkedBefore);
  state.totals.touches = touchesBefore;
  advance(state, inputs, tick, tick, tick + 1, otherRuns);
  const particles = membersOf(cutRuns, bornCount);
  listMotion(state).forEach((plane, k) => {
    for (const particle of particles) plane[particle] = after[k][particle];
  });
  for (const particle of particles) checked[particle] = checkedAfter[particle];
}

/** Returns the born particles that a key controls. */
function membersOf(runs: readonly KeyRun[], bornCount: number): Uint32Array {
  const lists = runs
    .filter(({ key }) => key.goals)
    .map(({ members }) => members.subarray(0, lowerBound(members, bornCount)));
  const out = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

const law = createStepLaw();
const held = { ...createStepLaw(), keep: 0, ignoresObstacles: true };
const uniform = new Float64Array(3);

/** Steps all existing particles from one time on the clock to another within a tick, controlled only by those keys. */
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
  // The air acts on leaves in another way.
  const drag = state.isLeaf ? 1 : dragFactor(state.dragAt(t), dt);
  for (const run of runs) {
    if (run.phase === 'waiting' && run.key.start <= from && run.key.end > from)
      beginKey(state, run, from, surfaces);
  }
  field.uniform(uniform, t, dt, drag);
  freeLaw(law, drag, dt);
  for (let row = 0; row < state.prepared.rowCount; row++) if (row !== heldRow) table.set(row, law, uniform);
  table.set(heldRow, held, uniform);
  const nowOf = ({ key }: KeyRun) => {
    const step = lowerBound(key.boundaries, from);
    return { step, dt, uniform, from: from - tick, to: to - tick, surfaces };
  };
  let weights = false;
  for (const run of runs) {
    if (!leads(state, run, from)) continue;
    leadKey(state, run, from, nowOf(run));
    if (run.key.params.randomness > 0) weights = true;
  }
  if (state.isLeaf) state.air!.compute(field, store, t, firstAlive, bornCount);
  let forces = field.accumulate(store, t, dt, drag, firstAlive, bornCount);
  if (state.isLeaf) {
    if (!forces) for (const plane of [store.ax, store.ay, store.az]) plane.fill(0, firstAlive, bornCount);
    addLeafForces(state, state.air!, uniform, dt, firstAlive, bornCount);
    forces = true;
  }
  stepParticles(store, table, dt, firstAlive, bornCount, { forces, weights });
  if (params.collide) {
    measureLeaves(state);
    const part = { from: from - tick, to: to - tick, dt, uniform, forces, radii: state.radii };
    state.totals.touches += obstacles.collide(store, table, part, firstAlive, bornCount);
  }
  for (const run of runs) {
    if (run.phase !== 'leading' || !run.key.goals) continue;
    if (run.key.end > from) confineKey(state, run, from, dt);
    meetKey(state, run, to, run.key.release <= from, nowOf(run));
  }
}

/** Reads how bodies move the air in this tick. Bodies far above all particles have no effect. */
function beginAir({ air, params, store, obstacles, firstAlive, bornCount }: ParticlesState): void {
  if (!air) return;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = firstAlive; i < bornCount; i++) {
    if (store.cohort[i] >= 0 && store.y[i] > highest) highest = store.y[i];
  }
  air.begin(obstacles.listSurfaces(), highest + 1, params.collide ? params.wake : 0);
}

/** Measures how far each leaf extends along the vertical. Those that settle meet the ground in `settleParticles`. */
function measureLeaves(state: ParticlesState): void {
  const { radii, rest, params, store, firstAlive, bornCount } = state;
  if (!radii) return;
  for (let i = firstAlive; i < bornCount; i++) {
    if (store.cohort[i] === 0) radii[i] = rest ? params.thickness / 2 : supportOf(state, i, 0, 1, 0);
  }
}

/** Returns true if a key controls particles in a step that begins at a time on the clock. */
function leads(state: ParticlesState, run: KeyRun, from: number): boolean {
  if (run.phase !== 'leading' || !run.key.goals) return false;
  return run.key.end > from || hasLate(state, run);
}
