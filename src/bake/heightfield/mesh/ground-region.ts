import { InputError } from '../../../input-error.ts';
import { intersectRectangles } from '../../../systems/column-rectangle.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../../systems/outputs/heightfield.ts';
import { expandRectangle } from './ground-vertices.ts';

/** If outputs show only the touched ground, this much padding is added around the changed area, metres. */
export const touchedMargin = 0.25;

/** Number of cells along a side of a tile of a ground mesh. The corners of tiles are at multiples of this number. */
export const meshTile = 32;

/** `moving`: the mesh of a ground moves as the ground did. `still`: it shows the final state. */
export const groundMotionModes = ['moving', 'still'] as const;
export type GroundMotionMode = (typeof groundMotionModes)[number];

/** The part of a ground that a mesh shows. */
export interface GroundRegion {
  /** The bounding rectangle. */
  readonly rectangle: ColumnRectangle;
  /** Rectangles of columns whose union is the part. Neighbouring rectangles share their boundary columns. */
  readonly blocks: readonly ColumnRectangle[];
}

/**
 * Returns the rectangle that a ground mesh or a height sequence shows. `touched`: the changed area and `margin` metres around it; if
 * nothing has changed, a square of 1 m about the middle of the ground (or the origin). `whole`: the whole ground.
 *
 * Throws an `InputError` if the whole ground is requested and it has no boundary.
 */
export function chooseGroundRectangle(
  source: Pick<HeightfieldOutput, 'name' | 'cell' | 'extent'>,
  changed: ColumnRectangle | null,
  region: 'touched' | 'whole',
  margin = touchedMargin,
): ColumnRectangle {
  const { cell, extent, name } = source;
  if (region === 'whole') {
    if (extent) return extent;
    throw InputError.at(
      name,
      'expected a ground with an edge, got one without; give it a size, or write the touched part',
    );
  }
  const border = Math.ceil((changed ? margin : 0.5) / cell);
  const middle = extent
    ? { i0: extent.i0 + (extent.columns >> 1), j0: extent.j0 + (extent.rows >> 1), columns: 1, rows: 1 }
    : { i0: 0, j0: 0, columns: 1, rows: 1 };
  return expandRectangle(changed ?? middle, border, extent);
}

/** Tiles are used if they cover at most this fraction of the rectangle. Otherwise the whole rectangle is shown. */
const worthwhileFraction = 0.5;
/** Maximum number of columns of a block. It is limited because vertices have 16-bit indices. */
const maxColumns = 65_000;

/** Returns the region of a whole rectangle, divided into strips that are not too large for one primitive. */
export function wholeRegion(rectangle: ColumnRectangle): GroundRegion {
  const { i0, j0, columns, rows } = rectangle;
  const perStrip = Math.max(2, Math.floor(maxColumns / columns));
  const blocks: ColumnRectangle[] = [];
  for (let row = 0; row === 0 || row + 1 < rows; row += perStrip - 1)
    blocks.push({ i0, j0: j0 + row, columns, rows: Math.min(perStrip, rows - row) });
  return { rectangle, blocks };
}

/**
 * Returns the region of the tiles within `margin` columns of a change, if they are much smaller than the rectangle, as for a trail across a
 * field. Otherwise returns the region of the whole rectangle.
 */
export function tiledRegion(
  rectangle: ColumnRectangle,
  changed: Iterable<{ readonly i0: number; readonly j0: number; readonly i1: number; readonly j1: number }>,
  margin: number,
): GroundRegion {
  const rows = new Map<number, Set<number>>();
  for (const { i0, j0, i1, j1 } of changed) {
    for (let b = tileOf(j0 - margin); b <= tileOf(j1 + margin); b++) {
      const row = rows.get(b) ?? new Set();
      for (let a = tileOf(i0 - margin); a <= tileOf(i1 + margin); a++) row.add(a);
      rows.set(b, row);
    }
  }
  const blocks = [...rows.keys()]
    .sort((a, b) => a - b)
    .flatMap((b) => runsOf(rows.get(b)!).map(([a, count]) => blockOf(a, b, count)))
    .flatMap((block) => clip(block, rectangle) ?? []);
  const size = blocks.reduce((sum, { columns, rows: high }) => sum + columns * high, 0);
  if (size === 0 || size > worthwhileFraction * rectangle.columns * rectangle.rows)
    return wholeRegion(rectangle);
  return { rectangle, blocks };
}

/** Returns the number of columns of all blocks. Columns on common boundaries count for each block. */
export function countRegionColumns({ blocks }: GroundRegion): number {
  return blocks.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
}

/** Returns the index of the tile that contains a column or row. */
export function tileOf(index: number): number {
  return Math.floor(index / meshTile);
}

/** Returns the columns of one tile, or of several tiles in a row, including the columns of the far boundary. */
export function blockOf(a: number, b: number, count = 1): ColumnRectangle {
  return { i0: a * meshTile, j0: b * meshTile, columns: count * meshTile + 1, rows: meshTile + 1 };
}

/** Returns the part of a block that is inside a rectangle. Null if this part contains no cell. */
export function clip(block: ColumnRectangle, rectangle: ColumnRectangle): ColumnRectangle | null {
  const shared = intersectRectangles(block, rectangle);
  return shared && shared.columns > 1 && shared.rows > 1 ? shared : null;
}

/** Returns the first number and the length of each run of successive numbers. Runs that are too long for one primitive are divided. */
function runsOf(numbers: ReadonlySet<number>): [number, number][] {
  const longest = Math.floor(maxColumns / (meshTile + 1) / meshTile) - 1;
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs[runs.length - 1];
    if (last && last[0] + last[1] === number && last[1] < longest) last[1]++;
    else runs.push([number, 1]);
  }
  return runs;
}
