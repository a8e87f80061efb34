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
 * How far beyond the end a frame may lie and still be counted, in frames: people type an end that is a fraction of a second
 * (47/24 s) as a decimal that is rounded. 0.02 takes in ends rounded to a millisecond up to 40 frames a second, and to a tenth
 * of a millisecond up to 400; it is less than what a whole second misses its frame by at 24000/1001 (0.024).
 */
export const frameTolerance = 0.02;

/** When output frames are read: frame k at start + k / fps, both ends included. Exact, see `Fraction`. */
export class FrameTimes {
  readonly start: Fraction;
  readonly fps: Fraction;
  /** Frames from `start` up to and including `end`, within `frameTolerance`: 0 … 3 s at 30 fps are 91. */
  readonly count: number;
  /** Seconds: the end, or the last frame where that lies a rounding beyond it. */
  readonly end: number;
  /** The number of frame 0 in names of files and in time codes: 1 unless it was given. */
  readonly firstNumber: number;
  /** Whether the number was given: then people count frames by it everywhere. */
  readonly isNumbered: boolean;

  /** start ≤ end in seconds, fps > 0 as a number or as text such as `30000/1001`. */
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

  /** What a frame is called in names of files, in time codes and in README.txt. */
  number(frame: number): number {
    return this.firstNumber + frame;
  }

  /** A time in words for pictures, with the frame's number where frames were given numbers: `frame 1012, 0.46 s`. */
  label(seconds: number): string {
    const words = `${seconds.toFixed(2)} s`;
    if (!this.isNumbered) return words;
    const frame = Math.round((seconds - this.seconds(0)) * fractionToNumber(this.fps));
    return `frame ${this.number(frame)}, ${words}`;
  }
}

const tolerance = toFraction(frameTolerance);

/** A frame's number as names of files have it: four digits, more where it needs more. */
export function padFrameNumber(number: number): string {
  return String(number).padStart(4, '0');
}

function negate(value: Fraction): Fraction {
  return { numerator: -value.numerator, denominator: value.denominator };
}
