import { solveLinear } from '../../math/solve-linear.ts';
import type { DriveRequest, DriveSet } from '../../motion/drive.ts';
import type { FleshState } from './state.ts';
import { advanceFilter, isReset, settleFlesh, showState } from './step.ts';

/**
 * Sets flesh to its periodic state: after one period it returns exactly to this state. The system is linear, so the state after one period
 * is x(T) = A x(0) + r, and x(0) = (I − A)⁻¹ r. r is the result of a run that starts from zero. If gyroscopic forces couple the modes, A is
 * found with one run for each component of the state; otherwise two runs give it for all modes at once.
 *
 * drives: no other code may use them. The clip repeats every `period` seconds, which is exactly `stepCount` steps.
 */
export function findPeriodicState(
  state: FleshState,
  drives: DriveSet,
  request: DriveRequest,
  startTime: number,
  period: number,
  stepCount: number,
): void {
  const { filter, part, settings } = state;
  const size = part.modeCount;
  const drive = drives.add(request);
  const dt = period / stepCount;
  const time = (tick: number) => startTime + tick * dt;
  /** Runs the clip once for several initial states [2 · size] at the same time. Returns their final states. */
  const run = (initialStates: readonly Float64Array[]): Float64Array[] => {
    const states = initialStates.map((begin) => begin.slice());
    for (let tick = 0; tick < stepCount; tick++) {
      drives.advance(time(tick - 1), time(tick), time(tick + 1), time(tick + 2));
      for (const one of states) {
        filter.amplitudes.set(one.subarray(0, size));
        filter.velocities.set(one.subarray(size));
        if (isReset(drive, settings)) settleFlesh(state, drive.end);
        else advanceFilter(state, 0, drive.start, drive.end, dt);
        one.set(filter.amplitudes);
        one.set(filter.velocities, size);
      }
    }
    return states;
  };
  const unit = (components: readonly number[]) => {
    const begin = new Float64Array(2 * size);
    for (const component of components) begin[component] = 1;
    return begin;
  };
  const isCoupled = settings.method === 'gyroscopic';
  const modes = Array.from({ length: size }, (_, mode) => mode);
  const groups = isCoupled
    ? [...modes.map((mode) => [mode]), ...modes.map((mode) => [size + mode])]
    : [modes, modes.map((mode) => size + mode)];
  const [rest, ...answers] = run([unit([]), ...groups.map(unit)]);
  // The matrix I − A, column by column.
  const system = new Float64Array(4 * size * size);
  for (let k = 0; k < 2 * size; k++) system[k * 2 * size + k] = 1;
  groups.forEach((group, index) => {
    for (const column of group) {
      for (let row = 0; row < 2 * size; row++) {
        if (!isCoupled && row % size !== column % size) continue;
        system[row * 2 * size + column] -= answers[index][row] - rest[row];
      }
    }
  });
  solveLinear(system, rest, 2 * size);
  filter.amplitudes.set(rest.subarray(0, size));
  filter.velocities.set(rest.subarray(size));
  showState(state);
}
