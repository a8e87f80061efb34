/** How surfaces give back what touches them. */
export interface Bounciness {
  /** Share of the normal speed that is left, 0..1. */
  readonly restitution: number;
  /** Share of the speed along the surface that a touch takes, 0..1; of what stays on it, that share in each 1/30 s. */
  readonly friction: number;
}

/** A touch: vectors are world metres and metres a second. */
export interface Contact {
  /** When, as seconds since the start of the step. */
  time: number;
  /** Unit normal of the surface at the end of the step, to the side where the particle is. */
  readonly normal: Float64Array;
  /** Where the point of the surface that is touched is at the end of the step, and how it moves. */
  readonly point: Float64Array;
  readonly velocity: Float64Array;
  /** From that point to the particle when they touch, without the part along the normal, and the part along it. */
  readonly offset: Float64Array;
  distance: number;
}

export function createContact(): Contact {
  const vector = () => new Float64Array(3);
  return { time: 0, normal: vector(), point: vector(), velocity: vector(), offset: vector(), distance: 0 };
}

/** What slides rather than bounces loses its friction so many times a second. */
export const slidesPerSecond = 30;
/** Slower than this, m/s, or than what gravity gives in two steps, nothing bounces. */
const restSpeed = 1e-4;

/**
 * After a touch: where the particle is at the end of a step of `dt` seconds, and how fast. `acceleration` is what moves it
 * freely, or 0. `slide` is what is left of the speed along the surface after a step of sliding.
 *
 * Positions of semi-implicit steps lie on a true parabola, whose velocity at the middle of a step is the one they carry. So
 * the speed at the touch is v + a (t − dt/2), the way after it a parabola again, and the velocity that is carried on that of
 * the new parabola at the middle: bounces rise as high as they should, whatever the step.
 */
export function bounceOff(
  position: Float64Array,
  velocity: Float64Array,
  contact: Contact,
  radius: number,
  acceleration: Float64Array,
  dt: number,
  { restitution: bounce, friction }: Bounciness,
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
    if (!isResting && bounce > 0) {
      const leaving = -bounce * impact;
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

/** The particle stays where it touches, and goes with the surface. */
export function stayOn(position: Float64Array, velocity: Float64Array, contact: Contact): void {
  const { normal: n, point, velocity: w, offset } = contact;
  for (let k = 0; k < 3; k++) position[k] = point[k] + contact.distance * n[k] + offset[k];
  const speed = (velocity[0] - w[0]) * n[0] + (velocity[1] - w[1]) * n[1] + (velocity[2] - w[2]) * n[2];
  for (let k = 0; k < 3; k++) velocity[k] -= Math.min(0, speed) * n[k];
}
