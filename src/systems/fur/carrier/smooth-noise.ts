import { hashUnit } from '../../../math/random.ts';

/** Returns value noise, 0 to 1, that varies over about one unit of length: the sum of two octaves, the second with half the amplitude. */
export function smoothNoise(seed: number, x: number, y: number, z: number): number {
  return (2 * blendValues(seed, x, y, z) + blendValues(seed + 1, 2 * x, 2 * y, 2 * z)) / 3;
}

function blendValues(seed: number, x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [ease(x - i), ease(y - j), ease(z - k)];
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    const [a, b, c] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const fraction = (a ? u : 1 - u) * (b ? v : 1 - v) * (c ? w : 1 - w);
    sum += fraction * hashUnit(seed, i + a, j + b, k + c);
  }
  return sum;
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}
