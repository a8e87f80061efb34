import type { Actor } from '../../motion/actor.ts';
import { createActorSkins } from '../../motion/actor-skins.ts';
import { divideRepeat } from '../repeat-clip.ts';
import type { SystemInputs } from '../system.ts';
import { gatherPlaces, poseNormals } from './carrier/pose-carrier.ts';
import { planes } from './solve/planes.ts';
import type { FurState } from './state.ts';
import { advanceFur, copyOffsets, showState } from './step.ts';

/** Two periods that end so near to each other close: the largest difference of tips over the length of their strand. */
const closing = 1e-7;
/** Periods at most, and steps in all of them. */
const mostPeriods = 60;
const mostSteps = 20_000;

/**
 * Puts fur in the state that repeats: after one period it stands as it began. There is no formula for that, so whole
 * periods are run until two end alike. Everything in them is that of the first one: poses, forces, times. The state stands
 * on the skin at startTime already. `totals.loopGap` says how well it closes.
 */
export function findPeriodicState(
  state: FurState,
  actor: Actor,
  { startTime, reference }: Pick<SystemInputs, 'startTime' | 'reference'>,
): void {
  const { prepared, solver, skin, totals, params } = state;
  const { period, stepCount } = divideRepeat(actor, params.rate);
  const skins = createActorSkins(actor, { startTime });
  const surface = skins.add(prepared.surfaces[0]);
  const inputs: SystemInputs = {
    colliders: [],
    heightfields: [],
    drives: [],
    surfaces: [surface],
    startTime,
    reference,
  };
  const start = skin.places.slice();
  const dt = period / stepCount;
  const time = (tick: number) => startTime + tick * dt;
  let before = copyOffsets(state);
  const periodCount = Math.min(mostPeriods, Math.ceil(mostSteps / stepCount));
  for (let count = 0; count < periodCount; count++) {
    for (let tick = 0; tick < stepCount; tick++) {
      skins.advance(time(tick), time(tick + 1));
      advanceFur(state, inputs, time(tick), dt);
    }
    returnToStart(state, start);
    const after = copyOffsets(state);
    totals.loopGap = measureGap(before, after, solver.store.plane(planes.length));
    before = after;
    if (totals.loopGap <= closing) break;
  }
  showState(state);
}

/** The skin where it was a period ago: that far away, or turned as well where the figure walks in a circle. */
function returnToStart(state: FurState, start: Float64Array): void {
  const { solver, skin } = state;
  const isTurned = measureTurn(skin.places, start) > 1e-9;
  skin.places.set(start);
  poseNormals(state, skin);
  if (isTurned) {
    solver.step(0, skin.places, skin.directions, { cut: true });
    return;
  }
  const { vertexOf } = solver.topology;
  const root = new Float64Array(3 * vertexOf.length);
  gatherPlaces(root, start, vertexOf);
  for (const plane of [planes.root, planes.rootEnd]) {
    for (let axis = 0; axis < 3; axis++) {
      const values = solver.store.plane(plane + axis);
      for (let i = 0; i < vertexOf.length; i++) values[i] = root[3 * i + axis];
    }
  }
}

/** How much more than a way for all the places of a skin differ, m. */
function measureTurn(places: Float64Array, others: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < places.length; k++) {
    const way = places[k % 3] - others[k % 3];
    largest = Math.max(largest, Math.abs(places[k] - others[k] - way));
  }
  return largest;
}

function measureGap(tips: Float64Array, others: Float64Array, lengths: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < tips.length; k++) {
    largest = Math.max(largest, Math.abs(tips[k] - others[k]) / lengths[Math.floor(k / 3)]);
  }
  return largest;
}
