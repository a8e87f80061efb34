import type { SkinSurface } from '../../../motion/skin-surface.ts';
import { lowerBound } from '../schedule.ts';
import type { ParticlesState } from '../state.ts';
import { aimKey } from './aim-key.ts';
import { targetsOf } from './begin-key.ts';
import { judgeKey, triesPaths } from './judge-key.ts';
import type { KeyRun } from './key-run.ts';
import { weighKey } from './weigh-key.ts';

/** Number of members whose acceleration is sampled; all if there are fewer. */
const sampleCount = 2048;

/**
 * Writes the rows of a key's cohorts for the step that begins at a time on the clock, which is one of the key's boundaries.
 * `uniform`: as in `CohortTable.set`.
 */
export function leadKey(
  state: ParticlesState,
  run: KeyRun,
  clockTime: number,
  dt: number,
  uniform: Float64Array,
  surfaces: readonly SkinSurface[],
): void {
  const { key, laws, stepLaws, density } = run;
  const step = lowerBound(key.boundaries, clockTime);
  if (followsLive(run, surfaces)) {
    aimKey(state, run, surfaces);
    if (density) run.goalPositions = targetsOf(state.store, run.members);
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
  measureLead(state, run, clockTime, dt);
}

/** Returns true if a key's target is a surface whose future is not known. */
function followsLive({ key }: KeyRun, surfaces: readonly SkinSurface[]): boolean {
  return key.goals!.blocks.some(
    ({ shape }) => shape.skin !== null && surfaces[shape.skin]?.positionsAt === null,
  );
}

/** Adds the accelerations of a step to the key's results. */
function measureLead(state: ParticlesState, run: KeyRun, clockTime: number, dt: number): void {
  const { key, members, cohorts, stepLaws, results } = run;
  const { x, y, z, vx, vy, vz, targetX, targetY, targetZ, targetVx, targetVy, targetVz } = state.store;
  const { cohort: rows, hasTargetVelocity } = state.store;
  const stride = Math.max(1, Math.ceil(members.length / sampleCount));
  let peak = 0;
  for (let k = 0; k < members.length; k += stride) {
    const particle = members[k];
    const cohort = cohorts[k];
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
    results.effort += square * dt;
    results.effortSeconds += dt;
  }
  results.peakAcceleration = Math.max(results.peakAcceleration, Math.sqrt(peak));
}
