import { type Fraction, floorFraction, fractionToNumber, multiplyFractions, toFraction } from './fraction.ts';

/**
 * A fixed-step clock: tick n is at exactly n / rate seconds. Motion is computed from tick counts, never from accumulated seconds,
 * so that errors do not grow and equal ticks give equal times on every machine.
 */
export class Clock {
  readonly rate: Fraction;
  /** Seconds per tick. */
  readonly dt: number;
  /** The current tick. All steps up to this tick are done. */
  tick: number;

  /** rate: ticks per second, > 0. start: the clock begins at the last tick that is not after `start`. */
  constructor(rate: number, start: Fraction) {
    this.rate = toFraction(rate);
    this.dt = fractionToNumber({ numerator: this.rate.denominator, denominator: this.rate.numerator });
    this.tick = this.lastTickUntil(start);
  }

  /** Returns a separate clock of the same rate, at the same tick. */
  copy(): Clock {
    return Object.assign(Object.create(Clock.prototype) as Clock, this);
  }

  /** Returns the last tick that is not after `time`. */
  lastTickUntil(time: Fraction): number {
    return floorFraction(multiplyFractions(time, this.rate));
  }

  /** Returns the exact time of a tick. */
  timeOf(tick: number): Fraction {
    return { numerator: BigInt(tick) * this.rate.denominator, denominator: this.rate.numerator };
  }

  /** Returns the time of a tick in seconds, rounded once. */
  secondsOf(tick: number): number {
    return fractionToNumber(this.timeOf(tick));
  }
}
