import { type Drive, driveStride } from '../../motion/drive.ts';
import { bendToLimit } from './bend-to-limit.ts';
import type { Filter } from './filter-bank.ts';
import { writeInputs, writeRest } from './inputs.ts';
import { inputCount } from './records.generated.ts';
import type { FleshSettings } from './settings.ts';
import type { FleshState } from './state.ts';
import type { TouchStep } from './touch/touch-solver.ts';

/** Sets flesh to its static equilibrium under gravity in the orientation of an instant [driveStride], and shows it. */
export function settleFlesh(state: FleshState, moment: Float64Array): void {
  const { filter, part, settings } = state;
  state.isSettled = true;
  state.paper?.forget();
  const rest = new Float64Array(inputCount);
  writeRest(rest, moment, settings);
  for (let mode = 0; mode < part.modeCount; mode++) {
    let force = 0;
    for (let k = 0; k < inputCount; k++) force -= part.transfer[inputCount * mode + k] * rest[k];
    filter.amplitudes[mode] = part.omega2[mode] > 0 ? force / part.omega2[mode] : 0;
    // The paper's filter keeps the previous amplitude in this array.
    filter.velocities[mode] = settings.method === 'paper' ? filter.amplitudes[mode] : 0;
  }
  showState(state);
}

/** Returns whether a step ends with settled flesh: at a jump that resets it, or if the bone has scale 0 at an end of the step. */
export function isReset(
  { cut, vanishes }: Pick<Drive, 'cut' | 'vanishes'>,
  { teleport }: Pick<FleshSettings, 'teleport'>,
): boolean {
  return cut && (vanishes === true || teleport === 'reset');
}

/** The motion over a step of everything that contact needs: the part, the joints that move its surface, and the bodies. */
export type Touching = Pick<TouchStep, 'part' | 'joints' | 'bodies'>;

/**
 * Advances flesh by dt seconds under a drive that contains the bone's motion over the step. A step of duration 0 changes nothing. touching: the bodies
 * that push the flesh aside. Null: there are none in this step.
 */
export function stepFlesh(
  state: FleshState,
  drive: Drive,
  dt: number,
  touching: Touching | null = null,
): void {
  if (!(dt > 0)) return;
  const { totals, settings } = state;
  totals.steps++;
  if (drive.cut) totals.cuts++;
  if (isReset(drive, settings)) {
    settleFlesh(state, drive.end);
    return;
  }
  const isTouching = state.touch !== null && touching !== null && !drive.cut;
  if (isTouching) state.before.set(state.filter.amplitudes);
  const { overload, buckles } = advanceFilter(state, 0, drive.start, drive.end, dt);
  if (drive.cut) state.paper?.forget();
  else state.paper?.remember(drive.start, dt);
  if (overload > 1) totals.overloads++;
  if (overload > totals.maxOverload) totals.maxOverload = overload;
  if (buckles) totals.buckled++;
  if (isTouching && pushAside(state, state.filter, touching, dt)) {
    totals.touched!++;
    totals.maxTouchForce = Math.max(totals.maxTouchForce!, state.touch!.force);
  }
  showAmplitudes(state, state.filter.amplitudes, true);
}

/** Sets `FleshState.predicted` to the amplitudes at the end of a step as they are without contact. */
export function predictFlesh(state: FleshState, drive: Drive, dt: number): void {
  const { filter, preview, predicted } = state;
  if (!drive.cut && dt > 0) {
    preview.amplitudes.set(filter.amplitudes);
    preview.velocities.set(filter.velocities);
    advanceFilter(state, 1, drive.start, drive.end, dt);
    predicted.set(preview.amplitudes);
  } else predicted.set(filter.amplitudes);
}

/** Applies contact to a filter that has made a step of dt seconds from `FleshState.before`. Returns whether anything touches the flesh. */
function pushAside(
  { touch, before, settings }: FleshState,
  filter: Filter,
  touching: Touching,
  dt: number,
): boolean {
  touch!.push(filter, { ...touching, before, dt, limit: settings.maxDisplacement });
  return touch!.count > 0;
}

/**
 * Sets the displayed amplitudes to the time `ahead` seconds after the start of a drive's step, 0 ≤ ahead ≤ dt. The state does not change. In a step
 * with contact, amplitudes are interpolated linearly.
 */
