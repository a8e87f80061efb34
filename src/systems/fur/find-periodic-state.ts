import type { Actor } from '../../motion/actor.ts';
import { divideRepeat } from '../repeat-clip.ts';
import type { SystemInputs } from '../system.ts';
import { gatherPositions, poseNormals } from './carrier/pose-carrier.ts';
import { furStoreIndex as planes } from './records.generated.ts';
import type { FurStore } from './solve/store.ts';
import type { FurState } from './state.ts';
import { advanceFur, showState } from './step.ts';

/**
 * Maximum difference between the ends of two successive periods at which the state counts as periodic, as a fraction of the strand's
 * length.
 */
const tolerance = 1e-7;
/** If the difference is more than this fraction of the difference before, the next period starts from the mean of both ends. */
const slowConvergence = 0.5;
/** Maximum number of periods, and maximum number of steps in all periods. */
const maxPeriods = 60;
const maxSteps = 20_000;

/**
 * Brings fur to the periodic state, which repeats after one period. There is no closed formula, so whole periods are simulated until two
 * periods have the same end. All periods use the poses, forces and times of the first one. The strands must already be on the skin at
 * startTime. `totals.loopGap` is the remaining difference.
 */
export function findPeriodicState(
  state: FurState,
  actor: Actor,
  { startTime, reference, surfaces }: Pick<SystemInputs, 'startTime' | 'reference' | 'surfaces'>,
): void {
  const { prepared, solver, skin, totals, params } = state;
  const { period, stepCount } = divideRepeat(actor, params.rate);
  const start = skin.positions.slice();
  const dt = period / stepCount;
  const time = (tick: number) => startTime + tick * dt;
  const lengths = solver.store.plane(planes.length);
  let before = copyMotion(solver.store);
  let gap = Infinity;
  const periodCount = Math.min(maxPeriods, Math.ceil(maxSteps / stepCount));
  for (let count = 0; count < periodCount; count++) {
    const skins = surfaces[0].fork!();
    const inputs: SystemInputs = {
      colliders: [],
      heightfields: [],
      drives: [],
      surfaces: [skins.add(prepared.surfaces[0])],
      startTime,
      reference,
    };
    for (let tick = 0; tick < stepCount; tick++) {
      skins.advance(time(tick), time(tick + 1));
      advanceFur(state, inputs, time(tick), dt);
    }
    returnToStart(state, start);
    const after = copyMotion(solver.store);
    const isSlow = measureGap(before, after, lengths) > slowConvergence * gap;
    gap = measureGap(before, after, lengths);
    if (gap <= tolerance) break;
    // Strands may alternate between two states. In this case, they converge only from a start near the mean of both.
    if (isSlow && count + 1 < periodCount) setMeanMotion(solver.store, before, after);
    before = isSlow ? copyMotion(solver.store) : after;
  }
  totals.loopGap = gap;
  showState(state);
}

/**
 * Moves the skin back to its position one period earlier. After a translation, only the roots change. Otherwise, for example if the
 * character walks in a circle, the strands move with the skin.
 */
function returnToStart(state: FurState, start: Float64Array): void {
  const { solver, skin } = state;
  const isDeformed = !differByTranslation(skin.positions, start);
  skin.positions.set(start);
  poseNormals(state, skin);
  if (isDeformed) {
    solver.step(0, skin.positions, skin.directions, { cut: true });
    return;
  }
  const { vertexOf } = solver.topology;
  const root = new Float64Array(3 * vertexOf.length);
  gatherPositions(root, start, vertexOf);
  for (const plane of [planes.root, planes.rootEnd]) {
    for (let axis = 0; axis < 3; axis++) {
      const values = solver.store.plane(plane + axis);
      for (let i = 0; i < vertexOf.length; i++) values[i] = root[3 * i + axis];
    }
  }
}

/** Tolerances for rounding errors of a skin's positions: as a fraction of its extent, and the single precision of its coordinates. */
const shapeTolerance = 1e-5;
const singlePrecision = 2 ** -22;

/** Returns whether the positions of two skins differ by one constant translation, except for rounding. */
function differByTranslation(positions: Float64Array, others: Float64Array): boolean {
  const count = positions.length / 3;
  const translation = [0, 0, 0];
  let [maxExtent, maxCoordinate] = [0, 0];
  for (let axis = 0; axis < 3; axis++) {
    let [min, max] = [Infinity, -Infinity];
    for (let k = axis; k < positions.length; k += 3) {
      translation[axis] += (positions[k] - others[k]) / count;
      min = Math.min(min, others[k]);
      max = Math.max(max, others[k]);
      maxCoordinate = Math.max(maxCoordinate, Math.abs(positions[k]), Math.abs(others[k]));
    }
    maxExtent = Math.max(maxExtent, max - min);
  }
  const rounding = shapeTolerance * maxExtent + singlePrecision * maxCoordinate;
  return positions.every((value, k) => Math.abs(value - others[k] - translation[k % 3]) <= rounding);
}

/** Returns the current offsets and velocities of all tips, [6][strandCount]. */
function copyMotion(store: FurStore): Float64Array[] {
  return motionPlanes.map((plane) => store.plane(plane).slice(0, store.topology.strandCount));
}

function setMeanMotion(store: FurStore, before: Float64Array[], after: Float64Array[]): void {
  motionPlanes.forEach((plane, k) => {
    const values = store.plane(plane);
    for (let i = 0; i < after[k].length; i++) values[i] = (before[k][i] + after[k][i]) / 2;
  });
}

const motionPlanes = [planes.offset, planes.velocity].flatMap((plane) => [plane, plane + 1, plane + 2]);

/** Returns the maximum distance between the tip of a strand before and after, divided by the length of the strand. */
function measureGap(before: Float64Array[], after: Float64Array[], lengths: Float64Array): number {
  let max = 0;
  for (let axis = 0; axis < 3; axis++) {
    after[axis].forEach((value, i) => {
      max = Math.max(max, Math.abs(value - before[axis][i]) / lengths[i]);
    });
  }
  return max;
}
