import { encode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { HeightRangeMeter, HeightSequence } from '../../bake/heightfield/height-sequence.ts';
import { makeFunctionGround } from '../../bake/testing/function-ground.ts';
import { InputError } from '../../input-error.ts';
import { encodePng16 } from '../png.ts';
import { packPng } from '../testing/pack-png.ts';
import { readTerrain } from './read-terrain.ts';
import { insertChunk } from './testing/insert-chunk.ts';

const file = (bytes: Uint8Array, name = 'map.png') => [{ name, bytes }];

describe('terrain from a PNG', () => {
  test('samples are big-endian, 0x0100 and 0x00FF are 256 and 255', async () => {
    const bytes = encodePng16(Uint16Array.of(0x0100, 0x00ff), 2, 1);
    const terrain = await readTerrain(file(bytes), { high: 65535 });
    expect([...terrain.heights]).toEqual([256, 255]);
  });

  test('all 65 536 levels are preserved by reading and writing', async () => {
    const samples = Uint16Array.from({ length: 65536 }, (_, k) => (k * 40503) % 65536);
    const terrain = await readTerrain(file(encodePng16(samples, 256, 256)), { low: -3, high: 62.535 });
    expect([terrain.min, terrain.max]).toEqual([-3, 62.535]);
    expect(new Set(terrain.heights).size).toBe(65536);
    const again = Uint16Array.from(terrain.heights, (height) => Math.round(((height + 3) / 65.535) * 65535));
    expect(again.every((sample, k) => sample === samples[k])).toBe(true);
    expect(terrain.warnings).toEqual([]);
  });

  test('8 bits are accepted with a warning that states the step in metres', async () => {
    const bytes = encode({ width: 2, height: 1, data: Uint8Array.of(0, 255), depth: 8, channels: 1 });
    const terrain = await readTerrain(file(bytes), { low: 10, high: 61 });
    expect([...terrain.heights]).toEqual([10, 61]);
    expect(terrain.warnings).toEqual([expect.stringContaining('256 levels, steps of 0.2 m')]);
  });

  test('gamma and colour chunks are never applied', async () => {
    const plain = encodePng16(Uint16Array.of(0, 1000, 30000, 65535), 2, 2);
    const gamma = insertChunk(plain, 'gAMA', Uint8Array.of(0, 0, 0xb1, 0x8f));
    const colours = insertChunk(insertChunk(gamma, 'sRGB', Uint8Array.of(0)), 'sBIT', Uint8Array.of(12));
    const heights = (await readTerrain(file(plain), { high: 100 })).heights;
    expect((await readTerrain(file(colours), { high: 100 })).heights).toEqual(heights);
  });

  test('colour is refused unless a channel is named or all are equal', async () => {
    const colour = (data: number[], channels: 3 | 4 = 3) =>
      encode({ width: 2, height: 1, data: Uint16Array.from(data), depth: 16, channels });
    const mixed = file(colour([1, 2, 3, 4, 5, 6]));
    await expect(readTerrain(mixed, { high: 65535 })).rejects.toThrow(
      /R, G, B, which differ.*terrainChannel/s,
    );
    expect([...(await readTerrain(mixed, { high: 65535, channel: 'blue' })).heights]).toEqual([3, 6]);
    const grey = file(colour([7, 7, 7, 9, 9, 9]));
    expect([...(await readTerrain(grey, { high: 65535 })).heights]).toEqual([7, 9]);
    await expect(readTerrain(grey, { high: 1, channel: 'alpha' })).rejects.toThrow(/a channel A/);
    const clear = file(colour([7, 7, 7, 0, 9, 9, 9, 65535], 4));
    const terrain = await readTerrain(clear, { high: 65535 });
    expect([...terrain.mask!]).toEqual([1, 0]);
    expect([...terrain.heights]).toEqual([9, 9]);
    expect([...(await readTerrain(clear, { high: 65535, channel: 'alpha' })).heights]).toEqual([0, 65535]);
  });

  test('the level that a tRNS chunk names is masked', async () => {
    const plain = encodePng16(Uint16Array.of(5, 5, 0, 65535), 2, 2);
    const terrain = await readTerrain(file(insertChunk(plain, 'tRNS', Uint8Array.of(0, 0))), { high: 65535 });
    expect([...terrain.mask!]).toEqual([0, 0, 1, 0]);
    expect(terrain.min).toBe(5);
    expect(terrain.heights[2]).toBeGreaterThanOrEqual(5);
  });

  test('a range is required if the file has none; without a lower limit it begins at 0', async () => {
    const bytes = encodePng16(Uint16Array.of(0, 65535), 2, 1);
    const error = await readTerrain(file(bytes)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(/^map\.png: expected .* got a 16-bit PNG .* set terrainMax/);
    expect((await readTerrain(file(bytes), { high: 8 })).max).toBe(8);
    await expect(readTerrain(file(bytes), { low: 9, high: 8 })).rejects.toThrow(
      /terrainMax above terrainMin/,
    );
    await expect(readTerrain(file(bytes), { low: 9 })).rejects.toThrow(/set terrainMax/);
  });

  test('a palette and less than 8 bits are refused', async () => {
    const bytes = packPng(
      8,
      3,
      [0, 1, 0, 1, 0, 1],
      [
        [1, 2, 3, 255],
        [4, 5, 6, 255],
      ],
    );
    await expect(readTerrain(file(bytes), { high: 1 })).rejects.toThrow(/palette/);
  });

  test('more samples than fit are refused before anything is unpacked', async () => {
    const bytes = encodePng16(Uint16Array.of(1, 2), 2, 1);
    new DataView(bytes.buffer).setUint32(16, 2 ** 31 - 1);
    await expect(readTerrain(file(bytes), { high: 1 })).rejects.toThrow(/1 to 33554432 samples/);
    new DataView(bytes.buffer).setUint32(16, 2 ** 20);
    await expect(readTerrain(file(bytes), { high: 1 })).rejects.toThrow(/1048576 × 1 samples in \d+ bytes/);
  });
});

describe('our own height maps', () => {
  const unit = 2 ** -20;
  const initial = (i: number, j: number) => 1000 * i - 300 * j;
  const ground = makeFunctionGround({ cell: 0.02, datum: -1.3, initial });
  const rectangle = { i0: -10, j0: 5, columns: 30, rows: 20 };
  const meter = new HeightRangeMeter(ground, rectangle);
  const sequence = new HeightSequence(ground, rectangle, meter.range());

  test.each([
    ['PNG', 'height.0001.png', sequence.encodePng(null, 0)],
    ['EXR', 'height.0001.exr', sequence.encodeExr(null)],
  ])(
    '%s: every height survives the round trip exactly, with spacing, position and datum',
    async (_, name, bytes) => {
      const terrain = await readTerrain(file(bytes, name));
      expect([terrain.columns, terrain.rows, terrain.mask, terrain.warnings]).toEqual([30, 20, null, []]);
      expect(terrain.spacing).toEqual([0.02, 0.02]);
      expect(terrain.origin).toEqual([-0.2, 0.1]);
      expect(terrain.datum).toBe(-1.3);
      const { minMetres, maxMetres } = sequence.facts;
      expect(terrain.levels).toEqual(name.endsWith('png') ? [minMetres - 1.3, maxMetres - 1.3] : undefined);
      const units = Int32Array.from(terrain.heights, (height) => Math.round((height + 1.3) / unit));
      const expected = Int32Array.from(units, (_unit, k) =>
        initial(rectangle.i0 + (k % 30), rectangle.j0 + Math.floor(k / 30)),
      );
      expect(units).toEqual(expected);
    },
  );

  test('parameters override the file', async () => {
    const terrain = await readTerrain(file(sequence.encodePng(null, 0)), {
      low: 0,
      high: 1,
      spacing: [2, 3],
    });
    expect([terrain.min, terrain.max, terrain.spacing]).toEqual([0, 1, [2, 3]]);
    expect([terrain.levels, terrain.datum]).toEqual([[0, 1], undefined]);
    const high = terrain.max + sequence.facts.maxMetres;
    await expect(readTerrain(file(sequence.encodePng(null, 0)), { low: high })).rejects.toThrow(/terrainMin/);
  });
});
