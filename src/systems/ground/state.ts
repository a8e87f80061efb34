import { InputError } from '../../input-error.ts';
import { append } from '../../math/lists.ts';
import { KernelAllocator } from '../kernel-memory.ts';
import { LeavesRegion, type Region } from '../regional-system.ts';
import type { TimedParams } from '../timed-params.ts';
import type { NearSurface } from './contact/near-surface.ts';
import type { Patch } from './flow/patch.ts';
import { Scratch } from './flow/scratch.ts';
import { tileSize } from './flow/sheet.ts';
import type { GroundKernel } from './kernel.ts';
import type { GroundParams } from './params.ts';
import type { GroundRecord } from './regional-record.ts';
import { maxColumn } from './rules/limits.ts';
import type { GroundSettings } from './rules/settings.ts';
import type { SnowCover } from './snow-cover/snow-cover.ts';
import type { Spray } from './spray/spray.ts';
import type { Sticking } from './sticking/sticking.ts';
import { tileColumns } from './tiles/packed-tile.ts';
import type { Tile } from './tiles/tile.ts';
import { TileStore } from './tiles/tile-store.ts';

/** Maximum of awake tiles: 16.7 million columns, about 0.8 GB of scratch. */
const maxAwakeTiles = 2 ** 14;

const oneColumn = new Uint8Array(1);

/** Rectangles with more tiles use the bound of the whole ground. */
const maxBoundedTiles = 4096;

/** Counts of the run so far. Part of the state and of the report. */
export interface GroundTotals {
  /** Units that were compacted, and units that were pushed over the boundary of the ground. */
  compacted: bigint;
  outside: bigint;
  /** Units that fell into prints, and units that water took from the ground, less what it brought. 0 if prints do not fade. */
  fallen: bigint;
  washed: bigint;
  /** Erosion passes in which something moved. */
  passes: number;
  /** Maximum of awake columns in a step. */
  columnsAwakePeak: number;
  /** Number of collider steps in which a part smaller than a cell went into the ground and touched no column. */
  smallContacts: number;
  /** Number of collider steps whose poses were limited by `maxPoses`. */
  coarseSweeps: number;
}

/** A ground that is simulated. `tiles` and the fields beside it are the state. The patches and the kernel's memory are scratch. */
export class GroundState {
  readonly tiles: TileStore;
  readonly totals: GroundTotals = {
    compacted: 0n,
    outside: 0n,
    fallen: 0n,
    washed: 0n,
    passes: 0,
    columnsAwakePeak: 0,
    smallContacts: 0,
    coarseSweeps: 0,
  };
  /** Number of steps so far. */
  steps = 0;
  /** Upper bound of the heights of sleeping and untouched columns, height units. It never decreases and only serves to skip tests. */
  asleepTop: number;
  /** Upper bound of their heights above the bound of the untouched ground in their tile, height units. It never decreases. */
  asleepRise = 0;

  /** Material on colliders and in flight. Null if the ground has no spray. */
  readonly spray: Spray | null;
  /** What sticks to bodies. Null if nothing sticks. */
  readonly sticking: Sticking | null;

  /** Snow on bodies. Null if they stay bare. */
  readonly snowCover: SnowCover | null;

  readonly allocator: KernelAllocator;
  readonly scratch: Scratch;
  /** One for each collider, in the order of the inputs. */
  readonly surfaces: NearSurface[] = [];
  patches: Patch[] = [];
  /** Tiles woke or fell asleep since the patches were created. */
  patchesAreStale = false;
  /** The tiles that may be used. Null: all. A tile can only wake together with its eight neighbours in the region. */
  region: Region | null = null;
  /** The totals of every step, if the ground is simulated in parts. */
  record: GroundRecord | null = null;

  constructor(
    /** The settings in the current step. */
    public settings: GroundSettings,
    readonly kernel: GroundKernel,
    /** The parameters over time, if any has keys. */
    readonly timed: TimedParams<GroundParams> | null = null,
  ) {
    const { parts, spray, fading } = settings;
    this.tiles = new TileStore(settings.surface, settings.pressedShift, {
      remembersCompaction: settings.beyond.looseDepth > 0,
      keepsDisplaced: settings.rules.pushesDisplaced,
      dozes: fading !== null,
    });
    if (settings.stamped) this.tiles.announce(settings.stamped.tiles.positionsOf());
    const start = fading && (settings.stamped ?? settings.earlier);
    if (start) append(this.tiles.pending, [...start.tiles.positionsOf()]);
    this.allocator = new KernelAllocator(kernel.memory);
    this.scratch = new Scratch(this.allocator, settings.beyond.extras.hasDrift === true);
    this.asleepTop = settings.surface.top;
    this.spray = spray && parts!.createSpray(this, spray);
    this.snowCover = settings.snowCover > 0 && fading?.snows ? parts!.createSnowCover() : null;
    this.sticking = settings.stickingDepth > 0 ? parts!.createSticking(settings) : null;
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

  /** Returns the tile and wakes it if needed. */
  wake(tileI: number, tileJ: number): Tile {
    const found = this.tiles.find(tileI, tileJ);
    if (found) return found;
    if (this.region) this.checkRegion(this.region, tileI, tileJ);
    this.patchesAreStale = true;
    return this.tiles.wake(tileI, tileJ);
  }

  /**
   * Throws LeavesRegion if a tile, or a neighbour of it, is outside the region. Because of the neighbours, awake tiles of separate regions
   * are never side by side, so they cannot exchange material.
   */
  private checkRegion(region: Region, tileI: number, tileJ: number): void {
    for (let j = tileJ - 1; j <= tileJ + 1; j++)
      for (let i = tileI - 1; i <= tileI + 1; i++) if (!region.has(i, j)) throw new LeavesRegion({ i, j });
  }

  /** Wakes the eight neighbours of a tile in which something moves or touches. */
  wakeRing(tile: Tile): void {
    if (tile.ringAwake) return;
    for (let dj = -1; dj <= 1; dj++) {
      for (let di = -1; di <= 1; di++) this.wake(tile.tileI + di, tile.tileJ + dj);
    }
    tile.ringAwake = true;
  }

  /** Upper bound of the heights of the whole ground, height units. */
  findTop(): number {
    let top = this.asleepTop;
    for (const tile of this.tiles.awake) if (tile.top > top) top = tile.top;
    return top;
  }

  /** Updates the bounds with the height of a tile that sleeps or will sleep. */
  noteTop(tileI: number, tileJ: number, top: number): void {
    this.asleepTop = Math.max(this.asleepTop, top);
    const below = this.settings.surface.topOf?.(tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
    if (below !== undefined) this.asleepRise = Math.max(this.asleepRise, top - below);
  }

  /** Returns an upper bound of the heights of a rectangle of tiles, height units. On a terrain it is far below that of the whole ground. */
  findTopUnder(firstI: number, firstJ: number, columns: number, rows: number): number {
    const { surface } = this.settings;
    const isNear = Math.max(Math.abs(firstI), Math.abs(firstJ)) * tileSize < maxColumn;
    if (!surface.topOf || columns * rows > maxBoundedTiles || !isNear) return this.findTop();
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

  /** Returns whether the column has a stone. */
  isStone(i: number, j: number): boolean {
    if (!this.settings.fillStones) return false;
    this.settings.fillStones(oneColumn, i, j, 1, 1);
    return oneColumn[0] === 1;
  }

  /** Returns whether the column is part of the ground: within its extent, and known. */
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

  /** Writes all sheets to their tiles. Must be called before tiles are read, saved or hashed. */
  flush(): void {
    for (const patch of this.patches) patch.flush(this.tiles);
  }
}
