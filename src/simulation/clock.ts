import { type Fraction, floorFraction, fractionToNumber, multiplyFractions, toFraction } from './fraction.ts';

/**
 * A fixed-step clock: tick n stands at exactly n / rate seconds. Everything that moves counts ticks, never adds up
 * seconds, so that no error grows and equal ticks give equal times on every machine.
 */
export class Clock {
  readonly rate: Fraction;
  /** Seconds a tick. */
  readonly dt: number;
  /** Where the clock stands: everything up to this tick is done. */
  tick: number;

  /** Ticks per second (> 0), and where to begin: at the last tick that is not after `start`. */
  constructor(rate: number, start: Fraction) {
    this.rate = toFraction(rate);
    this.dt = fractionToNumber({ numerator: this.rate.denominator, denominator: this.rate.numerator });
    this.tick = this.lastTickUntil(start);
  }

  /** The last tick that is not after `time`. */
  lastTickUntil(time: Fraction): number {
    return floorFraction(multiplyFractions(time, this.rate));
  }

  /** Exact time of a tick. */
  timeOf(tick: number): Fraction {
    return { numerator: BigInt(tick) * this.rate.denominator, denominator: this.rate.numerator };
  }

  /** The same in seconds, rounded once. */
  secondsOf(tick: number): number {
    return fractionToNumber(this.timeOf(tick));
  }
}
