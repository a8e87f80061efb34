// The cone of allowed strand directions.

import { COS_LIMIT, DT, SIN_LIMIT } from './fur-params.generated';
import { lengthOf, normalOf, offsetOf, skinVelocityOf, velocityOf } from './fur-store.generated';

/**
 * Moves a tip that leans beyond the limit back to the cone and keeps its distance from the root. If `moved`, the displacement / dt is added
 * to the velocity. Otherwise, the velocity loses its outward component relative to the skin. A tip exactly below its root is set upright
 * and moves with the skin.
 */
export function limitCone(fur: usize, params: usize, offset: usize, moved: bool): void {
  const px = offsetOf(fur, 0) + offset;
  const py = offsetOf(fur, 1) + offset;
  const pz = offsetOf(fur, 2) + offset;
  const nx = load<f64>(normalOf(fur, 0) + offset);
  const ny = load<f64>(normalOf(fur, 1) + offset);
  const nz = load<f64>(normalOf(fur, 2) + offset);
  const x = load<f64>(px);
  const y = load<f64>(py);
  const z = load<f64>(pz);
  const height = x * nx + y * ny + z * nz;
  const length = sqrt<f64>(x * x + y * y + z * z);
  const cosLimit = load<f64>(params, COS_LIMIT);
  if (!(height < cosLimit * length)) return;
  const ax = x - height * nx;
  const ay = y - height * ny;
  const az = z - height * nz;
  const across = sqrt<f64>(ax * ax + ay * ay + az * az);
  const vx = velocityOf(fur, 0) + offset;
  const vy = velocityOf(fur, 1) + offset;
  const vz = velocityOf(fur, 2) + offset;
  const wx = load<f64>(skinVelocityOf(fur, 0) + offset);
  const wy = load<f64>(skinVelocityOf(fur, 1) + offset);
  const wz = load<f64>(skinVelocityOf(fur, 2) + offset);
  if (across <= 1e-9 * load<f64>(lengthOf(fur) + offset)) {
    store<f64>(px, length * nx);
    store<f64>(py, length * ny);
    store<f64>(pz, length * nz);
    store<f64>(vx, wx);
    store<f64>(vy, wy);
    store<f64>(vz, wz);
    return;
  }
  const sinLimit = load<f64>(params, SIN_LIMIT);
  const tx = ax / across;
  const ty = ay / across;
  const tz = az / across;
  const newX = length * (cosLimit * nx + sinLimit * tx);
  const newY = length * (cosLimit * ny + sinLimit * ty);
  const newZ = length * (cosLimit * nz + sinLimit * tz);
  store<f64>(px, newX);
  store<f64>(py, newY);
  store<f64>(pz, newZ);
  if (moved) {
    const dt = load<f64>(params, DT);
    store<f64>(vx, load<f64>(vx) + (newX - x) / dt);
    store<f64>(vy, load<f64>(vy) + (newY - y) / dt);
    store<f64>(vz, load<f64>(vz) + (newZ - z) / dt);
    return;
  }
  const ox = cosLimit * tx - sinLimit * nx;
  const oy = cosLimit * ty - sinLimit * ny;
  const oz = cosLimit * tz - sinLimit * nz;
  const ux = load<f64>(vx);
  const uy = load<f64>(vy);
  const uz = load<f64>(vz);
  const outward = (ux - wx) * ox + (uy - wy) * oy + (uz - wz) * oz;
  if (outward <= 0) return;
  store<f64>(vx, ux - outward * ox);
  store<f64>(vy, uy - outward * oy);
  store<f64>(vz, uz - outward * oz);
}
