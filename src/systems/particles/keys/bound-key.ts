import { norm } from '../../../geometry/vector.ts';
import type { SkinSurface } from '../../../motion/skin-surface.ts';
import { BoundedPlan } from '../laws/bounded-plan.ts';
import { createStepLaw, dragFactor } from '../laws/step-law.ts';
import type { ParticlesState } from '../state.ts';
import { blockOf } from './goals.ts';
import type { KeyRun } from './key-run.ts';
import { heldRow } from './prepared-key.ts';
import { placeOnSkin } from './skin-positions.ts';

/** A late particle that is closer to its goal than this fraction of 1 m, or of its coordinates, has arrived. */
const atGoal = 1e-9;

/** Returns the row of the particles that cannot be in time within the bound. */
function lateRowOf({ key }: KeyRun): number {
  return key.row + key.arrivals.length;
}

/** Returns true if a key still leads particles that are not at their goals in time. */
export function hasLate({ store: { cohort } }: ParticlesState, run: KeyRun): boolean {
  if (run.key.params.arrive === 'exact') return false;
  const late = lateRowOf(run);
  return run.members.some((particle) => cohort[particle] === late);
}

export interface BoundStep {
  /** The key's step; the number of its steps after its end. */
  readonly step: number;
  /** Duration, s. */
  readonly dt: number;
  /** [3] m/s²: see `CohortTable.set`. */
  readonly uniform: Float64Array;
  /** Start and end of the step as fractions of the tick. */
  readonly from: number;
  readonly to: number;
  readonly surfaces: readonly SkinSurface[];
}

/**
 * Keeps the acceleration by which a key moves its members within the bound. Must be called before each step, with the laws of the
 * step in `run.stepLaws`. A particle for which the law of its cohort would exceed the bound becomes late: forces no longer act on it,
 * and it takes the law for the smallest number of steps that keeps the bound. It is in time again as soon as its own law keeps the
 * bound. The law `leastEffort` asks most in its first step and `constant` the same in all, so the number of steps falls by one with
 * each step if nothing is in the way.
 */
export function boundKey(state: ParticlesState, run: KeyRun, now: BoundStep): void {
  const { key, members, cohorts, stepLaws, laws, results } = run;
  const { store, params, table } = state;
  const { x, y, z, vx, vy, vz, targetX, targetY, targetZ, cohort: rows } = store;
  const { dt, step } = now;
  const bound = params.maxAcceleration! * (1 + 1e-9);
  const drag = dragFactor(params.drag, dt);
  const lateRow = lateRowOf(run);
  // The plan is made again when a saved state is loaded, so it must not depend on the current time.
  const startDrag = state.dragAt(key.start / params.rate);
  run.plan ??= new BoundedPlan(key.params.law, 1 / params.rate, dragFactor(startDrag, 1 / params.rate));
  table.set(lateRow, { ...createStepLaw(), keep: 0, pull: 1 / dt }, now.uniform);
  let peak = 0;
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    const cohort = cohorts[k];
    const ownRow = key.row + cohort;
    if (rows[particle] !== ownRow && rows[particle] !== lateRow) continue;
    const stepsLeft = laws[cohort].stepCount - step;
    placeGoal(run, k, now, stepsLeft > 0);
    for (let axis = 0; axis < 3; axis++) {
      missing[axis] = goal[axis] - dt * goalVelocity[axis];
    }
    missing[0] -= x[particle];
    missing[1] -= y[particle];
    missing[2] -= z[particle];
    speed[0] = vx[particle] - goalVelocity[0];
    speed[1] = vy[particle] - goalVelocity[1];
    speed[2] = vz[particle] - goalVelocity[2];
    if (stepsLeft > 0) {
      const { positionGain, speedGain } = stepLaws[cohort];
      if (lengthOf(positionGain, speedGain) <= bound) {
        rows[particle] = ownRow;
        targetX[particle] = goal[0];
        targetY[particle] = goal[1];
        targetZ[particle] = goal[2];
        continue;
      }
    }
    rows[particle] = lateRow;
    const speedOf = [vx[particle], vy[particle], vz[particle]];
    const from = [x[particle], y[particle], z[particle]];
    for (let axis = 0; axis < 3; axis++) {
      asked[axis] = ((goal[axis] - from[axis]) / (dt * drag) - speedOf[axis]) / dt;
    }
    const isLast = stepsLeft <= 1 && norm(asked) <= bound;
    if (!isLast) run.plan.accelerate(asked, missing, speed, bound, Math.max(1, stepsLeft));
    peak = Math.max(peak, norm(asked));
    targetX[particle] = isLast ? goal[0] : from[0] + dt * drag * (speedOf[0] + dt * asked[0]);
    targetY[particle] = isLast ? goal[1] : from[1] + dt * drag * (speedOf[1] + dt * asked[1]);
    targetZ[particle] = isLast ? goal[2] : from[2] + dt * drag * (speedOf[2] + dt * asked[2]);
  }
  results.peakAcceleration = Math.max(results.peakAcceleration, peak);
}

/** Ends a step of a key whose acceleration is bounded: late particles that are at their goals have arrived. */
export function meetLate(state: ParticlesState, run: KeyRun, clockTime: number, now: BoundStep): void {
  const { key, members, cohorts, results } = run;
  const { store, params } = state;
  const { x, y, z, cohort: rows } = store;
  const lateRow = lateRowOf(run);
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    const delay = clockTime - key.arrivals[cohorts[k]];
    if (rows[particle] !== lateRow || delay < 0) continue;
    placeGoal(run, k, now, false);
    const dx = Math.abs(goal[0] - x[particle]);
    const dy = Math.abs(goal[1] - y[particle]);
    const dz = Math.abs(goal[2] - z[particle]);
    const size = Math.max(1, Math.abs(goal[0]), Math.abs(goal[1]), Math.abs(goal[2]));
    if (Math.max(dx, dy, dz) > atGoal * size) continue;
    rows[particle] = key.release > clockTime ? heldRow : 0;
    x[particle] = goal[0];
    y[particle] = goal[1];
    z[particle] = goal[2];
    if (delay === 0) {
      results.arrived++;
      continue;
    }
    results.late++;
    results.maxDelay = Math.max(results.maxDelay, delay / params.rate);
  }
}

const goal = new Float64Array(3);
const goalVelocity = new Float64Array(3);
const missing = new Float64Array(3);
const speed = new Float64Array(3);
const asked = new Float64Array(3);
const before = new Float64Array(3);

function lengthOf(positionGain: number, speedGain: number): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const a = positionGain * missing[axis] + speedGain * speed[axis];
    square += a * a;
  }
  return Math.sqrt(square);
}

/** Writes the goal of member k at the end of a step, and its velocity. Before the arrival a goal is where it will be then. */
function placeGoal(run: KeyRun, k: number, now: BoundStep, isAhead: boolean): void {
  goalVelocity.fill(0);
  goal.set(run.goalPositions.subarray(3 * k, 3 * k + 3));
  if (isAhead) return;
  const { shape, points, first } = blockOf(run.key.goals!, run.goalOf(k));
  const surface = shape.skin === null ? undefined : now.surfaces[shape.skin];
  if (!surface || !points.anchors) return;
  placeOnSkin(goal, surface, points.anchors, run.goalOf(k) - first, now.to);
  if (surface.cut) return;
  placeOnSkin(before, surface, points.anchors, run.goalOf(k) - first, now.from);
  for (let axis = 0; axis < 3; axis++) goalVelocity[axis] = (goal[axis] - before[axis]) / now.dt;
}
