import type { ParticlesState } from './state.ts';

/** Sets all particles from index `first` to their state at birth, and marks them as absent. */
export function parkUnborn(state: ParticlesState, first: number): void {
  const { store, params, prepared, colors, orientations, spins, attributes, lastShape, obstacles, spread } =
    state;
  const { births } = prepared;
  obstacles.checkedOf(store).fill(0, first);
  const { x, y, z, vx, vy, vz, size, cohort } = store;
  for (let particle = first; particle < births.count; particle++) {
    const o = 3 * particle;
    x[particle] = births.positions[o];
    y[particle] = births.positions[o + 1];
    z[particle] = births.positions[o + 2];
    vx[particle] = births.velocities[o];
    vy[particle] = births.velocities[o + 1];
    vz[particle] = births.velocities[o + 2];
    size[particle] = births.sizes[particle];
    cohort[particle] = -1;
    if (orientations) orientations.set(noTurn, 4 * particle);
  }
  if (lastShape) {
    for (let particle = first; particle < births.count; particle++) {
      lastShape[particle] = prepared.sourceShapes[births.sources[particle]];
    }
  }
  colors.set(births.colors.subarray(4 * first), 4 * first);
  spread?.fill(0, first);
  if (spins && births.spins) spins.set(births.spins.subarray(3 * first), 3 * first);
  else spins?.fill(0, 3 * first);
  for (const { name, value } of params.attributes) attributes.get(name)!.fill(value, first);
}

const noTurn = [0, 0, 0, 1];
