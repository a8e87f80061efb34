import { hashBits, hashUnit } from '../../../math/random.ts';
import type { SkinSurface } from '../../../motion/skin-surface.ts';
import { KeyLaw } from '../laws/key-law.ts';
import { dragFactor } from '../laws/step-law.ts';
import { assignNear } from '../match/assign-near.ts';
import { chooseNearest } from '../match/choose-nearest.ts';
import { drawWeight } from '../plausibility/choose-paths.ts';
import { shuffledOrder } from '../sample-places.ts';
import { lowerBound } from '../schedule.ts';
import { randomUses } from '../settings.ts';
import type { ParticlesState } from '../state.ts';
import { aimKey } from './aim-key.ts';
import type { KeyRun } from './key-run.ts';
import type { PreparedKey } from './prepared-key.ts';

/**
 * A key takes hold: who it leads, who goes where and when each arrives is settled, from where particles are now. Those not
 * yet born count as where they will be. The same state gives the same result.
 */
export function beginKey(state: ParticlesState, run: KeyRun, surfaces: readonly SkinSurface[]): void {
  const { key } = run;
  const { params, prepared, store } = state;
  run.phase = 'leading';
  if (!key.members) run.members = chooseAmong(state, run);
  const { members } = run;
  const from = placesOf(state, members);
  if (key.goals) run.goals = assignGoals(key, from, prepared.seed);
  run.cohorts = chooseCohorts(run, from, prepared.seed);
  if (!key.goals) return;
  run.laws = makeLaws(key, params.drag, params.rate);
  aimKey(state, run, surfaces);
  const { cohort, weight, targetX, targetY, targetZ } = store;
  const { randomness } = key.params;
  const salt = hashBits(prepared.seed, randomUses.weight, key.index);
  let longest = 0;
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    weight[particle] = randomness > 0 ? drawWeight(salt, particle, 0, randomness) : 1;
    if (cohort[particle] >= 0) cohort[particle] = key.row + run.cohorts[k];
    const dx = targetX[particle] - from[3 * k];
    const dy = targetY[particle] - from[3 * k + 1];
    const dz = targetZ[particle] - from[3 * k + 2];
    const square = dx * dx + dy * dy + dz * dz;
    if (square > longest) longest = square;
  }
  run.figures.longestWay = Math.sqrt(longest);
}

/** The law of every cohort of a key. */
export function makeLaws(
  { params, boundaries, arrivals }: PreparedKey,
  drag: number,
  rate: number,
): KeyLaw[] {
  const count = boundaries.length - 1;
  const steps = new Float64Array(count);
  const drags = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    steps[k] = (boundaries[k + 1] - boundaries[k]) / rate;
    drags[k] = dragFactor(drag, steps[k]);
  }
  const laws: KeyLaw[] = [];
  for (const arrival of arrivals) {
    const own = lowerBound(boundaries, arrival);
    laws.push(
      new KeyLaw({
        law: params.law,
        steps: steps.subarray(0, own),
        drags: drags.subarray(0, own),
        printed: params.paper,
        ease: params.ease,
      }),
    );
  }
  return laws;
}

/** [3n] where particles are; those not yet born, where they will be. */
function placesOf({ store, bornCount, prepared }: ParticlesState, members: Uint32Array): Float64Array {
  const { x, y, z } = store;
  const { positions } = prepared.births;
  const out = new Float64Array(3 * members.length);
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    const isBorn = particle < bornCount;
    out[3 * k] = isBorn ? x[particle] : positions[3 * particle];
    out[3 * k + 1] = isBorn ? y[particle] : positions[3 * particle + 1];
    out[3 * k + 2] = isBorn ? z[particle] : positions[3 * particle + 2];
  }
  return out;
}

/** The members of a key that takes those nearest to its goals, of those that no other such key leads. */
function chooseAmong(state: ParticlesState, { key }: KeyRun): Uint32Array {
  const engaged = new Uint8Array(state.prepared.births.count);
  for (const other of state.runs) {
    if (other.phase === 'leading' && !other.key.members)
      for (const particle of other.members) engaged[particle] = 1;
  }
  const candidates = key.candidates!.filter((particle) => engaged[particle] === 0);
  if (!key.goals) return candidates.slice(0, key.memberCount);
  const chosen = chooseNearest(placesOf(state, candidates), key.memberCount, key.goals.positions);
  return chosen.map((k) => candidates[k]);
}

function assignGoals({ params, goals, index }: PreparedKey, from: Float64Array, seed: number): Uint32Array {
  const count = goals!.count;
  switch (params.assign) {
    case 'near':
      return assignNear(from, goals!.positions, { seed: hashBits(seed, randomUses.assignment, index) });
    case 'random':
      return shuffledOrder(count, seed, randomUses.assignment, index);
    case 'order':
      return Uint32Array.from({ length: count }, (_, k) => k);
  }
}

/** With which cohort each member arrives: arrivals are spread over the time of the stagger. */
function chooseCohorts(run: KeyRun, from: Float64Array, seed: number): Uint16Array {
  const { key, members } = run;
  const { arrivals, index } = key;
  const cohorts = new Uint16Array(members.length);
  const last = arrivals.length - 1;
  if (last === 0) return cohorts;
  const order = measureOrder(run, from);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  if (order) {
    for (const value of order) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  const span = arrivals[last] - arrivals[0];
  for (let k = 0; k < members.length; k++) {
    const share = order
      ? most > least
        ? (order[k] - least) / (most - least)
        : 1
      : hashUnit(seed, randomUses.arrival, members[k], index);
    cohorts[k] = Math.min(last, lowerBound(arrivals, arrivals[0] + share * span));
  }
  return cohorts;
}

/** [n] what members arrive in the order of; null for by chance. */
function measureOrder({ key, members, goals }: KeyRun, from: Float64Array): Float64Array | null {
  const { staggerBy } = key.params;
  if (staggerBy === 'random') return null;
  const to = key.goals?.positions ?? from;
  const axis = ['x', 'y', 'z'].indexOf(staggerBy);
  return Float64Array.from({ length: members.length }, (_, k) => {
    const goal = key.goals ? goals[k] : k;
    if (axis >= 0) return to[3 * goal + axis];
    let square = 0;
    for (let a = 0; a < 3; a++) square += (to[3 * goal + a] - from[3 * k + a]) ** 2;
    return Math.sqrt(square);
  });
}
