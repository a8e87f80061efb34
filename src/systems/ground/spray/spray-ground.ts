import { tileKey } from '../../regional-system.ts';
import type { Patch } from '../flow/patch.ts';
import { tileSize, touchedBit } from '../flow/sheet.ts';
import { maxHeight } from '../rules/limits.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { GroundState } from '../state.ts';
import { tileColumns } from '../tiles/packed-tile.ts';
import type { Tile } from '../tiles/tile.ts';

/** The heights of a tile at their current location: on a sheet, in the tile, or unpacked for reading. */
interface Block {
  readonly tileI: number;
  readonly tileJ: number;
  /** Null while the tile sleeps. */
  readonly tile: Tile | null;
  readonly heights: Int32Array;
  /** Index of its first column, and row stride in columns. */
  readonly base: number;
  readonly stride: number;
  /** [tileColumns] kind of each column. Null if all are loose ground. */
  readonly kinds: Uint8Array | null;
  /** Upper bounds of its heights now and at the beginning of the step, height units. */
  top: number;
  readonly before: number;
}

/** Kinds of columns. */
const [loose, missing, stone] = [0, 1, 2];

/** Maximum distance of the center of a stone from its edge, columns. */
const maxStoneReach = 64;

/** Number of sleeping tiles that stay unpacked, 4 kB each. */
const maxAsleep = 4096;

/** Limits of the height of a column, height units. */
const heightLimit = maxHeight * unitsPerMetre;

/**
 * Access to single columns of the ground for landing particles and for material that leaves: awake, sleeping and untouched ones. A
 * column that changes wakes its tile. Valid within one step, from `begin` to the next regrouping.
 */
export class SprayGround {
  /** Upper bound of the heights of the whole ground, height units. */
  top = 0;
  /** Units that landed outside the ground. */
  outside = 0;
  private readonly awake = new Map<number, Block>();
  private readonly asleep = new Map<number, Block>();
  private readonly kinds = new Map<number, Uint8Array | null>();
  private last: Block | null = null;
  /** Differences between neighbours that are stable in all cases, along an axis and a diagonal, height units. */
  private readonly axisLimit: number;
  private readonly diagonalLimit: number;

  constructor(private readonly state: GroundState) {
    const { erosion, beyond } = state.settings;
    // Negative cohesion lowers the stable difference.
    const minCohesion = 2 * Math.min(0, beyond.extras.minCohesion ?? 0);
    this.axisLimit = Math.min(erosion.axisInside, erosion.axisOutside) + minCohesion;
    this.diagonalLimit = Math.min(erosion.diagonalInside, erosion.diagonalOutside) + minCohesion;
  }

  /** Prepares a step. Sheets must not move until the last call of the step. */
  begin(): void {
    const { state } = this;
    this.awake.clear();
    this.last = null;
    if (this.asleep.size > maxAsleep) this.asleep.clear();
    this.outside = 0;
    this.top = state.asleepTop;
    for (const patch of state.patches) {
      state.kernel.measureTops(patch.sheet.pointer);
      const { tops, awake } = patch.sheet.view;
      for (let cell = 0; cell < tops.length; cell++) {
        if (awake[cell] && tops[cell] > this.top) this.top = tops[cell];
      }
    }
  }

  /** Discards the cached data of a tile that fell asleep. */
  forget({ tileI, tileJ }: Tile): void {
    this.asleep.delete(tileKey(tileI, tileJ));
  }

  /** Returns whether the column is loose ground: within the extent, known, and no stone. */
  has(i: number, j: number): boolean {
    return this.kindOf(i, j) === loose;
  }

  /** Returns whether there is no ground: beyond the extent, or unknown. */
  isMissing(i: number, j: number): boolean {
    return this.kindOf(i, j) === missing;
  }

  /** Returns whether a collider touches one of side × side columns around a column in this step. */
  isTouched(i: number, j: number, side: number): boolean {
    const first = -((side - 1) >> 1);
    for (let dj = first; dj < first + side; dj++) {
      for (let di = first; di < first + side; di++) {
        const { tile, base, stride } = this.blockAt((i + di) >> 5, (j + dj) >> 5);
        if (!tile?.patch?.hasContact) continue;
        const { contact } = tile.patch.sheet.view;
        if (contact[base + ((j + dj) & 31) * stride + ((i + di) & 31)] & touchedBit) return true;
      }
    }
    return false;
  }

  /** Returns a height in units. Beyond the boundary the ground continues. */
  height(i: number, j: number): number {
    const block = this.blockAt(i >> 5, j >> 5);
    return block.heights[block.base + (j & 31) * block.stride + (i & 31)];
  }

