import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import type { TerrainHints } from '../../motion/terrain.ts';
import { sharedPath } from '../../testing/shared.ts';
import { encodePng8 } from '../png.ts';
import { readTerrain } from './read-terrain.ts';

/** Returns a smooth hill of `side` × `side` samples, 100 to 131 m high. */
function hill(side: number): Float64Array {
  return Float64Array.from({ length: side * side }, (_, k) => {
    const [x, z] = [(k % side) / (side - 1) - 0.5, Math.floor(k / side) / (side - 1) - 0.3];
    return 100 + 31 * Math.exp(-8 * (x * x + z * z));
  });
}

const read = (bytes: Uint8Array, name: string, hints: TerrainHints = {}) =>
  readTerrain([{ name, bytes }], hints);
const text = (content: string) => new TextEncoder().encode(content);

function maxPositionError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let max = 0;
  for (let k = 0; k < b.length; k++) max = Math.max(max, Math.abs(a[k] - b[k]));
  return max;
}

describe('ASCII grids', () => {
  const grid = (heights: string, header = 'xllcorner 354000\nyllcorner 4181000\ncellsize 2') =>
    text(`ncols 3\nnrows 2\n${header}\nNODATA_value -9999\n${heights}\n`);

  test('the first row is the north boundary; NODATA is masked', async () => {
    const terrain = await read(grid('1 2 3\n4 -9999 6'), 'a.asc');
    expect([terrain.columns, terrain.rows, terrain.spacing]).toEqual([3, 2, [2, 2]]);
    expect([...terrain.mask!]).toEqual([0, 0, 0, 0, 1, 0]);
    expect([terrain.heights[0], terrain.heights[5]]).toEqual([1, 6]);
  });

  test('cells in degrees become metres', async () => {
    const header = 'xllcorner -122\nyllcorner 37\ncellsize 0.001';
    const { spacing, warnings } = await read(grid('1 2 3\n4 5 6', header), 'a.asc');
    expect(spacing![0]).toBeCloseTo(89, 0);
    expect(spacing![1]).toBeCloseTo(111, 0);
    expect(warnings[0]).toContain('in degrees');
  });

  test('errors are reported', async () => {
    await expect(read(grid('1 2 3\n4 5'), 'a.asc')).rejects.toThrow(
      'a.asc: expected 6 heights (3 × 2), got 5, then the end of the file',
    );
    await expect(read(grid('1 2 3\n4 5 6 7'), 'a.asc')).rejects.toThrow('got more');
    await expect(read(grid('1,5 2 3\n4 5 6'), 'a.asc')).rejects.toThrow(
      '"1,5" as number 1; write decimals with a point',
    );
    await expect(read(grid('1 2 3\n4 5 6', 'xllcorner 0\nyllcorner 0'), 'a.asc')).rejects.toThrow(
      'expected cellsize in the header',
    );
    await expect(read(text('ncols 99999\nnrows 99999\ncellsize 1\n'), 'a.asc')).rejects.toThrow('33554432');
  });
});

describe('SRTM tiles', () => {
  const side = 1201;
  const bytes = new Uint8Array(2 * side * side);
  const view = new DataView(bytes.buffer);
  hill(side).forEach((height, k) => void view.setInt16(2 * k, Math.round(height)));
  view.setInt16(0, -32768);

  test('big-endian metres, with the spacing of their latitude', async () => {
    const terrain = await read(bytes, 'tiles/N37W122.hgt');
    expect([terrain.columns, terrain.rows, terrain.mask![0]]).toEqual([side, side, 1]);
    expect(terrain.spacing![0]).toBeCloseTo(73.7, 1);
    expect(terrain.spacing![1]).toBeCloseTo(92.5, 1);
    expect(maxPositionError(terrain.heights.subarray(1), hill(side).subarray(1))).toBeLessThanOrEqual(0.5);
  });

  test('a name without coordinates, and another size, are refused', async () => {
    await expect(read(bytes, 'hill.hgt')).rejects.toThrow('such as N37W122.hgt');
    await expect(read(bytes.subarray(2), 'N37W122.hgt')).rejects.toThrow(
      'expected 2884802 or 25934402 bytes',
    );
  });
});

