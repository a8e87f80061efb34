import { cos, sin } from '../../math/portable.ts';
import { hashUnit } from '../../math/random.ts';
import { randomUses } from './settings.ts';
import type { ParticlesState } from './state.ts';

/** Sets all particles from index `first` to their state at birth, and marks them as absent. */
export function parkUnborn(state: ParticlesState, first: number): void {
  const { store, params, prepared, colors, orientations, spins, attributes, lastShape, obstacles, spread } =
    state;
  const { births } = prepared;
  if (state.rest) for (const plane of state.rest.planes) plane.fill(0, first);
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
    if (orientations && state.isLeaf) setRandomTurn(orientations, prepared.seed, particle);
    else if (orientations) orientations.set(noTurn, 4 * particle);
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

/** Writes a uniformly distributed random rotation. Shoemake 1992. */
function setRandomTurn(out: Float64Array, seed: number, particle: number): void {
  const [u, v, w] = [0, 1, 2].map((k) => hashUnit(seed, randomUses.orientation, particle, k));
  const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
  const [p, q] = [2 * Math.PI * v, 2 * Math.PI * w];
  out.set([a * sin(p), a * cos(p), b * sin(q), b * cos(q)], 4 * particle);
}
