/** Maximum fraction of a texel's light that one pass moves to each neighbour. With more than a third, the result would oscillate. */
const maxFraction = 0.25;

/**
 * Computes light on its way down to the skin. Each layer absorbs some of it where there are blades. The light also spreads sideways, like
 * light from many directions. The light that arrives determines the self-shadow, which is softer and darker further down.
 */
export class LightColumn {
  private readonly light: Float32Array;
  private readonly other: Float32Array;
  private readonly width: number;
  private readonly height: number;
  /** Optical depth of one full layer. */
  private readonly depth: number;
  private readonly passCount: number;
  private readonly fractionX: number;
  private readonly fractionY: number;

  /**
   * depth: optical depth of all layers together if they are completely covered. spread: standard deviation at the skin, in sides of the
   * tile.
   */
  constructor(width: number, height: number, layerCount: number, depth: number, spread: number) {
    this.width = width;
    this.height = height;
    this.light = new Float32Array(width * height).fill(1);
    this.other = new Float32Array(width * height);
    this.depth = depth / layerCount;
    // A pass that moves the fraction q to both sides adds a variance of 2q texels².
    const fractionX = (spread * spread * width * width) / layerCount / 2;
    const fractionY = (spread * spread * height * height) / layerCount / 2;
    this.passCount = Math.ceil(Math.max(fractionX, fractionY) / maxFraction);
    this.fractionX = this.passCount > 0 ? fractionX / this.passCount : 0;
    this.fractionY = this.passCount > 0 ? fractionY / this.passCount : 0;
  }

  /**
   * Writes the light that reaches the layer at `start` (fourth byte of a texel), then subtracts what that layer absorbs. Top
   * layer first.
   */
  pass(texels: Uint8Array, start: number): void {
    const { light, depth } = this;
    for (let k = 0; k < light.length; k++) {
      const o = start + 4 * k;
      texels[o + 3] = Math.round(255 * light[k]);
      // 1 / (1 + x + x²/2) approximates e^−x: exact enough for thin layers, and between 0 and 1 for all others.
      const x = (depth * texels[o]) / 255;
      light[k] /= 1 + x + 0.5 * x * x;
    }
    for (let p = 0; p < this.passCount; p++) this.spread();
  }

  private spread(): void {
    const { width, height, fractionX, fractionY } = this;
    const { light, other } = this;
    const size = width * height;
    for (let row = 0; row < size; row += width) {
      for (let i = 0; i < width; i++) {
        const sides = light[row + ((i - 1) & (width - 1))] + light[row + ((i + 1) & (width - 1))];
        other[row + i] = (1 - 2 * fractionX) * light[row + i] + fractionX * sides;
      }
    }
    for (let k = 0; k < size; k++) {
      const sides = other[(k - width) & (size - 1)] + other[(k + width) & (size - 1)];
      light[k] = (1 - 2 * fractionY) * other[k] + fractionY * sides;
    }
  }
}
