import type { Patch } from '../flow/patch.ts';
import { tileSize } from '../flow/sheet.ts';
import { maxHeight } from '../rules/limits.ts';
import { unitsPerMetre } from '../rules/thresholds.ts';
import type { GroundState } from '../state.ts';
import { tileColumns } from '../tiles/packed-tile.ts';
import type { Tile } from '../tiles/tile.ts';

/** A tile's heights wherever they are now: on a sheet, in the tile, or unpacked for looking at. */
interface Block {
  readonly tileI: number;
  readonly tileJ: number;
  /** Null while it sleeps. */
  readonly tile: Tile | null;
  readonly heights: Int32Array;
  /** Index of its first column, and columns from row to row. */
  readonly base: number;
  readonly stride: number;
  /** [tileColumns] what each column is; null where all are loose ground. */
  readonly kinds: Uint8Array | null;
  /** No column of it stands higher, and stood when the step began, units. */
  top: number;
  readonly before: number;
}

/** What a column is. */
const [loose, missing, stone] = [0, 1, 2];

/** Of no stone is the middle further from its edge, columns. */
const mostStoneReach = 64;

/** Sleeping tiles that are kept unpacked, 4 kB each. */
const maxAsleep = 4096;

/** No column may be brought beyond these, units. */
const heightLimit = maxHeight * unitsPerMetre;

/**
 * The ground's columns one by one, as particles meet them and as what leaves takes from them: awake, asleep and untouched
 * ones alike. A column that changes wakes its tile. Holds for one step at a time, between `begin` and the next regrouping.
 */
export class SprayGround {
  /** No column of the whole ground stands higher, units. */
  top = 0;
  /** Units that were to land where there is no ground. */
  outside = 0;
  private readonly awake = new Map<number, Block>();
  private readonly asleep = new Map<number, Block>();
  private readonly kinds = new Map<number, Uint8Array | null>();
  private last: Block | null = null;
  /** What stands between neighbours whatever the rest of them is: along an axis and a diagonal, units. */
  private readonly axisLimit: number;
  private readonly diagonalLimit: number;

  constructor(private readonly state: GroundState) {
    const { erosion, beyond } = state.settings;
    // Where cohesion is less than none, less stands.
    const least = 2 * Math.min(0, beyond.extras.minCohesion ?? 0);
    this.axisLimit = Math.min(erosion.axisInside, erosion.axisOutside) + least;
    this.diagonalLimit = Math.min(erosion.diagonalInside, erosion.diagonalOutside) + least;
  }

  /** Looks at the ground anew. Sheets must stay where they are until the last call of the step. */
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

  /** The tile has fallen asleep: what is known of it does not hold. */
  forget({ tileI, tileJ }: Tile): void {
    this.asleep.delete(keyOf(tileI, tileJ));
  }

  /** Whether the column is ground that gives and takes: none beyond the edge, none where it is missing, no stone. */
  has(i: number, j: number): boolean {
    return this.kindOf(i, j) === loose;
  }

  /** Units; what is beyond the edge lies as it would if the ground went on. */
  height(i: number, j: number): number {
    const block = this.blockAt(i >> 5, j >> 5);
    return block.heights[block.base + (j & 31) * block.stride + (i & 31)];
  }

  /**
   * Units, but no higher than the highest of its tile was before this step: what has only just been piled up is touched by
   * nothing. Whatever touches was then near the ground as the step found it, and is known to be.
   */
  touchHeight(i: number, j: number): number {
    const { heights, base, stride, before } = this.blockAt(i >> 5, j >> 5);
    const height = heights[base + (j & 31) * stride + (i & 31)];
    return height < before ? height : before;
  }

  /** No column of the tiles that hold columns i0 … i1 and rows j0 … j1 stands higher, units. */
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
   * Lets `units` land around a column, over side × side of them: as wide as what lands, so that fine columns do not become
   * needles. Counts as outside what falls where there is no ground.
   */
  land(i: number, j: number, units: number, side: number): void {
    const count = side * side;
    const share = Math.floor(units / count);
    let rest = units - share * count;
    const first = -((side - 1) >> 1);
    for (let dj = 0; dj < side; dj++) {
      for (let di = 0; di < side; di++) {
        const part = share + (rest > 0 ? 1 : 0);
        rest--;
        if (part > 0) this.drop(i + first + di, j + first + dj, part);
      }
    }
  }

  /** Lets `units` fall on a column, or beside the stone that stands there. */
  private drop(i: number, j: number, units: number): void {
    let [landI, landJ] = [i, j];
    if (this.kindOf(i, j) === stone) {
      const beside = this.findBesideStone(i, j);
      if (beside) [landI, landJ] = beside;
    }
    if (!this.add(landI, landJ, units)) this.outside += units;
  }

  /** The lowest column of loose ground on the nearest square ring around a stone's that has any. */
  private findBesideStone(i: number, j: number): [number, number] | null {
    for (let reach = 1; reach <= mostStoneReach; reach++) {
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

  /** Takes `units` from a column. False, and nothing is taken, where there is no ground, or none so deep. */
  take(i: number, j: number, units: number): boolean {
    return units > 0 && this.add(i, j, -units);
  }

  /** Takes up to `units` from side × side columns around one, alike from each. Returns how much that was. */
  scrape(i: number, j: number, units: number, side: number): number {
    const share = Math.floor(units / (side * side));
    const first = -((side - 1) >> 1);
    let taken = 0;
    for (let dj = 0; dj < side; dj++) {
      for (let di = 0; di < side; di++) {
        if (this.take(i + first + di, j + first + dj, share)) taken += share;
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
    if (next > block.top) block.top = next;
    if (next > tile.top) tile.top = next;
    if (next > this.top) this.top = next;
    state.tiles.stir(tile);
    tile.keptStep = state.steps;
    // A layer that stands is no reason to let ground flow.
    if (!tile.touched && (units < 0 || this.isSteep(i, j, next))) {
      tile.touched = true;
      state.wakeRing(tile);
    }
    return true;
  }

  /** Whether a column of that height might give to a neighbour. */
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
    this.asleep.delete(keyOf(tileI, tileJ));
    const block = showTile(tile, kinds);
    this.awake.set(keyOf(tileI, tileJ), block);
    this.last = block;
    return block;
  }

  private blockAt(tileI: number, tileJ: number): Block {
    const { last } = this;
    if (last !== null && last.tileI === tileI && last.tileJ === tileJ) return last;
    const key = keyOf(tileI, tileJ);
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

  /** Kinds of a tile's columns; they never change, and are kept where there are any but loose ones. */
  private readKinds(tileI: number, tileJ: number): Uint8Array | null {
    const { surface, fillStones } = this.state.settings;
    if (!surface.fillMissing && !fillStones) return null;
    const key = keyOf(tileI, tileJ);
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

/** A tile that is on no sheet yet. */
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
    // Where all lies beyond the edge, nobody measures.
    top: awake[cell] ? tops[cell] : Number.POSITIVE_INFINITY,
    before: tile.top,
  };
}

const initial = new Int32Array(tileColumns);
const pressed = new Uint16Array(tileColumns);
const flags = new Uint8Array(tileColumns);

function keyOf(tileI: number, tileJ: number): number {
  return (tileI + 2 ** 25) * 2 ** 26 + tileJ + 2 ** 25;
}
