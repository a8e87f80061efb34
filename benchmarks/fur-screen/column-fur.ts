import type { ShellTextures } from '../../src/coats/blades/shell-textures.ts';
import { hashUnit } from '../../src/math/random.ts';

/**
 * Straight fur that both sides can draw: each texel is an upright column with its own height. FurMaterial stores one picture with the
 * heights and evaluates it for every layer. Our side stores the layers.
 */
export interface ColumnFur {
  /** Number of texels per row and per column: a power of two. */
  readonly side: number;
  /** Height of each column, 0..1, and lightness of its tip, 0..1, [side²]. */
  readonly heights: Float64Array;
  readonly tints: Float64Array;
}

/** Minimum light on the fur and on the skin: FurMaterial's `furOcclusion`. Our side gives the skin 0.7 of the light of the lowest slice. */
export const minLight = 0.25;
export const skinLight = 0.7 * minLight;
/** Factor that FurMaterial applies to its blue channel. */
const blueScale = 1.2;

/** Creates fur of squares of 2 × 2 texels at random positions, as `FurMaterial.GenerateTexture` does, but with a fixed seed. */
export function growColumns(side: number, seed: number): ColumnFur {
  const heights = new Float64Array(side * side);
  const tints = new Float64Array(side * side);
  const squareCount = 3 * side * side;
  for (let k = 0; k < squareCount; k++) {
    const i = Math.floor(side * hashUnit(seed, k, 0, 0));
    const j = Math.floor(side * hashUnit(seed, k, 1, 0));
    // Both sides store the heights as bytes.
    const height = Math.round(255 * hashUnit(seed, k, 2, 0)) / 255;
    const tint = Math.round(100 + 112 * hashUnit(seed, k, 3, 0)) / 255;
    for (let corner = 0; corner < 4; corner++) {
      const texel = ((j + (corner >> 1)) % side) * side + ((i + (corner & 1)) % side);
      heights[texel] = height;
      tints[texel] = tint;
    }
  }
  return { side, heights, tints };
}

/** Returns the picture for FurMaterial. Green is the height, blue the tint. [4 · side²] bytes. */
export function pictureOfColumns(fur: ColumnFur): Uint8Array {
  const picture = new Uint8Array(4 * fur.side * fur.side).fill(255);
  for (let k = 0; k < fur.heights.length; k++) {
    picture[4 * k + 1] = 255 * fur.heights[k];
    picture[4 * k + 2] = 255 * fur.tints[k];
  }
  return picture;
}

/** Returns the height of layer l of n, 0..1. FurMaterial uses it for coverage and shading. Layer 0 is the skin. */
export function offsetOfLayer(layer: number, layerCount: number): number {
  return (layer + 1) / (layerCount + 1);
}

/**
 * Returns the columns as slices. A texel's opacity is the fraction of its area where the height, interpolated linearly as in the texture
 * unit, reaches the layer. Its light is the light that FurMaterial computes there from the tint.
 */
export function sliceColumns(fur: ColumnFur, layerCount: number): ShellTextures {
  const { side, tints } = fur;
  const size = side * side;
  const texels = new Uint8Array(4 * size * layerCount);
  const opacities = new Float64Array(layerCount);
  const samples = sampleHeights(fur);
  const perTexel = samplesAcross * samplesAcross;
  for (let layer = 0; layer < layerCount; layer++) {
    const offset = offsetOfLayer(layer, layerCount);
    for (let k = 0; k < size; k++) {
      let reached = 0;
      for (let s = 0; s < perTexel; s++) if (samples[k * perTexel + s] >= offset) reached++;
      opacities[layer] += reached / perTexel / size;
      const texel = 4 * (layer * size + k);
      texels[texel] = Math.round((255 * reached) / perTexel);
      texels[texel + 1] = Math.floor(256 * hashUnit(7, k, 0, 0));
      texels[texel + 2] = Math.round(255 * offset);
      texels[texel + 3] = Math.round(255 * Math.max(minLight, blueScale * tints[k] * offset));
    }
  }
  return { width: side, height: side, layerCount, texels, opacities };
}

const samplesAcross = 4;

/** Returns heights at several points of each texel, interpolated linearly between the centres of texels. */
function sampleHeights({ side, heights }: ColumnFur): Float32Array {
  const samples = new Float32Array(side * side * samplesAcross * samplesAcross);
  const at = (i: number, j: number) => heights[((j + side) % side) * side + ((i + side) % side)];
  let o = 0;
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      for (let s = 0; s < samplesAcross * samplesAcross; s++, o++) {
        const x = ((s % samplesAcross) + 0.5) / samplesAcross - 0.5;
        const y = (Math.floor(s / samplesAcross) + 0.5) / samplesAcross - 0.5;
        const right = x < 0 ? -1 : 1;
        const down = y < 0 ? -1 : 1;
        const [tx, ty] = [Math.abs(x), Math.abs(y)];
        samples[o] =
          (1 - ty) * ((1 - tx) * at(i, j) + tx * at(i + right, j)) +
          ty * ((1 - tx) * at(i, j + down) + tx * at(i + right, j + down));
      }
    }
  }
  return samples;
}
