import type { KernelAllocator } from '../../kernel-memory.ts';
import type { GroundKernel } from '../kernel.ts';
import type { GroundSettings } from '../rules/settings.ts';
import { tileColumns } from '../tiles/packed-tile.ts';
import type { DisplacedAmounts, Tile } from '../tiles/tile.ts';
import type { TileStore } from '../tiles/tile-store.ts';
import { markOutside } from './mark-outside.ts';
import { outsideBit, pressedBit, Sheet, stoneBit, tileSize, touchedBit } from './sheet.ts';

/** A rectangle of tiles. */
export interface PatchRectangle {
  readonly tileI: number;
  readonly tileJ: number;
  readonly tileColumns: number;
  readonly tileRows: number;
}

/**
 * A connected group of awake tiles (over sides or corners) on one sheet, which covers a rectangle that contains them. The sheet is scratch.
 * `flush` writes it back to the tiles, which are the state.
 */
export class Patch implements PatchRectangle {
  readonly sheet: Sheet;
  readonly tileI: number;
  readonly tileJ: number;
  readonly tileColumns: number;
  readonly tileRows: number;
  tiles: readonly Tile[] = [];
  /** [tileColumns · tileRows], row-major. Null if the tile is not awake. */
  readonly grid: (Tile | null)[];
  /** Sheet and tiles may differ. */
  dirty = false;
  /** Contact bytes may be set. */
  hasContact = false;
  /** Nothing happens here in this step. */
  isQuiet = false;
  /** Nothing moves any longer in this step. */
  isIdle = false;

  /** The sheet has no tiles yet: see `take`. */
  constructor(rectangle: PatchRectangle, allocator: KernelAllocator, settings: GroundSettings) {
    const { tileI, tileJ, tileColumns, tileRows } = rectangle;
    this.tileI = tileI;
    this.tileJ = tileJ;
    this.tileColumns = tileColumns;
    this.tileRows = tileRows;
    this.grid = new Array(tileColumns * tileRows).fill(null);
    this.sheet = new Sheet(allocator, settings.cell, settings.erosion, settings.beyond.extras);
    this.sheet.resize(tileColumns * tileSize, tileRows * tileSize);
    this.sheet.place(tileI * tileSize, tileJ * tileSize, settings.datum);
  }

  /** Returns whether the sheet has room for the tiles of a rectangle. */
  covers({ tileI, tileJ, tileColumns, tileRows }: PatchRectangle): boolean {
    return (
      tileI >= this.tileI &&
      tileJ >= this.tileJ &&
      tileI + tileColumns <= this.tileI + this.tileColumns &&
      tileJ + tileRows <= this.tileJ + this.tileRows
    );
  }

  /** Sets the tiles of the patch. Those that it has already stay as they are, and the others are written to the sheet. */
  take(tiles: readonly Tile[], settings: GroundSettings, steps: number): void {
    const fresh = tiles.filter((tile) => tile.patch !== this);
    this.tiles = tiles;
    for (const tile of fresh) {
      this.grid[this.cellOf(tile)] = tile;
      this.sheet.view.awake[this.cellOf(tile)] = 1;
      this.gather(tile);
      if (settings.extent || settings.surface.fillMissing) this.markOutside(tile, settings);
      settings.parts?.markStones(this, tile, settings);
      tile.patch = this;
    }
    settings.parts?.fillCohesion(this, fresh, settings, steps);
  }

  /** Writes tiles to their arrays and removes them from the sheet. With `keepsContact`, they keep the contact of this step. */
  release(leaving: ReadonlySet<Tile>, store: TileStore, keepsContact: boolean): void {
    const { view } = this.sheet;
    const { columns, awake, height, pressed, contact, cohesion, pressedOut, lowest, drift } = view;
    for (const tile of leaving) {
      if (this.dirty) this.flushTile(tile, store);
      if (keepsContact && this.hasContact) this.keepContactOf(tile);
      const offset = this.offsetOf(tile);
      for (const array of [height, pressed, contact, cohesion, pressedOut, lowest, drift]) {
        for (let j = 0; array && j < tileSize; j++)
          array.fill(0, offset + j * columns, offset + j * columns + tileSize);
      }
      awake[this.cellOf(tile)] = 0;
      this.grid[this.cellOf(tile)] = null;
    }
    this.tiles = this.tiles.filter((tile) => !leaving.has(tile));
  }

