import { readFileSync } from 'node:fs';
import { fromArrayBuffer, type TypedArray } from 'geotiff';
import { describe, expect, test } from 'vitest';
import type { Terrain } from '../../motion/terrain.ts';
import { sharedPath } from '../../testing/shared.ts';
import { sameBytes } from '../testing/same-bytes.ts';
import { readTerrain } from './read-terrain.ts';

const maps = sharedPath('assets/terrain-unrealheightmap');
const dems = sharedPath('assets/terrain-dem-gz');

const read = (folder: string | null, name: string, options = {}): Promise<Terrain> =>
  readTerrain([{ name, bytes: readFileSync(`${folder}/${name}`) }], options);

describe('real height maps', () => {
  test.skipIf(!maps)(
    '16-bit PNG: 253 × 253, the whole range, 3143 levels (skips without the shared folder)',
    async () => {
      const terrain = await read(maps, 'heightmap_16bit.png', { high: 65535 });
      expect([terrain.columns, terrain.rows, terrain.min, terrain.max]).toEqual([253, 253, 0, 65535]);
      expect(new Set(terrain.heights).size).toBe(3143);
      expect([terrain.spacing, terrain.mask, terrain.warnings]).toEqual([null, null, []]);
    },
  );

  test.skipIf(!maps).each([
    ['heightmap_16bit.exr', 1, 0.0005],
    ['heightmap_32bit.exr', 0.99993, 0.0003],
  ])(
    '%s is the same ground as PNG^1.74: nothing is made linear (skips without the shared folder)',
    async (name, max, within) => {
      const exr = await read(maps, name);
      const png = await read(maps, 'heightmap_16bit.png', { high: 1 });
      expect([exr.columns, exr.rows, exr.min]).toEqual([253, 253, 0]);
      expect(exr.max).toBeCloseTo(max, 4);
      // The exponent was measured on these files: 1.736 to 1.737.
      let worst = 0;
      for (let k = 0; k < png.heights.length; k++)
        worst = Math.max(worst, Math.abs(exr.heights[k] - png.heights[k] ** 1.7365));
      expect(worst).toBeLessThan(within);
      expect(exr.warnings).toEqual([
        expect.stringMatching(/red, green and blue differ by up to 0\.\d+ %/),
        expect.stringContaining('terrainScale is the height of 1'),
      ]);
    },
  );
});

describe('real elevation models', () => {
  test.skipIf(!dems).each([
    ['dem_squared.tif', 129, 129, 65.4, 318.4],
    ['dem_landscape.tif', 200, 125, -4.7, 921.4],
    ['dem_portrait.tif', 125, 200, -6.3, 920.8],
    ['dem_moon.tif', 33, 33, -212.3, -205.4],
  ])('%s: %d × %d, %d to %d m (skips without the shared folder)', async (name, columns, rows, min, max) => {
    const terrain = await read(dems, name);
    expect([terrain.columns, terrain.rows, terrain.mask]).toEqual([columns, rows, null]);
    expect(terrain.min).toBeCloseTo(min, 1);
    expect(terrain.max).toBeCloseTo(max, 1);
    const bytes = readFileSync(`${dems}/${name}`);
    const tiff = await fromArrayBuffer(new Uint8Array(bytes).buffer);
    const [theirs] = (await (await tiff.getImage()).readRasters()) as unknown as TypedArray[];
    expect(sameBytes(terrain.heights, Float64Array.from(theirs))).toBe(true);
  });

  test.skipIf(!dems)('degrees and metres: spacings by hand (skips without the shared folder)', async () => {
    const squared = await read(dems, 'dem_squared.tif');
    // The spacing is 1/3600 of a degree at 37.98° N, where a degree is 111 320 m · cos by 110 996 m. The difference is due to the
    // flattening of the ellipsoid.
    expect(squared.spacing![0]).toBeCloseTo((111320 * Math.cos((37.984 * Math.PI) / 180)) / 3600, 1);
    expect(squared.spacing![1]).toBeCloseTo(110996 / 3600, 2);
    const [landscape, portrait] = [
      await read(dems, 'dem_landscape.tif'),
      await read(dems, 'dem_portrait.tif'),
    ];
    // Both files show the same ground, with samples of different shapes.
    expect(landscape.spacing![0] * 200).toBeCloseTo(portrait.spacing![0] * 125, -2);
    expect(landscape.spacing![1] * 125).toBeCloseTo(portrait.spacing![1] * 200, -2);
    expect((await read(dems, 'dem_moon.tif')).spacing![0]).toBeCloseTo(2.42661, 5);
  });
});
