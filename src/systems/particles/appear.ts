import type { SkinSurface } from '../../motion/skin-surface.ts';
import { placeOnSkin } from './keys/skin-positions.ts';
import { layNew } from './leaves/ground-rest.ts';
import { lowerBound } from './schedule.ts';
import type { ParticlesState } from './state.ts';

/**
 * Adds the particles that are born until the state's tick, and removes those whose life is over. Surfaces
 * hold the step that ends at the tick. Births are sorted by time, so all born particles are below `bornCount`.
 */
export function appearAndGo(state: ParticlesState, surfaces: readonly SkinSurface[]): void {
  const { prepared, params, store } = state;
  const { births } = prepared;
  const now = state.tick / params.rate;
  const slack = 1e-6 / params.rate;
  const { cohort, x, y, z, vx, vy, vz } = store;
  while (state.bornCount < births.count && births.times[state.bornCount] <= now + slack) {
    const particle = state.bornCount++;
    // Particles of bursts exist only once they are thrown.
    if (particle < births.poolCount) continue;
    const age = Math.max(0, now - births.times[particle]);
    const o = 3 * particle;
    [vx[particle], vy[particle], vz[particle]] = births.velocities.subarray(o, o + 3);
    positionAtBirth(position, state, particle, age, surfaces);
    x[particle] = position[0] + age * vx[particle];
    y[particle] = position[1] + age * vy[particle];
    z[particle] = position[2] + age * vz[particle];
    cohort[particle] = rowAtBirth(state, particle);
    if (births.grounded[births.sources[particle]]) layNew(state, particle);
  }
  while (state.deadCount < births.mortals.length) {
    const particle = births.mortals[state.deadCount];
    if (births.deaths[particle] > now + slack || particle >= state.bornCount) break;
    cohort[particle] = -1;
    state.deadCount++;
  }
  while (state.firstAlive < state.bornCount && cohort[state.firstAlive] < 0) state.firstAlive++;
}

const position = new Float64Array(3);

/** Writes the position of a particle that was born `age` seconds before the end of the step that surfaces hold. */
function positionAtBirth(
  out: Float64Array,
  { prepared, params }: ParticlesState,
  particle: number,
  age: number,
  surfaces: readonly SkinSurface[],
): void {
  const { births } = prepared;
  const anchored = births.anchored[births.sources[particle]];
  if (!anchored || !surfaces[anchored.skin]) {
    out.set(births.positions.subarray(3 * particle, 3 * particle + 3));
    return;
  }
  const fraction = Math.max(0, 1 - age * params.rate);
  placeOnSkin(out, surfaces[anchored.skin], anchored.anchors, anchored.anchorOf[particle], fraction);
}

/** Returns the row of the key that controls a particle from its birth; 0 if none does. */
function rowAtBirth({ runs }: ParticlesState, particle: number): number {
  for (const { phase, key, members, cohorts } of runs) {
    if (phase !== 'leading' || !key.goals) continue;
    const k = lowerBound(members, particle);
    if (members[k] === particle) return key.row + cohorts[k];
  }
  return 0;
}
