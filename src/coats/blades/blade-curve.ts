import { exp } from '../../math/portable.ts';

/** A blade with a smaller bend is drawn as a straight line, because the closed form would lose precision. */
const minBend = 1e-4;

/**
 * Returns (e^{az} − 1) / (e^a − 1): the fraction of its total lateral displacement that a blade has reached at height z. 0 at 0, 1 at 1.
 */
export function leanFraction(bend: number, z: number): number {
  return Math.abs(bend) < minBend ? z : (exp(bend * z) - 1) / (exp(bend) - 1);
}

/**
 * Returns the radius of a blade at height z: r₀ · e^{−cz} up to its length, 0 beyond. The fraction `point` of its length at the end is a
 * rounded tip with the factor t (2 − t), where t is the remaining fraction of the tip.
 */
export function radiusAt(radius: number, taper: number, length: number, point: number, z: number): number {
  if (z > length) return 0;
  const left = point > 0 && length > 0 ? Math.min(1, (length - z) / (point * length)) : 1;
  return radius * exp(-taper * z) * left * (2 - left);
}
