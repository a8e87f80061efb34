import type { KeyForecast } from './feasibility.ts';
import type { KeyRun } from './keys/key-run.ts';
import type { ParticlesState } from './state.ts';

/** Particles' own figures for `report.json`: metres, seconds. */
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
      const { key, figures, phase } = run;
      const mean = figures.effortSeconds > 0 ? Math.sqrt(figures.effort / figures.effortSeconds) : 0;
      return {
        name: key.name,
        start: round(key.start / params.rate),
        end: round(key.end / params.rate),
        release: round(key.release / params.rate),
        phase,
        count: key.memberCount,
        arrived: figures.arrived,
        maxPositionError: round(figures.maxPositionError),
        maxSpeedError: round(figures.maxSpeedError),
        maxPathLength: round(figures.maxPathLength),
        peakAcceleration: round(figures.peakAcceleration),
        aloneAcceleration: round(figures.aloneAcceleration),
        meanAcceleration: round(mean),
        ...tellForecast(prepared.forecasts.find(({ name }) => name === key.name)),
        ...(params.maxAcceleration === undefined || phase === 'waiting'
          ? {}
          : { overLimit: figures.overLimit }),
        ...(figures.paths ? { paths: figures.paths } : {}),
        ...(key.params.confinement === 'morph' ? { putBack: figures.confined } : {}),
        ...(key.params.kind === 'density' ? { shapes: countShapes(run) } : {}),
      };
    }),
    kernel: store.kernel.implementation,
    warnings: [...prepared.warnings],
  };
}

/** What was known before the run. */
function tellForecast(forecast: KeyForecast | undefined): Record<string, unknown> {
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

/** How many go to each shape, and have come to be in it. */
function countShapes({ key, figures }: KeyRun): { name: string; count: number; arrived: number }[] {
  return key.goals!.blocks.map(({ shape, count }, k) => ({
    name: shape.name,
    count,
    arrived: figures.arrivedIn[k],
  }));
}

/** Six digits are enough to read. */
function round(value: number): number {
  return Number(value.toPrecision(6));
}
