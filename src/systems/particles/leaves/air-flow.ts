import { cbrt } from '../../../math/portable.ts';
import type { MovingSurface } from '../../../motion/moving-surface.ts';
import type { ForceField } from '../forces/force-field.ts';
import type { ParticleStore } from '../store.ts';

/** Bodies farther away than this many radii do not move the air noticeably: less than 1 % of their speed. */
const maxReach = 4;

/** The velocity of the air at each particle, m/s: wind, and the flow around moving bodies. Scratch. */
export class AirFlow {
  /** [capacity] each. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** Each moving body as a ball: centre, velocity, radius. [7 · count] */
  private balls: number[] = [];

  constructor(capacity: number) {
    this.x = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
    this.z = new Float64Array(capacity);
  }

  /** Reads the motion of bodies in a tick. `wake`: factor of their flow. */
  begin(surfaces: Iterable<MovingSurface>, highest: number, wake: number): void {
    this.balls = [];
    if (wake === 0) return;
    for (const surface of surfaces) {
      if (surface.isCut || !surface.reachesBelow(highest)) continue;
      surface.pose();
      addBall(this.balls, surface, wake);
    }
  }

  /** Computes the air at particles first … end − 1 at a time, seconds. Overwrites the store's accelerations. */
  compute(field: ForceField, store: ParticleStore, t: number, first: number, end: number): void {
    const { x, y, z, balls } = this;
    field.air(store, this, t, first, end);
    if (balls.length === 0) return;
    const { x: px, y: py, z: pz, cohort } = store;
    for (let i = first; i < end; i++) {
      if (cohort[i] < 0) continue;
      for (let o = 0; o < balls.length; o += 7) {
        const dx = px[i] - balls[o];
        const dy = py[i] - balls[o + 1];
        const dz = pz[i] - balls[o + 2];
        const radius = balls[o + 6];
        const square = dx * dx + dy * dy + dz * dz;
        if (square > maxReach * maxReach * radius * radius) continue;
        const [vx, vy, vz] = [balls[o + 3], balls[o + 4], balls[o + 5]];
        // Potential flow around a moving ball (Lamb, Hydrodynamics, § 92). Inside, the air has the velocity at the surface.
        const distance = Math.max(Math.sqrt(square), radius);
        const ratio = radius / distance;
        const gain = 0.5 * ratio * ratio * ratio;
        const along = (3 * (dx * vx + dy * vy + dz * vz)) / (distance * distance);
        x[i] += gain * (along * dx - vx);
        y[i] += gain * (along * dy - vy);
        z[i] += gain * (along * dz - vz);
      }
    }
  }
}

/** Adds the ball that has the volume of the ellipsoid in a surface's bounding box. */
function addBall(out: number[], { start, end, dt }: MovingSurface, wake: number): void {
  const count = end.length / 3;
  if (count === 0) return;
  const from = [0, 0, 0];
  const to = [0, 0, 0];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < end.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = end[k + axis];
      from[axis] += start[k + axis];
      to[axis] += value;
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
  }
  const speed = [0, 1, 2].map((axis) => (wake * (to[axis] - from[axis])) / count / dt);
  if (speed.every((value) => value === 0)) return;
  const volume = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
  const radius = 0.5 * cbrt(volume);
  if (!(radius > 0)) return;
  for (let axis = 0; axis < 3; axis++) out.push(0.5 * (low[axis] + high[axis]));
  out.push(speed[0], speed[1], speed[2], radius);
}
