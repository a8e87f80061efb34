import {
  addFractions,
  divideFractions,
  type Fraction,
  floorFraction,
  fractionToNumber,
  multiplyFractions,
  toFraction,
} from './fraction.ts';

/**
 * How far after the end a frame may be and still count, in frames. People type an end that is a fraction of a second (47/24 s) as
 * a rounded decimal. 0.02 accepts ends rounded to a millisecond up to 40 frames per second, and to a tenth of a millisecond up to
 * 400. It is smaller than the distance of a whole second from its nearest frame at 24000/1001 frames per second (0.024).
 */
export const frameTolerance = 0.02;

/** The times of output frames: frame k is at start + k / fps. Start and end are included. Times are exact, see `Fraction`. */
export class FrameTimes {
  readonly start: Fraction;
  readonly fps: Fraction;
  /** Number of frames from `start` to `end`, both included, within `frameTolerance`: 0 … 3 s at 30 fps are 91 frames. */
  readonly count: number;
  /** End in seconds, or the time of the last frame if that is later by a rounding error. */
  readonly end: number;
  /** The number of frame 0 in file names and time codes. Default 1. */
  readonly firstNumber: number;
  /** Whether the first number was given. If so, every text uses frame numbers that count from it. */
  readonly isNumbered: boolean;

  /** start ≤ end in seconds. fps > 0: a number, or a text such as `30000/1001`. */
  constructor(start: number, end: number, fps: number | string, firstNumber?: number) {
    this.start = toFraction(start);
    this.fps = toFraction(fps);
    const duration = addFractions(toFraction(end), negate(this.start));
    this.count = floorFraction(addFractions(multiplyFractions(duration, this.fps), tolerance)) + 1;
    this.end = Math.max(end, this.seconds(this.count - 1));
    this.firstNumber = firstNumber ?? 1;
    this.isNumbered = firstNumber !== undefined;
  }

  time(frame: number): Fraction {
    return addFractions(this.start, divideFractions({ numerator: BigInt(frame), denominator: 1n }, this.fps));
  }

  seconds(frame: number): number {
    return fractionToNumber(this.time(frame));
  }

  /** Returns the number of a frame in file names, time codes and README.txt. */
  number(frame: number): number {
    return this.firstNumber + frame;
  }

  /** Returns a time as text for pictures. If the user gave frame numbers, it begins with the number: `frame 1012, 0.46 s`. */
  label(seconds: number): string {
    const text = `${seconds.toFixed(2)} s`;
    if (!this.isNumbered) return text;
    const frame = Math.round((seconds - this.seconds(0)) * fractionToNumber(this.fps));
    return `frame ${this.number(frame)}, ${text}`;
  }
}

const tolerance = toFraction(frameTolerance);

/** Returns a frame number as it is written in file names: with at least four digits. */
export function padFrameNumber(number: number): string {
  return String(number).padStart(4, '0');
}

function negate(value: Fraction): Fraction {
  return { numerator: -value.numerator, denominator: value.denominator };
}
