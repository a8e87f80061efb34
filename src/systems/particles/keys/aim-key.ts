import type { SkinSurface } from '../../../motion/skin-surface.ts';
import type { ParticlesState } from '../state.ts';
import type { GoalBlock } from './goals.ts';
import type { KeyRun } from './key-run.ts';
import type { PreparedKey } from './prepared-key.ts';
import { placeOnSkin, placeOnVertices } from './skin-positions.ts';

/**
 * Writes the targets of a key's members: their positions (if these move, where they will be at arrival), and the velocity at
 * arrival. If the future of a surface is not known, its position at the end of this step is used.
 */
export function aimKey(state: ParticlesState, run: KeyRun, surfaces: readonly SkinSurface[]): void {
  const { key, members, goals } = run;
  const { targetX, targetY, targetZ, targetVx, targetVy, targetVz, hasTargetVelocity } = state.store;
  const { positions } = key.goals!;
  const [vx, vy, vz] = key.params.velocity;
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    const goal = 3 * goals[k];
    targetX[particle] = positions[goal];
    targetY[particle] = positions[goal + 1];
    targetZ[particle] = positions[goal + 2];
    if (!hasTargetVelocity) continue;
    targetVx[particle] = vx;
    targetVy[particle] = vy;
    targetVz[particle] = vz;
  }
  for (const block of key.goals!.blocks) {
    const { skin } = block.shape;
    if (skin === null || !block.points.anchors || !surfaces[skin]) continue;
    const surface = surfaces[skin];
    if (surface.positionsAt) aimAtFuture(state, run, block, surface);
    else aimAtPresent(state, run, block, surface);
  }
}

/**
 * Returns the positions of a key's goals at the end of the key: [3 · goalCount]. Goals on surfaces whose future is unknown are at
 * their current positions. Assignments use the result.
 */
export function placeGoals(
  { params: { rate } }: ParticlesState,
  { goals, end }: PreparedKey,
  surfaces: readonly SkinSurface[],
): Float64Array {
  const out = goals!.positions.slice();
  for (const { shape, points, first, count } of goals!.blocks) {
    const surface = shape.skin === null ? undefined : surfaces[shape.skin];
    if (!surface || !points.anchors) continue;
    const vertices = surface.end.slice();
    surface.positionsAt?.(vertices, end / rate);
    for (let point = 0; point < count; point++) {
      placeOnVertices(stop, surface.indices, vertices, points.anchors, point);
      out.set(stop, 3 * (first + point));
    }
  }
  return out;
}

function aimAtFuture(state: ParticlesState, run: KeyRun, block: GoalBlock, surface: SkinSurface): void {
  const { key, members, goals, cohorts } = run;
  const { store, params } = state;
  const { targetX, targetY, targetZ, targetVx, targetVy, targetVz, hasTargetVelocity } = store;
  const anchors = block.points.anchors!;
  const { indices, vertexCount } = surface;
  const byCohort = key.arrivals.length > 1 ? sortByCohort(cohorts, key.arrivals.length) : null;
  const before = new Float64Array(3 * vertexCount);
  const after = new Float64Array(3 * vertexCount);
  let heldTick = Number.NaN;
  for (let cohort = 0; cohort < key.arrivals.length; cohort++) {
    const [first, end] = byCohort
      ? [byCohort.starts[cohort], byCohort.starts[cohort + 1]]
      : [0, members.length];
    if (first === end) continue;
    const arrival = key.arrivals[cohort];
    // The interval that contains or ends with the arrival.
    const tick = Math.ceil(arrival) - 1;
    const fraction = arrival - tick;
    if (tick === heldTick + 1) before.set(after);
    else surface.positionsAt!(before, tick / params.rate);
    surface.positionsAt!(after, (tick + 1) / params.rate);
    heldTick = tick;
    for (let i = first; i < end; i++) {
      const k = byCohort ? byCohort.order[i] : i;
      const point = goals[k] - block.first;
      if (point < 0 || point >= block.count) continue;
      const particle = members[k];
      placeOnVertices(start, indices, before, anchors, point);
      placeOnVertices(stop, indices, after, anchors, point);
      targetX[particle] = between(start[0], stop[0], fraction);
      targetY[particle] = between(start[1], stop[1], fraction);
      targetZ[particle] = between(start[2], stop[2], fraction);
      if (!hasTargetVelocity) continue;
      targetVx[particle] += (stop[0] - start[0]) * params.rate;
      targetVy[particle] += (stop[1] - start[1]) * params.rate;
      targetVz[particle] += (stop[2] - start[2]) * params.rate;
    }
  }
}

/** Writes targets on a surface whose future is not known: they follow it, and are reached in the last step. */
function aimAtPresent(state: ParticlesState, run: KeyRun, block: GoalBlock, surface: SkinSurface): void {
  const { members, goals } = run;
  const { targetX, targetY, targetZ } = state.store;
  for (let k = 0; k < members.length; k++) {
    const point = goals[k] - block.first;
    if (point < 0 || point >= block.count) continue;
    placeOnSkin(stop, surface, block.points.anchors!, point, 1);
    const particle = members[k];
    [targetX[particle], targetY[particle], targetZ[particle]] = stop;
  }
}

const start = new Float64Array(3);
const stop = new Float64Array(3);

/** Interpolates linearly. The result is exact at fractions 0 and 1. */
function between(from: number, to: number, fraction: number): number {
  return fraction === 1 ? to : from + (to - from) * fraction;
}

/** Returns the members sorted by cohort: those of cohort c are order[starts[c] … starts[c + 1] − 1], ascending. */
function sortByCohort(
  cohorts: Uint16Array,
  count: number,
): { readonly order: Uint32Array; readonly starts: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const cohort of cohorts) starts[cohort + 1]++;
  for (let cohort = 0; cohort < count; cohort++) starts[cohort + 1] += starts[cohort];
  const next = starts.slice(0, count);
  const order = new Uint32Array(cohorts.length);
  for (let k = 0; k < cohorts.length; k++) order[next[cohorts[k]]++] = k;
  return { order, starts };
}
