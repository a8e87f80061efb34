import { describe, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { decodeExr } from '../exr-read.ts';
import { encodeExr, encodeExrColor } from '../exr-write.ts';
import { readTerrain } from './read-terrain.ts';

const file = (bytes: Uint8Array, name = 'map.exr') => [{ name, bytes }];

const [width, height] = [19, 35];
const heights = Float32Array.from({ length: width * height }, (_, k) => ((k * 7919) % 1013) / 8 - 30);

/** Returns the index of the byte at which the value of a header attribute begins. */
function findValue(bytes: Uint8Array, name: string, type: string): number {
  const text = `${name}\0${type}\0`;
  return Buffer.from(bytes).indexOf(text, 0, 'latin1') + text.length + 4;
}

/** Moves the data window of a picture. The header and every block contain the position of the window. */
function moveWindow(bytes: Uint8Array, x: number, y: number): Uint8Array {
  const moved = bytes.slice();
  const view = new DataView(moved.buffer);
  const window = findValue(bytes, 'dataWindow', 'box2i');
  for (const [k, shift] of [x, y, x, y].entries())
    view.setInt32(window + 4 * k, view.getInt32(window + 4 * k, true) + shift, true);
  const table = Buffer.from(bytes).indexOf(Buffer.from(blockTable(bytes)));
  for (let at = table; at < table + blockTable(bytes).length; at += 8) {
    const block = view.getUint32(at, true);
    view.setInt32(block, view.getInt32(block, true) + y, true);
  }
  return moved;
}

/** Returns the position of the table of block offsets: the first offset minus the length of the table. */
function blockTable(bytes: Uint8Array): Uint8Array {
  const rows = decodeExr(bytes).height;
  const blockRows = bytes[findValue(bytes, 'compression', 'compression')] === 3 ? 16 : 1;
  const length = 8 * Math.ceil(rows / blockRows);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at + length <= bytes.length; at++)
    if (view.getUint32(at, true) === at + length && view.getUint32(at + 4, true) === 0)
      return bytes.subarray(at, at + length);
  throw new Error('no table');
}

describe('terrain from an EXR', () => {
  test.each(['NONE', 'RLE', 'ZIP'] as const)('%s: metres are read unchanged', async (compression) => {
    const terrain = await readTerrain(file(encodeExr(heights, width, height, { compression })));
    expect([terrain.columns, terrain.rows, terrain.spacing, terrain.mask]).toEqual([
      width,
      height,
      null,
      null,
    ]);
    expect(terrain.heights).toEqual(Float64Array.from(heights));
    expect((await readTerrain(file(encodeExr(heights, width, height)), { scale: 2 })).max).toBe(
      2 * terrain.max,
    );
  });

  test('ZIPS: one row a block', async () => {
    const row = Float32Array.from({ length: 300 }, (_, k) => Math.floor(k / 50) - 2);
    const bytes = encodeExr(row, 300, 1, { compression: 'ZIP' });
    bytes[findValue(bytes, 'compression', 'compression')] = 2;
    expect(decodeExr(bytes).compression).toBe('ZIPS');
    expect((await readTerrain(file(bytes))).heights).toEqual(Float64Array.from(row));
  });

  test.each(['NONE', 'ZIP'] as const)(
    '%s: a data window that begins elsewhere is the same terrain',
    async (compression) => {
      const bytes = encodeExr(heights, width, height, { compression });
      for (const [x, y] of [
        [7, 100],
        [-40, -3],
      ]) {
        const terrain = await readTerrain(file(moveWindow(bytes, x, y)));
        expect(terrain.heights).toEqual(Float64Array.from(heights));
      }
    },
  );

  test('halves; red, green and blue that are equal, nearly equal, different', async () => {
    const grey = Float32Array.from({ length: 12 }, (_, k) => Math.floor(k / 3) * 8);
    const same = await readTerrain(file(encodeExrColor(grey, 2, 2)));
    expect([...same.heights]).toEqual([0, 8, 16, 24]);
    expect(same.warnings).toEqual([]);
    const nearly = grey.map((value, k) => (k === 4 ? value + 2 ** -6 : value));
    const converted = await readTerrain(file(encodeExrColor(nearly, 2, 2)));
    expect(converted.warnings).toEqual([expect.stringContaining('differ by up to 0.065 % of their range')]);
    const other = file(
      encodeExrColor(
        grey.map((value, k) => value + (k % 3)),
        2,
        2,
      ),
    );
    await expect(readTerrain(other)).rejects.toThrow(/B, G, R, which differ.*terrainChannel/s);
    expect([...(await readTerrain(other, { channel: 'blue' })).heights]).toEqual([2, 10, 18, 26]);
    // If a sample is missing in only one channel, the difference is not a rounding error.
    const holed = grey.map((value, k) => (k === 4 ? Number.NaN : value));
    await expect(readTerrain(file(encodeExrColor(holed, 2, 2)))).rejects.toThrow(/which differ/);
  });

  test('NaN and infinite samples are masked, and a single −9999 too', async () => {
    const odd = Float32Array.of(Number.NaN, 5, Infinity, 7, -9999, 9);
    const terrain = await readTerrain(file(encodeExr(odd, 3, 2)));
    expect([...terrain.mask!]).toEqual([1, 0, 1, 0, 1, 0]);
    expect([terrain.min, terrain.max]).toEqual([5, 9]);
    expect(terrain.warnings).toHaveLength(2);
  });

  test('numbers between 0 and 1 cause a warning; a range is refused', async () => {
    const fraction = encodeExr(Float32Array.of(0, 0.5, 1, 0.25), 2, 2);
    expect((await readTerrain(file(fraction))).warnings).toEqual([expect.stringContaining('terrainScale')]);
    const scaled = await readTerrain(file(fraction), { scale: 300 });
    expect([scaled.max, scaled.warnings]).toEqual([300, []]);
    const ranged = await readTerrain(file(fraction), { scale: 300, high: 20 });
    expect(ranged.warnings).toEqual([expect.stringContaining('terrainMin and terrainMax are not used')]);
  });

  test('a size beyond the ratio of the compression is refused before unpacking', async () => {
    for (const compression of ['NONE', 'RLE', 'ZIP'] as const) {
      const bytes = encodeExr(Float32Array.of(1, 2, 3, 4), 2, 2, { compression });
      new DataView(bytes.buffer).setInt32(findValue(bytes, 'dataWindow', 'box2i') + 12, 2 ** 22, true);
      await expect(readTerrain(file(bytes))).rejects.toThrow(InputError);
    }
    const none = encodeExr(Float32Array.of(1), 1, 1);
    // The list of channels is empty.
    none[findValue(none, 'channels', 'chlist')] = 0;
    await expect(readTerrain(file(none))).rejects.toThrow(/without channels/);
  });
});
