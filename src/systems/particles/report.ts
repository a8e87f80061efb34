import type { KeyForecast } from './feasibility.ts';
import type { KeyRun } from './keys/key-run.ts';
import { formatNumber } from './keys/key-times.ts';
import { predictedAcceleration } from './keys/lead-key.ts';
import { restStates } from './leaves/ground-rest.ts';
import type { ParticlesState } from './state.ts';

/** Returns the results of particles for `report.json`, in metres and seconds. */
export function reportParticles(state: ParticlesState): Record<string, unknown> {
  const { params, prepared, totals, runs, store, bornCount, firstAlive } = state;
  let alive = 0;
  for (let particle = firstAlive; particle < bornCount; particle++) if (store.cohort[particle] >= 0) alive++;
  return {
    particles: prepared.births.count,
    born: bornCount,
    alive,
    steps: totals.steps,
    touches: totals.touches,
    ...(state.rest ? { rest: countRest(state) } : {}),
    ...(state.bursts.length > 0
      ? {
          bursts: state.bursts.map(({ params: { name, of }, thrown, missing, volume }) => ({
            name: name ?? of,
            thrown,
            missing,
            litres: round(1000 * volume),
          })),
        }
      : {}),
    keys: runs.map((run) => {
      const { key, results, phase } = run;
      const mean = results.effortSeconds > 0 ? Math.sqrt(results.effort / results.effortSeconds) : 0;
      return {
        name: key.name,
        start: round(key.start / params.rate),
        end: round(key.end / params.rate),
        release: round(key.release / params.rate),
        phase,
        count: key.memberCount,
        arrived: results.arrived,
        ...(key.params.arrive === 'bounded' && phase !== 'waiting' ? reportLate(state, run) : {}),
        maxPositionError: round(results.maxPositionError),
        maxSpeedError: round(results.maxSpeedError),
        maxPathLength: round(results.maxPathLength),
        peakAcceleration: round(results.peakAcceleration),
        jumped: results.jumped,
        aloneAcceleration: round(results.aloneAcceleration),
        meanAcceleration: round(mean),
        ...reportForecast(prepared.forecasts.find(({ name }) => name === key.name)),
        ...(params.maxAcceleration === undefined || phase === 'waiting'
          ? {}
          : { overLimit: results.overLimit }),
        ...(results.paths ? { paths: results.paths } : {}),
        ...(key.params.confinement === 'morph' ? { putBack: results.confined } : {}),
        ...(key.params.kind === 'density' ? { shapes: countShapes(run) } : {}),
      };
    }),
    kernel: store.kernel.implementation,
    warnings: [
      ...prepared.warnings,
      ...warnOfBursts(state),
      ...runs.flatMap((run) => warnOfArrival(state, run)),
    ],
  };
}

/** Returns the number of particles that lie on ground, and how many of them were trodden in. */
function countRest({ rest, bornCount }: ParticlesState): Record<string, number> {
  let [lying, trodden] = [0, 0];
  for (let i = 0; i < bornCount; i++) {
    if (rest!.states[i] === restStates.free) continue;
    lying++;
    if (rest!.pressed[i] > 0) trodden++;
  }
  return { lying, trodden };
}

/** Returns the warnings about bursts that threw nothing, or had too few particles. */
function warnOfBursts({ bursts }: ParticlesState): string[] {
  return bursts.flatMap(({ params: { name, of, joints }, thrown, missing }, k) => {
    if (missing > 0) {
      return [
        `bursts[${k}] "${name ?? of}": ${missing} particles were not thrown: set count to ${thrown + missing} or more`,
      ];
    }
    const parts = joints ? ` with ${joints.map((joint) => `"${joint}"`).join(' or ')} in their names` : '';
    return thrown > 0
      ? []
      : [
          `bursts[${k}] "${name ?? of}": nothing was thrown, since no parts of "${of}"${parts} pressed on a ground`,
        ];
  });
}

/** Returns the numbers of particles that arrived late, and that have not arrived yet, and the maximum delay. */
function reportLate(state: ParticlesState, run: KeyRun): Record<string, unknown> {
  const { late, maxDelay } = run.results;
  return { late: { count: late, maxDelay: round(maxDelay), missing: countMissing(state, run) } };
}

/** Returns the number of particles that have not arrived although the key has ended. */
function countMissing({ tick }: ParticlesState, { key, results }: KeyRun): number {
  return tick < key.end ? 0 : key.memberCount - results.arrived - results.late;
}

/** Returns the warnings about particles that have arrived by a jump, or not in time. */
function warnOfArrival(state: ParticlesState, run: KeyRun): string[] {
  const { key, results } = run;
  const warnings: string[] = [];
  if (results.jumped > 0) {
    const predicted = predictedAcceleration(state, run);
    const ratio = results.peakAcceleration / Math.max(predicted, 1e-9);
    warnings.push(
      `key "${key.name}": ${results.jumped} of ${key.memberCount} particles arrive by a jump in the last step, with up to ` +
        `${formatNumber(round(results.peakAcceleration, 3))} m/s², ${formatNumber(round(ratio, 2))} times the predicted ` +
        `${formatNumber(round(predicted, 3))} m/s². Something is in their way: move it or the key, compare paths with \`attempts\` ` +
        'and `randomness`, or let them arrive late with `arrive: "bounded"`',
    );
  }
  const missing = countMissing(state, run);
  if (key.params.arrive === 'bounded' && results.late + missing > 0) {
    const isAway = missing > 0 ? `, ${missing} have not arrived` : '';
    const delay = results.late > 0 ? `, by up to ${formatNumber(round(results.maxDelay, 3))} s` : '';
    warnings.push(
      `key "${key.name}": ${results.late} of ${key.memberCount} particles arrive late${delay}${isAway}`,
    );
  }
  return warnings;
}

/** Returns the forecast of a key, made before the run. */
function reportForecast(forecast: KeyForecast | undefined): Record<string, unknown> {
  if (!forecast) return {};
  const { peakAcceleration, overLimit, neededSeconds } = forecast;
  return {
    forecast: {
      peakAcceleration: round(peakAcceleration),
      overLimit,
      neededSeconds: neededSeconds === null ? null : round(neededSeconds),
    },
  };
}

/** Returns the number of particles that a density key requires in each shape, and the number that arrived there. */
function countShapes({ key, results }: KeyRun): { name: string; count: number; arrived: number }[] {
  return key.goals!.blocks.map(({ shape, count }, k) => ({
    name: shape.name,
    count,
    arrived: results.arrivedIn[k],
  }));
}

function round(value: number, digits = 6): number {
  return Number(value.toPrecision(digits));
}
