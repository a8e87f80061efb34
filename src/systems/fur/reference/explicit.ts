import {
  edgesFlag,
  furParamsIndex,
  maxLever,
  noLength,
  furStoreIndex as planes,
  pushedFlag,
} from '../records.generated.ts';
import { limitCone } from './limit-cone.ts';

/** Reference implementation of a step of semi-implicit Euler. See kernels/fur/explicit.ts. */
export function stepExplicit(
  doubles: Float64Array,
  at: Uint32Array,
  params: number,
  count: number,
  flags: number,
): void {
  const dt = doubles[params + furParamsIndex.dt];
  const stiffness = doubles[params + furParamsIndex.stiffness];
  const weight = doubles[params + furParamsIndex.restoring];
  const restFraction = doubles[params + furParamsIndex.restFraction];
  const isPrinted = doubles[params + furParamsIndex.isPrinted];
  const damping = doubles[params + furParamsIndex.damping];
  const air = doubles[params + furParamsIndex.airDrag];
  const cosLimit = doubles[params + furParamsIndex.cosLimit];
  const [dx, dy, dz] = at.subarray(planes.offset);
  const [normalX, normalY, normalZ] = at.subarray(planes.normal);
  const lengths = at[planes.length];
  const masses = at[planes.mass];
  const isCorrected = 1 - isPrinted;
  const press = isPrinted * weight;
  const hasEdges = (flags & edgesFlag) !== 0;
  const isPushed = (flags & pushedFlag) !== 0;

  function moveAlong(axis: number, i: number, inner: number, mass: number, gain: number): number {
    const v = at[planes.velocity + axis] + i;
    const old = doubles[v];
    let force = inner + mass * doubles[params + furParamsIndex.gravity + axis];
    force += air * (doubles[params + furParamsIndex.wind + axis] - old);
    force += mass * damping * (doubles[at[planes.skinVelocity + axis] + i] - old);
    if (hasEdges) {
      const sum = at[planes.force + axis] + i;
      force += doubles[sum];
      doubles[sum] = 0;
    }
    if (isPushed) force += doubles[at[planes.push + axis] + i];
    const speed = old + gain * force;
    doubles[v] = speed;
    const d = at[planes.offset + axis] + i;
    const offset = doubles[d] + dt * (speed - doubles[at[planes.rootVelocity + axis] + i]);
    doubles[d] = offset;
    return offset;
  }

  for (let i = 0; i < count; i++) {
    const x = doubles[dx + i];
    const y = doubles[dy + i];
    const z = doubles[dz + i];
    const nx = doubles[normalX + i];
    const ny = doubles[normalY + i];
    const nz = doubles[normalZ + i];
    const rest = doubles[lengths + i];
    const mass = doubles[masses + i];
    const length = Math.sqrt(x * x + y * y + z * z);
    const min = noLength * rest;
    const inverse = 1 / (length < min ? min : length);
    const hasNone = length < min;
    const sx = hasNone ? nx : x * inverse;
    const sy = hasNone ? ny : y * inverse;
    const sz = hasNone ? nz : z * inverse;
    const up = nx * sx + ny * sy + nz * sz;
    const bent = 1 - up;
    const drawn = rest * inverse;
    const lever = maxLever < drawn ? maxLever : drawn;
    const turn = weight * (bent + restFraction) * (isPrinted + isCorrected * lever);
    const along = stiffness * (rest - length) - press * (bent * bent) - up * turn;
    const gain = dt / mass;
    const newX = moveAlong(0, i, along * sx + turn * nx, mass, gain);
    const newY = moveAlong(1, i, along * sy + turn * ny, mass, gain);
    const newZ = moveAlong(2, i, along * sz + turn * nz, mass, gain);
    const height = newX * nx + newY * ny + newZ * nz;
    const reach = Math.sqrt(newX * newX + newY * newY + newZ * newZ);
    if (height < cosLimit * reach) limitCone(doubles, at, params, i, false);
  }
}
