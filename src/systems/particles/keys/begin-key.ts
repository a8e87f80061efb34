import { hashBits, hashUnit } from '../../../math/random.ts';
import type { SkinSurface } from '../../../motion/skin-surface.ts';
import { assignNear } from '../match/assign-near.ts';
import { chooseNearest } from '../match/choose-nearest.ts';
import { shuffledOrder } from '../sample-positions.ts';
import { lowerBound } from '../schedule.ts';
import { randomUses } from '../settings.ts';
import type { ParticlesState } from '../state.ts';
import type { ParticleStore } from '../store.ts';
import { aimKey, placeGoals } from './aim-key.ts';
import { equipKey, stepsOf } from './equip-key.ts';
import { judgeKey, triesPaths } from './judge-key.ts';
import type { KeyRun } from './key-run.ts';
import { LawProbe } from './law-probe.ts';
import { positionsOf, targetsOf } from './member-positions.ts';
import { weighKey } from './weigh-key.ts';

/**
 * Starts a key at a time on the clock. It determines which particles it controls, their goals and their arrival times, from the
 * current positions. Particles that are not born yet count at their birth position. The same state gives the same result.
 */
export function beginKey(
  state: ParticlesState,
  run: KeyRun,
  clockTime: number,
  surfaces: readonly SkinSurface[],
): void {
  const { key } = run;
  const { prepared, store } = state;
  run.phase = 'leading';
  const to = key.goals ? placeGoals(state, key, surfaces) : null;
  if (!key.members) run.members = chooseAmong(state, run, to, clockTime);
  const { members } = run;
  const from = positionsOf(store, members);
  if (to) run.goals = assignGoals(state, run, from, to);
  run.cohorts = chooseCohorts(run, from, to, prepared.seed);
  if (!key.goals) return;
  aimKey(state, run, surfaces);
  const positions = targetsOf(store, members);
  if (key.params.kind === 'density' || key.params.arrive === 'bounded') run.goalPositions = positions;
  if (key.params.confinement === 'morph') {
    run.from = from;
    run.fromOf = Uint16Array.from(members, (particle) => state.lastShape![particle]);
  }
  equipKey(state, run);
  const { cohort } = store;
  for (let k = 0; k < members.length; k++) {
    if (cohort[members[k]] >= 0) cohort[members[k]] = key.row + run.cohorts[k];
  }
  const step = lowerBound(key.boundaries, clockTime);
  if (triesPaths(key)) judgeKey(state, run, step);
  weighKey(state, run, step);
  run.results.maxPathLength = longestOf(from, positions);
  measureAlone(state, run, clockTime, from, positions);
  state.options.onBegin?.(run, clockTime, from, positions);
}

/** Measures the acceleration that the key requires from the current positions of its members, without forces. */
function measureAlone(
  { params, store }: ParticlesState,
  run: KeyRun,
  clockTime: number,
  from: Float64Array,
  to: Float64Array,
): void {
  const { results } = run;
  const squares = askOf(run, clockTime, params.rate, store, from, to);
  const limit = params.maxAcceleration === undefined ? Number.POSITIVE_INFINITY : params.maxAcceleration ** 2;
  let peak = 0;
  for (const square of squares) {
    if (square > peak) peak = square;
    if (square > limit) results.overLimit++;
  }
  results.aloneAcceleration = Math.sqrt(peak);
}

/** Returns the squared max acceleration that a key will require of each member if there are no forces: [n], m²/s⁴. */
export function askOf(
  run: KeyRun,
  clockTime: number,
  rate: number,
  { vx, vy, vz }: ParticleStore,
  from: Float64Array,
  to: Float64Array,
): Float64Array {
  const { key, members, cohorts, laws } = run;
  const steps = stepsOf(run, rate);
  const first = lowerBound(key.boundaries, clockTime);
  const probes = laws.map((law) => new LawProbe(law, steps, first));
  const missing = new Float64Array(3);
  const speed = new Float64Array(3);
  const out = new Float64Array(members.length);
  for (let k = 0; k < members.length; k++) {
    for (let axis = 0; axis < 3; axis++) missing[axis] = to[3 * k + axis] - from[3 * k + axis];
    speed[0] = vx[members[k]];
    speed[1] = vy[members[k]];
    speed[2] = vz[members[k]];
    out[k] = probes[cohorts[k]].peakSquare(missing, speed, key.params.velocity, 0);
  }
  return out;
}

