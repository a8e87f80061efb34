import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { catmullRomWeights } from '../surface/catmull-rom-weights.ts';

/** Samples of a terrain as a ground meets them. A sample is a point; between them lie cubic Catmull-Rom splines. */
export interface TerrainGrid {
  readonly columns: number;
  readonly rows: number;
  /** [columns · rows] units about the ground's datum, row by row, row 0 the −Z edge; filled in where masked. */
  readonly samples: Int32Array;
  /** [columns · rows] 1 where nothing is known; null where everything is. */
  readonly mask: Uint8Array | null;
  /** Metres between samples along x and z, and between the ground's columns. */
  readonly spacing: readonly [number, number];
  readonly cell: number;
  /** The ground's column and row at which sample (0, 0) stands. */
  readonly firstColumn: number;
  readonly firstRow: number;
  /** No height between samples leaves this range, units: splines overshoot, and are cut off here. */
  readonly min: number;
  readonly max: number;
}

/** Nearer to a sample than this, in samples, is at it: so columns that should meet samples do. */
const onSample = 1e-9;

/** All of the ground's columns that lie between the outermost samples. */
export function terrainExtent(grid: TerrainGrid): ColumnRectangle {
  const count = (samples: number, spacing: number) =>
    Math.floor(((samples - 1) * spacing) / grid.cell + onSample) + 1;
  return {
    i0: grid.firstColumn,
    j0: grid.firstRow,
    columns: count(grid.columns, grid.spacing[0]),
    rows: count(grid.rows, grid.spacing[1]),
  };
}

/**
 * Heights of columns in units about the datum, not rounded, row by row from column (i0, j0), into out [columns · rows].
 * Exact where a column meets a sample; the terrain's edge goes on outward, level across it. Every column's height comes
 * from the same operations whatever rectangle it is asked in.
 */
export function sampleTerrain(
  out: Float64Array,
  i0: number,
  j0: number,
  columns: number,
  rows: number,
  grid: TerrainGrid,
): void {
  const { samples, min, max } = grid;
  const across = weighColumns(i0, columns, grid, 0);
  const along = weighColumns(j0, rows, grid, 1);
  // Each row of samples once along x, then up to four of them for every row of columns.
  const lines = [0, 1, 2, 3].map(() => new Float64Array(columns));
  const loaded = [-1, -1, -1, -1];
  for (let j = 0; j < rows; j++) {
    const at = j * columns;
    out.fill(0, at, at + columns);
    for (let k = 4 * j; k < 4 * j + 4; k++) {
      const weight = along.weights[k];
      if (weight === 0) continue;
      const row = along.taps[k];
      // Four rows that follow each other never share a line.
      const line = lines[row & 3];
      if (loaded[row & 3] !== row) {
        loaded[row & 3] = row;
        mixRow(line, samples, row * grid.columns, across);
      }
      for (let i = 0; i < columns; i++) out[at + i] += weight * line[i];
    }
    for (let i = 0; i < columns; i++) {
      const height = out[at + i];
      out[at + i] = height < min ? min : height > max ? max : height;
    }
  }
}

/** The same height at any place of the world, in units; x and z in metres. */
export function sampleTerrainAt(x: number, z: number, grid: TerrainGrid): number {
  const { cell, samples, min, max } = grid;
  const across = { taps: new Int32Array(4), weights: new Float64Array(4) };
  const along = { taps: new Int32Array(4), weights: new Float64Array(4) };
  weigh(across, 0, (x - grid.firstColumn * cell) / grid.spacing[0], grid.columns);
  weigh(along, 0, (z - grid.firstRow * cell) / grid.spacing[1], grid.rows);
  let height = 0;
  for (let b = 0; b < 4; b++) {
    const first = along.taps[b] * grid.columns;
    let line = 0;
    for (let a = 0; a < 4; a++) line += across.weights[a] * samples[first + across.taps[a]];
    height += along.weights[b] * line;
  }
  return Math.max(min, Math.min(max, height));
}

/** More samples than this are not looked through for a bound. */
const mostBounded = 2 ** 16;

