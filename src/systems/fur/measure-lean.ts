import { acos } from '../../math/portable.ts';
import { planes } from './solve/planes.ts';
import type { FurStore } from './solve/store.ts';

/** Largest angle between a strand and where it stands at rest, rad. */
export function measureLean(store: FurStore): number {
  const [x, y, z] = [0, 1, 2].map((axis) => store.plane(planes.offset + axis));
  const [nx, ny, nz] = [0, 1, 2].map((axis) => store.plane(planes.normal + axis));
  let least = 1;
  for (let i = 0; i < store.topology.strandCount; i++) {
    const length = Math.sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    const up = length > 0 ? (x[i] * nx[i] + y[i] * ny[i] + z[i] * nz[i]) / length : 1;
    if (up < least) least = up;
  }
  return acos(Math.max(-1, least));
}