describe('raw 16-bit levels', () => {
  const side = 65;
  const levels = hill(side).map((height) => Math.round(((height - 100) / 31) * 65535));
  const pack = (isLittle: boolean) => {
    const bytes = new Uint8Array(2 * side * side);
    const view = new DataView(bytes.buffer);
    levels.forEach((level, k) => void view.setUint16(2 * k, level, isLittle));
    return bytes;
  };
  const hints = { low: 100, high: 131, spacing: [1, 1] } as const;

  test('a square of either byte order', async () => {
    const little = await read(pack(true), 'hill.r16', hints);
    expect(maxPositionError(little.heights, hill(side))).toBeLessThan(0.001);
    const big = await read(pack(false), 'hill.raw', { ...hints, byteOrder: 'big' });
    expect(maxPositionError(big.heights, little.heights)).toBe(0);
    const wrong = await read(pack(false), 'hill.raw', hints);
    expect(wrong.warnings.join()).toContain('try terrainByteOrder big');
    await expect(read(pack(true), 'hill.r16')).rejects.toThrow('set terrainMax');
  });

  test('a size that is not a square is refused, with possible widths and heights', async () => {
    await expect(read(new Uint8Array(2 * 129 * 65), 'a.raw', hints)).rejects.toThrow('129 × 65');
    await expect(read(new Uint8Array(65 * 65), 'a.raw', hints)).rejects.toThrow('65 × 65 samples of 8 bits');
    await expect(read(new Uint8Array(4097), 'a.raw', hints)).rejects.toThrow('cut short');
  });
});

describe('heights encoded in colours', () => {
  const side = 33;
  const encode = (heights: Float64Array, toInteger: (height: number) => number) => {
    const rgb = new Uint8Array(3 * heights.length);
    heights.forEach((height, k) => {
      const value = Math.round(toInteger(height));
      rgb.set([value >> 16, (value >> 8) & 255, value & 255], 3 * k);
    });
    return encodePng8(rgb, side, side);
  };
  const spacing = [2, 2] as const;
  const files = {
    terrainRgb: { bytes: encode(hill(side), (height) => 10 * (height + 10000)), step: 0.1 },
    terrarium: { bytes: encode(hill(side), (height) => 256 * (height + 32768)), step: 1 / 256 },
  };

  test.each(['terrainRgb', 'terrarium'] as const)('%s', async (encoding) => {
    const { bytes, step } = files[encoding];
    const terrain = await read(bytes, 'a.png', { encoding, spacing });
    expect(maxPositionError(terrain.heights, hill(side))).toBeLessThanOrEqual(step / 2 + 1e-9);
    await expect(read(bytes, 'a.png', { spacing })).rejects.toThrow(`set terrainEncoding ${encoding}`);
  });

  test('a photograph is not accepted', async () => {
    const rgb = Uint8Array.from({ length: 3 * side * side }, (_, k) => 255 * hashUnit(3, k));
    await expect(read(encodePng8(rgb, side, side), 'a.png', { spacing })).rejects.toThrow(
      'a colour picture is not a height map',
    );
  });
});

const folder = sharedPath('cases-2/N-09');
test.skipIf(!folder)(
  `grids of other programs agree${folder ? '' : ' (left out: no shared files)'}`,
  async () => {
    const open = (name: string) => new Uint8Array(readFileSync(sharedPath(`cases-2/${name}`)!));
    const truth = await read(open('N-08/truth-hill.asc'), 'truth-hill.asc');
    const same = async (name: string, hints: TerrainHints, within: number) => {
      const terrain = await read(open(name), name, hints);
      expect(maxPositionError(terrain.heights, truth.heights), name).toBeLessThan(within);
    };
    await same('N-09/hill.asc', {}, 1e-9);
    await same('N-09/hill.r16', { low: 100, high: 131, spacing: [1, 1] }, 0.001);
    await same('N-09/hill.raw', { low: 100, high: 131, spacing: [1, 1] }, 0.001);
    await same('N-08/terrain-rgb.png', { encoding: 'terrainRgb', spacing: [1, 1] }, 0.1);
    await same('N-08/terrarium.png', { encoding: 'terrarium', spacing: [1, 1] }, 1 / 256);
    const srtm = await read(open('N-09/N37W122.hgt'), 'N37W122.hgt');
    expect(srtm.mask).not.toBeNull();
  },
);
