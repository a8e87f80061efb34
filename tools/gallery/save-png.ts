import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from '../../src/pictures/picture.ts';
import { choosePalette } from './choose-palette.ts';

/** Maximum size of a picture in the repository, bytes. */
const budget = 700_000;

/**
 * Writes a picture as a PNG within the size limit: in full colour if possible, otherwise with the largest
 * palette that fits. Returns the number of bytes.
 */
export function savePng(path: string, picture: Picture): number {
  mkdirSync(dirname(path), { recursive: true });
  let bytes = encodeTrueColor(picture);
  for (const colors of [256, 192, 144, 108, 80, 60, 45]) {
    if (bytes.length <= budget) break;
    bytes = encodePalette(picture, colors);
  }
  writeFileSync(path, bytes);
  return bytes.length;
}

function encodeTrueColor({ width, height, rgb }: Picture): Buffer {
  const stride = 3 * width;
  const filtered = Buffer.alloc(height * (stride + 1));
  for (let row = 0, o = 0; row < height; row++) {
    filtered[o++] = 4;
    for (let k = 0; k < stride; k++) {
      const left = k >= 3 ? rgb[row * stride + k - 3] : 0;
      const above = row > 0 ? rgb[(row - 1) * stride + k] : 0;
      const corner = row > 0 && k >= 3 ? rgb[(row - 1) * stride + k - 3] : 0;
      filtered[o++] = rgb[row * stride + k] - predict(left, above, corner);
    }
  }
  return assemble(width, height, 2, null, filtered);
}

/** Returns the value of the Paeth predictor of the PNG standard. */
function predict(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function encodePalette({ width, height, rgb }: Picture, colors: number): Buffer {
  const { palette, indices } = choosePalette(rgb, colors);
  const filtered = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row++)
    filtered.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  return assemble(width, height, 3, palette, filtered);
}

function assemble(
  width: number,
  height: number,
  colorType: number,
  palette: Uint8Array | null,
  data: Buffer,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colorType, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(data, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