  /** Index in `grid`, and in the sheet's `awake` and `moved`. */
  cellOf(tile: Tile): number {
    return (tile.tileJ - this.tileJ) * this.tileColumns + tile.tileI - this.tileI;
  }

  /** Index of the tile's first column in the sheet's arrays. */
  offsetOf(tile: Tile): number {
    return (
      (tile.tileJ - this.tileJ) * tileSize * this.tileColumns * tileSize +
      (tile.tileI - this.tileI) * tileSize
    );
  }

  /** Writes the sheet to the arrays of the tiles. */
  flush(store: TileStore): void {
    if (!this.dirty) return;
    this.dirty = false;
    for (const tile of this.tiles) this.flushTile(tile, store);
  }

  private flushTile(tile: Tile, store: TileStore): void {
    const { height, pressed, pressedOut, lowest, columns } = this.sheet.view;
    const offset = this.offsetOf(tile);
    copyRows(tile.heights, 0, tileSize, height, offset, columns);
    if (lowest) tile.displaced = subtractRows(height, lowest, offset, columns);
    if (anyPressed(pressed, offset, columns)) {
      tile.pressed ??= store.takePressed();
      copyRows(tile.pressed, 0, tileSize, pressed, offset, columns);
      // The amount pressed out is stored only for pressed columns.
      if (pressedOut) {
        tile.pressedOut ??= new Int32Array(tileColumns);
        copyRows(tile.pressedOut, 0, tileSize, pressedOut, offset, columns);
      }
    } else {
      store.givePressed(tile);
      tile.pressedOut = null;
    }
  }

  /** Marks the tiles that have a column in contact. */
  noteTouched(): void {
    const { contact, columns, record } = this.sheet.view;
    const lastRow = record.lastRow;
    const lastColumn = record.lastColumn;
    for (let row = record.firstRow; row <= lastRow; row++) {
      for (let column = record.firstColumn; column <= lastColumn; column++) {
        if ((contact[row * columns + column] & touchedBit) === 0) continue;
        this.grid[(row >> 5) * this.tileColumns + (column >> 5)]!.touched = true;
        column |= tileSize - 1;
      }
    }
  }

  /** Finds the highest column of every tile that was needed in this step: no other can have changed. */
  measureTops(kernel: GroundKernel, step: number): void {
    if (!this.tiles.some((tile) => tile.neededStep === step)) return;
    kernel.measureTops(this.sheet.pointer);
    const { tops, awake } = this.sheet.view;
    for (const tile of this.tiles) {
      const cell = this.cellOf(tile);
      if (tile.neededStep === step && awake[cell]) tile.top = tops[cell];
    }
  }

  /** Copies the contact bytes to the next sheets of the tiles. */
  keepContact(): void {
    if (!this.hasContact) return;
    for (const tile of this.tiles) this.keepContactOf(tile);
  }

  private keepContactOf(tile: Tile): void {
    const { contact, columns } = this.sheet.view;
    tile.contact = new Uint8Array(tileColumns);
    copyRows(tile.contact, 0, tileSize, contact, this.offsetOf(tile), columns);
  }

  /** Clears all contact, if nothing touches the patch in this step. */
  clearContact(): void {
    if (!this.hasContact) return;
    this.hasContact = false;
    const { contact } = this.sheet.view;
    for (let k = 0; k < contact.length; k++) contact[k] &= outsideBit | stoneBit;
  }

  /** The literal rule of the paper for the inside slope: columns that are not in contact now are not pressed. */
  dropPressed(): void {
    const { contact, pressed } = this.sheet.view;
    this.dirty = true;
    for (let k = 0; k < contact.length; k++) if ((contact[k] & touchedBit) === 0) pressed[k] = 0;
  }

