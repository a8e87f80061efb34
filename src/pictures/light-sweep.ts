/**
 * Shadows on a height map by one sweep along the light: each sample passes the height of the shadow above it to the
 * next one away from the light. The time is one visit for each sample, for any length of shadows.
 */

/** How a sweep visits a map: line by line away from the light, along the axis that is closest to its direction. */
interface Sweep {
  readonly lineCount: number;
  /** Samples in a line. */
  readonly sampleCount: number;
  /** Index offset from a line to the next one, and from a sample to the next one in its line. */
  readonly lineStride: number;
  readonly sampleStride: number;
  /** The line closest to the light, and the direction away from it: 1 or −1. */
  readonly first: number;
  readonly step: number;
  /** Shift of the light between one line and the next, in samples: an integer and a rest in [0, 1). */
  readonly whole: number;
  readonly part: number;
  /** Horizontal distance between lines along the light, in sample distances. */
  readonly length: number;
}

function planSweep(columns: number, rows: number, towardX: number, towardY: number): Sweep {
  const isSteep = Math.abs(towardY) >= Math.abs(towardX);
  const major = isSteep ? towardY : towardX;
  const minor = (isSteep ? towardX : towardY) / Math.abs(major);
  const lineCount = isSteep ? rows : columns;
  const whole = Math.floor(minor);
  return {
    lineCount,
    sampleCount: isSteep ? columns : rows,
    lineStride: isSteep ? columns : 1,
    sampleStride: isSteep ? 1 : columns,
    first: major > 0 ? lineCount - 1 : 0,
    step: major > 0 ? -1 : 1,
    whole,
    part: minor - whole,
    length: Math.sqrt(1 + minor * minor),
  };
}

/**
 * Height of the shadow's upper boundary over each sample: a sample below it is dark. `ceiling` ≥ `heights` always.
 *
 * ceiling, heights [columns · rows], row-major, metres; cell: distance of samples, metres. (towardX, towardY):
 * direction to the light in columns and rows, any length > 0; slope: tangent of its elevation. The boundary is
 * interpolated between two upstream samples. Exact along axes and diagonals.
 */
export function sweepShadow(
  ceiling: Float32Array,
  heights: Float32Array,
  columns: number,
  rows: number,
  cell: number,
  towardX: number,
  towardY: number,
  slope: number,
): void {
  const sweep = planSweep(columns, rows, towardX, towardY);
  const { lineCount, sampleCount, lineStride, sampleStride, first, step, whole, part } = sweep;
  const drop = slope * cell * sweep.length;
  for (let m = 0, k = first * lineStride; m < sampleCount; m++, k += sampleStride) ceiling[k] = heights[k];
  for (let n = 1; n < lineCount; n++) {
    const base = (first + n * step) * lineStride;
    const upstream = base - step * lineStride;
    for (let m = 0, k = base; m < sampleCount; m++, k += sampleStride) {
      let a = m + whole;
      let b = part === 0 ? a : a + 1;
      // Light enters from the sides: the nearest sample replaces the one outside.
      a = a < 0 ? 0 : a >= sampleCount ? sampleCount - 1 : a;
      b = b < 0 ? 0 : b >= sampleCount ? sampleCount - 1 : b;
      const from = ceiling[upstream + a * sampleStride];
      const edge = from + part * (ceiling[upstream + b * sampleStride] - from) - drop;
      const top = heights[k];
      ceiling[k] = Math.max(edge, top);
    }
  }
}

/**
 * Adds `weight` to every sample that the light reaches, and less in a thin band below the shadow's boundary. out,
 * heights, ceiling [columns · rows]; `softness`: height of the band in metres, > 0.
 */
export function addLit(
  out: Float32Array,
  heights: Float32Array,
  ceiling: Float32Array,
  softness: number,
  weight: number,
): void {
  const inverse = 1 / softness;
  for (let k = 0; k < out.length; k++) {
    const lit = 1 - (ceiling[k] - heights[k]) * inverse;
    if (lit > 0) out[k] += weight * lit;
  }
}

export interface LightDirection {
  /** Direction to the light, in columns and rows. */
  readonly towardX: number;
  readonly towardY: number;
  /** Tangent of the elevation above the horizon. */
  readonly slope: number;
}

/**
 * Returns the fraction of the sun's disc that is visible from each sample, 0..1. One sweep for the disc's lower edge also carries the
 * distance of the top that casts the shadow. The distance gives the elevation of the top seen from the sample, and so the hidden part of
 * the disc. The disc spans 0.8 to 1.2 of the sun's slope: larger than the real one, for softer shadows.
 *
 * heights [columns · rows], row-major; cell in metres. Behind a step of height H, the first H / (1.2 slope) are dark, and the shadow ends
 * at H / (0.8 slope).
 */
