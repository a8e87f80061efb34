import { smoothNoise } from './carrier/smooth-noise.ts';

/** Over how many metres colours drift. */
const driftLength = 0.9;

/**
 * [3 · vertexCount] colours that drift over the skin at rest, between greener and drier, darker and lighter, by at most `variation` (0..1);
 * times `colors`, where there are any. positions [3 · placeCount] m, placeOf [vertexCount] which of them each vertex is at.
 */
export function varyColors(
  positions: ArrayLike<number>,
  placeOf: Uint32Array,
  colors: Float32Array | null,
  variation: number,
  seed: number,
): Float32Array {
  const out = new Float32Array(3 * placeOf.length);
  for (let o = 0; o < out.length; o += 3) {
    const at = [0, 1, 2].map((axis) => positions[3 * placeOf[o / 3] + axis] / driftLength);
    const dry = variation * (2 * smoothNoise(seed, at[0], at[1], at[2]) - 1);
    const light = 1 + 0.5 * variation * (2 * smoothNoise(seed + 17, 2 * at[0], 2 * at[1], 2 * at[2]) - 1);
    // Greener means less red, not more blue.
    const tint = [1 + 0.7 * dry, 1 + 0.12 * dry, 1 - 0.3 * Math.max(0, dry)];
    for (let c = 0; c < 3; c++) out[o + c] = (colors ? colors[o + c] : 1) * light * tint[c];
  }
  return out;
}
