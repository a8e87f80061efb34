import { atan2, cos, sin } from '../../../math/portable.ts';

/** How a strand bends between root and tip; see `bendStrand`. */
export type BendForm = 'arc' | 'literal' | 'tangential';

/**
 * Direction of a strand from its root to its tip, eq. 3, into out[0..2]: unit. Offsets shorter than `least` (m) have none:
 * the strand then stands along its unit normal.
 */
export function strandDirection(
  out: Float64Array,
  offset: ArrayLike<number>,
  normal: ArrayLike<number>,
  least = 1e-9,
): void {
  const length = Math.sqrt(offset[0] ** 2 + offset[1] ** 2 + offset[2] ** 2);
  for (let axis = 0; axis < 3; axis++) out[axis] = length < least ? normal[axis] : offset[axis] / length;
}

/**
 * Place of a strand at height u (0 root, 1 tip) above its root, into out[0..2], m. s, n unit; length L in m; k ≥ 1 is the
 * exponent of eq. 4, which `arc` has no use for.
 *
 *     literal     u L n + u^k L (s − n)            as printed, times the length it lacks; k = 1 is the straight line u L s
 *     tangential  u L n + u^k L (s − (n · s) n)    the horizontal part of it only, as its text has it
 *     arc         u L sinc(uθ) (cos uθ n + sin uθ t)   part of a circle, θ the angle between s and n, t the rest of s
 *
 * An arc keeps its length L; the others stretch (at 60° with k = 2 by 12 % and 38 %), and the arc's tip is not at L s: its
 * chord has the direction of s. Straight against n there is no t: the arc stays upright.
 */
export function bendStrand(
  out: Float64Array,
  form: BendForm,
  u: number,
  length: number,
  k: number,
  s: ArrayLike<number>,
  n: ArrayLike<number>,
): void {
  const up = s[0] * n[0] + s[1] * n[1] + s[2] * n[2];
  if (form !== 'arc') {
    const aside = u ** k * length;
    const upward = u * length - aside * (form === 'literal' ? 1 : up);
    for (let axis = 0; axis < 3; axis++) out[axis] = upward * n[axis] + aside * s[axis];
    return;
  }
  const [tx, ty, tz] = [s[0] - up * n[0], s[1] - up * n[1], s[2] - up * n[2]];
  const sine = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const angle = angleOf(sine, up);
  const part = u * angle;
  const chord = u * length * (part < 1e-4 ? 1 - (part * part) / 6 : sin(part) / part);
  const upward = chord * cos(part);
  const aside = sine < 1e-12 ? 0 : (chord * sin(part)) / sine;
  out[0] = upward * n[0] + aside * tx;
  out[1] = upward * n[1] + aside * ty;
  out[2] = upward * n[2] + aside * tz;
}

/** Angle between s and n, exact near 0 where the cosine is not; 0 where they are opposed and have no plane. */
function angleOf(sine: number, up: number): number {
  return sine < 1e-12 ? 0 : atan2(sine, up);
}