/** No column of a rectangle stands higher, units. */
export function boundTerrain(
  i0: number,
  j0: number,
  columns: number,
  rows: number,
  grid: TerrainGrid,
): number {
  const { samples, max } = grid;
  const range = (first: number, count: number, axis: 0 | 1) => {
    const most = (axis === 0 ? grid.columns : grid.rows) - 1;
    const from = Math.floor(samplePlace(first, grid, axis)) - 1;
    const to = Math.floor(samplePlace(first + count - 1, grid, axis)) + 2;
    return [Math.max(0, from), Math.min(most, to)];
  };
  const [left, right] = range(i0, columns, 0);
  const [far, near] = range(j0, rows, 1);
  if ((right - left + 1) * (near - far + 1) > mostBounded) return max;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let j = far; j <= near; j++) {
    for (let i = left; i <= right; i++) {
      const sample = samples[j * grid.columns + i];
      if (sample < low) low = sample;
      if (sample > high) high = sample;
    }
  }
  return Math.min(max, Math.ceil(high + overshootShare * (high - low)));
}

/** A Catmull-Rom curve overshoots its points by up to an eighth of their range, in two axes by a little more than twice that. */
export const overshootShare = 0.3;

/** Writes 1 for columns whose nearest sample is masked, 0 for all others, row by row, into out [columns · rows]. */
export function fillTerrainMissing(
  out: Uint8Array,
  i0: number,
  j0: number,
  columns: number,
  rows: number,
  grid: TerrainGrid,
): void {
  const { mask } = grid;
  if (!mask) {
    out.fill(0, 0, columns * rows);
    return;
  }
  const nearest = new Int32Array(columns);
  for (let i = 0; i < columns; i++) nearest[i] = Math.floor(samplePlace(i0 + i, grid, 0) + 0.5);
  for (let j = 0; j < rows; j++) {
    const row = Math.floor(samplePlace(j0 + j, grid, 1) + 0.5) * grid.columns;
    for (let i = 0; i < columns; i++) out[j * columns + i] = mask[row + nearest[i]];
  }
}

/** Four samples that a column lies between, and what each counts. */
interface Taps {
  readonly taps: Int32Array;
  readonly weights: Float64Array;
}

/** Of `count` columns from `first` on, along x (axis 0) or z. */
function weighColumns(first: number, count: number, grid: TerrainGrid, axis: 0 | 1): Taps {
  const out = { taps: new Int32Array(4 * count), weights: new Float64Array(4 * count) };
  const samples = axis === 0 ? grid.columns : grid.rows;
  for (let i = 0; i < count; i++) weigh(out, 4 * i, samplePlace(first + i, grid, axis), samples);
  return out;
}

/** Where a column lies among the samples along an axis: 0 at the first, the whole number of a sample that it meets. */
function samplePlace(column: number, grid: TerrainGrid, axis: 0 | 1): number {
  const first = axis === 0 ? grid.firstColumn : grid.firstRow;
  const samples = axis === 0 ? grid.columns : grid.rows;
  const place = ((column - first) * grid.cell) / grid.spacing[axis];
  const nearest = Math.round(place);
  return Math.max(0, Math.min(samples - 1, Math.abs(place - nearest) < onSample ? nearest : place));
}

/** Beyond the outermost samples the surface goes on as a straight line there. */
function weigh({ taps, weights }: Taps, at: number, place: number, samples: number): void {
  const within = Math.max(0, Math.min(samples - 1, place));
  const base = Math.max(0, Math.min(samples - 2, Math.floor(within)));
  catmullRomWeights(weights, at, within - base);
  if (base === 0) {
    weights[at + 1] += 2 * weights[at];
    weights[at + 2] -= weights[at];
    weights[at] = 0;
  }
  if (base >= samples - 2) {
    weights[at + 2] += 2 * weights[at + 3];
    weights[at + 1] -= weights[at + 3];
    weights[at + 3] = 0;
  }
  for (let k = 0; k < 4; k++) taps[at + k] = Math.max(0, Math.min(samples - 1, base - 1 + k));
}

/** Writes a row of samples as the columns see it, into line [columns]. */
function mixRow(line: Float64Array, samples: Int32Array, first: number, { taps, weights }: Taps): void {
  for (let i = 0, k = 0; i < line.length; i++, k += 4) {
    line[i] =
      weights[k] * samples[first + taps[k]] +
      weights[k + 1] * samples[first + taps[k + 1]] +
      weights[k + 2] * samples[first + taps[k + 2]] +
      weights[k + 3] * samples[first + taps[k + 3]];
  }
}
