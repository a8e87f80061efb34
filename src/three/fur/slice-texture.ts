import {
  DataArrayTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  RGBAFormat,
  UnsignedByteType,
} from 'three';
import type { ShellTextures } from '../../coats/blades/shell-textures.ts';

/** Creates an array texture of the skin and the slices above it. The graphics card generates its mipmaps. */
export function createSliceTexture(textures: ShellTextures): DataArrayTexture {
  const { width, height, layerCount } = textures;
  const texture = new DataArrayTexture(
    addSkin(fillForMeans(textures), width * height),
    width,
    height,
    layerCount + 1,
  );
  texture.format = RGBAFormat;
  texture.type = UnsignedByteType;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.unpackAlignment = 4;
  texture.needsUpdate = true;
  return texture;
}

/**
 * Gives texels without a blade the mean of the texels with a blade. This is necessary because mipmaps are plain means (three.js cannot
 * upload others for array textures): otherwise, from a distance, tips would look like the middle of a blade.
 */
function fillForMeans({ width, height, layerCount, texels }: ShellTextures): Uint8Array<ArrayBuffer> {
  const out = Uint8Array.from(texels);
  const size = 4 * width * height;
  for (let layer = 0; layer < layerCount; layer++) {
    const end = (layer + 1) * size;
    let [opacity, along] = [0, 0];
    for (let k = layer * size; k < end; k += 4) {
      opacity += texels[k];
      along += texels[k] * texels[k + 2];
    }
    const mean = opacity > 0 ? Math.round(along / opacity) : 128;
    // Texels next to a blade already have the values of the blade (`fillEmptyTexels`).
    for (let k = layer * size; k < end; k += 4) {
      if (texels[k] === 0 && texels[k + 1] === 128 && texels[k + 2] === 128) out[k + 2] = mean;
    }
  }
  return out;
}

/** Fraction of the light that passes through the lowest slice and reaches the skin. */
const skinLight = 0.7;

/**
 * Returns the slices with the skin as an additional slice below all others: fully covered, in the middle tone, as dark as the lowest slice
 * makes it.
 */
function addSkin(texels: Uint8Array<ArrayBuffer>, texelCount: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(4 * texelCount + texels.length);
  let light = 0;
  for (let k = 0; k < texelCount; k++) light += texels[4 * k + 3] / texelCount;
  for (let k = 0; k < texelCount; k++) out.set([255, 128, 0, Math.round(skinLight * light)], 4 * k);
  out.set(texels, 4 * texelCount);
  return out;
}
