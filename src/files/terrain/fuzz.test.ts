import { encode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import type { TerrainHints } from '../../motion/terrain.ts';
import { encodeExr, encodeExrHalf } from '../exr-write.ts';
import { encodePng16 } from '../png.ts';
import { fuzzReader, fuzzSeed } from '../testing/fuzz-reader.ts';
import { finishTerrain, scaleHeights } from './finish-terrain.ts';
import { readRaster } from './read-terrain.ts';
import { sampleMeshTerrain } from './sample-mesh.ts';
import { insertChunk, mendChecks } from './testing/insert-chunk.ts';
import { writeTiff } from './testing/write-tiff.ts';
import { tiffTags } from './tiff/tiff-directory.ts';

const [columns, rows] = [9, 6];
const heights = Float64Array.from({ length: columns * rows }, (_, k) => ((k * 37) % 11) / 4 + 3);

/** What is read is whole: every height a number within the range, and all of it within 2 s. */
function readAll(bytes: Uint8Array, hints: TerrainHints): void {
  const start = performance.now();
  try {
    const raster = readRaster({ name: 'fuzz', bytes }, hints);
    // A beginning that is no longer that of a terrain: the caller refuses it by what it is.
    if (!raster) return;
    const terrain = finishTerrain(scaleHeights(raster, hints, 'fuzz'), 'fuzz');
    const { min, max, spacing } = terrain;
    expect(terrain.heights.length).toBe(terrain.columns * terrain.rows);
    expect(terrain.heights.every((height) => height >= min && height <= max)).toBe(true);
    expect(Number.isFinite(min) && Number.isFinite(max)).toBe(true);
    expect(spacing === null || spacing.every((step) => step > 0 && step < Infinity)).toBe(true);
  } finally {
    expect(performance.now() - start).toBeLessThan(2000);
  }
}

const geo = {
  doubles: { [tiffTags.modelPixelScale]: [0.001, 0.002, 0], [tiffTags.modelTiepoint]: [0, 0, 0, 10, 45, 0] },
  shorts: { [tiffTags.geoKeyDirectory]: [1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 1] },
  text: { [tiffTags.gdalNoData]: '4', [tiffTags.gdalMetadata]: '<Item sample="0" role="scale">0.5</Item>' },
};

describe(`damaged terrains are read or refused, nothing else (seed ${fuzzSeed})`, () => {
  const base = { columns, rows, samples: [heights] };
  const whole = heights.map((height) => Math.round(height));
  test.each([
    ['strips of floats', writeTiff({ ...base, rowsPerStrip: 2, ...geo })],
    ['LZW', writeTiff({ ...base, compression: 'LZW', predictor: 3, isBigEndian: true })],
    [
      'LZW in tiles',
      writeTiff({
        ...base,
        samples: [whole],
        bits: 16,
        format: 'signed',
        compression: 'LZW',
        predictor: 2,
        tile: [16, 16],
      }),
    ],
    [
      'deflate in tiles',
      writeTiff({ ...base, compression: 'deflate', predictor: 3, tile: [16, 16], ...geo }),
    ],
    [
      'PackBits',
      writeTiff({ ...base, samples: [whole], bits: 8, format: 'unsigned', compression: 'PackBits' }),
    ],
    [
      'bands apart in BigTIFF',
      writeTiff({ ...base, samples: [heights, heights, heights], isApart: true, isBig: true }),
    ],
  ])('TIFF: %s', (_, bytes) => {
    fuzzReader((damaged) => readAll(damaged, {}), [bytes]);
  });

  const levels = Uint16Array.from(heights, (height) => height * 9999);
  test.each([
    ['grey', encodePng16(levels, columns, rows, { 'aftermotion:cellMetres': '0.1' })],
    ['clear', insertChunk(encodePng16(levels, columns, rows), 'tRNS', Uint8Array.of(117, 43))],
    ['colour', encode({ width: 2, height: 2, data: new Uint16Array(16).fill(7), depth: 16, channels: 4 })],
  ])('PNG: %s, its checksums mended', (_, bytes) => {
    const hints = { high: 10, channel: bytes[25] === 6 ? 'red' : 'auto' } as const;
    fuzzReader((damaged) => readAll(mendChecks(damaged), hints), [bytes]);
  });

  const metres = Float32Array.from(heights);
  test.each([
    ['NONE', encodeExr(metres, columns, rows, { compression: 'NONE' })],
    [
      'RLE',
      encodeExr(metres, columns, rows, { compression: 'RLE', attributes: { 'aftermotion.cellMetres': 0.1 } }),
    ],
    ['ZIP', encodeExr(metres, columns, rows, { compression: 'ZIP' })],
    ['halves in colour', encodeExrHalf(new Float32Array(3 * columns * rows).fill(5), columns, rows)],
  ])('EXR: %s', (_, bytes) => {
    fuzzReader((damaged) => readAll(damaged, { channel: 'auto' }), [bytes]);
  });

  test('meshes with corners anywhere', () => {
    const numbers = [0, 1, 2.5, -1e-7, 1e3, 1e300, -1e300, 1e-320, Number.NaN, Infinity];
    const bytes = Uint8Array.from({ length: 36 }, (_, k) => k % 4);
    fuzzReader(
      (damaged) => {
        const positions = Float64Array.from(
          { length: 12 },
          (_, k) => numbers[(damaged[k] ?? 0) % numbers.length],
        );
        const indices = Uint32Array.from({ length: 6 }, (_, k) => (damaged[12 + k] ?? 0) % 4);
        const terrain = sampleMeshTerrain({ positions, indices }, 'fuzz.obj', { spacing: [0.5, 1 / 3] });
        expect(terrain.heights.every((height) => height >= terrain.min && height <= terrain.max)).toBe(true);
      },
      [bytes],
      { least: 0.01 },
    );
  });
});
