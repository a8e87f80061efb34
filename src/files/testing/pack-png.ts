import { zlibSync } from 'fflate';
import { crc32 } from '../crc32.ts';
import { encodePng8 } from '../png.ts';

/** Returns a PNG chunk: length, name, data, CRC of name and data. */
function chunk(name: string, data: Uint8Array): number[] {
  const body = Uint8Array.from([...new TextEncoder().encode(name), ...data]);
  const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  return [...word(data.length), ...body, ...word(crc32(body))];
}

/** Returns a picture of 3 × 2 samples with few bits, colour type 0 (grey) or 3 (palette), built from single chunks. */
export function packPng(
  depth: number,
  kind: 0 | 3,
  samples: readonly number[],
  palette?: number[][],
): Uint8Array {
  const plain = encodePng8(new Uint8Array(6), 3, 2, 1);
  const data = new Uint8Array(13);
  new DataView(data.buffer).setUint32(0, 3);
  new DataView(data.buffer).setUint32(4, 2);
  data.set([depth, kind, 0, 0, 0], 8);
  const rows = [samples.slice(0, 3), samples.slice(3)].flatMap((row) => {
    const bits = row.map((value) => value.toString(2).padStart(depth, '0')).join('');
    const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) as string[];
    return [0, ...bytes.map((byte) => Number.parseInt(byte, 2))];
  });
  return Uint8Array.from([
    ...plain.slice(0, 8),
    ...chunk('IHDR', data),
    ...(palette ? chunk('PLTE', Uint8Array.from(palette.flatMap((color) => color.slice(0, 3)))) : []),
    ...(palette ? chunk('tRNS', Uint8Array.from(palette.map((color) => color[3]))) : []),
    ...chunk('IDAT', zlibSync(Uint8Array.from(rows))),
    ...chunk('IEND', new Uint8Array()),
  ]);
}
