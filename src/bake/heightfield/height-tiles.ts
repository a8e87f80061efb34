import type { ColumnRectangle } from '../../systems/outputs/heightfield.ts';
import { heightMapLimit } from './height-sequence.ts';

/** A part of a ground that has its own height sequence. */
export interface HeightTile extends ColumnRectangle {
  /** Position of the tile in the grid of tiles, from the −X and the −Z boundary. */
  readonly column: number;
  readonly row: number;
  /** Frames of the tile's sequence: from the frame before its first change to its last change, both included. */
  readonly firstFrame: number;
  readonly lastFrame: number;
}

/** `auto`: tiles are used if they need fewer samples. `never`: they are not used. */
export const heightTileModes = ['auto', 'never'] as const;
export type HeightTileMode = (typeof heightTileModes)[number];

/** Number of columns along the side of a block. Changes are recorded for whole blocks. */
const blockSize = 32;
/** Tile sizes that are tried, in columns. */
const pitches = [128, 256, 512, 1024, 2048];
/** Maximum number of tiles of a ground whose rectangle could be one height map. */
export const maxTiles = 64;
/** Maximum number of tiles if the rectangle is too large for one height map. */
export const maxTilesOfLarge = 4096;
/** If a rectangle has at most this many samples in all frames together, it is never divided: 64 MB before compression. */
const enoughForTiles = 2 ** 24;
/** Tiles are used if they have at most this fraction of the samples of one rectangle. */
const worthwhileFraction = 0.5;
/** Overhead of one file, as a number of samples. */
export const fileSamples = 1024;

interface ChangedBlock {
  i0: number;
  j0: number;
  i1: number;
  j1: number;
  firstFrame: number;
  lastFrame: number;
}

/** The changes of a ground over time: for each block of 32 × 32 columns, the bounding box of its changes and their first and last frame. */
export class HeightChanges {
  private readonly blocks = new Map<string, ChangedBlock>();

  /** Records that columns of a rectangle change in a frame. */
  add(frame: number, { i0, j0, columns, rows }: ColumnRectangle): void {
    for (let blockJ = Math.floor(j0 / blockSize); blockJ * blockSize < j0 + rows; blockJ++) {
      for (let blockI = Math.floor(i0 / blockSize); blockI * blockSize < i0 + columns; blockI++) {
        const box = {
          i0: Math.max(i0, blockI * blockSize),
          j0: Math.max(j0, blockJ * blockSize),
          i1: Math.min(i0 + columns, (blockI + 1) * blockSize) - 1,
          j1: Math.min(j0 + rows, (blockJ + 1) * blockSize) - 1,
        };
        const key = `${blockI} ${blockJ}`;
        const block = this.blocks.get(key);
        if (!block) {
          this.blocks.set(key, { ...box, firstFrame: frame, lastFrame: frame });
          continue;
        }
        block.i0 = Math.min(block.i0, box.i0);
        block.j0 = Math.min(block.j0, box.j0);
        block.i1 = Math.max(block.i1, box.i1);
        block.j1 = Math.max(block.j1, box.j1);
        block.firstFrame = Math.min(block.firstFrame, frame);
        block.lastFrame = Math.max(block.lastFrame, frame);
      }
    }
  }

  list(): Iterable<Readonly<ChangedBlock>> {
    return this.blocks.values();
  }
}

/**
 * Returns the tiles of a rectangle if their height sequences are much smaller than that of the rectangle. Null if tiles are not worthwhile:
 * the rectangle has few samples, or tiles would need more than half of its samples.
 *
 * Tiles lie on a grid and share one line of columns with their neighbours, so that meshes made from them have no gaps. A tile exists only
 * if something changes in it or within `margin` columns of it. There are at most 64, or 4096 if the rectangle is too large for one height
 * map.
 */
