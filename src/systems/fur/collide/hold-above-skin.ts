import { cos, sin } from '../../../math/portable.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurStore } from '../solve/store.ts';

/**
 * Moves tips that lean by more than `limit` (rad) from the normal of the skin back to this limit, and removes the component of the
 * velocity that increases the angle. The solver's own cone does not suffice, since its axis is the combed or trodden direction.
 * normals: [3 · vertexCount] unit normals.
 */
export function holdAboveSkin(store: FurStore, normals: ArrayLike<number>, limit: number): void {
  const { strandCount, vertexOf } = store.topology;
  const [dx, dy, dz] = store.vector(planes.offset);
  const [vx, vy, vz] = store.vector(planes.velocity);
  const [wx, wy, wz] = store.vector(planes.skinVelocity);
  const cosLimit = cos(limit);
  const sinLimit = sin(limit);
  for (let i = 0; i < strandCount; i++) {
    const k = 3 * vertexOf[i];
    const nx = normals[k];
    const ny = normals[k + 1];
    const nz = normals[k + 2];
    const height = dx[i] * nx + dy[i] * ny + dz[i] * nz;
    const length = Math.sqrt(dx[i] * dx[i] + dy[i] * dy[i] + dz[i] * dz[i]);
    // The tolerance prevents that rounding errors change strands on the cone.
    if (height >= cosLimit * length - 1e-12 * length) continue;
    let tx = dx[i] - height * nx;
    let ty = dy[i] - height * ny;
    let tz = dz[i] - height * nz;
    const across = Math.sqrt(tx * tx + ty * ty + tz * tz);
    if (across <= 1e-9 * length) {
      dx[i] = length * nx;
      dy[i] = length * ny;
      dz[i] = length * nz;
      vx[i] = wx[i];
      vy[i] = wy[i];
      vz[i] = wz[i];
      continue;
    }
    tx /= across;
    ty /= across;
    tz /= across;
    dx[i] = length * (cosLimit * nx + sinLimit * tx);
    dy[i] = length * (cosLimit * ny + sinLimit * ty);
    dz[i] = length * (cosLimit * nz + sinLimit * tz);
    const ox = cosLimit * tx - sinLimit * nx;
    const oy = cosLimit * ty - sinLimit * ny;
    const oz = cosLimit * tz - sinLimit * nz;
    const outward = (vx[i] - wx[i]) * ox + (vy[i] - wy[i]) * oy + (vz[i] - wz[i]) * oz;
    if (outward <= 0) continue;
    vx[i] -= outward * ox;
    vy[i] -= outward * oy;
    vz[i] -= outward * oz;
  }
}
