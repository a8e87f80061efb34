import { encode } from 'fast-png';
import type { Terrain } from '../../../../motion/terrain.ts';
import { encodeExr, encodeExrColor } from '../../../exr-write.ts';
import { encodePng8, encodePng16 } from '../../../png.ts';
import { type ReadTerrainOptions, readTerrain } from '../../../terrain/read-terrain.ts';
import { sampleMeshTerrain } from '../../../terrain/sample-mesh.ts';
import { insertChunk, mendChecks } from '../../../terrain/testing/insert-chunk.ts';
import { type TiffSpec, writeTiff } from '../../../terrain/testing/write-tiff.ts';
import { tiffTags } from '../../../terrain/tiff/tiff-directory.ts';
import { check, checkFinite, type FuzzFiles, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

const [columns, rows] = [9, 6];
const heights = Float64Array.from({ length: columns * rows }, (_, k) => ((k * 37) % 11) / 4 + 3);
const whole = heights.map((height) => Math.round(height));
const levels = Uint16Array.from(heights, (height) => height * 9999);
const metres = Float32Array.from(heights);
const base = { columns, rows, samples: [heights] };
/** Georeference in degrees, so that pixels are not square. `column`: offset to the east, in samples. */
const geoAt = (column: number) => ({
  doubles: {
    [tiffTags.modelPixelScale]: [0.001, 0.002, 0],
    [tiffTags.modelTiepoint]: [0, 0, 0, 10 + 0.001 * column, 45, 0],
  },
  shorts: { [tiffTags.geoKeyDirectory]: [1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 1] },
  text: { [tiffTags.gdalNoData]: '4', [tiffTags.gdalMetadata]: '<Item sample="0" role="scale">0.5</Item>' },
});
const geo = geoAt(0);
const tiffs: readonly TiffSpec[] = [
  { ...base, rowsPerStrip: 2, ...geo },
  { ...base, compression: 'LZW', predictor: 3, isBigEndian: true },
  {
    ...base,
    samples: [whole],
    bits: 16,
    format: 'signed',
    compression: 'LZW',
    predictor: 2,
    tile: [16, 16],
  },
  { ...base, compression: 'deflate', predictor: 3, tile: [16, 16], ...geo },
  { ...base, samples: [whole], bits: 8, format: 'unsigned', compression: 'PackBits' },
  { ...base, samples: [heights, heights, heights], isApart: true, isBig: true },
];
const oddNumbers = [0, 1, 2.5, -1e-7, 1e3, 1e300, -1e300, 1e-320, Number.NaN, Infinity];

async function readAll(files: FuzzFiles, hints: ReadTerrainOptions = { low: 0, high: 10 }): Promise<void> {
  checkTerrain(await readTerrain(files, hints));
}

function checkTerrain(terrain: Terrain): void {
  const { min, max, spacing } = terrain;
  check(terrain.heights.length === terrain.columns * terrain.rows, 'its size');
  checkFinite([min, max], 'range');
  check(
    terrain.heights.every((height) => height >= min && height <= max),
    'a height',
  );
  check(spacing === null || spacing.every((step) => step > 0 && step < Infinity), 'its spacing');
}

const grid = 'ncols 3\nnrows 2\nxllcorner 100\nyllcorner 200\ncellsize 2\nNODATA_value -9\n1 2.5 3\n4 -9 6\n';
const obj = 'v 0 0 0\nv 4 0.5 0\nv 4 1 3\nv 0 2 3\nv 2 3 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n';

export const terrainSubjects: readonly FuzzSubject[] = [
  {
    name: 'terrain from TIFF',
    kind: 'binary',
    sources: () => singleFile('fuzz.tif', ...tiffs.map(writeTiff)),
    read: (files) => readAll(files),
  },
  {
    name: 'terrain from PNG',
    kind: 'binary',
    sources: () =>
      singleFile(
        'fuzz.png',
        encodePng16(levels, columns, rows, { 'aftermotion:cellMetres': '0.1' }),
        insertChunk(encodePng16(levels, columns, rows), 'tRNS', Uint8Array.of(117, 43)),
        encodePng8(Uint8Array.from(whole), columns, rows, 1),
      ),
    read: (files) => readAll(files),
    mend: mendChecks,
  },
  {
    name: 'terrain from a coloured PNG',
    kind: 'binary',
    sources: () =>
      singleFile(
        'fuzz.png',
        encode({ width: 2, height: 2, data: new Uint16Array(16).fill(7), depth: 16, channels: 4 }),
      ),
    read: (files) => readAll(files, { high: 10, channel: 'red' }),
    mend: mendChecks,
  },
  {
    name: 'terrain from EXR',
    kind: 'binary',
    sources: () =>
      singleFile(
        'fuzz.exr',
        ...(['NONE', 'RLE', 'ZIP'] as const).map((compression) =>
          encodeExr(metres, columns, rows, { compression, attributes: { 'aftermotion.cellMetres': 0.1 } }),
        ),
        encodeExrColor(new Float32Array(3 * columns * rows).fill(5), columns, rows),
      ),
    read: (files) => readAll(files),
  },
  {
    name: 'terrain from an ASCII grid',
    kind: 'text',
    sources: () =>
      singleFile(
        'fuzz.asc',
        grid,
        grid.replace('100\nyllcorner 200\ncellsize 2', '-120\nyllcorner 37\ncellsize 0.01'),
      ),
    read: (files) => readAll(files),
  },
  {
    name: 'terrain from raw levels',
    kind: 'binary',
    sources: () => singleFile('fuzz.r16', new Uint8Array(levels.buffer.slice(0, 98))),
    read: (files) => readAll(files),
  },
  {
    name: 'terrain from heights in colours',
    kind: 'binary',
    sources: () =>
      singleFile(
        'fuzz.png',
        encodePng8(
          Uint8Array.from({ length: 48 }, (_, k) => [1, 134, 160][k % 3]),
          4,
          4,
        ),
      ),
    read: (files) => readAll(files, { encoding: 'terrainRgb' }),
    mend: mendChecks,
  },
  {
    name: 'terrain from a mesh',
    kind: 'text',
    sources: () => singleFile('fuzz.obj', obj),
    read: (files) => readAll(files, { spacing: [0.25, 0.5] }),
  },
  {
    name: 'terrain from corners anywhere',
    kind: 'binary',
    sources: () =>
      singleFile(
        'fuzz',
        Uint8Array.from({ length: 36 }, (_, k) => k % 4),
      ),
    read([{ bytes }]) {
      const positions = Float64Array.from(
        { length: 12 },
        (_, k) => oddNumbers[(bytes[k] ?? 0) % oddNumbers.length],
      );
      const indices = Uint32Array.from({ length: 6 }, (_, k) => (bytes[12 + k] ?? 0) % 4);
      checkTerrain(sampleMeshTerrain({ positions, indices }, 'fuzz.obj', { spacing: [0.5, 1 / 3] }));
    },
  },
  {
    name: 'terrain from tiles',
    kind: 'binary',
    sources: () => [
      ['a', 'b'].map((name) => ({ name: `${name}.exr`, bytes: encodeExr(metres, columns, rows) })),
      [0, columns].map((column) => ({
        name: `${column}.tif`,
        bytes: writeTiff({ ...base, ...geoAt(column) }),
      })),
    ],
    read: (files) => readAll(files, { tiles: [2, 1] }),
  },
];
