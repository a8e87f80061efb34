/** How particles bounce off surfaces. */
export interface Bounciness {
  /** Fraction of the normal speed that is left after a bounce, 0..1. */
  readonly restitution: number;
  /** Fraction of the tangential speed that is lost in a bounce, and in each 1/30 s of sliding, 0..1. */
  readonly friction: number;
}

/** A contact of a particle with a surface. Vectors are [3] in world axes, metres and m/s. */
export interface Contact {
  /** Seconds since the start of the step. */
  time: number;
  /** Unit normal of the surface at the end of the step, on the particle's side. */
  readonly normal: Float64Array;
  /** Position of the touched surface point at the end of the step, and its velocity. */
  readonly point: Float64Array;
  readonly velocity: Float64Array;
  /** Vector from the touched point to the particle at the contact: its tangential part, and its length along the normal. */
  readonly offset: Float64Array;
  distance: number;
}

export function createContact(): Contact {
  const vector = () => new Float64Array(3);
  return { time: 0, normal: vector(), point: vector(), velocity: vector(), offset: vector(), distance: 0 };
}

/** Number of times per second that sliding loses the fraction `friction` of the speed. */
export const slidesPerSecond = 30;
/** A particle that touches at less than this speed, m/s, or than the acceleration adds in two steps, does not bounce. */
const restSpeed = 1e-4;

/**
 * Writes the position and velocity of a particle at the end of a step of `dt` seconds with a contact. `acceleration` [3] m/s²: that
 * of free motion, or 0 if unknown. `slide`: fraction of the tangential speed that is left after a step of sliding.
 *
 * Under constant acceleration, the positions of semi-implicit steps lie on the exact parabola, and the velocity of a step is that
 * in the middle of the step. So the speed at the contact is v + a (t − dt/2). The path after the contact is a parabola too, and the
 * new velocity is its velocity in the middle of the step. The height of a bounce is then independent of the step.
 */
export function bounceOff(
  position: Float64Array,
  velocity: Float64Array,
  contact: Contact,
  radius: number,
  acceleration: Float64Array,
  dt: number,
  { restitution, friction }: Bounciness,
  slide: number,
): void {
  const { normal: n, point, velocity: w, offset } = contact;
  const rest = dt - contact.time;
  const pull = acceleration[0] * n[0] + acceleration[1] * n[1] + acceleration[2] * n[2];
  const speed = (velocity[0] - w[0]) * n[0] + (velocity[1] - w[1]) * n[1] + (velocity[2] - w[2]) * n[2];
  let along = 1;
  let height = 0;
  let after = speed;
  if (speed < 0) {
    const impact = Math.min(0, speed + pull * (contact.time - dt / 2));
    const isResting = -impact <= Math.max(restSpeed, pull < 0 ? -2 * pull * dt : 0);
    along = isResting ? slide : 1 - friction;
    after = 0;
    if (!isResting && restitution > 0) {
      const leaving = -restitution * impact;
      height = Math.max(0, leaving * rest + 0.5 * pull * rest * rest);
      after = leaving + pull * (dt / 2 - contact.time);
    }
  }
  for (let k = 0; k < 3; k++) {
    const tangential = along * (velocity[k] - w[k] - speed * n[k]);
    position[k] = point[k] + (radius + height) * n[k] + offset[k] + tangential * rest;
    velocity[k] = w[k] + tangential + after * n[k];
  }
}

/** Stops the particle at the contact, so that it moves with the surface. */
export function stayOn(position: Float64Array, velocity: Float64Array, contact: Contact): void {
  const { normal: n, point, velocity: w, offset } = contact;
  for (let k = 0; k < 3; k++) position[k] = point[k] + contact.distance * n[k] + offset[k];
  const speed = (velocity[0] - w[0]) * n[0] + (velocity[1] - w[1]) * n[1] + (velocity[2] - w[2]) * n[2];
  for (let k = 0; k < 3; k++) velocity[k] -= Math.min(0, speed) * n[k];
}
