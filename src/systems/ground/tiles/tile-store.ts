import { tileKey } from '../../regional-system.ts';
import { pressedBit, tileSize } from '../flow/sheet.ts';
import type { InitialSurface } from '../surface/initial-surface.ts';
import { maxPackedBytes, PackedStore } from './packed-store.ts';
import { packTile, tileColumns, unpackTile } from './packed-tile.ts';
import { createTile, findHighest, shrinkDisplaced, type Tile } from './tile.ts';

/**
 * All ground that was ever touched, by tile, at any distance. Awake tiles hold their heights. Sleeping tiles that differ from the
 * initial ground are packed, or dozing: not packed, because they change while they sleep. All other tiles are untouched.
 */
export class TileStore {
  readonly awake = new Set<Tile>();
  /** Sleeping tiles that are not packed, by `tileKey`. Empty if sleeping ground does not change. */
  readonly dozing = new Map<number, Tile>();
  /** Positions of changed tiles for which it is not known whether they change while they sleep. Empty if sleeping ground does not change. */
  readonly pending: (readonly [tileI: number, tileJ: number])[] = [];
  private readonly rows = new Map<number, Map<number, Tile>>();
  private readonly packed = new PackedStore();
  /** See `takeChanges`. Not state. */
  private readonly changes = new Set<{ readonly tileI: number; readonly tileJ: number }>();
  /** Arrays of tiles that fell asleep, for reuse. */
  private readonly spareHeights: Int32Array[] = [];
  private readonly sparePressed: Uint16Array[] = [];
  private readonly initial = new Int32Array(tileColumns);
  /** Buffer for the amounts pressed out of the columns of a tile. Null if they are not stored. */
  private readonly pressedOut: Int32Array | null;
  /** Buffer for the displaced material of a tile. Null if it is not stored. */
  private readonly displaced: Int32Array | null;
  /** Whether tiles that fall asleep doze. */
  private readonly dozes: boolean;

  constructor(
    private readonly surface: InitialSurface,
    private readonly pressedShift: number,
    { remembersCompaction = false, keepsDisplaced = false, dozes = false } = {},
  ) {
    this.dozes = dozes;
    this.pressedOut = remembersCompaction ? new Int32Array(tileColumns) : null;
    this.displaced = keepsDisplaced ? new Int32Array(tileColumns) : null;
  }

  /** Bytes of the packed tiles, including their index. */
  get packedBytes(): number {
    return this.packed.byteLength;
  }

  /** Returns the tile if it is awake. */
  find(tileI: number, tileJ: number): Tile | undefined {
    return this.rows.get(tileJ)?.get(tileI);
  }

  /** Returns whether the tile is awake or was changed before it fell asleep. */
  exists(tileI: number, tileJ: number): boolean {
    return this.findUnpacked(tileI, tileJ) !== undefined || this.packed.has(tileI, tileJ);
  }

  /** Returns the tile if it is awake or dozes. */
  findUnpacked(tileI: number, tileJ: number): Tile | undefined {
    const tile = this.find(tileI, tileJ);
    return tile || this.dozing.size === 0 ? tile : this.dozing.get(tileKey(tileI, tileJ));
  }

  /** Returns the tile and wakes it if needed. */
  wake(tileI: number, tileJ: number): Tile {
    const found = this.find(tileI, tileJ);
    if (found) return found;
    const tile = this.takeDozing(tileI, tileJ) ?? this.unpack(tileI, tileJ);
    let row = this.rows.get(tileJ);
    if (!row) {
      row = new Map();
      this.rows.set(tileJ, row);
    }
    row.set(tileI, tile);
    this.awake.add(tile);
    return tile;
  }

  /** Returns the tile, awake or dozing. A tile that is neither begins to doze, and is calm. */
  rouse(tileI: number, tileJ: number): Tile {
    const found = this.findUnpacked(tileI, tileJ);
    if (found) return found;
    const tile = this.unpack(tileI, tileJ);
    this.packed.set(tileI, tileJ, null);
    tile.stirred = true;
    tile.isCalm = true;
    this.dozing.set(tileKey(tileI, tileJ), tile);
    return tile;
  }

  /** Lets a changed tile doze, unless it is awake, until it is known whether it fades. */
  stirPending(tileI: number, tileJ: number): void {
    const tile = this.rouse(tileI, tileJ);
    tile.stirred = true;
    tile.isCalm = false;
  }

  /** Returns whether an awake tile may differ from the initial ground. */
  isChanged({ tileI, tileJ, stirred }: Tile): boolean {
    return stirred || this.packed.has(tileI, tileJ);
  }

  /** Packs a dozing tile. The object must not be used afterwards. */
  packDozing(tile: Tile): void {
    this.dozing.delete(tileKey(tile.tileI, tile.tileJ));
    this.store(tile);
  }