export function shadowOfSun(
  heights: Float32Array,
  columns: number,
  rows: number,
  cell: number,
  sun: LightDirection,
): Float32Array<ArrayBuffer> {
  const { towardX, towardY } = sun;
  const low = 0.8 * sun.slope;
  const inverse = 1 / (1.2 * sun.slope - low);
  const lit = new Float32Array(columns * rows).fill(1);
  const ceiling = new Float32Array(heights);
  const distance = new Float32Array(columns * rows);
  const sweep = planSweep(columns, rows, towardX, towardY);
  const { lineCount, sampleCount, lineStride, sampleStride, first, step, whole, part } = sweep;
  const stepLength = cell * sweep.length;
  for (let n = 1; n < lineCount; n++) {
    const base = (first + n * step) * lineStride;
    const upstream = base - step * lineStride;
    for (let m = 0, k = base; m < sampleCount; m++, k += sampleStride) {
      let a = m + whole;
      let b = part === 0 ? a : a + 1;
      a = upstream + (a < 0 ? 0 : a >= sampleCount ? sampleCount - 1 : a) * sampleStride;
      b = upstream + (b < 0 ? 0 : b >= sampleCount ? sampleCount - 1 : b) * sampleStride;
      const away = distance[a] + part * (distance[b] - distance[a]) + stepLength;
      const over = ceiling[a] + part * (ceiling[b] - ceiling[a]) - low * stepLength - heights[k];
      if (over <= 0) continue;
      ceiling[k] = heights[k] + over;
      distance[k] = away;
      const seen = 1 - (over / away) * inverse;
      lit[k] = Math.max(seen, 0);
    }
  }
  return lit;
}

const skyDirections: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
];
// Tangents of elevations whose bands contribute equally to the light of flat ground under an even sky:
// sin² = 1/4, 3/4.
const skySlopes = [Math.sqrt(1 / 3), Math.sqrt(3)];

/**
 * Returns the fraction of an even sky that is visible from each sample, 0..1 (ambient occlusion): eight directions, two elevations. heights
 * [columns · rows], row-major; cell in metres.
 */
export function visibleSky(
  heights: Float32Array,
  columns: number,
  rows: number,
  cell: number,
): Float32Array<ArrayBuffer> {
  const open = new Float32Array(columns * rows);
  const ceiling = new Float32Array(columns * rows);
  const weight = 1 / (skyDirections.length * skySlopes.length);
  for (const [x, y] of skyDirections) {
    for (const slope of skySlopes) {
      sweepShadow(ceiling, heights, columns, rows, cell, x, y, slope);
      addLit(open, heights, ceiling, cell * 0.4, weight);
    }
  }
  return open;
}

/** Computes `visibleSky` at half the resolution, in a quarter of the time: the light of the sky changes slowly over the ground. */
export function visibleSkyCoarse(
  heights: Float32Array,
  columns: number,
  rows: number,
  cell: number,
): Float32Array<ArrayBuffer> {
  const halfColumns = Math.ceil(columns / 2);
  const halfRows = Math.ceil(rows / 2);
  const half = new Float32Array(halfColumns * halfRows);
  for (let j = 0; j < halfRows; j++) {
    const top = 2 * j * columns;
    const bottom = Math.min(2 * j + 1, rows - 1) * columns;
    for (let i = 0; i < halfColumns; i++) {
      const right = Math.min(2 * i + 1, columns - 1);
      half[j * halfColumns + i] =
        (heights[top + 2 * i] + heights[top + right] + heights[bottom + 2 * i] + heights[bottom + right]) / 4;
    }
  }
  const open = visibleSky(half, halfColumns, halfRows, 2 * cell);
  const out = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    // A fine sample is a quarter of a coarse one beside the coarse centre, so the weights are 3 : 1 with the next one
    // on that side.
    const near = (row >> 1) * halfColumns;
    const far = Math.max(0, Math.min(halfRows - 1, (row >> 1) + (row & 1 ? 1 : -1))) * halfColumns;
    for (let column = 0; column < columns; column++) {
      const i = column >> 1;
      const beside = Math.max(0, Math.min(halfColumns - 1, i + (column & 1 ? 1 : -1)));
      out[row * columns + column] =
        (9 * open[near + i] + 3 * (open[near + beside] + open[far + i]) + open[far + beside]) / 16;
    }
  }
  return out;
}
