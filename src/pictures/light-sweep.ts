/**
 * Shadows on a height map are computed by one sweep along the light: each sample passes the height of the shadow above it to the next
 * sample in the direction away from the light. Each sample is visited once, however long the shadows are.
 */

/**
 * The order in which a sweep visits a map: line by line, away from the light. Lines are perpendicular to that axis which is closest to the
 * direction of the light.
 */
interface Sweep {
  readonly lineCount: number;
  /** Number of samples in a line. */
  readonly sampleCount: number;
  /** Difference of the index from one line to the next, and from one sample to the next in its line. */
  readonly lineStride: number;
  readonly sampleStride: number;
  /** The line closest to the light, and the step to the next line: 1 or −1, away from the light. */
  readonly first: number;
  readonly step: number;
  /** Shift of the light from one line to the next, in samples: an integer part, and a remainder in [0, 1). */
  readonly whole: number;
  readonly part: number;
  /** Horizontal distance between lines along the light, as a multiple of the distance of samples. */
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
 * Computes the height of the shadow's upper boundary over each sample: a sample below it is dark. Always `ceiling` ≥ `heights`.
 *
 * ceiling, heights [columns · rows], row-major, metres. cell: distance of samples, metres. (towardX, towardY): direction to the light in
 * columns and rows, any length > 0. slope: tangent of the light's elevation. The boundary is interpolated between two upstream samples. It
 * is exact along axes and diagonals.
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
      // If a sample is outside of the map, the nearest sample inside is used.
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
 * Adds `weight` to every sample that the light reaches. In a thin band below the shadow's boundary, adds less. out, heights, ceiling
 * [columns · rows]. `softness`: height of the band in metres, > 0.
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
 * Returns the fraction of the sun's disc that is visible from each sample, 0..1. There is one sweep for the lower edge of the disc. It also
 * computes the distance to the point that casts the shadow. From this distance follows the elevation of that point as seen from the sample,
 * and so the hidden part of the disc. The disc spans 0.8 to 1.2 of the sun's slope: larger than the real disc, for softer shadows.
 *
 * heights [columns · rows], row-major. cell: in metres. Behind a step of height H, the first H / (1.2 slope) metres are dark, and the
 * shadow ends at H / (0.8 slope).
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
// Tangents of two elevations. Each represents a band of the sky that contributes half of the light on flat ground under an even sky: sin² =
// 1/4, 3/4.
const skySlopes = [Math.sqrt(1 / 3), Math.sqrt(3)];

/**
 * Returns the fraction of an even sky that is visible from each sample, 0..1 (ambient occlusion). It is computed in eight directions at two
 * elevations. heights [columns · rows], row-major; cell in metres.
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
    // The centre of a fine sample is a quarter of a coarse sample away from the nearest coarse centre. So the weights of the two nearest
    // coarse samples are 3 : 1.
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
