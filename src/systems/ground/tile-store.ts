import { fillNoise, type NoiseParams } from './noise.ts';
import { packTile, tileColumns, unpackTile } from './packed-tile.ts';
import type { Patch } from './patch.ts';
import { tileSize } from './sheet.ts';

/**
 * 32 × 32 columns of ground. Awake, it holds its heights as they are; asleep, only what differs from the initial ground.
 * A tile that nothing has changed exists only while it is awake.
 */
export class Tile {
  /** Awake: [tileColumns] heights, units. They lag behind the patch's sheet until `Patch.flush`. */
  heights: Int32Array | null = null;
  /** Awake: [tileColumns] pressed words (see `sheet.ts`); null while no column of the tile is pressed. */
  pressed: Uint16Array | null = null;
  /** `packTile`'s bytes, null where nothing differs from the initial ground: as it fell asleep last. */
  packed: Uint8Array | null = null;
  /** The patch that holds it while it is awake. */
  patch: Patch | null = null;
  /** Something moved or touched here in the last step: the tile and its eight neighbours stay awake. */
  active = false;
  /** Awake: columns may have changed since it woke. */
  stirred = false;
  /** No column of it stands higher, units. */
  top = 0;
  /** A column of it is in contact in this step. */
  touched = false;
  /** A column of it gave something in this step. */
  moved = false;
  /** All eight neighbours are awake. */
  ringAwake = false;
  /** The last step in which a collider came near, and the surface that did so last. */
  nearStep = -1;
  nearSurface: object | null = null;
  /** The last step in which it or a neighbour was active, and in which one was active or had a collider near. */
  neededStep = -1;
  keptStep = -1;
  /** Contact bytes on the way from one sheet to the next, in the middle of a step. */
  contact: Uint8Array | null = null;

  constructor(
    /** Columns 32 · tileI … + 31, rows 32 · tileJ … + 31. */
    readonly tileI: number,
    readonly tileJ: number,
  ) {}

  get isAwake(): boolean {
    return this.heights !== null;
  }
}

/** The greatest of the heights. */
export function findHighest(heights: Int32Array): number {
  let highest = heights[0];
  for (let k = 1; k < heights.length; k++) if (heights[k] > highest) highest = heights[k];
  return highest;
}

/** All tiles that exist, by position, however far apart. */
export class TileStore {
  private readonly rows = new Map<number, Map<number, Tile>>();
  /** Arrays of tiles that fell asleep, for the next that wake. */
  private readonly spareHeights: Int32Array[] = [];
  private readonly sparePressed: Uint16Array[] = [];
  private readonly initial = new Int32Array(tileColumns);
  readonly awake = new Set<Tile>();
  /** See `takeChanges`. Not state. */
  private readonly changes = new Set<Tile>();

  constructor(
    private readonly noise: NoiseParams,
    private readonly pressedShift: number,
  ) {}

  find(tileI: number, tileJ: number): Tile | undefined {
    return this.rows.get(tileJ)?.get(tileI);
  }

  /** The tile, made if need be, with its heights. */
  wake(tileI: number, tileJ: number): Tile {
    const tile = this.find(tileI, tileJ) ?? this.add(new Tile(tileI, tileJ));
    if (tile.heights) return tile;
    tile.heights = this.spareHeights.pop() ?? new Int32Array(tileColumns);
    if (tile.packed) {
      this.readInitial(tile);
      const pressed = this.takePressed();
      const anyPressed = unpackTile(tile.packed, tile.heights, this.initial, pressed, this.pressedShift);
      if (anyPressed) tile.pressed = pressed;
      else this.sparePressed.push(pressed);
    } else {
      fillNoise(tile.heights, tileI * tileSize, tileJ * tileSize, tileSize, tileSize, this.noise);
    }
    tile.top = findHighest(tile.heights);
    tile.stirred = false;
    this.awake.add(tile);
    return tile;
  }

  /** Packs an awake tile whose arrays are up to date; forgets it when nothing in it differs from the initial ground. */
  sleep(tile: Tile): void {
    tile.packed = this.pack(tile);
    this.spareHeights.push(tile.heights!);
    tile.heights = null;
    this.givePressed(tile);
    tile.patch = null;
    tile.ringAwake = false;
    this.awake.delete(tile);
    for (let dj = -1; dj <= 1; dj++) {
      for (let di = -1; di <= 1; di++) {
        const other = this.find(tile.tileI + di, tile.tileJ + dj);
        if (other) other.ringAwake = false;
      }
    }
    if (!tile.packed) this.remove(tile);
  }

  /** Puts a tile that a file holds. */
  restore(tileI: number, tileJ: number, packed: Uint8Array): Tile {
    const tile = this.find(tileI, tileJ) ?? this.add(new Tile(tileI, tileJ));
    tile.packed = packed;
    this.changes.add(tile);
    return tile;
  }

  /** The packed form of a tile, asleep or awake (up to date); null when nothing in it has changed. */
  pack(tile: Tile): Uint8Array | null {
    if (!tile.heights || !tile.stirred) return tile.packed;
    this.readInitial(tile);
    return packTile(tile.heights, this.initial, tile.pressed, this.pressedShift);
  }

  /** Heights and initial heights of a tile, [tileColumns] each, and pressed words (zero where none). */
  read(tile: Tile, heights: Int32Array, initial: Int32Array, pressed: Uint16Array): void {
    fillNoise(initial, tile.tileI * tileSize, tile.tileJ * tileSize, tileSize, tileSize, this.noise);
    if (tile.packed && !tile.heights) {
      unpackTile(tile.packed, heights, initial, pressed, this.pressedShift);
      return;
    }
    heights.set(tile.heights ?? initial);
    if (tile.pressed) pressed.set(tile.pressed);
    else pressed.fill(0);
  }

  /** Says that columns of an awake tile may have changed. */
  stir(tile: Tile): void {
    tile.stirred = true;
    this.changes.add(tile);
  }

  /** Tiles that may have changed since the last call. */
  takeChanges(): Tile[] {
    const tiles = [...this.changes];
    this.changes.clear();
    return tiles;
  }

  /** Every tile that exists, in no order. */
  *all(): Generator<Tile> {
    for (const row of this.rows.values()) yield* row.values();
  }

  /** Every tile by row, then by column. */
  sorted(): Tile[] {
    return [...this.all()].sort((a, b) => a.tileJ - b.tileJ || a.tileI - b.tileI);
  }

  /** A pressed array for a tile that had none, all zero. */
  takePressed(): Uint16Array {
    return this.sparePressed.pop()?.fill(0) ?? new Uint16Array(tileColumns);
  }

  givePressed(tile: Tile): void {
    if (tile.pressed) this.sparePressed.push(tile.pressed);
    tile.pressed = null;
  }

  private readInitial(tile: Tile): void {
    fillNoise(this.initial, tile.tileI * tileSize, tile.tileJ * tileSize, tileSize, tileSize, this.noise);
  }

  private add(tile: Tile): Tile {
    let row = this.rows.get(tile.tileJ);
    if (!row) {
      row = new Map();
      this.rows.set(tile.tileJ, row);
    }
    row.set(tile.tileI, tile);
    return tile;
  }

  private remove(tile: Tile): void {
    const row = this.rows.get(tile.tileJ)!;
    row.delete(tile.tileI);
    if (row.size === 0) this.rows.delete(tile.tileJ);
  }
}
