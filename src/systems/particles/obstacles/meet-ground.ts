import type { GroundSurface } from '../../ground-surface.ts';
import type { Contact } from './bounce.ts';

/**
 * Finds the first contact of a particle with the ground on its straight path from `before`, `time` seconds after the start of the
 * step, to `position`. Fills `contact`. Returns false if there is none. The ground does not move within a step.
 */
export function meetGround(
  ground: GroundSurface,
  contact: Contact,
  before: Float64Array,
  position: Float64Array,
  radius: number,
  time: number,
  dt: number,
): boolean {
  const lowest = Math.min(before[1], position[1]) - radius;
  const dx = position[0] - before[0];
  const dz = position[2] - before[2];
  const cells = Math.sqrt(dx * dx + dz * dz) / ground.cell;
  if (cells < 16 && isFarAbove(ground, before, position, lowest)) return false;
  // The path is tested at intervals below a cell, since a ridge can be as thin as a cell.
  const sampleCount = Math.min(256, Math.ceil(cells) + 1);
  let low = 0;
  let high = -1;
  for (let k = 0; k <= sampleCount && high < 0; k++) {
    const fraction = k / sampleCount;
    if (heightAbove(ground, before, position, fraction, radius) < 0) high = fraction;
    else low = fraction;
  }
  if (high < 0) return false;
  for (let k = 0; k < 40 && high > 0; k++) {
    const middle = 0.5 * (low + high);
    if (heightAbove(ground, before, position, middle, radius) < 0) high = middle;
    else low = middle;
  }
  const until = high === 0 ? 0 : low;
  const above = heightAbove(ground, before, position, until, radius) + radius;
  const { slopeX, slopeZ } = ground;
  const length = Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ);
  contact.time = time + until * (dt - time);
  contact.normal[0] = -slopeX / length;
  contact.normal[1] = 1 / length;
  contact.normal[2] = -slopeZ / length;
  for (let k = 0; k < 3; k++) {
    contact.point[k] = before[k] + until * (position[k] - before[k]) - above * contact.normal[k];
  }
  contact.velocity.fill(0);
  contact.offset.fill(0);
  contact.distance = radius;
  return true;
}

/** Returns true if all blocks that a short path may cross are below y. */
function isFarAbove(ground: GroundSurface, before: Float64Array, position: Float64Array, y: number): boolean {
  return (
    ground.isFarAbove(before[0], y, before[2]) &&
    ground.isFarAbove(position[0], y, position[2]) &&
    ground.isFarAbove(before[0], y, position[2]) &&
    ground.isFarAbove(position[0], y, before[2])
  );
}

function heightAbove(
  ground: GroundSurface,
  before: Float64Array,
  position: Float64Array,
  fraction: number,
  radius: number,
): number {
  const x = before[0] + fraction * (position[0] - before[0]);
  const y = before[1] + fraction * (position[1] - before[1]);
  const z = before[2] + fraction * (position[2] - before[2]);
  return ground.distance(x, y, z) - radius;
}
