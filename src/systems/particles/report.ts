import type { KeyForecast } from './feasibility.ts';
import type { KeyRun } from './keys/key-run.ts';
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
        maxPositionError: round(results.maxPositionError),
        maxSpeedError: round(results.maxSpeedError),
        maxPathLength: round(results.maxPathLength),
        peakAcceleration: round(results.peakAcceleration),
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
    warnings: [...prepared.warnings],
  };
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

/** Rounds to six digits. */
function round(value: number): number {
  return Number(value.toPrecision(6));
}
