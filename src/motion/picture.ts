/** A decoded picture. Row 0 is the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** [4 · width · height] red, green, blue (linear light, 0..1), opacity. */
  readonly pixels: Float32Array;
}
