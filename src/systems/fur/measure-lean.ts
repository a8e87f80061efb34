import { acos } from '../../math/portable.ts';
import { furStoreIndex as planes } from './records.generated.ts';
import type { FurStore } from './solve/store.ts';

/** Returns the maximum angle between a strand and the normal of its skin, rad. normals: [3 · vertexCount] unit normals. */
export function measureLean(store: FurStore, normals: Float64Array): number {
  const [x, y, z] = store.vector(planes.offset);
  const { strandCount, vertexOf } = store.topology;
  let min = 1;
  for (let i = 0; i < strandCount; i++) {
    const length = Math.sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    const v = 3 * vertexOf[i];
    const up = length > 0 ? (x[i] * normals[v] + y[i] * normals[v + 1] + z[i] * normals[v + 2]) / length : 1;
    if (up < min) min = up;
  }
  return acos(Math.max(-1, min));
}
