/**
 * State that simply changes (colour, opacity, size, a number of the user's): the rate (target − value) / time left, which
 * is a straight line in time, and goes on straight from wherever something else may have moved it.
 */

/** Which share of what is missing a step of `dt` makes up for, `timeLeft` ≥ dt > 0 seconds before the end, its own included. */
export function approachShare(dt: number, timeLeft: number): number {
  return dt >= timeLeft ? 1 : dt / timeLeft;
}

/** The value after a step with that share; with 1 it is the target itself, to the last bit. */
export function approach(value: number, target: number, share: number): number {
  return share === 1 ? target : value + (target - value) * share;
}
