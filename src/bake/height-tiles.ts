import type { ColumnRectangle } from '../systems/system.ts';
import { heightMapLimit } from './height-sequence.ts';

/** A part of a ground that has a height sequence of its own. */
export interface HeightTile extends ColumnRectangle {
  /** Its place in the grid of tiles, from the −X and the −Z edge. */
  readonly column: number;
  readonly row: number;
  /** Frames that its sequence holds: from the one before its first change to its last change, both included. */
  readonly firstFrame: number;
  readonly lastFrame: number;
}

/** Whether tiles are used where they pay, or never. */
export const heightTileModes = ['auto', 'never'] as const;
export type HeightTileMode = (typeof heightTileModes)[number];

/** Columns of a side of a cell, over which changes are collected. */
const cellSize = 32;
/** Columns from tile to tile that are tried. */
const pitches = [128, 256, 512, 1024, 2048];
/** Tiles that a ground may have. */
export const mostTiles = 64;
/** The same where the rectangle is too large for a map. */
export const mostTilesOfLarge = 4096;
/** Samples in one rectangle that never need tiles: 64 MB before compression. */
const enoughForTiles = 2 ** 24;
/** Tiles must take at most this fraction of the samples of one rectangle. */
const worthwhileFraction = 0.5;
/** Samples that the overhead of one file counts as. */
const fileSamples = 1024;

interface ChangedCell {
  i0: number;
  j0: number;
  i1: number;
  j1: number;
  firstFrame: number;
  lastFrame: number;
}

/** Where and when a ground changes: for every 32 × 32 columns the box that changes, and its first and last frame. */
export class HeightChanges {
  private readonly cells = new Map<string, ChangedCell>();

  /** Notes that columns of a rectangle change on a frame. */
  add(frame: number, { i0, j0, columns, rows }: ColumnRectangle): void {
    for (let cellJ = Math.floor(j0 / cellSize); cellJ * cellSize < j0 + rows; cellJ++) {
      for (let cellI = Math.floor(i0 / cellSize); cellI * cellSize < i0 + columns; cellI++) {
        const box = {
          i0: Math.max(i0, cellI * cellSize),
          j0: Math.max(j0, cellJ * cellSize),
          i1: Math.min(i0 + columns, (cellI + 1) * cellSize) - 1,
          j1: Math.min(j0 + rows, (cellJ + 1) * cellSize) - 1,
        };
        const key = `${cellI} ${cellJ}`;
        const cell = this.cells.get(key);
        if (!cell) {
          this.cells.set(key, { ...box, firstFrame: frame, lastFrame: frame });
          continue;
        }
        cell.i0 = Math.min(cell.i0, box.i0);
        cell.j0 = Math.min(cell.j0, box.j0);
        cell.i1 = Math.max(cell.i1, box.i1);
        cell.j1 = Math.max(cell.j1, box.j1);
        cell.firstFrame = Math.min(cell.firstFrame, frame);
        cell.lastFrame = Math.max(cell.lastFrame, frame);
      }
    }
  }

  list(): Iterable<Readonly<ChangedCell>> {
    return this.cells.values();
  }
}

/**
 * The tiles of a rectangle whose height sequences take far less than that of the rectangle; null where one rectangle is as good:
 * where it has few samples, or where tiles would take more than half of them.
 *
 * Tiles stand on a grid and share one line of columns with their neighbours, so that meshes built of them meet. Only those
 * are there in which something changes, or which lie within `margin` columns of a change. There are at most 64, or 4096 where
 * the rectangle is too large for a map.
 */
export function chooseHeightTiles(
  changes: HeightChanges,
  rectangle: ColumnRectangle,
  { margin, firstFrame, lastFrame }: { margin: number; firstFrame: number; lastFrame: number },
): HeightTile[] | null {
  const cells = [...changes.list()];
  const whole = rectangle.columns * rectangle.rows * (lastFrame - firstFrame + 1);
  if (whole <= enoughForTiles || cells.length === 0) return null;
  const most = rectangle.columns * rectangle.rows > heightMapLimit ? mostTilesOfLarge : mostTiles;
  let best: HeightTile[] | null = null;
  let least = worthwhileFraction * whole;
  for (const pitch of pitches) {
    const tiles = layTiles(cells, rectangle, pitch, margin, firstFrame);
    const cost = tiles.reduce(
      (sum, tile) => sum + (countTileSamples(tile) + fileSamples) * countFrames(tile),
      0,
    );
    if (tiles.length > most || cost >= least || countOpenSamples(tiles) > heightMapLimit) continue;
    best = tiles;
    least = cost;
  }
  return best;
}

/** Samples of the tiles that a frame shows, for the frame with most. */
export function countOpenSamples(tiles: readonly HeightTile[]): number {
  const changes = new Map<number, number>();
  const add = (frame: number, samples: number) => changes.set(frame, (changes.get(frame) ?? 0) + samples);
  for (const tile of tiles) {
    add(tile.firstFrame, countTileSamples(tile));
    add(tile.lastFrame + 1, -countTileSamples(tile));
  }
  let [open, most] = [0, 0];
  for (const frame of [...changes.keys()].sort((a, b) => a - b)) {
    open += changes.get(frame)!;
    most = Math.max(most, open);
  }
  return most;
}

function countTileSamples({ columns, rows }: ColumnRectangle): number {
  return columns * rows;
}

function countFrames({ firstFrame, lastFrame }: HeightTile): number {
  return lastFrame - firstFrame + 1;
}

/** Every tile of one grid that is needed, row by row. */
function layTiles(
  cells: readonly Readonly<ChangedCell>[],
  rectangle: ColumnRectangle,
  pitch: number,
  margin: number,
  start: number,
): HeightTile[] {
  const across = divide(rectangle.columns, pitch);
  const down = divide(rectangle.rows, pitch);
  const found = new Map<number, { firstFrame: number; lastFrame: number }>();
  const visit = (cell: Readonly<ChangedCell>, border: number, act: (key: number) => void) => {
    const columns = across.meet(cell.i0 - border - rectangle.i0, cell.i1 + border - rectangle.i0);
    const rows = down.meet(cell.j0 - border - rectangle.j0, cell.j1 + border - rectangle.j0);
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (let column = columns[0]; column <= columns[1]; column++) act(row * across.count + column);
    }
  };
  for (const cell of cells) {
    visit(cell, margin, (key) => {
      if (!found.has(key)) found.set(key, { firstFrame: Number.POSITIVE_INFINITY, lastFrame: start });
    });
    visit(cell, 0, (key) => {
      const tile = found.get(key)!;
      tile.firstFrame = Math.min(tile.firstFrame, cell.firstFrame);
      tile.lastFrame = Math.max(tile.lastFrame, cell.lastFrame);
    });
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([key, frames]) => {
      const column = key % across.count;
      const row = Math.floor(key / across.count);
      const [left, right] = across.edges(column);
      const [far, near] = down.edges(row);
      // Of a tile that never changes one frame is enough; of others the frame before their first change shows them untouched.
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
  /** First and last line of a tile; the last is the next one's first. */
  edges(index: number): [number, number];
  /** First and last tile that hold any of the lines from one to another. */
  meet(first: number, last: number): [number, number];
}

/** Cuts a row of columns into even pieces of about `pitch` that share their border. */
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
