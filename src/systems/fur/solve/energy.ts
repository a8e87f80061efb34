import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurForces } from './kernel-params.ts';
import type { FurStore } from './store.ts';

/** J; `size` is what its parts add up to without their signs: sums are right to a share of that. */
export interface FurEnergy {
  readonly sum: number;
  readonly size: number;
}

/**
 * Energy of all strands, as seen from a skin at rest: of motion, springs, gravity (0 at the roots) and of the corrected
 * restoring force. The printed one has no potential and counts nothing.
 */
export function measureEnergy(store: FurStore, forces: FurForces): FurEnergy {
  const { strandCount, edges } = store.topology;
  const [x, y, z] = [0, 1, 2].map((axis) => store.plane(planes.offset + axis));
  const [vx, vy, vz] = [0, 1, 2].map((axis) => store.plane(planes.velocity + axis));
  const [nx, ny, nz] = [0, 1, 2].map((axis) => store.plane(planes.normal + axis));
  const lengths = store.plane(planes.length);
  const masses = store.plane(planes.mass);
  const [gx, gy, gz] = forces.gravity;
  const weight = forces.form === 'printed' ? 0 : forces.restoring;
  let energy = 0;
  let fallen = 0;
  let size = 0;
  for (let i = 0; i < strandCount; i++) {
    const length = Math.sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    const stretch = length - lengths[i];
    const up = length > 0 ? (x[i] * nx[i] + y[i] * ny[i] + z[i] * nz[i]) / length : 1;
    const bent = 1 - up;
    energy += 0.5 * masses[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
    const height = -masses[i] * (gx * x[i] + gy * y[i] + gz * z[i]);
    fallen += height;
    size += Math.abs(height);
    energy += 0.5 * forces.stiffness * stretch * stretch;
    energy += weight * lengths[i] * bent * (0.5 * bent + forces.restStiffness);
  }
  if (edges.length === 0) return { sum: energy + fallen, size: size + energy };
  const [rx, ry, rz] = [0, 1, 2].map((axis) => store.plane(planes.root + axis));
  const rest = store.edgeLengths;
  for (let e = 0; e < edges.length / 2; e++) {
    const [a, b] = [edges[2 * e], edges[2 * e + 1]];
    const dx = rx[b] - rx[a] + (x[b] - x[a]);
    const dy = ry[b] - ry[a] + (y[b] - y[a]);
    const dz = rz[b] - rz[a] + (z[b] - z[a]);
    const stretch = Math.sqrt(dx * dx + dy * dy + dz * dz) - rest[e];
    energy += 0.5 * forces.edgeStiffness * stretch * stretch;
  }
  return { sum: energy + fallen, size: size + energy };
}