export function chooseHeightTiles(
  changes: HeightChanges,
  rectangle: ColumnRectangle,
  { margin, firstFrame, lastFrame }: { margin: number; firstFrame: number; lastFrame: number },
): HeightTile[] | null {
  const blocks = [...changes.list()];
  const whole = rectangle.columns * rectangle.rows * (lastFrame - firstFrame + 1);
  if (whole <= enoughForTiles || blocks.length === 0) return null;
  const max = rectangle.columns * rectangle.rows > heightMapLimit ? maxTilesOfLarge : maxTiles;
  let best: HeightTile[] | null = null;
  let min = worthwhileFraction * whole;
  for (const pitch of pitches) {
    const tiles = layTiles(blocks, rectangle, pitch, margin, firstFrame);
    const cost = tiles.reduce(
      (sum, tile) => sum + (countTileSamples(tile) + fileSamples) * countFrames(tile),
      0,
    );
    if (tiles.length > max || cost >= min || countOpenSamples(tiles) > heightMapLimit) continue;
    best = tiles;
    min = cost;
  }
  return best;
}

/** Returns the maximum total number of samples of the tiles that are needed in one frame. */
export function countOpenSamples(tiles: readonly HeightTile[]): number {
  const changes = new Map<number, number>();
  const add = (frame: number, samples: number) => changes.set(frame, (changes.get(frame) ?? 0) + samples);
  for (const tile of tiles) {
    add(tile.firstFrame, countTileSamples(tile));
    add(tile.lastFrame + 1, -countTileSamples(tile));
  }
  let [open, max] = [0, 0];
  for (const frame of [...changes.keys()].sort((a, b) => a - b)) {
    open += changes.get(frame)!;
    max = Math.max(max, open);
  }
  return max;
}

function countTileSamples({ columns, rows }: ColumnRectangle): number {
  return columns * rows;
}

function countFrames({ firstFrame, lastFrame }: HeightTile): number {
  return lastFrame - firstFrame + 1;
}

/** Returns every needed tile of one grid, row by row. */
function layTiles(
  blocks: readonly Readonly<ChangedBlock>[],
  rectangle: ColumnRectangle,
  pitch: number,
  margin: number,
  start: number,
): HeightTile[] {
  const across = divide(rectangle.columns, pitch);
  const down = divide(rectangle.rows, pitch);
  const found = new Map<number, { firstFrame: number; lastFrame: number }>();
  const visit = (block: Readonly<ChangedBlock>, border: number, act: (key: number) => void) => {
    const columns = across.meet(block.i0 - border - rectangle.i0, block.i1 + border - rectangle.i0);
    const rows = down.meet(block.j0 - border - rectangle.j0, block.j1 + border - rectangle.j0);
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (let column = columns[0]; column <= columns[1]; column++) act(row * across.count + column);
    }
  };
  for (const block of blocks) {
    visit(block, margin, (key) => {
      if (!found.has(key)) found.set(key, { firstFrame: Number.POSITIVE_INFINITY, lastFrame: start });
    });
    visit(block, 0, (key) => {
      const tile = found.get(key)!;
      tile.firstFrame = Math.min(tile.firstFrame, block.firstFrame);
      tile.lastFrame = Math.max(tile.lastFrame, block.lastFrame);
    });
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([key, frames]) => {
      const column = key % across.count;
      const row = Math.floor(key / across.count);
      const [left, right] = across.edges(column);
      const [far, near] = down.edges(row);
      // A tile that never changes needs one frame. For other tiles, the first frame is the one before the first change, which shows the
      // tile untouched.
      const firstFrame = Math.max(start, Math.min(frames.firstFrame - 1, frames.lastFrame));
      return {
        column,
        row,
        i0: rectangle.i0 + left,
        j0: rectangle.j0 + far,
        columns: right - left + 1,
        rows: near - far + 1,
        firstFrame,
        lastFrame: frames.lastFrame,
      };
    });
}

interface Division {
  readonly count: number;
  /** Returns the first and the last line of a tile. The last line is the first line of the next tile. */
  edges(index: number): [number, number];
  /** Returns the first and the last tile that contain any of the lines in a range. */
  meet(first: number, last: number): [number, number];
}

/** Divides a row of columns into equal parts of about `pitch` columns. Neighbouring parts share their boundary column. */
function divide(columns: number, pitch: number): Division {
  const steps = Math.max(1, columns - 1);
  const even = Math.ceil(steps / Math.ceil(steps / pitch));
  const count = Math.ceil(steps / even);
  return {
    count,
    edges: (index) => [index * even, Math.min(columns - 1, (index + 1) * even)],
    meet: (first, last) => [
      Math.max(0, Math.min(count - 1, Math.ceil(first / even) - 1)),
      Math.max(0, Math.min(count - 1, Math.floor(last / even))),
    ],
  };
}
