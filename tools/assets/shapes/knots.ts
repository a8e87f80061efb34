/** A point of a curve: time in s, value, slope in 1/s, curvature in 1/s². Slope and curvature default to 0. */
export type Knot = readonly [time: number, value: number, slope?: number, curvature?: number];

/** Interpolates knots (ascending times) by quintics with the given value, slope and curvature at each knot. */
export function evaluate(knots: readonly Knot[], t: number): number {
  let i = 1;
  while (i < knots.length - 1 && knots[i][0] < t) i++;
  const [t0, p0, v0 = 0, a0 = 0] = knots[i - 1];
  const [t1, p1, v1 = 0, a1 = 0] = knots[i];
  const h = t1 - t0;
  const s = (t - t0) / h;
  const [d, e] = [p1 - p0 - v0 * h - (a0 * h * h) / 2, v1 * h - v0 * h - a0 * h * h];
  const f = (a1 - a0) * h * h;
  const [c3, c4, c5] = [10 * d - 4 * e + f / 2, -15 * d + 7 * e - f, 6 * d - 3 * e + f / 2];
  return p0 + s * (v0 * h + s * ((a0 * h * h) / 2 + s * (c3 + s * (c4 + s * c5))));
}
