import { describe, expect, test } from 'vitest';
import { HeightRangeMeter, HeightSequence } from '../../bake/heightfield/height-sequence.ts';
import { makeFunctionGround } from '../../bake/testing/function-ground.ts';
import type { Terrain } from '../../motion/terrain.ts';
import { encodePng8 } from '../png.ts';
import { readTerrain } from './read-terrain.ts';
import { writeTiff } from './testing/write-tiff.ts';
import { tiffTags } from './tiff/tiff-directory.ts';

type Height = (i: number, j: number) => number;

const hills: Height = (i, j) => 50 + 20 * Math.sin(i / 5) + 15 * Math.cos(j / 4 + i / 9);

/** Cuts a generated map into [across, down] tiles of width × height samples, which overlap by a number of samples. */
function cut(
  height: Height,
  [across, down]: readonly [number, number],
  [width, rows]: readonly [number, number],
  overlap: number,
  change: (tile: number, values: Float64Array) => void = () => {},
  geo = false,
): { name: string; bytes: Uint8Array }[] {
  return Array.from({ length: across * down }, (_, t) => {
    const i0 = (t % across) * (width - overlap);
    const j0 = Math.floor(t / across) * (rows - overlap);
    const values = Float64Array.from({ length: width * rows }, (_height, k) =>
      height(i0 + (k % width), j0 + Math.floor(k / width)),
    );
    change(t, values);
    const doubles = geo
      ? {
          [tiffTags.modelPixelScale]: [2, 3, 0],
          [tiffTags.modelTiepoint]: [0, 0, 0, 5e5 + 2 * i0, 4e6 - 3 * j0, 0],
        }
      : undefined;
    return {
      name: `tile_${t % across}_${Math.floor(t / across)}.tif`,
      bytes: writeTiff({ columns: width, rows, samples: [values], bits: 64, doubles }),
    };
  });
}

function expectWhole(terrain: Terrain, height: Height, columns: number, rows: number): void {
  expect([terrain.columns, terrain.rows]).toEqual([columns, rows]);
  for (let k = 0; k < terrain.heights.length; k++)
    if (terrain.heights[k] !== height(k % columns, Math.floor(k / columns))) throw new Error(`sample ${k}`);
}

