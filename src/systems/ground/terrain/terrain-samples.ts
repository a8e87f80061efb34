import type { ByteReader, ByteWriter } from '../../../byte-stream.ts';
import { minOf } from '../../../math/lists.ts';
import { tileSize } from '../flow/sheet.ts';
import { maxHeight } from '../rules/limits.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { packTile, tileColumns, unpackTile } from '../tiles/packed-tile.ts';
import type { TerrainGrid } from './terrain-grid.ts';

/** Maximum number of samples of a terrain. Checked before a file is unpacked. */
const maxSamples = 2 ** 29;

/** Writes samples in blocks of 32 × 32, row by row, packed as tiles over nothing; then run lengths of the mask, known first. */
export function packSamples(writer: ByteWriter, grid: TerrainGrid): void {
  const block = new Int32Array(tileColumns);
  visitBlocks(grid, (i0, j0, width, height) => {
    for (let k = 0; k < tileColumns; k++) {
      // The last sample is repeated beyond the edge, which needs the minimum number of bytes.
      const i = i0 + Math.min(k % tileSize, width - 1);
      const j = j0 + Math.min(Math.floor(k / tileSize), height - 1);
      block[k] = grid.samples[j * grid.columns + i];
    }
    const packed = packTile(block, zeros, null, 0);
    writer.unsigned(packed?.length ?? 0);
    if (packed) writer.bytes(packed);
  });
  const { mask } = grid;
  if (!mask) return;
  for (let k = 0, value = 0; k < mask.length; value = 1 - value) {
    const start = k;
    while (k < mask.length && mask[k] === value) k++;
    writer.unsigned(k - start);
  }
}

/** Reads what `packSamples` wrote. Throws if it is invalid. */
export function unpackSamples(
  reader: ByteReader,
  place: Omit<TerrainGrid, 'samples' | 'mask'>,
  hasMask: boolean,
): TerrainGrid {
  const { columns, rows, spacing, firstColumn, firstRow, cell, min, max } = place;
  const numbers = [columns, rows, ...spacing, firstColumn, firstRow, cell, min, max];
  const hasSize = columns >= 1 && rows >= 1 && columns * rows <= maxSamples;
  if (!numbers.every(Number.isFinite) || !hasSize || !(minOf(spacing, cell) > 0))
    throw new RangeError('a terrain of no size');
  const count = columns * rows;
  const samples = new Int32Array(count);
  const block = new Int32Array(tileColumns);
  const pressed = new Uint16Array(tileColumns);
  const limit = maxHeight * unitsPerMetre;
  visitBlocks(place, (i0, j0, width, height) => {
    const length = reader.unsigned();
    if (length === 0) block.fill(0);
    else unpackTile(reader.bytes(length), block, zeros, pressed, 0);
    for (let j = 0; j < height; j++) {
      const row = block.subarray(j * tileSize, j * tileSize + width);
      if (row.some((sample) => Math.abs(sample) > limit)) throw new RangeError('heights out of range');
      samples.set(row, (j0 + j) * columns + i0);
    }
  });
  const mask = hasMask ? new Uint8Array(count) : null;
  if (mask) {
    for (let k = 0, value = 0; k < count; value = 1 - value) {
      const length = reader.unsigned();
      if (length > count - k || (length === 0 && k > 0)) throw new RangeError('a mask of another size');
      mask.fill(value, k, k + length);
      k += length;
    }
  }
  return { columns, rows, spacing, firstColumn, firstRow, cell, min, max, samples, mask };
}

const zeros = new Int32Array(tileColumns);

function visitBlocks(
  { columns, rows }: Pick<TerrainGrid, 'columns' | 'rows'>,
  visit: (i0: number, j0: number, width: number, height: number) => void,
): void {
  for (let j0 = 0; j0 < rows; j0 += tileSize) {
    for (let i0 = 0; i0 < columns; i0 += tileSize) {
      visit(i0, j0, Math.min(tileSize, columns - i0), Math.min(tileSize, rows - j0));
    }
  }
}
