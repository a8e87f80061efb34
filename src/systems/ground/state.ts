import { InputError } from '../../input-error.ts';
import { KernelAllocator } from '../kernel-memory.ts';
import type { NearSurface } from './contact/near-surface.ts';
import type { Patch } from './flow/patch.ts';
import { Scratch } from './flow/scratch.ts';
import { tileSize } from './flow/sheet.ts';
import type { GroundKernel } from './kernel.ts';
import { maxColumn } from './rules/limits.ts';
import type { GroundSettings } from './rules/settings.ts';
import { Spray } from './spray/spray.ts';
import { tileColumns } from './tiles/packed-tile.ts';
import type { Tile } from './tiles/tile.ts';
import { TileStore } from './tiles/tile-store.ts';

/** 16.7 million columns, about 0.8 GB of scratch. */
const maxAwakeTiles = 2 ** 14;

const oneColumn = new Uint8Array(1);

/** Over more tiles than this nobody looks for a top of their own. */
const mostBoundedTiles = 4096;

/** What has happened so far: part of the state, and of the report. */
export interface GroundTotals {
  /** Units compacted, and units pushed beyond the ground's edge. */
  compacted: bigint;
  outside: bigint;
  /** Erosion passes in which something moved. */
  passes: number;
  /** Most columns that were awake in a step. */
  columnsAwakePeak: number;
  /** Collider and step pairs in which a part smaller than a cell went into the ground and touched no column. */
  smallContacts: number;
  /** Collider and step pairs so fast that the sweep was cut off at `maxPoses`. */
  coarseSweeps: number;
}

/** A ground while it runs. `tiles` and what stands beside it is the state; the patches and the kernel's memory are scratch. */
export class GroundState {
  readonly tiles: TileStore;
  readonly totals: GroundTotals = {
    compacted: 0n,
    outside: 0n,
    passes: 0,
    columnsAwakePeak: 0,
    smallContacts: 0,
    coarseSweeps: 0,
  };
  /** Steps made. */
  steps = 0;
  /** No sleeping or untouched column stands higher, units. Never falls: it only serves to leave things out. */
  asleepTop: number;
  /** Nor further above the untouched ground's own bound in its tile, units. Never falls. */
  asleepRise = 0;

  /** What sticks to colliders and flies; null where nothing is thrown up. */
  readonly spray: Spray | null;

  readonly allocator: KernelAllocator;
  readonly scratch: Scratch;
  /** One a collider, in the inputs' order. */
  readonly surfaces: NearSurface[] = [];
  patches: Patch[] = [];
  /** Tiles woke or fell asleep since the patches were made. */
  patchesAreStale = false;

  constructor(
    readonly settings: GroundSettings,
    readonly kernel: GroundKernel,
  ) {
    this.tiles = new TileStore(settings.surface, settings.pressedShift, settings.beyond.looseDepth > 0);
    this.allocator = new KernelAllocator(kernel.memory);
    this.scratch = new Scratch(this.allocator, settings.beyond.lean256 > 0);
    this.asleepTop = settings.surface.top;
    this.spray = settings.spray && new Spray(this, settings.spray);
  }

  /** Throws InputError if a collider covers more tiles in one step than are allowed. collider: its name, for the message. */
  checkRoom(collider: string, tileCount: number, limit = maxAwakeTiles): void {
    if (tileCount <= limit) return;
    throw InputError.at(
      '',
      `${collider || 'a collider'} comes over more than ${limit * tileColumns} columns of the ground in one step: ` +
        'if it jumps, say so (two keys of one time; a cut in code), else use a larger cell, or leave floors out',
    );
  }

  /** The tile, awake. */
  wake(tileI: number, tileJ: number): Tile {
    const found = this.tiles.find(tileI, tileJ);
    if (found) return found;
    this.patchesAreStale = true;
    return this.tiles.wake(tileI, tileJ);
  }

  /** Wakes the eight neighbours of a tile in which something moves or touches. */
  wakeRing(tile: Tile): void {
    if (tile.ringAwake) return;
    for (let dj = -1; dj <= 1; dj++) {
      for (let di = -1; di <= 1; di++) this.wake(tile.tileI + di, tile.tileJ + dj);
    }
    tile.ringAwake = true;
  }

  /** No column of the whole ground stands higher, units. */
  findTop(): number {
    let top = this.asleepTop;
    for (const tile of this.tiles.awake) if (tile.top > top) top = tile.top;
    return top;
  }

  /** The tile, asleep or about to be, stands so high. */
  noteTop(tileI: number, tileJ: number, top: number): void {
    this.asleepTop = Math.max(this.asleepTop, top);
    const below = this.settings.surface.topOf?.(tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
    if (below !== undefined) this.asleepRise = Math.max(this.asleepRise, top - below);
  }

  /** No column of a rectangle of tiles stands higher, units: on a terrain far less than the whole ground's top. */
  findTopUnder(firstI: number, firstJ: number, columns: number, rows: number): number {
    const { surface } = this.settings;
    const isNear = Math.max(Math.abs(firstI), Math.abs(firstJ)) * tileSize < maxColumn;
    if (!surface.topOf || columns * rows > mostBoundedTiles || !isNear) return this.findTop();
    const untouched = surface.topOf(
      firstI * tileSize,
      firstJ * tileSize,
      columns * tileSize,
      rows * tileSize,
    );
    let top = Math.min(this.asleepTop, untouched + this.asleepRise);
    for (let j = firstJ; j < firstJ + rows; j++) {
      for (let i = firstI; i < firstI + columns; i++) {
        const tile = this.tiles.find(i, j);
        if (tile && tile.top > top) top = tile.top;
      }
    }
    return top;
  }

  /** Whether a stone stands in the column. */
  isStone(i: number, j: number): boolean {
    if (!this.settings.fillStones) return false;
    this.settings.fillStones(oneColumn, i, j, 1, 1);
    return oneColumn[0] === 1;
  }

  /** Whether the column is part of the ground: within its extent, and known. */
  isThere(i: number, j: number): boolean {
    const { extent, surface } = this.settings;
    if (extent) {
      const isWithin =
        i >= extent.i0 && j >= extent.j0 && i < extent.i0 + extent.columns && j < extent.j0 + extent.rows;
      if (!isWithin) return false;
    }
    if (!surface.fillMissing) return true;
    surface.fillMissing(oneColumn, i, j, 1, 1);
    return oneColumn[0] === 0;
  }

  /** Brings every tile up to date: before tiles are read, saved or hashed. */
  flush(): void {
    for (const patch of this.patches) patch.flush(this.tiles);
  }
}
