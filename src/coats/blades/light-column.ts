/** Most of a texel's light that one pass gives to each neighbour: above a third a pass would swing. */
const mostShare = 0.25;

/**
 * Light on its way down to the skin: every layer takes some of it where there are blades, and it spreads aside as light that comes
 * from many directions does. What arrives is the self-shadow, softer and deeper the further down.
 */
export class LightColumn {
  private readonly light: Float32Array;
  private readonly other: Float32Array;
  private readonly width: number;
  private readonly height: number;
  /** Optical depth of one full layer. */
  private readonly depth: number;
  private readonly passCount: number;
  private readonly shareX: number;
  private readonly shareY: number;

  /** depth: of all layers, if full. spread: standard deviation at the skin, in sides of the tile. */
  constructor(width: number, height: number, layerCount: number, depth: number, spread: number) {
    this.width = width;
    this.height = height;
    this.light = new Float32Array(width * height).fill(1);
    this.other = new Float32Array(width * height);
    this.depth = depth / layerCount;
    // A pass that gives the share q to both sides adds 2q texels² of variance.
    const shareX = (spread * spread * width * width) / layerCount / 2;
    const shareY = (spread * spread * height * height) / layerCount / 2;
    this.passCount = Math.ceil(Math.max(shareX, shareY) / mostShare);
    this.shareX = this.passCount > 0 ? shareX / this.passCount : 0;
    this.shareY = this.passCount > 0 ? shareY / this.passCount : 0;
  }

  /** Writes the light that reaches the layer at `start` (fourth byte of a texel), then takes what that layer holds back. Top layer first. */
  pass(texels: Uint8Array, start: number): void {
    const { light, depth } = this;
    for (let k = 0; k < light.length; k++) {
      const o = start + 4 * k;
      texels[o + 3] = Math.round(255 * light[k]);
      // 1 / (1 + x + x²/2) for e^−x: the layers are thin, and it stays between 0 and 1 where they are not.
      const x = (depth * texels[o]) / 255;
      light[k] /= 1 + x + 0.5 * x * x;
    }
    for (let p = 0; p < this.passCount; p++) this.spread();
  }

  private spread(): void {
    const { width, height, shareX, shareY } = this;
    const { light, other } = this;
    const size = width * height;
    for (let row = 0; row < size; row += width) {
      for (let i = 0; i < width; i++) {
        const sides = light[row + ((i - 1) & (width - 1))] + light[row + ((i + 1) & (width - 1))];
        other[row + i] = (1 - 2 * shareX) * light[row + i] + shareX * sides;
      }
    }
    for (let k = 0; k < size; k++) {
      const sides = other[(k - width) & (size - 1)] + other[(k + width) & (size - 1)];
      light[k] = (1 - 2 * shareY) * other[k] + shareY * sides;
    }
  }
}
