import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurStore } from '../solve/store.ts';
import { isSeparableTopology } from '../topology/topology.ts';
import type { ForceOf } from '../wind/air-field.ts';
import { locateBall } from './locate-ball.ts';

/**
 * Adds the forces of a push on the tips, N, for the step from t to t + dt. out: [3 · strandCount].
 *
 * The force is proportional to (1 − r²/R²)², where R is the radius and r is the distance from the centre to the strand in its rest
 * direction. The force therefore does not vanish after the push has moved the strand away.
 *
 * In separable topologies every triangle is a surface of its own: `outward` pushes its strands to the side of the centre of their roots.
 * Strands of different triangles that have a common root then part there.
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
  // Backward Euler: the tips never become faster than the sphere.
  const gain = follow / (1 + follow * dt);
  const [rootX, rootY, rootZ] = store.vector(planes.root);
  const [normalX, normalY, normalZ] = store.vector(planes.normal);
  const lengths = store.plane(planes.length);
  const [velocityX, velocityY, velocityZ] = store.vector(planes.velocity);
  const masses = store.plane(planes.mass);
  const size = along ? Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]) : 0;
  const [lx, ly, lz] = along && size > 0 ? along.map((c) => c / size) : [0, 0, 0];
  const { strandCount, faceCount } = store.topology;
  const isSeparable = isSeparableTopology(store.topology);
  for (let i = 0; i < strandCount; i++) {
    const length = lengths[i];
    let x = rootX[i] - cx;
    let y = rootY[i] - cy;
    let z = rootZ[i] - cz;
    const max = radius + length;
    if (x * x + y * y + z * z >= max * max) continue;
    const nx = normalX[i];
    const ny = normalY[i];
    const nz = normalZ[i];
    // Replaces (x, y, z) by the vector from the centre to the nearest point of the strand in its rest direction.
    const up = Math.min(length, Math.max(0, -(x * nx + y * ny + z * nz)));
    x += up * nx;
    y += up * ny;
    z += up * nz;
    const fade = 1 - (x * x + y * y + z * z) / (radius * radius);
    if (fade <= 0) continue;
    const strength = masses[i] * fade * fade;
    if (isSeparable) {
      // The strands of a triangle are `faceCount` apart.
      const first = i % faceCount;
      const second = first + faceCount;
      const third = second + faceCount;
      x += (rootX[first] + rootX[second] + rootX[third]) / 3 - rootX[i];
      y += (rootY[first] + rootY[second] + rootY[third]) / 3 - rootY[i];
      z += (rootZ[first] + rootZ[second] + rootZ[third]) / 3 - rootZ[i];
    }
    // Only the component along the skin and perpendicular to `along` pushes outward.
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
