import { smoothNoise } from './carrier/smooth-noise.ts';

/** Distance over which colours vary, m. */
const driftLength = 0.9;

/**
 * Returns colours that vary smoothly over the skin between greener and drier, darker and lighter, by at most `variation` (0 to 1):
 * [3 · vertexCount]. If `colors` are given, the result is multiplied by them. positions: points of the rest pose, m,
 * [3 · pointCount]. pointOf: index of the point at which each vertex is, [vertexCount].
 */
export function varyColors(
  positions: ArrayLike<number>,
  pointOf: Uint32Array,
  colors: Float32Array | null,
  variation: number,
  seed: number,
): Float32Array {
  const out = new Float32Array(3 * pointOf.length);
  for (let o = 0; o < out.length; o += 3) {
    const at = [0, 1, 2].map((axis) => positions[3 * pointOf[o / 3] + axis] / driftLength);
    const dry = variation * (2 * smoothNoise(seed, at[0], at[1], at[2]) - 1);
    const light = 1 + 0.5 * variation * (2 * smoothNoise(seed + 17, 2 * at[0], 2 * at[1], 2 * at[2]) - 1);
    // Greener means less red, not more blue.
    const tint = [1 + 0.7 * dry, 1 + 0.12 * dry, 1 - 0.3 * Math.max(0, dry)];
    for (let c = 0; c < 3; c++) out[o + c] = (colors ? colors[o + c] : 1) * light * tint[c];
  }
  return out;
}
