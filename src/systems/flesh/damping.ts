import { log } from '../../math/portable.ts';

/** Rayleigh damping: C = α M + β K, so a mode of angular frequency ω has the ratio ξ = (α / ω + β ω) / 2. */
export interface RayleighDamping {
  /** Damping in proportion to the mass, 1/s. */
  readonly alpha: number;
  /** Damping in proportion to the stiffness, s. */
  readonly beta: number;
}

/** Returns the damping that has the given ratios at two angular frequencies, rad/s, both > 0 and not equal. */
export function fitRayleigh(omega1: number, ratio1: number, omega2: number, ratio2: number): RayleighDamping {
  const scale = 2 / (omega2 * omega2 - omega1 * omega1);
  return {
    alpha: scale * omega1 * omega2 * (ratio1 * omega2 - ratio2 * omega1),
    beta: scale * (ratio2 * omega2 - ratio1 * omega1),
  };
}

/** Returns the damping ratio with which a vibration of this angular frequency decays to a half in `halfLife` seconds. */
export function ratioOfHalfLife(omega: number, halfLife: number): number {
  return log(2) / (halfLife * omega);
}

/** Returns the damping ratio of a mode, ω in rad/s. */
export function dampingRatio({ alpha, beta }: RayleighDamping, omega: number): number {
  return omega > 0 ? 0.5 * (alpha / omega + beta * omega) : 0;
}
