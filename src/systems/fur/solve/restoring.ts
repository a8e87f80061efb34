/**
 * The force that brings a strand back, eq. 5, into out[0..2], N. s, n unit; w its weight in N.
 *
 *     printed     w (1 − n · s) (n − s):  |F| = 4 w sin³(θ/2), nothing to speak of near rest, and it presses along s
 *     corrected   w ((1 − n · s) + β) (n − (n · s) s) · lever:  across the strand only, stiff at rest by β
 *
 * `lever` is the length at rest by that of now: the moment about the root is then the same however far the spring is drawn
 * out, so the force has a potential, w L ((1 − n · s)² / 2 + β (1 − n · s)). The kernel holds it at 4 for short strands.
 */
export function restoringForce(
  out: Float64Array,
  form: 'corrected' | 'printed',
  w: number,
  s: ArrayLike<number>,
  n: ArrayLike<number>,
  beta = 0,
  lever = 1,
): void {
  const up = s[0] * n[0] + s[1] * n[1] + s[2] * n[2];
  const isPrinted = form === 'printed';
  const strength = isPrinted ? w * (1 - up) : w * (1 - up + beta) * lever;
  for (let axis = 0; axis < 3; axis++) out[axis] = strength * (n[axis] - (isPrinted ? 1 : up) * s[axis]);
}
