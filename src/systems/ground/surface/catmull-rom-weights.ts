/** Returns the weights of the four points around t in [0, 1] of a Catmull-Rom spline. At both ends one weight is exactly 1. */
export function catmullRomWeights(out: Float64Array, offset: number, t: number): void {
  out[offset] = t * (t * (1 - 0.5 * t) - 0.5);
  out[offset + 1] = t * t * (1.5 * t - 2.5) + 1;
  out[offset + 2] = t * (t * (2 - 1.5 * t) + 0.5);
  out[offset + 3] = t * t * (0.5 * t - 0.5);
}
