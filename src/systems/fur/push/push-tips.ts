import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurStore } from '../solve/store.ts';
import type { ForceOf } from '../wind/air-field.ts';
import { locateBall } from './locate-ball.ts';

/**
 * Adds to the forces on the tips, N, out [3 · strandCount], what a ball that presses on strands does in the step from t to t + dt. How near a
 * strand is, is measured to it as it stands at rest, so that what is pushed away does not come back for having gone. Fades as
 * (1 − r²/R²)².
 */
export function pushTips(
  out: Float64Array,
  store: FurStore,
  push: ForceOf<'push'>,
  t: number,
  dt: number,
): void {
  const { radius, acceleration, outward, along, follow, forward } = push;
  const ball = locateBall(push, t);
  if (!ball) return;
  const [cx, cy, cz] = ball.center;
  const [ux, uy, uz] = ball.velocity;
  const speed = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const stroke = speed > 0 ? forward / speed : 0;
  // As backward Euler has it: no step overshoots.
  const gain = follow / (1 + follow * dt);
  const [rootX, rootY, rootZ] = [0, 1, 2].map((axis) => store.plane(planes.root + axis));
  const [normalX, normalY, normalZ] = [0, 1, 2].map((axis) => store.plane(planes.normal + axis));
  const lengths = store.plane(planes.length);
  const [velocityX, velocityY, velocityZ] = [0, 1, 2].map((axis) => store.plane(planes.velocity + axis));
  const masses = store.plane(planes.mass);
  const size = along ? Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]) : 0;
  const [lx, ly, lz] = along && size > 0 ? along.map((c) => c / size) : [0, 0, 0];
  for (let i = 0; i < store.topology.strandCount; i++) {
    const length = lengths[i];
    let x = rootX[i] - cx;
    let y = rootY[i] - cy;
    let z = rootZ[i] - cz;
    const max = radius + length;
    if (x * x + y * y + z * z >= max * max) continue;
    const nx = normalX[i];
    const ny = normalY[i];
    const nz = normalZ[i];
    // The nearest point of the strand at rest.
    const up = Math.min(length, Math.max(0, -(x * nx + y * ny + z * nz)));
    x += up * nx;
    y += up * ny;
    z += up * nz;
    const fade = 1 - (x * x + y * y + z * z) / (radius * radius);
    if (fade <= 0) continue;
    const strength = masses[i] * fade * fade;
    // Of the way from the middle, what goes along the skin and not along the parting.
    const height = x * nx + y * ny + z * nz;
    x -= height * nx;
    y -= height * ny;
    z -= height * nz;
    const part = x * lx + y * ly + z * lz;
    x -= part * lx;
    y -= part * ly;
    z -= part * lz;
    const away = Math.sqrt(x * x + y * y + z * z);
    const fraction = away > 1e-9 * radius ? outward / away : 0;
    let px = gain * (ux - velocityX[i]) + stroke * ux;
    let py = gain * (uy - velocityY[i]) + stroke * uy;
    let pz = gain * (uz - velocityZ[i]) + stroke * uz;
    const lift = px * nx + py * ny + pz * nz;
    px += acceleration[0] + fraction * x - lift * nx;
    py += acceleration[1] + fraction * y - lift * ny;
    pz += acceleration[2] + fraction * z - lift * nz;
    out[3 * i] += strength * px;
    out[3 * i + 1] += strength * py;
    out[3 * i + 2] += strength * pz;
  }
}
