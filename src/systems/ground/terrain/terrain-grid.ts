import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { catmullRomWeights } from '../surface/catmull-rom-weights.ts';

/** Samples of a terrain in the grid of a ground. A sample is a point; heights between samples are cubic Catmull-Rom splines. */
export interface TerrainGrid {
  readonly columns: number;
  readonly rows: number;
  /** [columns · rows] height units relative to the datum, row-major; row 0 is the −Z edge. Masked samples are filled in. */
  readonly samples: Int32Array;
  /** [columns · rows] 1 for samples without data. Null if there are none. */
  readonly mask: Uint8Array | null;
  /** Metres between samples along x and z, and between the ground's columns. */
  readonly spacing: readonly [number, number];
  readonly cell: number;
  /** Column and row of the ground at sample (0, 0). */
  readonly firstColumn: number;
  readonly firstRow: number;
  /** Range of the heights, height units. Splines overshoot and are clamped to it. */
  readonly min: number;
  readonly max: number;
}

/** Columns nearer to a sample than this distance, in samples, are at the sample. Compensates rounding. */
const onSample = 1e-9;

/** Returns the columns of the ground between the outermost samples. */
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
 * Writes the heights of columns relative to the datum in height units, not rounded, row-major from column (i0, j0), into
 * out [columns · rows]. Columns at samples are exact. Beyond the edge, the height of the edge continues. The height of a column does
 * not depend on the requested rectangle.
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
  const across = weighColumns(acrossScratch, i0, columns, grid, 0);
  const along = weighColumns(alongScratch, j0, rows, grid, 1);
  // Each row of samples is interpolated once along x, and then up to four of them for each row of columns.
  if (lines[0].length < columns) lines = lines.map(() => new Float64Array(columns));
  loaded.fill(-1);
  for (let j = 0; j < rows; j++) {
    const at = j * columns;
    out.fill(0, at, at + columns);
    for (let k = 4 * j; k < 4 * j + 4; k++) {
      const weight = along.weights[k];
      if (weight === 0) continue;
      const row = along.taps[k];
      // Four consecutive rows never share a line.
      const line = lines[row & 3];
      if (loaded[row & 3] !== row) {
        loaded[row & 3] = row;
        mixRow(line, samples, row * grid.columns, across, columns);
      }
      for (let i = 0; i < columns; i++) out[at + i] += weight * line[i];
    }
    for (let i = 0; i < columns; i++) {
      const height = out[at + i];
      out[at + i] = height < min ? min : height > max ? max : height;
    }
  }
}

/** Returns the same height at any position of the world, in height units. x and z are in metres. */
export function sampleTerrainAt(x: number, z: number, grid: TerrainGrid): number {
  const { cell, samples, min, max } = grid;
  const across = acrossScratch;
  const along = alongScratch;
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

/** Maximum number of samples that are searched for a bound. */
const maxBounded = 2 ** 16;

/** Returns an upper bound of the heights of a rectangle, height units. */
export function boundTerrain(
  i0: number,
  j0: number,
  columns: number,
  rows: number,
  grid: TerrainGrid,
): number {
  const { samples, max } = grid;
  const range = (first: number, count: number, axis: 0 | 1) => {
    const last = (axis === 0 ? grid.columns : grid.rows) - 1;
    const from = Math.floor(samplePosition(first, grid, axis)) - 1;
    const to = Math.floor(samplePosition(first + count - 1, grid, axis)) + 2;
    return [Math.max(0, from), Math.min(last, to)];
  };
  const [left, right] = range(i0, columns, 0);
  const [far, near] = range(j0, rows, 1);
  if ((right - left + 1) * (near - far + 1) > maxBounded) return max;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let j = far; j <= near; j++) {
    for (let i = left; i <= right; i++) {
      const sample = samples[j * grid.columns + i];
      if (sample < low) low = sample;
      if (sample > high) high = sample;
    }
  }
  return Math.min(max, Math.ceil(high + overshootFraction * (high - low)));
}

/** A Catmull-Rom curve overshoots its points by up to 1/8 of their range, and along two axes by slightly more than twice that. */
export const overshootFraction = 0.3;

/** Writes 1 for columns whose nearest sample is masked and 0 for others, row-major, into out [columns · rows]. */
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
  for (let i = 0; i < columns; i++) nearest[i] = Math.floor(samplePosition(i0 + i, grid, 0) + 0.5);
  for (let j = 0; j < rows; j++) {
    const row = Math.floor(samplePosition(j0 + j, grid, 1) + 0.5) * grid.columns;
    for (let i = 0; i < columns; i++) out[j * columns + i] = mask[row + nearest[i]];
  }
}

/** The four samples around a column along an axis, and their weights. */
interface Taps {
  taps: Int32Array;
  weights: Float64Array;
}

const createTaps = (count: number): Taps => ({
  taps: new Int32Array(4 * count),
  weights: new Float64Array(4 * count),
});

// Scratch arrays, for reuse: a ground asks for the same few columns very often.
const acrossScratch = createTaps(1);
const alongScratch = createTaps(1);
/** Four rows of samples, each interpolated along x. */
let lines = [0, 1, 2, 3].map(() => new Float64Array(0));
/** The row of samples in each line. */
const loaded = [-1, -1, -1, -1];

/** Writes those of `count` columns from `first` on, along x (axis 0) or z. */
function weighColumns(out: Taps, first: number, count: number, grid: TerrainGrid, axis: 0 | 1): Taps {
  if (out.taps.length < 4 * count) Object.assign(out, createTaps(count));
  const samples = axis === 0 ? grid.columns : grid.rows;
  for (let i = 0; i < count; i++) weigh(out, 4 * i, samplePosition(first + i, grid, axis), samples);
  return out;
}

/** Returns the position of a column among the samples along an axis: 0 at the first, an integer at a sample. */
function samplePosition(column: number, grid: TerrainGrid, axis: 0 | 1): number {
  const first = axis === 0 ? grid.firstColumn : grid.firstRow;
  const samples = axis === 0 ? grid.columns : grid.rows;
  const place = ((column - first) * grid.cell) / grid.spacing[axis];
  const nearest = Math.round(place);
  return Math.max(0, Math.min(samples - 1, Math.abs(place - nearest) < onSample ? nearest : place));
}

/** Beyond the outermost samples the surface continues as a straight line. */
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

/** Interpolates a row of samples at the columns, into line [columns]. */
function mixRow(
  line: Float64Array,
  samples: Int32Array,
  first: number,
  { taps, weights }: Taps,
  columns: number,
): void {
  for (let i = 0, k = 0; i < columns; i++, k += 4) {
    line[i] =
      weights[k] * samples[first + taps[k]] +
      weights[k + 1] * samples[first + taps[k + 1]] +
      weights[k + 2] * samples[first + taps[k + 2]] +
      weights[k + 3] * samples[first + taps[k + 3]];
  }
}
