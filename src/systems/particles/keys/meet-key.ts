import type { SkinSurface } from '../../../motion/skin-surface.ts';
import { regionMiss } from '../density/region-miss.ts';
import type { ParticlesState } from '../state.ts';
import { type BoundStep, meetLate } from './bound-key.ts';
import { blockOf } from './goals.ts';
import type { KeyRun } from './key-run.ts';
import { heldRow } from './prepared-key.ts';
import { placeOnSkin } from './skin-positions.ts';

/**
 * Ends a step of a key at a time on the clock. Cohorts that arrive are measured and held or released, held particles follow
 * moving surfaces, and at its end the key releases all but late particles. Surfaces hold the tick that contains the time.
 * `isReleased`: the key had released them before this step.
 */
export function meetKey(
  state: ParticlesState,
  run: KeyRun,
  clockTime: number,
  isReleased: boolean,
  now: BoundStep,
): void {
  const { key } = run;
  const cohort = key.arrivals.indexOf(clockTime);
  if (cohort >= 0) arrive(state, run, cohort);
  if (key.params.arrive === 'bounded') meetLate(state, run, clockTime, now);
  if (isReleased) return;
  const { to: fraction, surfaces } = now;
  if (key.release > key.end || key.arrivals.length > 1) ride(state, run, fraction, surfaces);
  if (clockTime < key.release) return;
  const { cohort: rows } = state.store;
  const [first, end] = [key.row, key.row + key.arrivals.length];
  for (const particle of run.members) {
    const row = rows[particle];
    // Separate rows remain only if steps were skipped.
    if (row === heldRow || (row >= first && row < end)) rows[particle] = 0;
  }
}

/** Measures a cohort where the law has moved it. The particles are then held, or continue freely. */
function arrive(state: ParticlesState, run: KeyRun, cohort: number): void {
  const { key, members, results } = run;
  const { store } = state;
  const {
    cohort: rows,
    x,
    y,
    z,
    vx,
    vy,
    vz,
    targetX,
    targetY,
    targetZ,
    targetVx,
    targetVy,
    targetVz,
  } = store;
  // Particles that arrive early wait for the last ones.
  const isHeld = key.release > key.arrivals[cohort];
  const asksSpeed = key.params.law === 'velocity' && store.hasTargetVelocity;
  const { density } = run;
  // A particle that is controlled by the centre of a group, or as printed, stays where it arrived, so that the miss is visible.
  const isSnapped = isHeld && !key.params.paper && !(density && key.params.refine !== 'paired');
  const { lastShape, prepared } = state;
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    if (rows[particle] !== key.row + cohort) continue;
    rows[particle] = isHeld ? heldRow : 0;
    if (lastShape) lastShape[particle] = prepared.shapes.indexOf(blockOf(key.goals!, run.goalOf(k)).shape);
    if (density) {
      arriveInShape(run, k, x[particle], y[particle], z[particle]);
    } else {
      results.arrived++;
      const dx = targetX[particle] - x[particle];
      const dy = targetY[particle] - y[particle];
      const dz = targetZ[particle] - z[particle];
      results.maxPositionError = Math.max(results.maxPositionError, Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
    if (asksSpeed) {
      const du = targetVx[particle] - vx[particle];
      const dv = targetVy[particle] - vy[particle];
      const dw = targetVz[particle] - vz[particle];
      results.maxSpeedError = Math.max(results.maxSpeedError, Math.sqrt(du * du + dv * dv + dw * dw));
    }
    if (!isSnapped) continue;
    x[particle] = targetX[particle];
    y[particle] = targetY[particle];
    z[particle] = targetZ[particle];
  }
}

/** Tolerance, m: closer than this to a shape counts as inside. */
const atShape = 1e-9;

/** Measures the arrival of member k if only counts matter. It has arrived if it is anywhere in its shape. */
function arriveInShape(
  { key, goals, goalPositions, density, results }: KeyRun,
  k: number,
  x: number,
  y: number,
  z: number,
): void {
  const goal = density!.goals[k];
  const block = blockOf(key.goals!, goals[goal]);
  const o = 3 * goal;
  const miss = regionMiss(block.shape, x, y, z, goalPositions[o], goalPositions[o + 1], goalPositions[o + 2]);
  results.maxPositionError = Math.max(results.maxPositionError, miss);
  if (miss > atShape) return;
  results.arrived++;
  results.arrivedIn[key.goals!.blocks.indexOf(block)]++;
}

const at = new Float64Array(3);
const before = new Float64Array(3);
const after = new Float64Array(3);

/** Moves held particles with their surfaces, and sets their velocity. */
function ride(state: ParticlesState, run: KeyRun, fraction: number, surfaces: readonly SkinSurface[]): void {
  const { key, members } = run;
  if (!key.goals!.blocks.some(({ shape, points }) => shape.skin !== null && points.anchors)) return;
  const { cohort: rows, x, y, z, vx, vy, vz } = state.store;
  const { rate } = state.params;
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    if (rows[particle] !== heldRow) continue;
    const { shape, points, first } = blockOf(key.goals!, run.goalOf(k));
    const surface = shape.skin === null ? undefined : surfaces[shape.skin];
    if (!surface || !points.anchors) continue;
    const point = run.goalOf(k) - first;
    placeOnSkin(at, surface, points.anchors, point, fraction);
    [x[particle], y[particle], z[particle]] = at;
    if (surface.cut) continue;
    placeOnSkin(before, surface, points.anchors, point, 0);
    placeOnSkin(after, surface, points.anchors, point, 1);
    vx[particle] = (after[0] - before[0]) * rate;
    vy[particle] = (after[1] - before[1]) * rate;
    vz[particle] = (after[2] - before[2]) * rate;
  }
}
