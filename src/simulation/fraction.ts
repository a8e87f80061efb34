/**
 * An exact rational number. Times are fractions so that a time is at the same tick for every frame rate: 1/30, for example, is not a binary
 * fraction.
 */
export interface Fraction {
  readonly numerator: bigint;
  /** > 0. */
  readonly denominator: bigint;
}

/**
 * Maximum number of digits of a text, and maximum power of ten. Both are far above any number that people write, and computing with such
 * numbers is still fast.
 */
const maxTextLength = 100;
const maxExponent = 400;

/**
 * Returns the exact value of a number as it is written: 29.97 becomes 2997/100, not the nearest binary fraction. A text may be a division,
 * as in `30000/1001`. Throws a RangeError for any other text, for more than 100 characters, and for powers of ten beyond ± 400.
 */
export function toFraction(value: number | string): Fraction {
  const text = String(value).trim();
  if (text.length > maxTextLength)
    throw new RangeError(`an exact number has at most ${maxTextLength} characters, got ${text.length}`);
  const match = /^([+-]?\d+)(?:\.(\d*))?(?:e([+-]?\d+))?(?:\/(\d+))?$/i.exec(text);
  if (!match) throw new RangeError(`not an exact number: ${value}`);
  const decimals = match[2] ?? '';
  let numerator = BigInt(match[1] + decimals);
  if (match[1] === '-0' && numerator > 0n) numerator = -numerator;
  let denominator = BigInt(match[4] ?? 1);
  if (denominator === 0n) throw new RangeError(`not an exact number: ${value}`);
  const power = Number(match[3] ?? 0);
  if (Math.abs(power) > maxExponent) {
    throw new RangeError(
      `an exact number has powers of ten from ${-maxExponent} to ${maxExponent}, got ${text}`,
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

/** Returns a negative number, zero or a positive number for a < b, a = b, a > b. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns the largest integer ≤ the fraction. */
export function floorFraction({ numerator, denominator }: Fraction): number {
  const quotient = numerator / denominator;
  return Number(numerator % denominator < 0n ? quotient - 1n : quotient);
}

/** Returns the nearest double. If both integers are at most 2⁵³ they are divided once, so equal fractions give equal doubles. */
export function fractionToNumber({ numerator, denominator }: Fraction): number {
  const size = numerator < 0n ? -numerator : numerator;
  const divisor = greatestCommonDivisor(size, denominator);
  // Beyond 2¹⁰²³ both numbers would become infinite, and their quotient would be NaN.
  const excess = BigInt(
    Math.max(0, bitCount(size / divisor) - maxBits, bitCount(denominator / divisor) - maxBits),
  );
  return Number((numerator / divisor) >> excess) / Number((denominator / divisor) >> excess);
}

const maxBits = 1000;

/** Returns the number of bits of an integer ≥ 0, rounded up to a multiple of four. */
function bitCount(value: bigint): number {
  return 4 * value.toString(16).length;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}
