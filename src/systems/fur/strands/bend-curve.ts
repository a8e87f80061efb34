import { acos, pow, sin } from '../../../math/portable.ts';

/** How a strand gets from its root to where its mass is; see `bendPoint`. */
export type BendForm = 'literal' | 'tangential' | 'arc';

/** Angles below this are drawn straight: sin(x)/x is 1 to rounding. */
const leastAngle = 1e-9;

/**
 * Where the shell at the share u of the height is, from the root: out [3], metres. normal and direction (s of eq. 3) are unit vectors, read at
 * `offset`; length in metres; u in 0..1.
 *
 * - `literal`: u n + u^k (s − n), eq. 4 as printed, times the length. Stretches by 12 % at 60° with k = 2.
 * - `tangential`: its part across the normal alone, so that shells keep their height. Stretches by 38 %.
 * - `arc`: a circular arc of exactly the length, whose chord has the direction s: u sinc(uθ) (cos uθ n + sin uθ t). k is not used.
 */
export function bendPoint(
  out: Float64Array | number[],
  form: BendForm,
  exponent: number,
  u: number,
  length: number,
  normal: ArrayLike<number>,
  direction: ArrayLike<number>,
  offset = 0,
): void {
  const nx = normal[offset];
  const ny = normal[offset + 1];
  const nz = normal[offset + 2];
  const sx = direction[offset];
  const sy = direction[offset + 1];
  const sz = direction[offset + 2];
  const cosine = nx * sx + ny * sy + nz * sz;
  let alongNormal: number;
  let alongDirection: number;
  if (form === 'arc') {
    const angle = acos(cosine);
    const sine = sin(angle);
    // Straight up, or straight down, where no side is the one to bend to: the latter keeps to the direction.
    if (angle < leastAngle || sine < leastAngle) {
      alongNormal = 0;
      alongDirection = u;
    } else {
      // n and s span the plane: cos φ n + sin φ t with t = (s − cos θ n) / sin θ.
      const turned = u * angle;
      const reach = turned < leastAngle ? u : (u * sin(turned)) / turned;
      alongDirection = (reach * sin(turned)) / sine;
      alongNormal = (reach * sin(angle - turned)) / sine;
    }
  } else {
    const share = pow(u, exponent);
    alongDirection = share;
    alongNormal = u - share * (form === 'literal' ? 1 : cosine);
  }
  out[0] = length * (alongNormal * nx + alongDirection * sx);
  out[1] = length * (alongNormal * ny + alongDirection * sy);
  out[2] = length * (alongNormal * nz + alongDirection * sz);
}
