/**
 * Writes the restoring force of a strand, eq. 5, in N to out[0..2]. s: unit direction. n: unit rest direction. w: weight in N.
 *
 *     printed     w (1 − n · s) (n − s):  |F| = 4 w sin³(θ/2), almost 0 near the rest shape. It compresses the strand along s.
 *     corrected   w ((1 − n · s) + β) (n − (n · s) s) · lever:  perpendicular to the strand, with stiffness β near the rest shape
 *
 * `lever` is the rest length divided by the current length. The moment about the root then does not depend on the stretch, and
 * the force has the potential w L ((1 − n · s)² / 2 + β (1 − n · s)). The kernel limits the lever to 4.
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
