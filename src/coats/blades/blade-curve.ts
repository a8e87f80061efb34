import { exp } from '../../math/portable.ts';

/** Bends weaker than this are drawn as straight lines: the closed form would lose digits. */
const leastBend = 1e-4;

/** (e^{az} − 1) / (e^a − 1): how much of its whole way aside a blade has gone at height z. 0 at 0, 1 at 1. */
export function leanShare(bend: number, z: number): number {
  return Math.abs(bend) < leastBend ? z : (exp(bend * z) - 1) / (exp(bend) - 1);
}

/** Radius at height z of a blade: r₀ · e^{−cz} up to its length, 0 beyond; over the last `point` of it
 * a rounded tip, t (2 − t) of the share t that is left. */
export function radiusAt(radius: number, taper: number, length: number, point: number, z: number): number {
  if (z > length) return 0;
  const left = point > 0 && length > 0 ? Math.min(1, (length - z) / (point * length)) : 1;
  return radius * exp(-taper * z) * left * (2 - left);
}
