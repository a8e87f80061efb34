import { describe, expect, test } from 'vitest';
import { readTerrain } from './read-terrain.ts';
import { type TiffSpec, writeTiff } from './testing/write-tiff.ts';
import { metresPerDegree } from './tiff/geo-reference.ts';
import { tiffTags } from './tiff/tiff-directory.ts';

const { modelPixelScale, modelTiepoint, modelTransformation, geoKeyDirectory, gdalNoData } = tiffTags;

const read = (spec: TiffSpec) => readTerrain([{ name: 'dem.tif', bytes: writeTiff(spec) }]);

/** Pixels of 30 × 20 m. The corner of the first pixel is at (500 000, 4 000 000), in metres. */
const projected = {
  doubles: { [modelPixelScale]: [30, 20, 0], [modelTiepoint]: [0, 0, 0, 500000, 4000000, 0] },
  shorts: { [geoKeyDirectory]: [1, 1, 0, 2, 1024, 0, 1, 1, 1025, 0, 1, 1] },
};

const degrees = (keys: readonly number[] = []) => ({
  [geoKeyDirectory]: [1, 1, 0, 2 + keys.length / 4, 1024, 0, 1, 2, 1025, 0, 1, 1, ...keys],
});

describe('GeoTIFF: missing samples', () => {
  const heights = [
    [-9999, 12, 13, 14],
    [15, 16, -9999, 18],
    [19, 20, 21, 22],
    [23, 24, 25, 26],
  ].flat();
  const holes = [0, 6];

  test('GDAL_NODATA is masked before anything else, filled and counted', async () => {
    const terrain = await read({
      columns: 4,
      rows: 4,
      samples: [heights],
      text: { [gdalNoData]: '-9999' },
      compression: 'LZW',
      tile: [16, 16],
      ...projected,
    });
    expect([terrain.min, terrain.max]).toEqual([12, 26]);
    expect([...terrain.mask!.keys()].filter((k) => terrain.mask![k] === 1)).toEqual(holes);
    expect(Math.min(...terrain.heights)).toBe(12);
    // A masked sample gets the mean of its known neighbours.
    expect(terrain.heights[0]).toBeCloseTo((12 + 15 + 16) / 3, 12);
    expect(terrain.heights[6]).toBeCloseTo((12 + 13 + 14 + 16 + 18 + 20 + 21 + 22) / 8, 12);
    expect(terrain.warnings).toEqual([expect.stringContaining('nothing is known of 2 of 16 samples (13 %)')]);
    expect(terrain.spacing).toEqual([30, 20]);
  });

  test('NaN and infinite samples are masked without a tag', async () => {
    const odd = heights.map((height, k) => (k === 0 ? Number.NaN : k === 6 ? -Infinity : height));
    const terrain = await read({ columns: 4, rows: 4, samples: [odd] });
    expect([...terrain.mask!.keys()].filter((k) => terrain.mask![k] === 1)).toEqual(holes);
    expect([terrain.min, Math.min(...terrain.heights)]).toEqual([12, 12]);
  });

  test('NODATA is matched in single precision; single −9999 or −32768 are masked without a tag', async () => {
    const lowest = heights.map((height) => (height === -9999 ? -3.4028234663852886e38 : height));
    const tagged = await read({
      columns: 4,
      rows: 4,
      samples: [lowest],
      text: { [gdalNoData]: '-3.40282346638529e+38' },
    });
    expect(tagged.min).toBe(12);
    const untagged = await read({ columns: 4, rows: 4, samples: [lowest] });
    expect(untagged.min).toBe(12);
    const habit = await read({ columns: 4, rows: 4, samples: [heights], bits: 16, format: 'signed' });
    expect(habit.min).toBe(12);
    expect(habit.warnings[0]).toContain('-9999 is far below all others');
    // A depth that is similar to its neighbours is a height, not a missing value.
    const deep = heights.map((height, k) => (height === -9999 ? height : -9800 - k));
    expect((await read({ columns: 4, rows: 4, samples: [deep] })).min).toBe(-9999);
  });

  test('filled values are within the range of known values, for any position of holes', async () => {
    const [columns, rows] = [31, 23];
    const values = Array.from({ length: columns * rows }, (_, k) =>
      (k * 7919) % 101 < 60 ? Number.NaN : 0.1 + ((k * 31) % 7) / 3,
    );
    const terrain = await read({ columns, rows, samples: [values], bits: 64 });
    expect(terrain.heights.every((height) => height >= terrain.min && height <= terrain.max)).toBe(true);
    const one = values.map((_, k) => (k === 400 ? 5 : Number.NaN));
    expect(new Set((await read({ columns, rows, samples: [one] })).heights)).toEqual(new Set([5]));
    const none = values.map(() => Number.NaN);
    await expect(read({ columns, rows, samples: [none] })).rejects.toThrow(/31 × 23 samples without data/);
  });

  test('absent blocks are masked', async () => {
    const values = Array.from({ length: 16 }, (_, k) => k + 1);
    const terrain = await read({ columns: 4, rows: 4, samples: [values], rowsPerStrip: 1, sparse: [0, 3] });
    expect([...terrain.mask!]).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect(terrain.min).toBe(5);
  });
});

