import type { ParticlesState } from './state.ts';

/** Particles' own figures for `report.json`: metres, seconds. */
export function reportParticles(state: ParticlesState): Record<string, unknown> {
  const { prepared, totals, runs, store, bornCount, firstAlive } = state;
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
        phase,
        particles: key.memberCount,
        arrived: figures.arrived,
        largestMiss: round(figures.largestMiss),
        largestSpeedMiss: round(figures.largestSpeedMiss),
        longestWay: round(figures.longestWay),
        peakAcceleration: round(figures.peakAcceleration),
        meanAcceleration: round(mean),
      };
    }),
    kernel: store.kernel.implementation,
    warnings: [...prepared.warnings],
  };
}

/** Six digits are enough to read. */
function round(value: number): number {
  return Number(value.toPrecision(6));
}
