/**
 * A volume of blades, sliced into layers. Layer l contains the heights from l/n to (l + 1)/n and is drawn on the shell at (l +
 * 1)/n. Rows and columns repeat.
 */
export interface ShellTextures {
  /** Number of texels in each row and in each column: powers of two. */
  readonly width: number;
  readonly height: number;
  readonly layerCount: number;
  /**
   * Bytes, beginning with the layer next to the skin, [4 · width · height · layerCount]. A texel contains: opacity; tone (the random number
   * of the visible blade); position along this blade (0 root, 255 tip); light that reaches it past the blades above (255: all).
   */
  readonly texels: Uint8Array;
  /** Mean opacity of each layer, 0..1, before rounding to bytes, [layerCount]. */
  readonly opacities: Float64Array;
}
