import type { MovingSurface } from '../../../motion/moving-surface.ts';
import type { GroundSurface } from '../../ground-surface.ts';

/** A triangle touches the ground if its middle is less than this above it: a fraction of a cell and a length, m. */
const cellFraction = 0.3;
const gap = 0.002;

/** Where a body presses on a ground in a tick: the triangles that touch the ground and move into it. */
export interface ContactPatch {
  readonly ground: GroundSurface;
  /** Volume that they sweep in the tick, m³. */
  readonly volume: number;
  /** x and z of the corners of the triangles, [6 · n] m, and the sum of the volumes up to and including each, [n] m³. */
  readonly corners: readonly number[];
  readonly volumes: readonly number[];
  /** Means, weighted by volume: middle [3] m, velocity [3] m/s, and speed into the ground, m/s. */
  readonly center: readonly number[];
  readonly velocity: readonly number[];
  readonly speed: number;
}

/** Finds where a body presses on a ground, with at least `minSpeed` m/s. Returns null if it does not. */
export function findPatch(body: MovingSurface, ground: GroundSurface, minSpeed: number): ContactPatch | null {
  if (body.isCut) return null;
  body.pose();
  const { start, end, indices, dt } = body;
  const limit = cellFraction * ground.cell + gap;
  const corners: number[] = [];
  const volumes: number[] = [];
  const center = [0, 0, 0];
  const velocity = [0, 0, 0];
  let volume = 0;
  let speeds = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [i, j, k] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const y = (end[i + 1] + end[j + 1] + end[k + 1]) / 3;
    const down = (start[i + 1] + start[j + 1] + start[k + 1]) / 3 - y;
    if (down <= 0) continue;
    const x = (end[i] + end[j] + end[k]) / 3;
    const z = (end[i + 2] + end[j + 2] + end[k + 2]) / 3;
    if (ground.isFarAbove(x, y - limit, z)) continue;
    if (!ground.look(x, z) || y - ground.height > limit) continue;
    const { slopeX, slopeZ } = ground;
    const w = [0, 1, 2].map(
      (axis) =>
        (end[i + axis] +
          end[j + axis] +
          end[k + axis] -
          start[i + axis] -
          start[j + axis] -
          start[k + axis]) /
        (3 * dt),
    );
    // Speed into the ground along its normal, times the area that the triangle covers: both divided by the normal's length cancel.
    const into = slopeX * w[0] - w[1] + slopeZ * w[2];
    const speed = into / Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ);
    if (speed <= 0 || speed < minSpeed) continue;
    // Only what faces the ground presses.
    const area =
      0.5 * ((end[j] - end[i]) * (end[k + 2] - end[i + 2]) - (end[j + 2] - end[i + 2]) * (end[k] - end[i]));
    if (area <= 0) continue;
    const swept = area * into * dt;
    volume += swept;
    speeds += swept * speed;
    corners.push(end[i], end[i + 2], end[j], end[j + 2], end[k], end[k + 2]);
    volumes.push(volume);
    const middle = [x, y, z];
    for (let axis = 0; axis < 3; axis++) {
      center[axis] += swept * middle[axis];
      velocity[axis] += swept * w[axis];
    }
  }
  if (!(volume > 0)) return null;
  return {
    ground,
    volume,
    corners,
    volumes,
    center: center.map((value) => value / volume),
    velocity: velocity.map((value) => value / volume),
    speed: speeds / volume,
  };
}
