import type { SkinSurface } from '../../../motion/skin-surface.ts';
import type { ParticlesState } from '../state.ts';
import { aimKey } from './aim-key.ts';
import { type BoundStep, boundKey } from './bound-key.ts';
import { judgeKey, triesPaths } from './judge-key.ts';
import type { KeyRun } from './key-run.ts';
import { targetsOf } from './member-positions.ts';
import { weighKey } from './weigh-key.ts';

/** Number of members whose acceleration is sampled; all if there are fewer. */
const sampleCount = 2048;

/**
 * Writes the rows of a key's cohorts for the step that begins at a time on the clock, which is one of the key's boundaries.
 * After its end, only late particles are led.
 */
export function leadKey(state: ParticlesState, run: KeyRun, clockTime: number, now: BoundStep): void {
  const { key, laws, stepLaws, density } = run;
  const { dt, uniform, surfaces } = now;
  const { step } = now;
  if (followsLive(run, surfaces)) {
    aimKey(state, run, surfaces);
    if (density || key.params.arrive === 'bounded') run.goalPositions = targetsOf(state.store, run.members);
  }
  const { judgeEvery, randomness, randomPer } = key.params;
  const isJudged = step > 0 && step % judgeEvery === 0 && triesPaths(key);
  if (isJudged) judgeKey(state, run, step);
  if (isJudged || (randomness > 0 && randomPer === 'step')) weighKey(state, run, step);
  for (let cohort = 0; cohort < key.arrivals.length; cohort++) {
    if (key.arrivals[cohort] <= clockTime) continue;
    laws[cohort].at(stepLaws[cohort], step);
    state.table.set(key.row + cohort, stepLaws[cohort], uniform);
  }
  density?.beforeStep({
    store: state.store,
    goalPositions: run.goalPositions,
    cohorts: laws.map(({ stepCount }, cohort) =>
      step < stepCount ? { law: stepLaws[cohort], stepsLeft: stepCount - step, stepCount, dt } : null,
    ),
  });
  if (key.params.arrive === 'bounded') boundKey(state, run, now);
  measureLead(state, run, clockTime, now);
}

/** Returns true if a key's target is a surface whose future is not known. */
function followsLive({ key }: KeyRun, surfaces: readonly SkinSurface[]): boolean {
  return key.goals!.blocks.some(
    ({ shape }) => shape.skin !== null && surfaces[shape.skin]?.positionsAt === null,
  );
}

/**
 * A particle jumps if its last step requires this many times the acceleration that was predicted. Without obstacles the last step
 * requires less than the first.
 */
const jumpRatio = 10;
/** m/s²: predictions below it count as this, so that a nearly stationary particle is not reported for an invisible correction. */
const minPrediction = 9.81;

/** Returns the acceleration that a key was predicted to require, m/s²: before the run, and when it took effect. */
export function predictedAcceleration({ prepared }: ParticlesState, { key, results }: KeyRun): number {
  const forecast = prepared.forecasts.find(({ name }) => name === key.name);
  return Math.max(forecast?.peakAcceleration ?? 0, results.aloneAcceleration);
}

/** Adds the accelerations of a step to the key's results. In their last steps all members are measured, else a sample. */
function measureLead(state: ParticlesState, run: KeyRun, clockTime: number, { step, dt }: BoundStep): void {
  const { key, members, cohorts, laws, stepLaws, results } = run;
  const { x, y, z, vx, vy, vz, targetX, targetY, targetZ, targetVx, targetVy, targetVz } = state.store;
  const { cohort: rows, hasTargetVelocity } = state.store;
  const stride = Math.max(1, Math.ceil(members.length / sampleCount));
  const isLast = laws.map(({ stepCount }) => step === stepCount - 1);
  const hasLast = isLast.includes(true);
  const limit = jumpRatio * Math.max(minPrediction, predictedAcceleration(state, run));
  let peak = 0;
  for (let k = 0; k < members.length; k += hasLast ? 1 : stride) {
    const particle = members[k];
    const cohort = cohorts[k];
    const isSampled = k % stride === 0;
    if (!isSampled && !isLast[cohort]) continue;
    if (rows[particle] !== key.row + cohort || key.arrivals[cohort] <= clockTime) continue;
    const { positionGain, speedGain, targetSpeedGain } = stepLaws[cohort];
    let ax = positionGain * (targetX[particle] - x[particle]) + speedGain * vx[particle];
    let ay = positionGain * (targetY[particle] - y[particle]) + speedGain * vy[particle];
    let az = positionGain * (targetZ[particle] - z[particle]) + speedGain * vz[particle];
    if (hasTargetVelocity) {
      ax += targetSpeedGain * targetVx[particle];
      ay += targetSpeedGain * targetVy[particle];
      az += targetSpeedGain * targetVz[particle];
    }
    const square = ax * ax + ay * ay + az * az;
    if (square > peak) peak = square;
    if (isLast[cohort] && square > limit * limit) results.jumped++;
    if (!isSampled) continue;
    results.effort += square * dt;
    results.effortSeconds += dt;
  }
  results.peakAcceleration = Math.max(results.peakAcceleration, Math.sqrt(peak));
}