  /**
   * Returns a height in units, at most the maximum of its tile before this step. Material that landed in this step cannot be touched, so
   * that everything that touches was near the ground at the beginning of the step.
   */
  touchHeight(i: number, j: number): number {
    const { heights, base, stride, before } = this.blockAt(i >> 5, j >> 5);
    const height = heights[base + (j & 31) * stride + (i & 31)];
    return height < before ? height : before;
  }

  /** Returns an upper bound of the heights of the tiles with columns i0 to i1 and rows j0 to j1, height units. */
  topOf(i0: number, j0: number, i1: number, j1: number): number {
    let top = Number.NEGATIVE_INFINITY;
    for (let tileJ = j0 >> 5; tileJ <= j1 >> 5; tileJ++) {
      for (let tileI = i0 >> 5; tileI <= i1 >> 5; tileI++) {
        const block = this.blockAt(tileI, tileJ);
        if (block.top > top) top = block.top;
      }
    }
    return top;
  }

  /**
   * Adds `units` to side × side columns around a column. The area is as wide as the material, so that small columns do not become
   * needles. What falls outside the ground is counted as outside.
   */
  land(i: number, j: number, units: number, side: number): void {
    const count = side * side;
    const perColumn = Math.floor(units / count);
    let rest = units - perColumn * count;
    const first = -((side - 1) >> 1);
    for (let dj = 0; dj < side; dj++) {
      for (let di = 0; di < side; di++) {
        const part = perColumn + (rest > 0 ? 1 : 0);
        rest--;
        if (part > 0) this.drop(i + first + di, j + first + dj, part);
      }
    }
  }

  /** Adds `units` to a column, or to a column beside its stone. */
  private drop(i: number, j: number, units: number): void {
    let [landI, landJ] = [i, j];
    if (this.kindOf(i, j) === stone) {
      const beside = this.findBesideStone(i, j);
      if (beside) [landI, landJ] = beside;
    }
    if (!this.add(landI, landJ, units)) this.outside += units;
  }

  /** Returns the lowest column of loose ground on the nearest square ring around a stone that has any. */
  private findBesideStone(i: number, j: number): [number, number] | null {
    for (let reach = 1; reach <= maxStoneReach; reach++) {
      let best: [number, number] | null = null;
      let lowest = Number.POSITIVE_INFINITY;
      for (let dj = -reach; dj <= reach; dj++) {
        const step = Math.abs(dj) === reach ? 1 : 2 * reach;
        for (let di = -reach; di <= reach; di += step) {
          if (!this.has(i + di, j + dj)) continue;
          const height = this.height(i + di, j + dj);
          if (height >= lowest) continue;
          lowest = height;
          best = [i + di, j + dj];
        }
      }
      if (best) return best;
    }
    return null;
  }

  private kindOf(i: number, j: number): number {
    const { extent } = this.state.settings;
    if (extent) {
      const isWithin =
        i >= extent.i0 && j >= extent.j0 && i < extent.i0 + extent.columns && j < extent.j0 + extent.rows;
      if (!isWithin) return missing;
    }
    const { kinds } = this.blockAt(i >> 5, j >> 5);
    return kinds === null ? loose : kinds[(j & 31) * tileSize + (i & 31)];
  }

  /** Takes `units` from a column. Returns false and takes nothing if there is no ground or not enough. */
  take(i: number, j: number, units: number): boolean {
    return units > 0 && this.add(i, j, -units);
  }

  /** Takes up to `units` from side × side columns around one, in equal parts. Returns the amount. */
  scrape(i: number, j: number, units: number, side: number): number {
    const perColumn = Math.floor(units / (side * side));
    const first = -((side - 1) >> 1);
    let taken = 0;
    for (let dj = 0; dj < side; dj++) {
      for (let di = 0; di < side; di++) {
        if (this.take(i + first + di, j + first + dj, perColumn)) taken += perColumn;
      }
    }
    return taken;
  }

  private add(i: number, j: number, units: number): boolean {
    const { state } = this;
    if (!this.has(i, j)) return false;
    let block = this.blockAt(i >> 5, j >> 5);
    const next = block.heights[block.base + (j & 31) * block.stride + (i & 31)] + units;
    if (next > heightLimit || next < -heightLimit) return false;
    if (!block.tile) block = this.wake(block);
    const tile = block.tile!;
    block.heights[block.base + (j & 31) * block.stride + (i & 31)] = next;
    if (tile.patch) tile.patch.dirty = true;
    else if (state.settings.rules.pushesDisplaced) this.countDisplaced(tile, i, j, units);
    if (next > block.top) block.top = next;
    // What colliders raised in this step is measured at its end.
    if (units > 0 && next > tile.top) tile.top = next;
    if (next > this.top) this.top = next;
    state.tiles.stir(tile);
    tile.keptStep = state.steps;
    // A stable layer does not make the ground flow.
    if (!tile.touched && (units < 0 || this.isSteep(i, j, next))) {
      tile.touched = true;
      state.wakeRing(tile);
    }
    return true;
  }

