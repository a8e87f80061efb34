import { pressedBit, tileSize } from '../flow/sheet.ts';
import { scalePressed } from '../rules/thresholds.ts';
import { type EarlierGround, TileScratch } from '../surface/earlier-ground.ts';
import { createOriginSurface } from '../terrain/ground-origin.ts';
import { tileColumns } from '../tiles/packed-tile.ts';

/** Columns of a saved ground relative to its undisturbed ground, [tileColumns] each. */
class SourceColumns {
  /** Height above the undisturbed ground, height units. */
  readonly rise = new Int32Array(tileColumns);
  /** Height above the reference of a pressed column, in steps of its pressed word. −1 if it is not pressed. */
  readonly buried = new Int16Array(tileColumns);
  /** Height units of displaced material on the column, and of material that was pressed out of it. */
  readonly displaced = new Int32Array(tileColumns);
  readonly pressedOut = new Int32Array(tileColumns);
}

/** Unpacked tiles that are kept at the same time: 7 MB. */
const maxKept = 512;

/** Reads the columns of a saved ground from any position. */
export class StampSource {
  private readonly scratch: TileScratch;
  private readonly shift: number;
  private readonly kept = new Map<string, SourceColumns>();
  private readonly square = new SourceColumns();

  constructor(private readonly ground: EarlierGround) {
    this.scratch = new TileScratch(createOriginSurface(ground.origin), ground);
    this.shift = scalePressed(ground.cell).shift;
  }

  /** Returns the tile-sized square that begins at column (i0, j0). It is valid until the next call. */
  read(i0: number, j0: number): SourceColumns {
    const { square } = this;
    for (const tileJ of new Set([Math.floor(j0 / tileSize), Math.floor((j0 + tileSize - 1) / tileSize)])) {
      for (const tileI of new Set([Math.floor(i0 / tileSize), Math.floor((i0 + tileSize - 1) / tileSize)])) {
        copyOverlap(square, this.readTile(tileI, tileJ), tileI * tileSize - i0, tileJ * tileSize - j0);
      }
    }
    return square;
  }

  private readTile(tileI: number, tileJ: number): SourceColumns {
    const packed = this.ground.tiles.get(tileI, tileJ);
    if (!packed) return untouched;
    const key = `${tileI},${tileJ}`;
    const found = this.kept.get(key);
    if (found) return found;
    if (this.kept.size >= maxKept) this.kept.clear();
    const tile = this.unpack(packed, tileI, tileJ);
    this.kept.set(key, tile);
    return tile;
  }

  private unpack(packed: Uint8Array, tileI: number, tileJ: number): SourceColumns {
    const { scratch, shift } = this;
    scratch.unpack(packed, tileI, tileJ);
    const { heights, below, pressed, displaced, pressedOut } = scratch;
    const tile = new SourceColumns();
    for (let k = 0; k < tileColumns; k++) {
      tile.rise[k] = heights[k] - below[k];
      tile.buried[k] =
        pressed[k] >= pressedBit ? ((heights[k] >> shift) - pressed[k]) & (pressedBit - 1) : -1;
    }
    tile.displaced.set(displaced);
    if (pressedOut) tile.pressedOut.set(pressedOut);
    return tile;
  }
}

const untouched = new SourceColumns();
untouched.buried.fill(-1);

/** Copies the columns of a tile that lie in a square. (di, dj): the first column of the tile relative to that of the square. */
function copyOverlap(square: SourceColumns, tile: SourceColumns, di: number, dj: number): void {
  const [from, to] = [Math.max(0, di), Math.min(tileSize, di + tileSize)];
  for (let row = Math.max(0, dj); row < Math.min(tileSize, dj + tileSize); row++) {
    const source = (row - dj) * tileSize - di;
    const [first, last, at] = [source + from, source + to, row * tileSize + from];
    square.rise.set(tile.rise.subarray(first, last), at);
    square.buried.set(tile.buried.subarray(first, last), at);
    square.displaced.set(tile.displaced.subarray(first, last), at);
    square.pressedOut.set(tile.pressedOut.subarray(first, last), at);
  }
}
