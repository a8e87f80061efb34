import { cos, sin } from '../math/portable.ts';
import { hashUnit } from '../math/random.ts';

/**
 * Creates a soft cloud pattern for smoke: [width · height] values with mean 1, about 0.6 to 1.4. cell: size in pixels of the largest
 * clouds. Two finer layers are added, each half as large and half as strong as the one before. Layers have different rotations, so that no
 * grid is visible.
 */
export function createWisps(width: number, height: number, cell: number): Float32Array {
  const out = new Float32Array(width * height);
  let sum = 0;
  for (let octave = 0; octave < 3; octave++) {
    const strength = 0.5 ** octave;
    addNoise(out, width, height, Math.max(3, cell / 2 ** octave), strength, octave);
    sum += strength;
  }
  for (let k = 0; k < out.length; k++) out[k] = 1 + 1.3 * (out[k] / sum - 0.5);
  return out;
}

/** Adds random values at the corners of a rotated grid, interpolated smoothly. */
function addNoise(
  out: Float32Array,
  width: number,
  height: number,
  cell: number,
  strength: number,
  seed: number,
): void {
  // The distance of every pixel from the origin of the rotated lattice is less than this, in cells.
  const reach = Math.ceil((width + height) / cell) + 2;
  const side = 2 * reach + 2;
  const numbers = Float32Array.from({ length: side * side }, (_, k) =>
    hashUnit(37, k % side, Math.floor(k / side), seed),
  );
  const [c, s] = [cos(0.5 + 1.1 * seed) / cell, sin(0.5 + 1.1 * seed) / cell];
  for (let y = 0, k = 0; y < height; y++) {
    for (let x = 0; x < width; x++, k++) {
      const u = c * x - s * y + reach;
      const v = s * x + c * y + reach;
      const [i, j] = [Math.floor(u), Math.floor(v)];
      const [across, down] = [smooth(u - i), smooth(v - j)];
      const at = j * side + i;
      const above = numbers[at] + across * (numbers[at + 1] - numbers[at]);
      const below = numbers[at + side] + across * (numbers[at + side + 1] - numbers[at + side]);
      out[k] += strength * (above + down * (below - above));
    }
  }
}

function smooth(fraction: number): number {
  return fraction * fraction * fraction * (fraction * (6 * fraction - 15) + 10);
}
