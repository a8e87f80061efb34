import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  RGBAFormat,
  SRGBColorSpace,
  type Texture,
} from 'three';
import { srgbOfLinear } from '../../math/srgb.ts';
import type { Picture } from '../../motion/picture.ts';

/**
 * Creates a texture from a picture over the skin, v downward. isColor: the texture is stored in sRGB, so that dark colours keep their
 * precision.
 */
export function createMapTexture(picture: Picture, isColor: boolean): Texture {
  const { width, height, pixels } = picture;
  const bytes = new Uint8Array(pixels.length);
  for (let k = 0; k < pixels.length; k++) {
    const value = isColor && k % 4 !== 3 ? srgbOfLinear(pixels[k]) : pixels[k];
    bytes[k] = Math.round(255 * Math.min(1, Math.max(0, value)));
  }
  const texture = new DataTexture(bytes, width, height, RGBAFormat);
  if (isColor) texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