  /** Counts what lands on a tile that sleeps, or leaves it, as the sheet of an awake tile does. It may be negative until the end of the step. */
  private countDisplaced(tile: Tile, i: number, j: number, units: number): void {
    if (!(tile.displaced instanceof Int32Array)) {
      const amounts = new Int32Array(tileColumns);
      if (tile.displaced) amounts.set(tile.displaced);
      tile.displaced = amounts;
    }
    tile.displaced[(j & 31) * tileSize + (i & 31)] += units;
  }

  /** Returns whether a column of that height might give to a neighbour. */
  private isSteep(i: number, j: number, height: number): boolean {
    for (let dj = -1; dj <= 1; dj++) {
      for (let di = -1; di <= 1; di++) {
        const limit = di === 0 || dj === 0 ? this.axisLimit : this.diagonalLimit;
        if (height - this.height(i + di, j + dj) > limit) return true;
      }
    }
    return false;
  }

  private wake({ tileI, tileJ, kinds }: Block): Block {
    const tile = this.state.wake(tileI, tileJ);
    this.asleep.delete(tileKey(tileI, tileJ));
    const block = showTile(tile, kinds);
    this.awake.set(tileKey(tileI, tileJ), block);
    this.last = block;
    return block;
  }

  private blockAt(tileI: number, tileJ: number): Block {
    const { last } = this;
    if (last !== null && last.tileI === tileI && last.tileJ === tileJ) return last;
    const key = tileKey(tileI, tileJ);
    const block =
      this.awake.get(key) ?? this.findAwake(tileI, tileJ, key) ?? this.findAsleep(tileI, tileJ, key);
    this.last = block;
    return block;
  }

  private findAwake(tileI: number, tileJ: number, key: number): Block | null {
    const tile = this.state.tiles.find(tileI, tileJ);
    if (!tile) return null;
    const kinds = this.readKinds(tileI, tileJ);
    const block = tile.patch ? showSheet(tile, tile.patch, kinds) : showTile(tile, kinds);
    this.asleep.delete(key);
    this.awake.set(key, block);
    return block;
  }

  /** Returns the kinds of the columns of a tile. They never change and are cached if not all are loose. */
  private readKinds(tileI: number, tileJ: number): Uint8Array | null {
    const { surface, fillStones } = this.state.settings;
    if (!surface.fillMissing && !fillStones) return null;
    const key = tileKey(tileI, tileJ);
    const known = this.kinds.get(key);
    if (known !== undefined) return known;
    const [i0, j0] = [tileI * tileSize, tileJ * tileSize];
    const kinds = new Uint8Array(tileColumns);
    if (fillStones) {
      fillStones(flags, i0, j0, tileSize, tileSize);
      for (let k = 0; k < tileColumns; k++) if (flags[k] === 1) kinds[k] = stone;
    }
    if (surface.fillMissing) {
      surface.fillMissing(flags, i0, j0, tileSize, tileSize);
      for (let k = 0; k < tileColumns; k++) if (flags[k] === 1) kinds[k] = missing;
    }
    const found = kinds.every((kind) => kind === loose) ? null : kinds;
    if (this.kinds.size > maxAsleep) this.kinds.clear();
    this.kinds.set(key, found);
    return found;
  }

  private findAsleep(tileI: number, tileJ: number, key: number): Block {
    const found = this.asleep.get(key);
    if (found) return found;
    const heights = new Int32Array(tileColumns);
    this.state.tiles.read(tileI, tileJ, heights, initial, pressed);
    let top = heights[0];
    for (let k = 1; k < tileColumns; k++) if (heights[k] > top) top = heights[k];
    const kinds = this.readKinds(tileI, tileJ);
    const block = { tileI, tileJ, tile: null, heights, base: 0, stride: tileSize, kinds, top, before: top };
    this.asleep.set(key, block);
    return block;
  }
}

/** Returns the entry of a tile that is not on a sheet yet. */
function showTile(tile: Tile, kinds: Uint8Array | null): Block {
  const { tileI, tileJ, heights, top } = tile;
  return { tileI, tileJ, tile, heights, base: 0, stride: tileSize, kinds, top, before: top };
}

function showSheet(tile: Tile, patch: Patch, kinds: Uint8Array | null): Block {
  const { height, columns, tops, awake } = patch.sheet.view;
  const cell = patch.cellOf(tile);
  return {
    tileI: tile.tileI,
    tileJ: tile.tileJ,
    tile,
    heights: height,
    base: patch.offsetOf(tile),
    stride: columns,
    kinds,
    // Tiles completely beyond the boundary are not measured.
    top: awake[cell] ? tops[cell] : Number.POSITIVE_INFINITY,
    before: tile.top,
  };
}

const initial = new Int32Array(tileColumns);
const pressed = new Uint16Array(tileColumns);
const flags = new Uint8Array(tileColumns);
