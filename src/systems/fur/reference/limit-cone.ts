import { furParamsIndex, furStoreIndex as planes } from '../records.generated.ts';

/**
 * Reference implementation that moves tip i back to the cone. See kernels/fur/limit.ts. at: index of each plane in `doubles`. With `moved`,
 * the displacement / dt is added to the velocity. Otherwise only its outward component is removed.
 */
export function limitCone(
  doubles: Float64Array,
  at: Uint32Array,
  params: number,
  i: number,
  moved: boolean,
): void {
  const [px, py, pz] = [at[planes.offset] + i, at[planes.offset + 1] + i, at[planes.offset + 2] + i];
  const nx = doubles[at[planes.normal] + i];
  const ny = doubles[at[planes.normal + 1] + i];
  const nz = doubles[at[planes.normal + 2] + i];
  const [x, y, z] = [doubles[px], doubles[py], doubles[pz]];
  const height = x * nx + y * ny + z * nz;
  const length = Math.sqrt(x * x + y * y + z * z);
  const cosLimit = doubles[params + furParamsIndex.cosLimit];
  if (!(height < cosLimit * length)) return;
  const ax = x - height * nx;
  const ay = y - height * ny;
  const az = z - height * nz;
  const across = Math.sqrt(ax * ax + ay * ay + az * az);
  const v = [0, 1, 2].map((axis) => at[planes.velocity + axis] + i);
  const w = [0, 1, 2].map((axis) => doubles[at[planes.skinVelocity + axis] + i]);
  if (across <= 1e-9 * doubles[at[planes.length] + i]) {
    doubles[px] = length * nx;
    doubles[py] = length * ny;
    doubles[pz] = length * nz;
    for (let axis = 0; axis < 3; axis++) doubles[v[axis]] = w[axis];
    return;
  }
  const sinLimit = doubles[params + furParamsIndex.sinLimit];
  const [tx, ty, tz] = [ax / across, ay / across, az / across];
  doubles[px] = length * (cosLimit * nx + sinLimit * tx);
  doubles[py] = length * (cosLimit * ny + sinLimit * ty);
  doubles[pz] = length * (cosLimit * nz + sinLimit * tz);
  if (moved) {
    const dt = doubles[params + furParamsIndex.dt];
    doubles[v[0]] += (doubles[px] - x) / dt;
    doubles[v[1]] += (doubles[py] - y) / dt;
    doubles[v[2]] += (doubles[pz] - z) / dt;
    return;
  }
  const ox = cosLimit * tx - sinLimit * nx;
  const oy = cosLimit * ty - sinLimit * ny;
  const oz = cosLimit * tz - sinLimit * nz;
  const outward = (doubles[v[0]] - w[0]) * ox + (doubles[v[1]] - w[1]) * oy + (doubles[v[2]] - w[2]) * oz;
  if (outward <= 0) return;
  doubles[v[0]] -= outward * ox;
  doubles[v[1]] -= outward * oy;
  doubles[v[2]] -= outward * oz;
}
