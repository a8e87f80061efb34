import {
  addFractions,
  divideFractions,
  type Fraction,
  floorFraction,
  fractionToNumber,
  multiplyFractions,
  toFraction,
} from './fraction.ts';

/** When output frames are read: frame k at start + k / fps, both ends included. Exact, see `Fraction`. */
export class FrameTimes {
  readonly start: Fraction;
  readonly fps: Fraction;
  /** Frames from `start` up to and including `end`: 0 … 3 s at 30 fps are 91. */
  readonly count: number;

  /** start ≤ end in seconds, fps > 0 as a number or as text such as `30000/1001`. */
  constructor(start: number, end: number, fps: number | string) {
    this.start = toFraction(start);
    this.fps = toFraction(fps);
    const duration = addFractions(toFraction(end), negate(this.start));
    this.count = floorFraction(multiplyFractions(duration, this.fps)) + 1;
  }

  time(frame: number): Fraction {
    return addFractions(this.start, divideFractions({ numerator: BigInt(frame), denominator: 1n }, this.fps));
  }

  seconds(frame: number): number {
    return fractionToNumber(this.time(frame));
  }
}

function negate(value: Fraction): Fraction {
  return { numerator: -value.numerator, denominator: value.denominator };
}
