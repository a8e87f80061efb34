import jpeg from 'jpeg-js';
import { InputError } from '../input-error.ts';
import { lettersOf } from './letters.ts';

export interface JpegPixels {
  readonly width: number;
  readonly height: number;
  /** sRGB red, green, blue and 255, row 0 on top, [4 · width · height]. */
  readonly rgba: Uint8Array;
}

/** Reads a JPEG (baseline or progressive) and applies its Exif orientation. Throws InputError for a damaged file. */
export function readJpegPixels(bytes: Uint8Array, name: string): JpegPixels {
  refuseManyScans(bytes, name);
  try {
    // Missing or invalid data is an error: tolerant decoding would fill the missing part of a picture with grey.
    const { width, height, data } = jpeg.decode(bytes, {
      useTArray: true,
      tolerantDecoding: false,
      maxResolutionInMP: 16.78,
      maxMemoryUsageInMB: 1024,
    });
    return turnUpright({ width, height, rgba: data }, readOrientation(bytes));
  } catch (error) {
    const { message } = error as Error;
    const isTooLarge = /limit exceeded/.test(message);
    throw InputError.at(
      name,
      isTooLarge
        ? 'expected a picture of at most 4096 × 4096 pixels in total, got a larger one: make it smaller'
        : `expected a complete JPEG file, got ${bytes.length} bytes that cannot be read (${message}); export it again`,
    );
  }
}

/** Maximum number of scans. A progressive JPEG has about ten. Each scan, even a short one, takes the time for the whole picture. */
const maxScans = 200;

function refuseManyScans(bytes: Uint8Array, name: string): void {
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at] === 0xff ? bytes[at + 1] : 0;
    const isAlone =
      marker === 0x00 || marker === 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xd9) break;
    if (marker === 0xda && ++scans > maxScans) {
      throw InputError.at(
        name,
        `expected a JPEG file of at most ${maxScans} scans, got more: save it again with another program`,
      );
    }
    // Stuffed zeros, fill bytes, TEM and restart markers have no length field; all other segments begin with their length.
    at += isAlone ? 1 : 2 + 256 * bytes[at + 2] + bytes[at + 3];
  }
}

/** Returns the Exif orientation, 1..8; 1 (upright) if the file has none. */
function readOrientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 18 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const length = view.getUint16(at + 2);
    const isExif = bytes[at + 1] === 0xe1 && lettersOf(bytes.subarray(at + 4, at + 9)) === 'Exif\0';
    if (isExif) return orientationOf(bytes.subarray(at + 10, at + 2 + length));
    at += 2 + length;
  }
  return 1;
}

/** Returns the value of the tag 0x0112 (orientation) in the first image file directory of a TIFF structure; 1 if the tag is missing. */
function orientationOf(tiff: Uint8Array): number {
  if (tiff.length < 10) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = tiff[0] === 0x49;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return 1;
  const count = view.getUint16(start, isLittle);
  for (let k = 0, at = start + 2; k < count && at + 12 <= tiff.length; k++, at += 12) {
    if (view.getUint16(at, isLittle) !== 0x0112) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Rotates or mirrors a picture by its Exif orientation. Orientations 5 to 8 exchange width and height. */
function turnUpright({ width, height, rgba }: JpegPixels, orientation: number): JpegPixels {
  if (orientation === 1) return { width, height, rgba };
  const isTurned = orientation >= 5;
  const [outWidth, outHeight] = isTurned ? [height, width] : [width, height];
  // isFromRight: columns of the stored picture are read from its right side. isFromBottom: rows are read from its bottom.
  const isFromRight = [2, 3, 7, 8].includes(orientation);
  const isFromBottom = [3, 4, 6, 7].includes(orientation);
  const out = new Uint8Array(rgba.length);
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++) {
      const [alongX, alongY] = isTurned ? [y, x] : [x, y];
      const fromX = isFromRight ? width - 1 - alongX : alongX;
      const fromY = isFromBottom ? height - 1 - alongY : alongY;
      const from = 4 * (fromY * width + fromX);
      const to = 4 * (y * outWidth + x);
      for (let c = 0; c < 4; c++) out[to + c] = rgba[from + c];
    }
  }
  return { width: outWidth, height: outHeight, rgba: out };
}