function longestOf(from: Float64Array, to: Float64Array): number {
  let longest = 0;
  for (let o = 0; o < from.length; o += 3) {
    const square = (to[o] - from[o]) ** 2 + (to[o + 1] - from[o + 1]) ** 2 + (to[o + 2] - from[o + 2]) ** 2;
    if (square > longest) longest = square;
  }
  return Math.sqrt(longest);
}

/** Returns the members of a key that takes the particles nearest to its goals, except those that another such key controls. */
function chooseAmong(
  state: ParticlesState,
  { key }: KeyRun,
  to: Float64Array | null,
  clockTime: number,
): Uint32Array {
  const engaged = new Uint8Array(state.prepared.births.count);
  for (const other of state.runs) {
    // A key that still leads late particles after its release gives them up.
    if (other.phase === 'leading' && !other.key.members && other.key.release > clockTime)
      for (const particle of other.members) engaged[particle] = 1;
  }
  const candidates = key.candidates!.filter((particle) => engaged[particle] === 0);
  if (!to) return candidates.slice(0, key.memberCount);
  const chosen = chooseNearest(positionsOf(state.store, candidates), key.memberCount, to);
  return chosen.map((k) => candidates[k]);
}

/** Assigns a goal to each member. from, to [3n] m: positions of the members, and of all goals. */
function assignGoals(state: ParticlesState, run: KeyRun, from: Float64Array, to: Float64Array): Uint32Array {
  const { params, index } = run.key;
  const { seed } = state.prepared;
  const count = to.length / 3;
  switch (params.assign) {
    case 'near':
      return assignOnce(run, from, to, hashBits(seed, randomUses.assignment, index), state.isPreview);
    case 'random':
      return shuffledOrder(count, seed, randomUses.assignment, index);
    case 'order':
      return Uint32Array.from({ length: count }, (_, k) => k);
  }
}

/**
 * Returns an assignment. A look-ahead at a key's start stores it in `foreseen`, so that the simulation does not compute it again.
 */
function assignOnce(
  run: KeyRun,
  from: Float64Array,
  to: Float64Array,
  seed: number,
  isPreview: boolean,
): Uint32Array {
  const { foreseen } = run;
  const isSame = foreseen !== null && areEqual(foreseen.from, from) && areEqual(foreseen.to, to);
  const goals = isSame ? foreseen.goals : assignNear(from, to, { seed });
  run.foreseen = isPreview ? { from, to, goals } : null;
  return goals.slice();
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** Returns the cohort with which each member arrives: arrivals are distributed over the stagger time. */
function chooseCohorts(run: KeyRun, from: Float64Array, to: Float64Array | null, seed: number): Uint16Array {
  const { key, members } = run;
  const { arrivals, index } = key;
  const cohorts = new Uint16Array(members.length);
  const last = arrivals.length - 1;
  if (last === 0) return cohorts;
  const order = measureOrder(run, from, to ?? from);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  if (order) {
    for (const value of order) {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  const span = arrivals[last] - arrivals[0];
  for (let k = 0; k < members.length; k++) {
    const fraction = order
      ? max > min
        ? (order[k] - min) / (max - min)
        : 1
      : hashUnit(seed, randomUses.arrival, members[k], index);
    cohorts[k] = Math.min(last, lowerBound(arrivals, arrivals[0] + fraction * span));
  }
  return cohorts;
}

/** Returns a value for each member, by which the arrivals are ordered: [n]. Returns null if the order is random. */
function measureOrder(
  { key, members, goals }: KeyRun,
  from: Float64Array,
  to: Float64Array,
): Float64Array | null {
  const { staggerBy } = key.params;
  if (staggerBy === 'random') return null;
  const axis = ['x', 'y', 'z'].indexOf(staggerBy);
  return Float64Array.from({ length: members.length }, (_, k) => {
    const goal = key.goals ? goals[k] : k;
    if (axis >= 0) return to[3 * goal + axis];
    let square = 0;
    for (let a = 0; a < 3; a++) square += (to[3 * goal + a] - from[3 * k + a]) ** 2;
    return Math.sqrt(square);
  });
}
