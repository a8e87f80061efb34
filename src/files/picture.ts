import { InputError } from '../input-error.ts';
import { linearOfSrgb } from '../math/srgb.ts';
import type { Picture } from '../motion/picture.ts';
import { describeFileKind } from './file-kind.ts';
import { readJpegPixels } from './jpeg.ts';
import { decodePng } from './png-read.ts';

/** Maximum number of pixels of a picture. It is limited because memory holds four floats for each pixel. */
export const maxPixels = 4096 * 4096;

/**
 * Reads a picture: PNG (1 to 16 bits; grey, colour or palette; with or without transparency; also interlaced) or JPEG (rotated by its Exif
 * orientation). Colours are converted from sRGB to linear; colour profiles are ignored.
 *
 * Throws InputError for damaged pictures, for pictures above 4096 × 4096 pixels, and for files of other kinds; the message names the kind.
 */
export function readPicture(bytes: Uint8Array, name: string): Picture {
  const kind = describeFileKind(bytes);
  if (kind === 'a PNG picture') return readPngPicture(bytes, name);
  if (kind !== 'a JPEG picture') {
    throw InputError.at(name, `expected a picture (.png or .jpg), got ${kind}: save it as one of these`);
  }
  const { width, height, rgba } = readJpegPixels(bytes, name);
  return { width, height, pixels: linearPixels(width * height, 255, (pixel, c) => rgba[4 * pixel + c]) };
}

function readPngPicture(bytes: Uint8Array, name: string): Picture {
  // The first chunk gives width and height, so that a picture that is too large is refused before decompression.
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24) checkSize(header.getUint32(16), header.getUint32(20), name);
  const { width, height, depth, channels, palette, data, transparency } = decodePng(bytes, name);
  const sampleOf = depth < 8 ? unpackSamples(data, width, depth) : (index: number) => data[index];
  const max = 2 ** depth - 1;
  if (palette) {
    return {
      width,
      height,
      pixels: linearPixels(width * height, 255, (pixel, c) => {
        const color = palette[sampleOf(pixel)];
        if (!color) {
          throw InputError.at(
            name,
            `expected a palette with all colours of its pixels, got ${palette.length} colours and a pixel of number ` +
              `${sampleOf(pixel)}: the file is damaged, export it again`,
          );
        }
        return color[c] ?? 255;
      }),
    };
  }
  const colorCount = channels >= 3 ? 3 : 1;
  const hasAlpha = channels === 2 || channels === 4;
  // A grey or RGB picture can declare one colour as transparent.
  const clear = transparency ?? null;
  return {
    width,
    height,
    pixels: linearPixels(width * height, max, (pixel, c) => {
      const at = pixel * channels;
      if (c < 3) return sampleOf(at + (colorCount === 3 ? c : 0));
      if (hasAlpha) return sampleOf(at + colorCount);
      if (!clear) return max;
      for (let k = 0; k < colorCount; k++) if (sampleOf(at + k) !== clear[k]) return max;
      return 0;
    }),
  };
}

/** Unpacks samples of 1, 2 or 4 bits. Each row begins at a new byte; the first sample is in the highest bits of a byte. */
function unpackSamples(data: ArrayLike<number>, width: number, depth: number): (index: number) => number {
  const rowBytes = Math.ceil((width * depth) / 8);
  return (index) => {
    const row = Math.floor(index / width);
    const bit = (index - row * width) * depth;
    return (data[row * rowBytes + (bit >> 3)] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
}

/** Converts samples to linear light. sample(pixel, c): sRGB red, green and blue for c = 0..2, opacity for c = 3, all in 0..max. */
function linearPixels(
  pixelCount: number,
  max: number,
  sample: (pixel: number, c: number) => number,
): Float32Array {
  const linear = Float32Array.from({ length: max + 1 }, (_, value) => linearOfSrgb(value / max));
  const pixels = new Float32Array(4 * pixelCount);
  for (let pixel = 0; pixel < pixelCount; pixel++) {
    for (let c = 0; c < 3; c++) pixels[4 * pixel + c] = linear[sample(pixel, c)];
    pixels[4 * pixel + 3] = sample(pixel, 3) / max;
  }
  return pixels;
}

/** Throws InputError for a picture that has no pixels or too many. */
export function checkSize(width: number, height: number, name: string): void {
  if (width >= 1 && height >= 1 && width * height <= maxPixels) return;
  throw InputError.at(
    name,
    `expected a picture of at most 4096 × 4096 pixels in total, got ${width} × ${height}: make it smaller`,
  );
}
