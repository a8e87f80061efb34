import { InputError } from '../../../input-error.ts';
import type { ShellTextures } from './shell-textures.ts';

/**
 * All smaller levels down to 1 × 1, the textures themselves first; the number of layers stays. Each texel is the mean of four: opacity and
 * light plainly, so the mean opacity of a layer is kept (up to half a byte in all, however many levels: means are rounded only
 * when written), tone and place along the blade weighted by opacity, so that empty texels colour nothing.
 *
 * For blending and for hashed alpha. With a cut-off, fewer texels pass on smaller levels; see `scaleToCutoff`.
 */
export function buildMipLevels(textures: ShellTextures): ShellTextures[] {
  const levels = [textures];
  for (let { width, height } = textures; width > 1 || height > 1; ) {
    width = Math.max(1, width / 2);
    height = Math.max(1, height / 2);
    levels.push({
      ...textures,
      width,
      height,
      texels: new Uint8Array(4 * width * height * textures.layerCount),
    });
  }
  const size = 4 * textures.width * textures.height;
  for (let l = 0; l < textures.layerCount; l++) {
    let values = Float32Array.from(textures.texels.subarray(l * size, (l + 1) * size));
    for (let k = 1; k < levels.length; k++) {
      values = halve(values, levels[k - 1], levels[k]);
      const { texels } = levels[k];
      for (let i = 0; i < values.length; i++) texels[l * values.length + i] = Math.round(values[i]);
    }
  }
  return levels;
}

/** One layer. */
function halve(values: Float32Array, from: ShellTextures, to: ShellTextures): Float32Array<ArrayBuffer> {
  const out = new Float32Array(4 * to.width * to.height);
  const right = from.width > 1 ? 1 : 0;
  const down = from.height > 1 ? from.width : 0;
  let o = 0;
  for (let j = 0; j < to.height; j++) {
    for (let i = 0; i < to.width; i++, o += 4) {
      const corner = j * (from.width + down) + i * (1 + right);
      const four = [corner, corner + right, corner + down, corner + down + right];
      let opacity = 0;
      let light = 0;
      for (const texel of four) {
        opacity += values[4 * texel];
        light += values[4 * texel + 3];
      }
      out[o] = opacity / 4;
      out[o + 3] = light / 4;
      for (let c = 1; c <= 2; c++) {
        let sum = 0;
        for (const texel of four)
          sum += values[4 * texel + c] * (opacity > 0 ? values[4 * texel] / opacity : 0.25);
        out[o + c] = sum;
      }
    }
  }
  return out;
}

/**
 * The level with opacities scaled, layer by layer, so that the share of texels at or above the cut-off (1..255) is as near as it
 * can be to that share in `full`: for drawing with a cut-off, which would else thin out with distance (Castaño 2010). Throws InputError for
 * another cut-off.
 */
export function scaleToCutoff(level: ShellTextures, full: ShellTextures, cutoff: number): ShellTextures {
  if (!(Number.isInteger(cutoff) && cutoff >= 1 && cutoff <= 255))
    throw InputError.at('cutoff', `expected a whole number from 1 to 255, got ${cutoff}`);
  const texels = level.texels.slice();
  const size = level.width * level.height;
  const fullSize = full.width * full.height;
  for (let l = 0; l < level.layerCount; l++) {
    let passing = 0;
    for (let k = 0; k < fullSize; k++) if (full.texels[4 * (l * fullSize + k)] >= cutoff) passing++;
    const wanted = Math.round((passing / fullSize) * size);
    const opacities = new Uint8Array(size);
    for (let k = 0; k < size; k++) opacities[k] = level.texels[4 * (l * size + k)];
    const least = findLeastPassing(opacities, wanted);
    for (let k = 0; k < size; k++) {
      const scaled = least <= 255 ? Math.round((opacities[k] * cutoff) / least) : 0;
      texels[4 * (l * size + k)] = least <= 255 ? Math.min(255, scaled) : Math.min(opacities[k], cutoff - 1);
    }
  }
  return { ...level, texels };
}

/** The opacity from which on as nearly so many pass as can be, above 0; 256 where none should. */
function findLeastPassing(opacities: Uint8Array, wanted: number): number {
  const counts = new Uint32Array(257);
  for (const opacity of opacities) counts[opacity]++;
  let best = 256;
  let bestMiss = wanted;
  let passing = 0;
  for (let opacity = 255; opacity > 0; opacity--) {
    passing += counts[opacity];
    if (counts[opacity] === 0 || Math.abs(passing - wanted) >= bestMiss) continue;
    best = opacity;
    bestMiss = Math.abs(passing - wanted);
  }
  return best;
}
