import type { ShellTextures } from '../../coats/blades/shell-textures.ts';
import { atlasPixel, type BladeAtlas } from '../../coats/vat/fur-vat.ts';
import { encodePng8 } from '../../files/png.ts';
import type { Picture } from '../../motion/picture.ts';
import { srgbByte } from '../../pictures/tone.ts';

/**
 * Encodes slices of blades as one PNG, and returns the position of each. The picture has no alpha channel, because readers would multiply
 * the colours by it.
 */
export function encodeBlades(
  { width, height, layerCount, texels }: ShellTextures,
  file: string,
): { atlas: BladeAtlas; bytes: Uint8Array } {
  const columns = Math.ceil(Math.sqrt(layerCount));
  const rows = Math.ceil(layerCount / columns);
  const atlas = { file, width, height, columns, rows };
  const half = columns * width * rows * height;
  const pixels = new Uint8Array(2 * 3 * half);
  for (let layer = 0; layer < layerCount; layer++) {
    for (let texel = 0; texel < width * height; texel++) {
      const from = 4 * (layer * width * height + texel);
      const to = atlasPixel(atlas, layer, texel);
      for (let c = 0; c < 3; c++) {
        pixels[3 * to + c] = texels[from + c];
        pixels[3 * (half + to) + c] = texels[from + 3];
      }
    }
  }
  return { atlas, bytes: encodePng8(pixels, columns * width, 2 * rows * height) };
}

/** Returns a picture as PNG: colours in sRGB, or the unchanged green channel as grey. */
export function encodeMap({ width, height, pixels }: Picture, kind: 'color' | 'density'): Uint8Array {
  if (kind === 'color') {
    const bytes = Uint8Array.from({ length: 3 * width * height }, (_, k) =>
      srgbByte(pixels[4 * Math.floor(k / 3) + (k % 3)]),
    );
    return encodePng8(bytes, width, height);
  }
  const bytes = Uint8Array.from({ length: width * height }, (_, k) =>
    Math.round(255 * Math.min(1, Math.max(0, pixels[4 * k + 1]))),
  );
  return encodePng8(bytes, width, height, 1);
}
