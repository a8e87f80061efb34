import { KeyLaw } from '../laws/key-law.ts';
import { createStepLaw } from '../laws/step-law.ts';
import { leadTurn, turnFreely } from '../laws/turn.ts';
import { lowerBound } from '../schedule.ts';
import type { ParticlesState } from '../state.ts';
import type { KeyRun } from './key-run.ts';

const law = createStepLaw();

/** Rotates all existing particles from a tick to a time within it or at its end: freely, or towards the orientations of keys. */
export function turnParticles(state: ParticlesState, tick: number, stop: number): void {
  const { orientations, spins, store, firstAlive, bornCount, params } = state;
  if (!orientations || !spins) return;
  const { cohort: rows } = store;
  const turnedTo = new Float64Array(bornCount).fill(tick);
  for (const run of state.runs) {
    const { key } = run;
    if (run.phase !== 'leading' || !key.params.orientation || key.start >= stop || key.end <= tick) continue;
    leadTurns(state, run, stop, turnedTo);
  }
  for (let particle = firstAlive; particle < bornCount; particle++) {
    const left = (stop - turnedTo[particle]) / params.rate;
    if (rows[particle] >= 0 && left > 0) turnFreely(orientations, 4 * particle, spins, 3 * particle, left);
  }
}

function leadTurns(state: ParticlesState, run: KeyRun, stop: number, turnedTo: Float64Array): void {
  const { key, members, cohorts } = run;
  const { rate } = state.params;
  const { cohort: rows } = state.store;
  const orientations = state.orientations!;
  const spins = state.spins!;
  const target = unitQuaternion(key.params.orientation!);
  const spin = key.params.spin ?? null;
  const laws = turnLaws(run, rate);
  const { boundaries, arrivals } = key;
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    if (particle >= turnedTo.length || rows[particle] < 0) continue;
    const [q, w] = [4 * particle, 3 * particle];
    const arrival = arrivals[cohorts[k]];
    let at = Math.max(turnedTo[particle], key.start);
    if (at >= arrival) continue;
    if (at > turnedTo[particle]) turnFreely(orientations, q, spins, w, (at - turnedTo[particle]) / rate);
    for (let step = lowerBound(boundaries, at); at < stop && at < arrival; step++) {
      const next = boundaries[step + 1];
      const before = next > stop ? orientations.slice(q, q + 4) : null;
      laws[cohorts[k]].at(law, step);
      leadTurn(orientations, q, spins, w, target, 0, spin, law, (next - at) / rate, (arrival - at) / rate);
      if (before) blendTurns(orientations, q, before, (stop - at) / (next - at));
      at = Math.min(next, stop);
    }
    turnedTo[particle] = at;
  }
}

/** Replaces the quaternion at q by an interpolation between `from` and itself. Valid for the small rotation of a step. */
function blendTurns(q: Float64Array, at: number, from: Float64Array, fraction: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += from[k] * q[at + k];
  let square = 0;
  for (let k = 0; k < 4; k++) {
    q[at + k] = (dot < 0 ? -1 : 1) * (1 - fraction) * from[k] + fraction * q[at + k];
    square += q[at + k] ** 2;
  }
  const length = Math.sqrt(square);
  for (let k = 0; k < 4; k++) q[at + k] /= length;
}

/** Laws of rotation have no drag. Created on first use. */
function turnLaws(run: KeyRun, rate: number): readonly KeyLaw[] {
  if (run.turnLaws.length > 0) return run.turnLaws;
  const { boundaries, arrivals, params } = run.key;
  const steps = Float64Array.from(
    { length: boundaries.length - 1 },
    (_, k) => (boundaries[k + 1] - boundaries[k]) / rate,
  );
  run.turnLaws = Array.from(
    arrivals,
    (arrival) =>
      new KeyLaw({
        law: params.spin ? 'velocity' : 'leastEffort',
        steps: steps.subarray(0, lowerBound(boundaries, arrival)),
      }),
  );
  return run.turnLaws;
}

function unitQuaternion(value: readonly number[]): Float64Array {
  const length = Math.sqrt(value.reduce((sum, part) => sum + part * part, 0));
  return Float64Array.from(value, (part) => part / length);
}
