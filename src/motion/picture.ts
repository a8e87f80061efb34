/** A decoded picture. Row 0 is the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue (linear light, 0..1), opacity, [4 · width · height]. */
  readonly pixels: Float32Array;
}
