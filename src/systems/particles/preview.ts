import type { SystemInputs } from '../system.ts';
import { loadParticles, saveParticles } from './save.ts';
import type { ParticlesState } from './state.ts';
import { listMotion, stepTick, type TickWatch } from './step.ts';

/**
 * Shows particles `ahead` seconds after the state's tick, less than a tick: interpolated linearly between the coming steps, and
 * exactly at the goal at the time of a key. The state does not change.
 */
export function showBetween(state: ParticlesState, inputs: SystemInputs, ahead: number): void {
  const { params, store, bornCount, firstAlive } = state;
  const fraction = ahead * params.rate;
  if (fraction < 1e-9) {
    state.output.refresh(state);
    return;
  }
  const bytes = saveParticles(state);
  const before = listMotion(state).map((plane) => plane.slice(0, bornCount));
  const rows = store.cohort.slice(0, bornCount);
  const watch: TickWatch = { until: state.tick + fraction, parts: null };
  state.isPreview = true;
  stepTick(state, inputs, state.tick, watch);
  state.isPreview = false;
  const now = watch.until / params.rate;
  listMotion(state).forEach((plane, k) => {
    mix(plane, before[k], plane, fraction, bornCount);
    if (!watch.parts) return;
    for (const particle of watch.parts.particles) {
      if (particle >= bornCount) continue;
      const from = watch.parts.from[k][particle];
      plane[particle] = from + (watch.parts.to[k][particle] - from) * watch.parts.fraction;
    }
  });
  showBirths(state, bornCount, (1 - fraction) / params.rate, now);
  const { deaths } = state.prepared.births;
  for (let particle = firstAlive; particle < bornCount; particle++) {
    if (rows[particle] >= 0) store.cohort[particle] = deaths[particle] > now ? 0 : -1;
  }
  state.firstAlive = firstAlive;
  state.output.refresh(state);
  loadParticles(state, bytes);
}

function mix(out: Float64Array, from: Float64Array, to: Float64Array, fraction: number, count: number): void {
  for (let k = 0; k < count; k++) out[k] = from[k] + (to[k] - from[k]) * fraction;
}

/** Displays particles that are born in the tick, `left` seconds before its end. */
function showBirths({ store, bornCount }: ParticlesState, first: number, left: number, now: number): void {
  const { x, y, z, vx, vy, vz, birthTime, cohort } = store;
  for (let particle = first; particle < bornCount; particle++) {
    x[particle] -= left * vx[particle];
    y[particle] -= left * vy[particle];
    z[particle] -= left * vz[particle];
    if (birthTime[particle] > now) cohort[particle] = -1;
  }
}