  /** Writes a tile that was changed outside of its sheet to the sheet again. The contact stays. */
  refresh(tile: Tile): void {
    const { view } = this.sheet;
    const offset = this.offsetOf(tile);
    for (const array of [view.pressed, view.pressedOut]) {
      for (let j = 0; array && j < tileSize; j++)
        array.fill(0, offset + j * view.columns, offset + j * view.columns + tileSize);
    }
    this.gather(tile);
  }

  private gather(tile: Tile): void {
    const { height, pressed, pressedOut, lowest, contact, columns } = this.sheet.view;
    const offset = this.offsetOf(tile);
    copyRows(height, offset, columns, tile.heights, 0, tileSize);
    if (tile.pressed) copyRows(pressed, offset, columns, tile.pressed, 0, tileSize);
    if (tile.pressedOut && pressedOut) copyRows(pressedOut, offset, columns, tile.pressedOut, 0, tileSize);
    if (lowest) {
      copyRows(lowest, offset, columns, tile.heights, 0, tileSize);
      if (tile.displaced) lowerRows(lowest, offset, columns, tile.displaced);
    }
    if (tile.contact) {
      copyRows(contact, offset, columns, tile.contact, 0, tileSize);
      tile.contact = null;
      this.hasContact = true;
    }
  }

  private markOutside(tile: Tile, settings: GroundSettings): void {
    const count = markOutside(outside, tile.tileI, tile.tileJ, settings);
    if (count === 0) return;
    const { contact, columns, awake } = this.sheet.view;
    const offset = this.offsetOf(tile);
    // Without columns inside there is nothing to test.
    if (count === tileColumns) awake[this.cellOf(tile)] = 0;
    for (let k = 0; k < tileColumns; k++) {
      contact[offset + Math.floor(k / tileSize) * columns + (k % tileSize)] |= outside[k];
    }
  }
}

const outside = new Uint8Array(tileColumns);

type Row = Int32Array | Uint16Array | Uint8Array;

/** Copies the 32 rows of a tile between two arrays with different strides. */
function copyRows(
  to: Row,
  toOffset: number,
  toStride: number,
  from: Row,
  fromOffset: number,
  fromStride: number,
): void {
  for (let j = 0; j < tileSize; j++) {
    const source = fromOffset + j * fromStride;
    const target = toOffset + j * toStride;
    // Faster than set(subarray()), which creates an object for each row.
    for (let i = 0; i < tileSize; i++) to[target + i] = from[source + i];
  }
}

/**
 * Returns the differences of the 32 rows of a tile, null if all of them are 0. In the middle of a step, a height may be below the lowest one
 * of earlier steps, so differences may be negative.
 */
function subtractRows(
  height: Int32Array,
  lowest: Int32Array,
  offset: number,
  stride: number,
): DisplacedAmounts | null {
  let min = 0;
  let max = 0;
  for (let j = 0; j < tileSize; j++) {
    const row = offset + j * stride;
    for (let i = row; i < row + tileSize; i++) {
      const difference = height[i] - lowest[i];
      if (difference > max) max = difference;
      if (difference < min) min = difference;
    }
  }
  if (max === 0 && min === 0) return null;
  const out = min === 0 && max < 65536 ? new Uint16Array(tileColumns) : new Int32Array(tileColumns);
  for (let j = 0; j < tileSize; j++) {
    const row = offset + j * stride;
    for (let i = 0; i < tileSize; i++) out[j * tileSize + i] = height[row + i] - lowest[row + i];
  }
  return out;
}

/** Subtracts amounts from the 32 rows of a tile. */
function lowerRows(lowest: Int32Array, offset: number, stride: number, amounts: DisplacedAmounts): void {
  for (let j = 0; j < tileSize; j++) {
    const row = offset + j * stride;
    for (let i = 0; i < tileSize; i++) lowest[row + i] -= amounts[j * tileSize + i];
  }
}

function anyPressed(pressed: Uint16Array, offset: number, stride: number): boolean {
  for (let j = 0; j < tileSize; j++) {
    const row = offset + j * stride;
    for (let i = 0; i < tileSize; i++) if (pressed[row + i] >= pressedBit) return true;
  }
  return false;
}
