import jpeg from 'jpeg-js';
import { decodeExr } from '../../../exr-read.ts';
import { encodeExr, encodeExrColor } from '../../../exr-write.ts';
import { readPicture } from '../../../picture.ts';
import { encodePng8, encodePng16 } from '../../../png.ts';
import { insertChunk, mendChecks } from '../../../terrain/testing/insert-chunk.ts';
import { packPng } from '../../pack-png.ts';
import { check, type FuzzFiles, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

const side = 16;
const data = new Uint8Array(4 * side * side).map((_, k) => (k * k) % 251);

function readPixels([{ name, bytes }]: FuzzFiles): void {
  const { width, height, pixels } = readPicture(bytes, name);
  check(pixels.length === 4 * width * height, 'its size');
  check(
    pixels.every((value) => value >= 0 && value <= 1),
    'a pixel',
  );
}

const levels = Uint16Array.from({ length: side * side }, (_, k) => (k * 997) % 65536);
const metres = Float32Array.from(levels, (level) => level / 1000);

export const pictureSubjects: readonly FuzzSubject[] = [
  {
    name: 'PNG',
    kind: 'binary',
    sources: () => [
      ...singleFile(
        'fuzz.png',
        packPng(
          4,
          3,
          [1, 0, 1, 1, 0, 0],
          [
            [255, 0, 0, 255],
            [0, 0, 255, 40],
          ],
        ),
        packPng(1, 0, [1, 0, 1, 1, 0, 0]),
        encodePng8(data, side, side, 4),
        encodePng8(data.slice(0, 3 * side * side), side, side, 3),
        insertChunk(encodePng16(levels, side, side, { note: 'a text' }), 'tRNS', Uint8Array.of(117, 43)),
      ),
    ],
    read: readPixels,
    // The checksums of chunks are corrected, because nearly all damage would be refused there.
    mend: mendChecks,
  },
  {
    name: 'JPEG',
    kind: 'binary',
    sources: () =>
      singleFile(
        'fuzz.jpg',
        ...[80, 30].map((quality) =>
          Uint8Array.from(jpeg.encode({ width: side, height: side, data }, quality).data),
        ),
      ),
    read: readPixels,
  },
  {
    name: 'EXR',
    kind: 'binary',
    sources: () =>
      singleFile(
        'fuzz.exr',
        ...(['NONE', 'RLE', 'ZIP'] as const).map((compression) =>
          encodeExr(metres, side, side, { compression, attributes: { 'aftermotion.cellMetres': 0.1 } }),
        ),
        encodeExrColor(metres.slice(0, 3 * 81), 9, 9),
      ),
    read([{ name, bytes }]) {
      const { width, height, channels } = decodeExr(bytes, name);
      for (const { values } of channels) check(values.length === width * height, 'the size of a channel');
    },
  },
];
