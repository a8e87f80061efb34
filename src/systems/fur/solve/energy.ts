import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurForces } from './kernel-params.ts';
import type { FurStore } from './store.ts';

/** Energy, J. `size` is the sum of the absolute values of all terms. The rounding error of `sum` is proportional to `size`. */
export interface FurEnergy {
  readonly sum: number;
  readonly size: number;
  /** The kinetic part of the sum. */
  readonly kinetic: number;
}

/**
 * Measures the energy of all strands on a stationary skin: kinetic energy, springs, gravity (0 at the roots) and the corrected
 * restoring force. The printed restoring force has no potential and is not counted.
 */
export function measureEnergy(store: FurStore, forces: FurForces): FurEnergy {
  const { strandCount, edges } = store.topology;
  const [x, y, z] = store.vector(planes.offset);
  const [vx, vy, vz] = store.vector(planes.velocity);
  const [nx, ny, nz] = store.vector(planes.normal);
  const lengths = store.plane(planes.length);
  const masses = store.plane(planes.mass);
  const [gx, gy, gz] = forces.gravity;
  const weight = forces.form === 'printed' ? 0 : forces.restoring;
  let kinetic = 0;
  let energy = 0;
  let potential = 0;
  let size = 0;
  for (let i = 0; i < strandCount; i++) {
    const length = Math.sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    const stretch = length - lengths[i];
    const up = length > 0 ? (x[i] * nx[i] + y[i] * ny[i] + z[i] * nz[i]) / length : 1;
    const bent = 1 - up;
    const motion = 0.5 * masses[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
    kinetic += motion;
    energy += motion;
    const height = -masses[i] * (gx * x[i] + gy * y[i] + gz * z[i]);
    potential += height;
    size += Math.abs(height);
    energy += 0.5 * forces.stiffness * stretch * stretch;
    energy += weight * lengths[i] * bent * (0.5 * bent + forces.restStiffness);
  }
  if (edges.length === 0) return { sum: energy + potential, size: size + energy, kinetic };
  const [rx, ry, rz] = store.vector(planes.root);
  const rest = store.edgeLengths;
  for (let e = 0; e < edges.length / 2; e++) {
    const [a, b] = [edges[2 * e], edges[2 * e + 1]];
    const dx = rx[b] - rx[a] + (x[b] - x[a]);
    const dy = ry[b] - ry[a] + (y[b] - y[a]);
    const dz = rz[b] - rz[a] + (z[b] - z[a]);
    const stretch = Math.sqrt(dx * dx + dy * dy + dz * dz) - rest[e];
    energy += 0.5 * forces.edgeStiffness * stretch * stretch;
  }
  return { sum: energy + potential, size: size + energy, kinetic };
}