  private takeDozing(tileI: number, tileJ: number): Tile | undefined {
    const key = tileKey(tileI, tileJ);
    const tile = this.dozing.get(key);
    if (!tile) return undefined;
    this.dozing.delete(key);
    return {
      ...createTile(tileI, tileJ, tile.heights, tile.initial),
      pressed: tile.pressed,
      pressedOut: tile.pressedOut,
      displaced: tile.displaced,
      target: tile.target,
      fixed: tile.fixed,
      top: findHighest(tile.heights),
      stirred: true,
    };
  }

  /** Creates the object of a tile from its packed form, or from the initial ground. */
  private unpack(tileI: number, tileJ: number): Tile {
    const tile = createTile(tileI, tileJ, this.takeHeights(), this.takeHeights());
    this.readInitial(tileI, tileJ, tile.initial);
    const bytes = this.packed.get(tileI, tileJ);
    if (bytes) {
      const pressed = this.takePressed();
      const anyPressed = unpackTile(
        bytes,
        tile.heights,
        tile.initial,
        pressed,
        this.pressedShift,
        this.pressedOut,
        this.displaced,
      );
      if (this.displaced) tile.displaced = shrinkDisplaced(this.displaced);
      if (anyPressed) tile.pressed = pressed;
      if (anyPressed) tile.pressedOut = this.pressedOut?.slice() ?? null;
      else this.sparePressed.push(pressed);
    } else {
      tile.heights.set(tile.initial);
      this.takeInitialPressed(tile);
    }
    tile.top = findHighest(tile.heights);
    return tile;
  }

  /** Packs an awake tile whose arrays are up to date. The object must not be used afterwards. */
  sleep(tile: Tile): void {
    const { tileI, tileJ } = tile;
    this.awake.delete(tile);
    tile.patch = null;
    if (this.dozes && tile.stirred) {
      this.packed.set(tileI, tileJ, null);
      this.dozing.set(tileKey(tileI, tileJ), tile);
    } else {
      this.store(tile);
    }
    const row = this.rows.get(tileJ)!;
    row.delete(tileI);
    if (row.size === 0) this.rows.delete(tileJ);
    for (let dj = -1; dj <= 1; dj++) {
      for (let di = -1; di <= 1; di++) {
        const other = this.find(tileI + di, tileJ + dj);
        if (other) other.ringAwake = false;
      }
    }
  }

  private store(tile: Tile): void {
    if (tile.stirred) this.packed.set(tile.tileI, tile.tileJ, this.pack(tile));
    this.spareHeights.push(tile.heights, tile.initial);
    this.givePressed(tile);
  }

  /** Adds a sleeping tile from a file. */
  restore(tileI: number, tileJ: number, bytes: Uint8Array): void {
    this.dozing.delete(tileKey(tileI, tileJ));
    this.packed.set(tileI, tileJ, bytes);
    this.changes.add({ tileI, tileJ });
    if (this.dozes) this.pending.push([tileI, tileJ]);
  }

  /** Resets a sleeping tile to untouched ground. Returns its packed form; null if it was untouched already. */
  forget(tileI: number, tileJ: number): Uint8Array<ArrayBuffer> | null {
    const bytes = this.packed.get(tileI, tileJ);
    if (!bytes) return null;
    const kept = new Uint8Array(bytes);
    this.packed.set(tileI, tileJ, null);
    return kept;
  }

  /** Returns whether bytes are a valid packed tile of this ground: unpacking and packing must reproduce them. */
  isPackedTile(tileI: number, tileJ: number, bytes: Uint8Array): boolean {
    if (bytes.length === 0 || bytes.length > maxPackedBytes) return false;
    const { initial, pressedOut, displaced, pressedShift } = this;
    const [heights, pressed] = [new Int32Array(tileColumns), new Uint16Array(tileColumns)];
    this.readInitial(tileI, tileJ, initial);
    unpackTile(bytes, heights, initial, pressed, pressedShift, pressedOut, displaced);
    const again = packTile(heights, initial, pressed, pressedShift, pressedOut, displaced);
    return again !== null && again.length === bytes.length && again.every((byte, k) => byte === bytes[k]);
  }

  /** Returns the packed form of a tile, asleep or awake (and up to date), valid until the next call. Null if nothing in it has changed. */
  packAt(tileI: number, tileJ: number): Uint8Array | null {
    const tile = this.findUnpacked(tileI, tileJ);
    return tile?.stirred ? this.pack(tile) : this.packed.get(tileI, tileJ);
  }