export function showFlesh(
  state: FleshState,
  drive: Drive,
  ahead: number,
  dt: number,
  touching: Touching | null = null,
): void {
  const { filter, preview, settings, paper } = state;
  if (!(ahead > 0) || isReset(drive, settings)) {
    showState(state);
    return;
  }
  preview.amplitudes.set(filter.amplitudes);
  preview.velocities.set(filter.velocities);
  const fraction = ahead / dt;
  let isWhole = paper !== null;
  if (paper) {
    // The paper's recursion gives no values between two steps.
    advanceFilter(state, 1, drive.start, drive.end, dt);
  } else if (state.touch && touching && !drive.cut) {
    state.before.set(filter.amplitudes);
    advanceFilter(state, 1, drive.start, drive.end, dt);
    isWhole = pushAside(state, preview, touching, dt);
    if (!isWhole) {
      preview.amplitudes.set(filter.amplitudes);
      preview.velocities.set(filter.velocities);
    }
  }
  if (isWhole) {
    for (let mode = 0; mode < preview.amplitudes.length; mode++) {
      const from = filter.amplitudes[mode];
      preview.amplitudes[mode] = from + (preview.amplitudes[mode] - from) * fraction;
    }
  } else {
    for (let k = 0; k < driveStride; k++) {
      between[k] = drive.start[k] + (drive.end[k] - drive.start[k]) * fraction;
    }
    advanceFilter(state, 1, drive.start, between, ahead);
  }
  showAmplitudes(state, preview.amplitudes, false);
}

const between = new Float64Array(driveStride);

/**
 * Advances only one of the state's filters. Returns the force divided by its maximum, and whether the centrifugal force was
 * reduced.
 */
export function advanceFilter(
  state: FleshState,
  index: 0 | 1,
  start: Float64Array,
  end: Float64Array,
  dt: number,
): { overload: number; buckles: boolean } {
  const { bank, settings, gyroscopic, paper } = state;
  const filter: Filter = bank.filters[index];
  if (paper) {
    paper.writeInputs(filter.start, start);
    return { overload: paper.step(filter, dt), buckles: false };
  }
  writeInputs(filter.start, start, settings);
  writeInputs(filter.end, end, settings);
  if (gyroscopic) return gyroscopic.step(filter, start, end, dt);
  bank.step(dt, index, 1);
  return { overload: filter.overload, buckles: false };
}

/** Sets the displayed amplitudes to those of the state, as after a step. */
export function showState(state: FleshState): void {
  showAmplitudes(state, state.filter.amplitudes, false);
}

/** A step is counted only if its displacement is reduced to less than this fraction. */
const minCountedFactor = 0.99;

/** Sets the displayed amplitudes, reduced by the limit. counts: whether the totals are updated. */
function showAmplitudes(state: FleshState, amplitudes: Float64Array, counts: boolean): void {
  const { totals, settings, probe, warp, reach, amplitudes: shown } = state;
  if (warp) warp.write(amplitudes, shown);
  else shown.set(amplitudes);
  let bound = 0;
  for (let shape = 0; shape < shown.length; shape++) bound += reach[shape] * Math.abs(shown[shape]);
  // The sum of the maximum displacements of all modes is an upper bound, so most steps need no measurement.
  const isNear = bound > 0.5 * settings.maxDisplacement;
  if (!isNear && !(counts && bound > totals.largest)) return;
  // A dent may lie between the vertices that the probe checks first.
  const distance = state.touch
    ? state.touch.measure(
        amplitudes,
        Math.min(0.5 * settings.maxDisplacement, counts ? totals.largest : Number.POSITIVE_INFINITY),
      )
    : probe.measure(shown, 0.5 * settings.maxDisplacement);
  if (counts && distance > totals.largest) {
    totals.largest = distance;
    state.largestAmplitudes.set(shown);
  }
  const factor = bendToLimit(distance, settings.maxDisplacement);
  if (factor === 1) return;
  if (counts && factor < minCountedFactor) totals.limited++;
  for (let shape = 0; shape < shown.length; shape++) shown[shape] *= factor;
}
