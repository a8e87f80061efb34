import { fromArrayBuffer, type TypedArray } from 'geotiff';
import { describe, expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { readTerrain } from '../files/terrain/read-terrain.ts';
import { type TiffSpec, writeTiff } from '../files/terrain/testing/write-tiff.ts';
import { tiffTags } from '../files/terrain/tiff/tiff-directory.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const { modelPixelScale, modelTiepoint, modelTransformation, geoKeyDirectory, geoDoubles, geoAscii } =
  tiffTags;
const { gdalNoData } = tiffTags;

type Files = Readonly<Record<string, Uint8Array>>;

const spike = new TextEncoder().encode(
  'v 0 0 0\nv 0.1 0.3 -0.1\nv 0.1 0.3 0.1\nv -0.15 0.3 0\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
);

async function bake(ground: Record<string, unknown>, files: Files, keys: readonly object[] = []) {
  const written = new Map<string, Uint8Array>();
  const all: Files = {
    'spike.obj': spike,
    'spike.json': new TextEncoder().encode(JSON.stringify(keys)),
    ...files,
  };
  const plan = await openScene(
    parseScene({
      version: 1,
      time: { start: 0, end: 0.5, fps: 10 },
      actors: keys.length > 0 ? [{ name: 'spike', file: 'spike.obj', keys: 'spike.json' }] : [],
      systems: [{ system: 'ground', name: 'land', material: 'snow', cell: 0.25, ...ground }],
      outputs: ['heightTiff', 'groundState'],
      meshPart: 'whole',
    }),
    { read: (path) => all[path] },
  );
  const report = await bakeScene(plan, { write: (name, bytes) => void written.set(name, bytes) });
  const tiffs = [...written.keys()].filter((name) => name.endsWith('.tif')).sort();
  const readme = new TextDecoder().decode(written.get('README.txt')!);
  return { report, tiffs, readme, written, last: written.get(tiffs.at(-1)!)! };
}

/** Reads the content with another program's library. */
async function readElsewhere(bytes: Uint8Array) {
  const image = await (await fromArrayBuffer(bytes.slice().buffer)).getImage();
  const [values] = (await image.readRasters()) as unknown as TypedArray[];
  const directory = image.fileDirectory;
  const matrix = directory.hasTag('ModelTransformation')
    ? ((await directory.loadValue('ModelTransformation')) as ArrayLike<number>)
    : null;
  return {
    image,
    values,
    width: image.getWidth(),
    height: image.getHeight(),
    keys: image.getGeoKeys(),
    matrix,
  };
}

/** 7 × 5 samples, all different. */
const heights = Float32Array.from(
  { length: 35 },
  (_, k) => 1400 + Math.fround(k * 0.3 + ((k * k) % 7) * 0.05),
);
const text = 'ETRS89 / UTM zone 32N|ETRS89|';
const utm: TiffSpec = {
  columns: 7,
  rows: 5,
  samples: [heights],
  doubles: {
    [modelPixelScale]: [2, 2, 0],
    [modelTiepoint]: [0, 0, 0, 564321.25, 5934567.5, 0],
    [geoDoubles]: [6378137, 298.257222101],
  },
  shorts: {
    [geoKeyDirectory]: [
      ...[1, 1, 0, 5],
      ...[1024, 0, 1, 1],
      ...[1025, 0, 1, 1],
      ...[1026, geoAscii, 22, 0],
      ...[2059, geoDoubles, 1, 1],
      ...[3072, 0, 1, 25832],
      // After the number of keys in its first line, a directory may have any content.
      ...[0, 0, 0, 0],
    ],
  },
  text: { [geoAscii]: text },
};

describe('heights as GeoTIFF', () => {
  test('a ground read from a GeoTIFF is written with the same samples, position and coordinate system', async () => {
    const files = { 'dem.tif': writeTiff(utm) };
    const { last, tiffs, readme, report } = await bake(
      { terrain: 'dem.tif', cell: 1, terrainNoise: false },
      files,
    );
    expect(tiffs).toHaveLength(6);
    expect(tiffs[0]).toBe('land-tif/height.0001.tif');
    const there = await readElsewhere(last);
    expect([there.width, there.height]).toEqual([13, 9]);
    // Pixels are 1 m wide. The centre of the first pixel is at the terrain's first sample, whose corner is one metre farther out.
    expect(there.image.getResolution().slice(0, 2)).toEqual([1, -1]);
    expect(there.image.getOrigin().slice(0, 2)).toEqual([564321.25 + 1 - 0.5, 5934567.5 - 1 + 0.5]);
    expect(there.keys).toMatchObject({
      GTModelTypeGeoKey: 1,
      GTRasterTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 25832,
      GeogInvFlatteningGeoKey: 298.257222101,
    });
    expect(String(there.keys?.GTCitationGeoKey)).toContain('UTM zone 32N');
    for (let row = 0; row < 5; row++)
      for (let column = 0; column < 7; column++)
        expect(there.values[2 * row * 13 + 2 * column]).toBeCloseTo(heights[row * 7 + column], 3);
    // The reader of Aftermotion returns the same values.
    const ours = await readTerrain([{ name: 'again.tif', bytes: last }]);
    expect(ours.spacing).toEqual([1, 1]);
    expect([...ours.heights]).toEqual([...there.values]);
    expect(ours.map!.origin).toEqual([564322.25, 5934566.5]);
    expect(readme).toContain(
      'GeoTIFF: 32-bit float, height in metres, as in the map, -9999 where there is no ground',
    );
    expect(JSON.stringify(report)).toContain('25832');
  });

  test('prints appear in it at the map coordinates of their world position', async () => {
    const files = { 'dem.tif': writeTiff(utm) };
    const keys = [
      { time: 0, position: [1.5, 1500, -1] },
      { time: 0.1, position: [1.5, 1400, -1] },
      { time: 0.4, position: [1.5, 1400, -1] },
      { time: 0.5, position: [1.5, 1500, -1] },
    ];
    const ground = { terrain: 'dem.tif', terrainNoise: false, cell: 0.05, rate: 400 };
    const { last, written, tiffs } = await bake(ground, files, keys);
    const [before, after] = [await readElsewhere(written.get(tiffs[0])!), await readElsewhere(last)];
    const lowered = [...after.values.keys()].filter((k) => after.values[k] < before.values[k] - 0.01);
    expect(lowered.length).toBeGreaterThan(3);
    const [east, north] = after.image.getOrigin();
    for (const k of lowered) {
      const x = east + ((k % after.width) + 0.5) * 0.05;
      const y = north - (Math.floor(k / after.width) + 0.5) * 0.05;
      // The world's origin is the middle of the terrain.
      expect(Math.hypot(x - (564321.25 + 7 + 1.5), y - (5934567.5 - 5 + 1))).toBeLessThan(0.25);
    }
  });

  test('degrees, feet, a datum and rows from the south are converted back to those of the map; unknown samples stay unknown', async () => {
    const samples = Float32Array.from(heights, (height) => height * 3);
    samples[8] = -32767;
    const step = 1e-5;
    const map: TiffSpec = {
      columns: 7,
      rows: 5,
      samples: [samples],
      doubles: { [modelTransformation]: [step, 0, 0, 8.5, 0, step, 0, 47.25, 0, 0, 0, 0, 0, 0, 0, 1] },
      shorts: {
        [geoKeyDirectory]: [
          ...[1, 1, 0, 4],
          ...[1024, 0, 1, 2],
          ...[1025, 0, 1, 2],
          ...[2048, 0, 1, 4326],
          ...[4099, 0, 1, 9002],
        ],
      },
      text: { [gdalNoData]: '-32767' },
    };
    const ground = { terrain: 'dem.tif', terrainNoise: false, datum: -400, cell: 0.05 };
    const { last, readme } = await bake(ground, { 'dem.tif': writeTiff(map) });
    const there = await readElsewhere(last);
    expect(there.keys).toMatchObject({
      GeographicTypeGeoKey: 4326,
      VerticalUnitsGeoKey: 9002,
      GTRasterTypeGeoKey: 1,
    });
    expect(await there.image.getGDALNoData()).toBe(-9999);
    const [west, north] = there.image.getOrigin();
    const [stepEast, stepNorth] = there.image.getResolution();
    expect(stepNorth).toBeLessThan(0);
    let found = 0;
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 7; column++) {
        // Row 0 of the file is the south edge.
        const x = (8.5 + column * step - west) / stepEast - 0.5;
        const y = (47.25 + row * step - north) / stepNorth - 0.5;
        const [i, j] = [Math.round(x), Math.round(y)];
        if (i >= there.width || j >= there.height) continue;
        const value = there.values[j * there.width + i];
        if (row * 7 + column === 8) expect(value).toBe(-9999);
        // If the spacing of samples is not a multiple of the cell, columns are up to half a cell away from the samples, on slopes of up to
        // 45°.
        else expect(Math.abs(value - samples[row * 7 + column])).toBeLessThan(0.6);
        found++;
      }
    }
    expect(found).toBeGreaterThanOrEqual(24);
    expect(readme).toContain("height in the map's unit (0.3048 m; -400 m were added to it here)");
  });

  test('a rotated map stays rotated', async () => {
    const [a, b] = [0.5 * Math.sqrt(3), 0.5];
    const map: TiffSpec = {
      ...utm,
      // The key of the ellipsoid's flattening has no value, so it is omitted.
      doubles: { [modelTransformation]: [a, b, 0, 1000, b, -a, 0, 2000, 0, 0, 0, 0, 0, 0, 0, 1] },
    };
    const { last } = await bake(
      { terrain: 'dem.tif', cell: 1, terrainNoise: false },
      { 'dem.tif': writeTiff(map) },
    );
    const { matrix, values, width, keys } = await readElsewhere(last);
    expect(keys).not.toHaveProperty('GeogInvFlatteningGeoKey');
    expect(width).toBe(7);
    [a, b, 0, 1000, b, -a, 0, 2000].forEach((value, k) => {
      expect(matrix![k]).toBeCloseTo(value, 9);
    });
    expect([...values].every((value, k) => Math.abs(value - heights[k]) < 1e-3)).toBe(true);
  });

  test('metres of Web Mercator are shorter on the ground, and are written unchanged', async () => {
    const map: TiffSpec = {
      ...utm,
      doubles: { [modelPixelScale]: [20, 20, 0], [modelTiepoint]: [0, 0, 0, 950000, 8399737.89, 0] },
      shorts: { [geoKeyDirectory]: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 2, 3072, 0, 1, 3857] },
      text: {},
    };
    const terrain = await readTerrain([{ name: 'dem.tif', bytes: writeTiff(map) }]);
    // At 60° north the map is twice as large, except for the ellipsoid's flattening.
    expect(terrain.spacing![0] / 20).toBeCloseTo(0.50125, 4);
    expect(terrain.spacing![1] / 20).toBeCloseTo(0.50125, 2);
    expect(terrain.warnings.join()).toContain('Web Mercator');
    const ground = { terrain: 'dem.tif', terrainNoise: false, cell: 0.5 };
    const there = await readElsewhere((await bake(ground, { 'dem.tif': writeTiff(map) })).last);
    expect(there.keys).toMatchObject({ ProjectedCSTypeGeoKey: 3857 });
    const [east, north] = there.image.getOrigin();
    const [stepEast, stepNorth] = there.image.getResolution();
    expect(east + stepEast / 2).toBeCloseTo(950000, 6);
    expect(north + stepNorth / 2).toBeCloseTo(8399737.89, 6);
    expect(stepEast).toBeCloseTo((0.5 / terrain.spacing![0]) * 20, 9);
  });

  test('a ground without a map uses metres of the world; a continued ground keeps its map', async () => {
    const plain = await readElsewhere((await bake({ size: [4, 2] }, {})).last);
    expect(plain.image.getOrigin().slice(0, 2)).toEqual([-2.125, 1.125]);
    expect(plain.image.getResolution().slice(0, 2)).toEqual([0.25, -0.25]);
    const first = await bake(
      { terrain: 'dem.tif', cell: 1, terrainNoise: false },
      { 'dem.tif': writeTiff(utm) },
    );
    const next = await bake(
      { terrain: 'land.ground', cell: 1 },
      { 'land.ground': first.written.get('land.ground')! },
    );
    expect([...next.last]).toEqual([...first.last]);
  });
});
