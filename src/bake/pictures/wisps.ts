import { hashUnit } from '../../math/random.ts';

/**
 * A soft cloudy pattern for smoke: [width · height], 1 on average, from 0.2 to 1.8. cell: size in pixels of the
 * largest clouds; two sizes more, each half as large and half as strong, lie over them.
 */
export function createWisps(width: number, height: number, cell: number): Float32Array {
  const out = new Float32Array(width * height);
  let strength = 0.5;
  let sum = 0;
  for (let octave = 0; octave < 3; octave++) {
    addNoise(out, width, height, Math.max(2, cell / 2 ** octave), strength, octave);
    sum += strength;
    strength *= 0.5;
  }
  for (let k = 0; k < out.length; k++) {
    // The sum crowds about the middle: drawn apart, the clouds have edges.
    const share = Math.min(1, Math.max(0, (out[k] / sum - 0.26) / 0.48));
    out[k] = 0.2 + 1.6 * share * share * (3 - 2 * share);
  }
  return out;
}

/** Random numbers at the corners of a grid, mixed smoothly between them. */
function addNoise(
  out: Float32Array,
  width: number,
  height: number,
  cell: number,
  strength: number,
  seed: number,
): void {
  for (let y = 0, k = 0; y < height; y++) {
    const j = Math.floor(y / cell);
    const down = smooth(y / cell - j);
    for (let i = 0, left = 0, right = 0, x = 0; x < width; x++, k++) {
      if (x === 0 || x >= i * cell) {
        const column = i;
        const at = (column: number, row: number) => hashUnit(37, column, row, seed);
        left = at(column, j) + down * (at(column, j + 1) - at(column, j));
        right = at(column + 1, j) + down * (at(column + 1, j + 1) - at(column + 1, j));
        i++;
      }
      out[k] += strength * (left + smooth(x / cell - (i - 1)) * (right - left));
    }
  }
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}
