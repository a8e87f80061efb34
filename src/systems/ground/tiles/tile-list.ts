import type { ByteReader, ByteWriter } from '../../../byte-stream.ts';
import { maxPackedBytes } from './packed-store.ts';

/** A tile's packed columns, see `packed-tile.ts`. */
export interface PackedTile {
  readonly tileI: number;
  readonly tileJ: number;
  readonly packed: Uint8Array;
}

/** Writes tiles: of each the steps from the position of the one before and its length as variable-length integers, and its columns. */
export function writeTiles(writer: ByteWriter, tiles: readonly PackedTile[]): void {
  let [tileI, tileJ] = [0, 0];
  for (const tile of tiles) {
    writer.signed(tile.tileI - tileI);
    writer.signed(tile.tileJ - tileJ);
    writer.unsigned(tile.packed.length);
    writer.bytes(tile.packed);
    ({ tileI, tileJ } = tile);
  }
}

/** Reads what `writeTiles` wrote. Throws InputError if it is cut short or damaged. */
export function* readTiles(reader: ByteReader, count: number): Generator<PackedTile> {
  let [tileI, tileJ] = [0, 0];
  for (let k = 0; k < count; k++) {
    tileI += reader.signed();
    tileJ += reader.signed();
    const length = reader.unsigned();
    if (length === 0 || length > maxPackedBytes) throw reader.damaged();
    yield { tileI, tileJ, packed: reader.bytes(length) };
  }
  reader.end();
}
