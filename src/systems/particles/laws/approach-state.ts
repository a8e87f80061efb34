/**
 * A state that changes linearly in time (colour, opacity, size, a custom number): its rate is (target − value) / remaining time.
 * If something else changes the value, it continues linearly from there.
 */

/**
 * Returns the fraction of the remaining difference that a step of `dt` covers, `timeLeft` ≥ dt > 0 seconds before the end,
 * including the step itself.
 */
export function approachFraction(dt: number, timeLeft: number): number {
  return dt >= timeLeft ? 1 : dt / timeLeft;
}

/** Returns the value after a step with that fraction; at 1 it is exactly the target. */
export function approach(value: number, target: number, fraction: number): number {
  return fraction === 1 ? target : value + (target - value) * fraction;
}