  /** Returns the initial heights of a tile, [tileColumns]. */
  readInitial(tileI: number, tileJ: number, initial: Int32Array): void {
    this.surface.fill(initial, tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
  }

  /** Returns heights, initial heights and pressed words (0: not pressed) of a tile, [tileColumns] each. */
  read(tileI: number, tileJ: number, heights: Int32Array, initial: Int32Array, pressed: Uint16Array): void {
    const tile = this.findUnpacked(tileI, tileJ);
    const bytes = this.packed.get(tileI, tileJ);
    if (tile) initial.set(tile.initial);
    else this.readInitial(tileI, tileJ, initial);
    if (tile) {
      heights.set(tile.heights);
      if (tile.pressed) pressed.set(tile.pressed);
      else pressed.fill(0);
    } else if (bytes) {
      unpackTile(bytes, heights, initial, pressed, this.pressedShift, this.pressedOut, this.displaced);
    } else {
      heights.set(initial);
      this.readInitialPressed(tileI, tileJ, pressed);
    }
  }

  /** Returns the height units pressed out of the columns of a tile, [tileColumns], if they are stored. Valid until the next call. */
  readPressedOut(tileI: number, tileJ: number): Int32Array {
    const tile = this.findUnpacked(tileI, tileJ);
    const out = this.pressedOut!;
    if (tile) {
      if (tile.pressedOut) out.set(tile.pressedOut);
      else out.fill(0);
    } else if (!this.packed.has(tileI, tileJ)) {
      const { fillPressedOut } = this.surface;
      if (fillPressedOut) fillPressedOut(out, tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
      else out.fill(0);
    } else {
      this.read(tileI, tileJ, new Int32Array(tileColumns), this.initial, new Uint16Array(tileColumns));
    }
    return out;
  }

  /** Returns the displaced material on the columns of a tile, [tileColumns], if it is stored. Valid until the next call. */
  readDisplaced(tileI: number, tileJ: number): Int32Array {
    const tile = this.findUnpacked(tileI, tileJ);
    const displaced = this.displaced!;
    if (tile) {
      if (tile.displaced) displaced.set(tile.displaced);
      else displaced.fill(0);
    } else if (this.packed.has(tileI, tileJ)) {
      this.read(tileI, tileJ, new Int32Array(tileColumns), this.initial, new Uint16Array(tileColumns));
    } else {
      const { fillDisplaced } = this.surface;
      if (fillDisplaced) fillDisplaced(displaced, tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
      else displaced.fill(0);
    }
    return displaced;
  }

  /** Returns the initial pressed words of a tile (0: not pressed), [tileColumns]. */
  readInitialPressed(tileI: number, tileJ: number, pressed: Uint16Array): void {
    const { fillPressed } = this.surface;
    if (fillPressed) fillPressed(pressed, tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
    else pressed.fill(0);
  }

  /** Returns the positions of all tiles that exist, by row, then by column. */
  list(): (readonly [tileI: number, tileJ: number])[] {
    return [...this.positions()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  }

  /** Returns the positions of all tiles that exist, in any order. */
  *positions(): Generator<readonly [tileI: number, tileJ: number]> {
    yield* this.packed.positionsOf();
    for (const { tileI, tileJ } of this.dozing.values()) yield [tileI, tileJ];
    for (const { tileI, tileJ } of this.awake) {
      if (!this.packed.has(tileI, tileJ)) yield [tileI, tileJ];
    }
  }

  /** Marks an awake tile as possibly changed. */
  stir(tile: Tile): void {
    tile.stirred = true;
    this.changes.add(tile);
  }

  /** Reports tiles of the initial surface as changed, although nothing has touched them. */
  announce(positions: Iterable<readonly [tileI: number, tileJ: number]>): void {
    for (const [tileI, tileJ] of positions) this.changes.add({ tileI, tileJ });
  }

  /** Returns the tiles that may have changed since the last call. A tile may occur twice. */
  takeChanges(): { readonly tileI: number; readonly tileJ: number }[] {
    const tiles = [...this.changes];
    this.changes.clear();
    return tiles;
  }

  /** Returns a pressed array of zeros for a tile that had none. */
  takePressed(): Uint16Array {
    return this.sparePressed.pop()?.fill(0) ?? new Uint16Array(tileColumns);
  }

  private takeHeights(): Int32Array {
    return this.spareHeights.pop() ?? new Int32Array(tileColumns);
  }

  givePressed(tile: Tile): void {
    if (tile.pressed) this.sparePressed.push(tile.pressed);
    tile.pressed = null;
  }

  /** Columns that an earlier run pressed are still pressed, and what it displaced is still displaced. */
  private takeInitialPressed(tile: Tile): void {
    const { fillPressed, fillPressedOut, fillDisplaced } = this.surface;
    const { tileI, tileJ } = tile;
    if (this.displaced && fillDisplaced) {
      fillDisplaced(this.displaced, tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
      tile.displaced = shrinkDisplaced(this.displaced);
    }
    if (!fillPressed) return;
    tile.pressed = this.takePressed();
    this.readInitialPressed(tileI, tileJ, tile.pressed);
    if (!tile.pressed.some((word) => word >= pressedBit)) this.givePressed(tile);
    else if (this.pressedOut && fillPressedOut) {
      tile.pressedOut = new Int32Array(tileColumns);
      fillPressedOut(tile.pressedOut, tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
    }
  }

  private pack(tile: Tile): Uint8Array | null {
    const { heights, initial, pressed, pressedOut, displaced } = tile;
    return packTile(
      heights,
      initial,
      pressed,
      this.pressedShift,
      this.pressedOut && pressedOut,
      this.displaced && (displaced ?? nothing),
    );
  }
}

const nothing = new Uint16Array(tileColumns);
