/** An exact number, so that a time means the same tick whatever the frame rate: 1/30 is not a binary fraction. */
export interface Fraction {
  readonly numerator: bigint;
  /** > 0. */
  readonly denominator: bigint;
}

/** Digits of a text at most, and powers of ten: far more than any number that people write, and quick to calculate with. */
const longestText = 100;
const largestExponent = 400;

/**
 * The exact value of a number as people write it: 29.97 is 2997/100, not the nearest binary fraction. Texts may hold a
 * division, as in `30000/1001`. Throws RangeError on anything else, on texts of more than 100 characters, and on powers of
 * ten beyond ± 400.
 */
export function toFraction(value: number | string): Fraction {
  const words = String(value).trim();
  if (words.length > longestText)
    throw new RangeError(`an exact number has at most ${longestText} characters, got ${words.length}`);
  const match = /^([+-]?\d+)(?:\.(\d*))?(?:e([+-]?\d+))?(?:\/(\d+))?$/i.exec(words);
  if (!match) throw new RangeError(`not an exact number: ${value}`);
  const decimals = match[2] ?? '';
  let numerator = BigInt(match[1] + decimals);
  if (match[1] === '-0' && numerator > 0n) numerator = -numerator;
  let denominator = BigInt(match[4] ?? 1);
  if (denominator === 0n) throw new RangeError(`not an exact number: ${value}`);
  const power = Number(match[3] ?? 0);
  if (Math.abs(power) > largestExponent) {
    throw new RangeError(
      `an exact number has powers of ten from ${-largestExponent} to ${largestExponent}, got ${words}`,
    );
  }
  const exponent = power - decimals.length;
  if (exponent >= 0) numerator *= 10n ** BigInt(exponent);
  else denominator *= 10n ** BigInt(-exponent);
  return { numerator, denominator };
}

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function multiplyFractions(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function divideFractions(a: Fraction, b: Fraction): Fraction {
  if (b.numerator === 0n) throw new RangeError('division by zero');
  const sign = b.numerator < 0n ? -1n : 1n;
  return {
    numerator: sign * a.numerator * b.denominator,
    denominator: sign * a.denominator * b.numerator,
  };
}

/** Negative, zero or positive, as a < b, a = b, a > b. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The largest integer that is not above the fraction. */
export function floorFraction({ numerator, denominator }: Fraction): number {
  const quotient = numerator / denominator;
  return Number(numerator % denominator < 0n ? quotient - 1n : quotient);
}

/** The nearest double. Exact integers up to 2⁵³ on both sides are divided once, so equal fractions give equal doubles. */
export function fractionToNumber({ numerator, denominator }: Fraction): number {
  const size = numerator < 0n ? -numerator : numerator;
  const divisor = greatestCommonDivisor(size, denominator);
  // Beyond 2¹⁰²³ both sides would be infinite, and their quotient not a number.
  const excess = BigInt(
    Math.max(0, bitCount(size / divisor) - maxBits, bitCount(denominator / divisor) - maxBits),
  );
  return Number((numerator / divisor) >> excess) / Number((denominator / divisor) >> excess);
}

const maxBits = 1000;

/** Bits of an integer ≥ 0, rounded up to a multiple of four. */
function bitCount(value: bigint): number {
  return 4 * value.toString(16).length;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}