describe('GeoTIFF: size', () => {
  test('pixels that are not square keep their width and height', async () => {
    // The high sample is at the top right: +X, −Z.
    const terrain = await read({ columns: 3, rows: 2, samples: [[0, 0, 9, 0, 0, 0]], ...projected });
    expect([terrain.columns, terrain.rows, terrain.spacing]).toEqual([3, 2, [30, 20]]);
    expect(terrain.heights[2]).toBe(9);
  });

  test('rows towards north and columns towards west are reversed: north is −Z, east is +X', async () => {
    const values = [1, 2, 3, 4, 5, 6];
    const turned = await read({
      columns: 3,
      rows: 2,
      samples: [values],
      doubles: { [modelTransformation]: [30, 0, 0, 5e5, 0, 20, 0, 4e6, 0, 0, 0, 0, 0, 0, 0, 1] },
      shorts: projected.shorts,
    });
    expect([...turned.heights]).toEqual([4, 5, 6, 1, 2, 3]);
    expect(turned.warnings).toEqual([expect.stringContaining('first row is the south edge')]);
    const west = await read({
      columns: 3,
      rows: 2,
      samples: [[1, 2, Number.NaN, 4, 5, 6]],
      doubles: { [modelTransformation]: [-30, 0, 0, 5e5, 0, -20, 0, 4e6, 0, 0, 0, 0, 0, 0, 0, 1] },
      shorts: projected.shorts,
    });
    expect([...west.mask!]).toEqual([1, 0, 0, 0, 0, 0]);
    expect([...west.heights.subarray(1)]).toEqual([2, 1, 6, 5, 4]);
    expect(west.spacing).toEqual([30, 20]);
  });

  test('a rotated map is aligned with the axes, with a warning', async () => {
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    const terrain = await read({
      columns: 2,
      rows: 2,
      samples: [[1, 2, 3, 4]],
      doubles: {
        [modelTransformation]: [30 * c, 20 * s, 0, 0, 30 * s, -20 * c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      },
      shorts: projected.shorts,
    });
    expect(terrain.spacing![0]).toBeCloseTo(30, 9);
    expect(terrain.spacing![1]).toBeCloseTo(20, 9);
    expect([...terrain.heights]).toEqual([1, 2, 3, 4]);
    expect(terrain.warnings).toEqual([expect.stringContaining('rotated by 17.2 degrees')]);
  });

  /** Lengths of a degree on WGS 84. Source: Wikipedia, "Geographic coordinate system" (from NGA's tables). */
  test.each([
    [0, 111320, 110574],
    [15, 107550, 110649],
    [30, 96486, 110852],
    [45, 78847, 111132],
    [60, 55800, 111412],
    [75, 28902, 111618],
  ])('at latitude %d a degree is %d m east and %d m north', (latitude, east, north) => {
    const inverse = 298.257223563;
    const wgs84 = { semiMajor: 6378137, eccentricity2: (2 - 1 / inverse) / inverse };
    const [alongEast, alongNorth] = metresPerDegree(latitude, wgs84);
    expect(Math.abs(alongEast - east)).toBeLessThan(1);
    expect(Math.abs(alongNorth - north)).toBeLessThan(1);
  });

  test('degrees become metres at the middle of the map; on a sphere if the file says so', async () => {
    const doubles = { [modelPixelScale]: [0.001, 0.001, 0], [modelTiepoint]: [0, 0, 0, 10, 45.0015, 0] };
    const base = { columns: 3, rows: 3, samples: [[1, 2, 3, 4, 5, 6, 7, 8, 9]], doubles };
    const terrain = await read({ ...base, shorts: degrees() });
    expect(terrain.spacing![0]).toBeCloseTo(78.847, 3);
    expect(terrain.spacing![1]).toBeCloseTo(111.132, 3);
    expect(terrain.warnings).toEqual([expect.stringContaining('metres at latitude 45°')]);
    expect(terrain.origin).toBeNull();
    const moon = await read({
      ...base,
      doubles: { ...doubles, [tiffTags.geoDoubles]: [1737400, 1737400] },
      shorts: degrees([2057, 34736, 1, 0, 2058, 34736, 1, 1]),
    });
    expect(moon.spacing![1]).toBeCloseTo((1737.4 * Math.PI) / 180, 9);
    expect(moon.spacing![0]).toBeCloseTo((1737.4 * Math.PI * Math.SQRT1_2) / 180, 9);
  });

  test('pixels as points are offset by half a pixel from pixels as areas: latitude of the middle', async () => {
    const doubles = { [modelPixelScale]: [1, 1, 0], [modelTiepoint]: [0, 0, 0, 10, 46, 0] };
    const base = { columns: 3, rows: 3, samples: [[1, 2, 3, 4, 5, 6, 7, 8, 9]], doubles };
    const point = { [geoKeyDirectory]: [1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 2] };
    const words = async (shorts: TiffSpec['shorts']) => (await read({ ...base, shorts })).warnings[0];
    expect(await words(degrees())).toContain('latitude 44.5°');
    expect(await words(point)).toContain('latitude 45°');
  });

  test('feet become metres, horizontally and vertically', async () => {
    const terrain = await read({
      columns: 2,
      rows: 1,
      samples: [[100, 200]],
      doubles: projected.doubles,
      shorts: { [geoKeyDirectory]: [1, 1, 0, 3, 1024, 0, 1, 1, 3076, 0, 1, 9002, 4099, 0, 1, 9003] },
    });
    expect(terrain.spacing![0]).toBeCloseTo(30 * 0.3048, 12);
    expect(terrain.heights[0]).toBeCloseTo((100 * 1200) / 3937, 12);
    expect(terrain.warnings).toHaveLength(2);
  });

  test('unknown units are treated as metres, with a warning that contains their codes', async () => {
    const terrain = await read({
      columns: 2,
      rows: 1,
      samples: [[100, 200]],
      doubles: projected.doubles,
      shorts: { [geoKeyDirectory]: [1, 1, 0, 3, 1024, 0, 1, 1, 3076, 0, 1, 9005, 4099, 0, 1, 9042] },
    });
    expect([terrain.spacing, terrain.heights[0]]).toEqual([[30, 20], 100]);
    expect(terrain.warnings).toEqual([
      expect.stringMatching(/heights in a unit .* code 9042.*terrainScale/),
      expect.stringMatching(/distances in a unit .* code 9005.*terrainSpacing/),
    ]);
    const own = await read({
      columns: 2,
      rows: 1,
      samples: [[100, 200]],
      doubles: { ...projected.doubles, [tiffTags.geoDoubles]: [0.25] },
      shorts: {
        [geoKeyDirectory]: [1, 1, 0, 3, 1024, 0, 1, 1, 3076, 0, 1, 32767, 3077, 34736, 1, 0],
      },
    });
    expect(own.spacing).toEqual([7.5, 5]);
    expect(own.warnings).toEqual([expect.stringContaining('distances in units of 0.25 m')]);
  });

  test('without keys the unit is the metre, with a warning; without tags there is no spacing', async () => {
    const keyless = await read({ columns: 2, rows: 1, samples: [[1, 2]], doubles: projected.doubles });
    expect(keyless.spacing).toEqual([30, 20]);
    expect(keyless.warnings).toEqual([expect.stringContaining('used as metres (terrainSpacing changes it)')]);
    expect((await read({ columns: 2, rows: 1, samples: [[1, 2]] })).spacing).toBeNull();
    const impossible = await read({
      columns: 2,
      rows: 1,
      samples: [[1, 2]],
      ...projected,
      shorts: degrees(),
    });
    expect(impossible.spacing).toBeNull();
    expect(impossible.warnings).toEqual([expect.stringContaining('that it states is impossible')]);
    const useless = { [modelPixelScale]: [0, Number.NaN, 0] };
    expect((await read({ columns: 2, rows: 1, samples: [[1, 2]], doubles: useless })).spacing).toBeNull();
  });
});
