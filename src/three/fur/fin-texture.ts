import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGBAFormat } from 'three';
import type { ShellTextures } from '../../coats/blades/shell-textures.ts';

/** Depth of the blades that a fin shows, as a fraction of the tile. */
const depthFraction = 1 / 16;

/**
 * Creates the blades of a strip of the tile seen from the side: as wide as the tile, one row for each slice, the lowest first. A texel has
 * the same values as a texel of a slice (opacity, tone, along, light); they are those of the blade that covers the largest part of it.
 */
export function createFinTexture(textures: ShellTextures): DataTexture {
  const { width, layerCount } = textures;
  const texture = new DataTexture(viewFromTheSide(textures), width, layerCount, RGBAFormat);
  texture.wrapS = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

function viewFromTheSide({ width, height, layerCount, texels }: ShellTextures): Uint8Array<ArrayBuffer> {
  const rows = Math.max(1, Math.round(depthFraction * height));
  const out = new Uint8Array(4 * width * layerCount);
  for (let layer = 0; layer < layerCount; layer++) {
    for (let column = 0; column < width; column++) {
      const o = 4 * (layer * width + column);
      let [clear, max] = [1, -1];
      for (let row = 0; row < rows; row++) {
        const k = 4 * ((layer * height + row) * width + column);
        clear *= 1 - texels[k] / 255;
        if (texels[k] <= max) continue;
        max = texels[k];
        for (let c = 1; c < 4; c++) out[o + c] = texels[k + c];
      }
      out[o] = Math.round(255 * (1 - clear));
    }
  }
  return out;
}
