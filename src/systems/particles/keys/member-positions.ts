import type { ParticleStore } from '../store.ts';

/** Returns the current positions of some particles, or the birth positions of those that are not born yet: [3n] m. */
export function positionsOf({ x, y, z }: ParticleStore, members: Uint32Array): Float64Array {
  return gather(x, y, z, members);
}

/** Returns the target positions of some particles: [3n] m. */
export function targetsOf({ targetX, targetY, targetZ }: ParticleStore, members: Uint32Array): Float64Array {
  return gather(targetX, targetY, targetZ, members);
}

function gather(x: Float64Array, y: Float64Array, z: Float64Array, members: Uint32Array): Float64Array {
  const out = new Float64Array(3 * members.length);
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    out[3 * k] = x[particle];
    out[3 * k + 1] = y[particle];
    out[3 * k + 2] = z[particle];
  }
  return out;
}
