import { cross, dot, norm, normalize } from '../../geometry/vector.ts';
import { pow } from '../../math/portable.ts';

type Numbers = ArrayLike<number>;

/**
 * Constants of the highlights, which the shaders use too. A strand is a rough cylinder with tilted scales (Marschner et al. 2003), so there
 * are two highlights. The surface reflects white light. On a curved body, this highlight appears nearer the tips. Light that has passed through
 * the strand has its colour. This highlight is wider and appears nearer the roots. Both are Kajiya and Kay's (1989) lobe about the direction
 * of the strand, with a shifted direction as in Scheuermann (2004).
 */
export const strandLobes = {
  /** Shifts of the direction along the normal, for both highlights. */
  surfaceShift: 0.12,
  innerShift: -0.2,
  /** Exponents: a highlight is narrower with a larger exponent. */
  surfaceExponent: 40,
  innerExponent: 10,
  /** Brightness in the middle of a highlight, relative to a white surface that faces the light. */
  surfaceStrength: 0.22,
  innerStrength: 0.6,
  /** Max random deviation of the direction of a strand, so that strands light up one by one. */
  jitter: 0.1,
  /** Exponent and brightness of the light that passes through a strand between the lamp and the eye. */
  throughExponent: 3,
  throughStrength: 1.1,
  /** Highlights fade out while the cosine between the normal of the skin and the light falls from this value to its negative. */
  fade: 0.35,
} as const;

/** Factors of the random deviation of a strand's direction, by axis. */
export const jitterFactors = [7.13, 13.71, 29.37] as const;

/**
 * Returns the light that a strand sends to the eye in addition to its diffuse light, relative to that of a white surface that faces the
 * light. `surface` is white. `inner` (reflected inside the strand) and `through` (transmitted) have the colour of the strand.
 *
 * tangent: direction of the strand, from root to tip. All vectors are unit vectors in one space. tone: the random number of the strand, 0
 * to 1. lengthRatio: length of the coat there, relative to its maximum. Short hair is thin and soft, so its surface shines less.
 */
export function shineStrand(
  tangent: Numbers,
  normal: Numbers,
  toLight: Numbers,
  toEye: Numbers,
  tone: number,
  lengthRatio = 1,
): { surface: number; inner: number; through: number } {
  const c = strandLobes;
  const aside = jitterFactors.map((factor) => c.jitter * (2 * fractionOf(factor * tone) - 1));
  const shifted = (shift: number) =>
    normalize([0, 1, 2].map((axis) => tangent[axis] + shift * normal[axis] + aside[axis]));
  const half = normalize([0, 1, 2].map((axis) => toLight[axis] + toEye[axis]));
  const lobe = (shift: number, exponent: number) => {
    const along = dot(shifted(shift), half);
    // Light that comes along the strand from its tip is not reflected.
    return pow(Math.sqrt(Math.max(0, 1 - along * along)), exponent) * smoothStep(-1, 0, along);
  };
  const facing = smoothStep(-c.fade, c.fade, dot(normal, toLight));
  const across = norm(cross(tangent, toLight));
  return {
    surface: Math.sqrt(lengthRatio) * facing * c.surfaceStrength * lobe(c.surfaceShift, c.surfaceExponent),
    inner: facing * c.innerStrength * lobe(c.innerShift, c.innerExponent),
    through: facing * c.throughStrength * across * pow(Math.max(0, -dot(toLight, toEye)), c.throughExponent),
  };
}

const fractionOf = (x: number) => x - Math.floor(x);

function smoothStep(low: number, high: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
