import { srgbOfLinear } from '../../math/srgb.ts';
import type { Picture } from '../../motion/picture.ts';

/** Samples a picture at (u, v), v downward, into out [4]: bilinear between the centres of pixels. The picture repeats. */
export function samplePicture(out: number[], { width, height, pixels }: Picture, u: number, v: number): void {
  const x = wrap(u) * width - 0.5;
  const y = wrap(v) * height - 0.5;
  const i = Math.floor(x);
  const j = Math.floor(y);
  const right = x - i;
  const down = y - j;
  const left = (i + width) % width;
  const top = (j + height) % height;
  const beside = (left + 1) % width;
  const below = (top + 1) % height;
  for (let c = 0; c < 4; c++) {
    const upper =
      (1 - right) * pixels[4 * (top * width + left) + c] + right * pixels[4 * (top * width + beside) + c];
    const lower =
      (1 - right) * pixels[4 * (below * width + left) + c] + right * pixels[4 * (below * width + beside) + c];
    out[c] = (1 - down) * upper + down * lower;
  }
}

function wrap(value: number): number {
  const rest = value - Math.floor(value);
  // Values that are not finite, and values just below an integer, are treated as if they were at the edge.
  return rest >= 0 && rest < 1 ? rest : 0;
}

/**
 * Converts a picture of fractions from linear light to the values in its file, 0..1. `brightness`: red, green and blue all become the
 * brightness.
 */
export function encodeFractions({ width, height, pixels }: Picture, brightness: boolean): Picture {
  const known = new Map<number, number>();
  const encode = (light: number): number => {
    let fraction = known.get(light);
    if (fraction === undefined) {
      fraction = srgbOfLinear(light);
      known.set(light, fraction);
    }
    return fraction;
  };
  const out = pixels.slice();
  for (let k = 0; k < pixels.length; k += 4) {
    for (let c = 0; c < 3; c++) out[k + c] = encode(pixels[k + c]);
    if (brightness) out.fill(0.2126 * out[k] + 0.7152 * out[k + 1] + 0.0722 * out[k + 2], k, k + 3);
  }
  return { width, height, pixels: out };
}