describe('terrain of tiles', () => {
  test('common boundaries are merged, others are placed side by side, as detected from samples', async () => {
    const shared = await readTerrain(cut(hills, [3, 2], [12, 9], 1), { tiles: [3, 2] });
    expectWhole(shared, hills, 34, 17);
    expect(shared.warnings).toEqual([
      expect.stringMatching(/share their borders \(samples at borders differ by 0 m/),
    ]);
    const apart = await readTerrain(cut(hills, [3, 2], [12, 9], 0), { tiles: [3, 2] });
    expectWhole(apart, hills, 36, 18);
    expect(apart.warnings).toEqual([
      expect.stringContaining('adjacent and share no border (samples at borders'),
    ]);
  });

  test('positions in the files have precedence over samples', async () => {
    const steps: Height = (i) => (i < 12 ? 0 : 100);
    for (const overlap of [0, 1]) {
      const files = cut(steps, [2, 2], [12, 5], overlap, () => {}, true);
      const terrain = await readTerrain(files, { tiles: [2, 2] });
      expectWhole(terrain, steps, 24 - overlap, 10 - overlap);
      expect(terrain.spacing).toEqual([2, 3]);
      expect(terrain.warnings).toContainEqual(expect.stringContaining('by the positions that they state'));
    }
    const swapped = cut(hills, [2, 1], [12, 5], 0, () => {}, true).reverse();
    await expect(readTerrain(swapped, { tiles: [2, 1] })).rejects.toThrow(
      /tile_0_0\.tif: expected a tile right of tile_1_0\.tif.*check the order/,
    );
  });

  test('flat ground: tiles of 2ⁿ + 1 samples have common boundaries, others do not', async () => {
    const flat: Height = () => 3;
    const shared = await readTerrain(cut(flat, [2, 2], [17, 9], 0), { tiles: [2, 2] });
    expect([shared.columns, shared.rows]).toEqual([33, 17]);
    const apart = await readTerrain(cut(flat, [2, 2], [16, 8], 0), { tiles: [2, 2] });
    expect([apart.columns, apart.rows]).toEqual([32, 16]);
    expect(apart.warnings).toEqual([expect.stringContaining('sizes are not all 2ⁿ + 1')]);
  });

  test('small differences of common boundaries are reported: the far or left tile wins', async () => {
    const files = cut(hills, [2, 1], [12, 9], 1, (tile, values) => {
      if (tile === 1) values[12 * 4] += 0.25;
    });
    const terrain = await readTerrain(files, { tiles: [2, 1] });
    expectWhole(terrain, hills, 23, 9);
    expect(terrain.warnings).toContainEqual(expect.stringContaining('differ by up to 0.25 m'));
  });

  test('separately normalised tiles are reported; tiles of one range are not', async () => {
    const normalize = (_: number, values: Float64Array) => {
      const [low, high] = [Math.min(...values), Math.max(...values)];
      values.forEach((value, k) => {
        values[k] = (100 * (value - low)) / (high - low);
      });
    };
    for (const overlap of [0, 1]) {
      const apart = await readTerrain(cut(hills, [3, 2], [12, 9], overlap, normalize), { tiles: [3, 2] });
      expect(apart.warnings).toContainEqual(
        expect.stringMatching(
          /^each of its 6 tiles spans the same heights, 0 to 100 m, .*normalised separately.*one range for all/,
        ),
      );
      const whole = await readTerrain(cut(hills, [3, 2], [12, 9], overlap), { tiles: [3, 2] });
      expect(whole.warnings.join()).not.toContain('normalised');
    }
    // Steep noise that has the full range in every tile has cliffs everywhere. The cliffs at borders are not larger than the others.
    const noise: Height = (i, j) => (i * 7 + j * 3) % 5;
    const rough = await readTerrain(cut(noise, [3, 2], [12, 9], 0), { tiles: [3, 2] });
    expect(rough.warnings.join()).not.toContain('normalised');
  });

  test('a missing boundary sample is taken from the other tile; samples missing in both are filled', async () => {
    const files = cut(hills, [2, 1], [12, 9], 1, (tile, values) => {
      if (tile === 0) values[12 * 4 + 11] = Number.NaN;
      if (tile === 1) values[5] = Number.NaN;
    });
    const terrain = await readTerrain(files, { tiles: [2, 1] });
    expect(terrain.heights[4 * 23 + 11]).toBe(hills(11, 4));
    expect([...terrain.mask!.keys()].filter((k) => terrain.mask![k] === 1)).toEqual([16]);
    expect(terrain.warnings).toContainEqual(expect.stringContaining('of 1 of 207 samples'));
  });

  test('our own height maps, cut in two, are joined at their positions', async () => {
    const ground = makeFunctionGround({ cell: 0.5, datum: 2, initial: (i, j) => 977 * i + 31 * j });
    const part = (i0: number, columns: number) => {
      const rectangle = { i0, j0: -3, columns, rows: 6 };
      const range = new HeightRangeMeter(ground, rectangle).range();
      return { name: `${i0}.png`, bytes: new HeightSequence(ground, rectangle, range).encodePng(null, 0) };
    };
    const whole = await readTerrain([part(-4, 15)]);
    const joined = await readTerrain([part(-4, 8), part(4, 7)], { tiles: [2, 1] });
    expect([joined.columns, joined.origin, joined.spacing]).toEqual([15, whole.origin, whole.spacing]);
    const units = (terrain: Terrain) =>
      Int32Array.from(terrain.heights, (height) => Math.round((height - 2) * 2 ** 20));
    expect(units(joined)).toEqual(units(whole));
  });

  test('too many samples are refused before the next tile is read', async () => {
    const [columns, rows] = [8192, 2100];
    const tile = encodePng8(new Uint8Array(columns * rows), columns, rows, 1);
    const asked: string[] = [];
    const files = ['a', 'b', 'c'].map((name) => ({
      name,
      get bytes() {
        asked.push(name);
        return tile;
      },
    }));
    await expect(readTerrain(files, { tiles: [1, 3], high: 1 })).rejects.toThrow(
      /^b: expected at most 33554432 samples in all tiles, got more in the first 2 of 3/,
    );
    expect(asked).toEqual(['a', 'b']);
  });

  test('sizes and spacings that do not match, and a wrong number of files, are refused', async () => {
    const [a] = cut(hills, [1, 1], [12, 9], 0);
    const [b] = cut(hills, [1, 1], [12, 8], 0);
    await expect(readTerrain([a, b], { tiles: [2, 1] })).rejects.toThrow(
      /expected a tile of 12 × 9 samples.*got 12 × 8/,
    );
    await expect(readTerrain([a, a, a], { tiles: [2, 2] })).rejects.toThrow(
      /expected 2 × 2 files of a terrain, got 3/,
    );
    await expect(readTerrain([])).rejects.toThrow(/expected 1 × 1 files/);
    const [geo] = cut(hills, [1, 1], [12, 9], 0, () => {}, true);
    await expect(readTerrain([a, geo], { tiles: [2, 1] })).rejects.toThrow(
      /all tiles or none to state the spacing.*terrainSpacing/,
    );
  });
});
