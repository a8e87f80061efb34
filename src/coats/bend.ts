import { atan2, cos, pow, sin } from '../math/portable.ts';

/** How a strand bends between root and tip: see `bendStrand`. */
export type BendForm = 'arc' | 'literal' | 'tangential';

/**
 * Writes the unit direction of a strand from its root to its tip, eq. 3, into out[0..2]. If the offset is shorter than `minLength` (m), it
 * has no direction, and the unit normal is used.
 */
export function strandDirection(
  out: Float64Array,
  offset: ArrayLike<number>,
  normal: ArrayLike<number>,
  minLength = 1e-9,
): void {
  const length = Math.sqrt(offset[0] ** 2 + offset[1] ** 2 + offset[2] ** 2);
  for (let axis = 0; axis < 3; axis++) out[axis] = length < minLength ? normal[axis] : offset[axis] / length;
}

/**
 * Writes the position of a strand at height u (0 root, 1 tip) relative to its root into out[0..2], m. s and n are unit vectors, read at
 * `offset`, so that arrays of all strands can be passed. L is the length in m. k ≥ 1 is the exponent of eq. 4, which `arc` ignores. angle:
 * the result of `bendAngle` for s and n, if the caller has already computed it.
 *
 *     literal     u L n + u^k L (s − n)            as printed, with the missing factor of the length; k = 1 is the straight line u L s
 *     tangential  u L n + u^k L (s − (n · s) n)    only the tangential part, as the text of the paper says
 *     arc         u L sinc(uθ) (cos uθ n + sin uθ t)   part of a circle; θ is the angle between s and n, t the direction of s − (n · s) n
 *
 * An arc keeps its length L. The other forms lengthen it (at 60° with k = 2 by 12 % and 38 %). The tip of an arc is not at L s; its chord
 * has the direction of s. If s = −n there is no t, and the arc stays upright.
 */
export function bendStrand(
  out: Float64Array | number[],
  form: BendForm,
  u: number,
  length: number,
  k: number,
  s: ArrayLike<number>,
  n: ArrayLike<number>,
  offset = 0,
  angle = form === 'arc' ? bendAngle(s, n, offset) : 0,
): void {
  const nx = n[offset];
  const ny = n[offset + 1];
  const nz = n[offset + 2];
  const sx = s[offset];
  const sy = s[offset + 1];
  const sz = s[offset + 2];
  const up = sx * nx + sy * ny + sz * nz;
  if (form !== 'arc') {
    const aside = pow(u, k) * length;
    const upward = u * length - aside * (form === 'literal' ? 1 : up);
    out[0] = upward * nx + aside * sx;
    out[1] = upward * ny + aside * sy;
    out[2] = upward * nz + aside * sz;
    return;
  }
  const tx = sx - up * nx;
  const ty = sy - up * ny;
  const tz = sz - up * nz;
  const sine = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const part = u * angle;
  const rise = sin(part);
  const chord = u * length * (part < 1e-4 ? 1 - (part * part) / 6 : rise / part);
  const upward = chord * cos(part);
  const aside = sine < 1e-12 ? 0 : (chord * rise) / sine;
  out[0] = upward * nx + aside * tx;
  out[1] = upward * ny + aside * ty;
  out[2] = upward * nz + aside * tz;
}

/**
 * Returns the angle between unit vectors s and n. It is accurate near 0, where the arc cosine is not. 0 if the vectors are opposite,
 * because they define no plane.
 */
export function bendAngle(s: ArrayLike<number>, n: ArrayLike<number>, offset = 0): number {
  const [x, y, z] = [offset, offset + 1, offset + 2];
  const crossX = n[y] * s[z] - n[z] * s[y];
  const crossY = n[z] * s[x] - n[x] * s[z];
  const crossZ = n[x] * s[y] - n[y] * s[x];
  const sine = Math.sqrt(crossX * crossX + crossY * crossY + crossZ * crossZ);
  return sine < 1e-12 ? 0 : atan2(sine, n[x] * s[x] + n[y] * s[y] + n[z] * s[z]);
}
