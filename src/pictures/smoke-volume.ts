import { clamp } from '../math/clamp.ts';
import { cbrt, exp, log } from '../math/portable.ts';
import type { PointsFrame } from '../motion/points-frame.ts';
import type { Camera } from './perspective/camera.ts';
import type { Dots } from './points-dots.ts';

/**
 * Smoke as a grid of cells in the frustum of a camera: columns and rows are pixels of the picture divided by `pixels`, layers are at
 * equal distances along the view, from the nearest to the farthest.
 */
export interface SmokeVolume {
  readonly columns: number;
  readonly rows: number;
  readonly layers: number;
  /** Picture coordinates of the corner of the first cell, pixels. */
  readonly left: number;
  readonly top: number;
  /** Side of a cell, pixels. */
  readonly pixels: number;
  /** Distance of the first layer from the eye, and thickness of a layer, m. */
  readonly near: number;
  readonly thickness: number;
  /** Side of a cell at the middle distance, m. */
  readonly cell: number;
  /** Optical depth of each cell along the view, [layers · rows · columns], columns innermost. */
  readonly depths: Float32Array;
}

/** Maximum number of cells. */
const maxCells = 8e6;
/** Half of the width of a puff in the grid, in standard deviations. */
const reach = 3;
/** Fraction of a Gaussian that lies within this reach. */
const withinReach = 0.9973;
/** Full width of a Gaussian at half of its maximum, in standard deviations: 2 √(2 ln 2). */
export const fullWidth = 2.3548200450309493;
/** A puff is at least this wide, in cells, so that cells are not visible. */
const minDeviation = 0.55;
/** Minimum side of a cell, pixels. */
const minPixels = 1.5;
/** Thickness of a cell along the view, relative to its side. Structure along the view is not visible. */
const elongation = 2.5;
/** Approximate maximum number of times that a particle is added to a cell. */
const maxAdditions = 2e8;
/** Fraction of the particles at each end that may be outside of the layers. They are moved to the first or last layer. */
const strays = 0.04;

/**
 * Adds up the optical depth of all particles in a grid. Each particle is a Gaussian whose full width at half of its maximum is its
 * diameter, and its opacity is that of a ray through its centre. Its total optical depth does not depend on the grid. Null if no
 * particle is visible.
 */
export function fillVolume(camera: Camera, points: PointsFrame, dots: Dots): SmokeVolume | null {
  const { projected, radii, depths: distances, sizes } = dots;
  const { width, height, focal } = camera;
  const seen: number[] = [];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let k = 0; k < points.count; k++) {
    if (!(distances[k] - distances[k] === 0)) continue;
    const [x, y, room] = [projected[3 * k], projected[3 * k + 1], reach * deviationOf(radii[k])];
    if (x + room < 0 || y + room < 0 || x - room > width || y - room > height) continue;
    seen.push(k);
    left = Math.min(left, x - room);
    right = Math.max(right, x + room);
    top = Math.min(top, y - room);
    bottom = Math.max(bottom, y + room);
  }
  if (seen.length === 0) return null;
  [left, top] = [Math.max(0, left), Math.max(0, top)];
  [right, bottom] = [Math.min(width, right), Math.min(height, bottom)];
  const [near, far] = rangeOfDepths(seen, distances, sizes);
  const middle = (near + far) / 2;
  const span = far - near;
  const largest = Math.max(width, height);
  const cubes = seen.reduce((sum, k) => sum + Math.min(largest, 2 * reach * deviationOf(radii[k])) ** 3, 0);
  const pixels = Math.max(
    minPixels,
    cbrt(cubes / elongation / maxAdditions),
    cbrt(((right - left) * (bottom - top) * span * focal) / middle / elongation / maxCells),
  );
  const columns = Math.max(1, Math.ceil((right - left) / pixels));
  const rows = Math.max(1, Math.ceil((bottom - top) / pixels));
  const cell = (pixels * middle) / focal;
  const layers = Math.max(1, Math.ceil(span / (elongation * cell)));
  const thickness = span / layers;
  const depths = new Float32Array(columns * rows * layers);
  const volume = { columns, rows, layers, left, top, pixels, near, thickness, cell, depths };
  const [across, down, along] = [columns, rows, layers].map(createSpread);
  for (const k of seen) {
    const deviation = deviationOf(radii[k]) / pixels;
    const opacity = Math.min(0.999, points.colors[4 * k + 3]);
    // The integral of a Gaussian with this optical depth in its middle, in cells².
    const mass = 2 * Math.PI * deviation * deviation * opticalDepth(opacity);
    spread(across, (projected[3 * k] - left) / pixels, deviation, columns);
    spread(down, (projected[3 * k + 1] - top) / pixels, deviation, rows);
    const layer = clamp((distances[k] - near) / thickness, 0.5, layers - 0.5);
    spread(along, layer, sizes[k] / fullWidth / thickness, layers);
    addSpread(volume, mass, across, down, along);
  }
  return volume;
}

/** Returns the optical depth of a medium with an opacity below 1: −ln(1 − opacity). */
export function opticalDepth(opacity: number): number {
  return -log(1 - opacity);
}

/** Returns the standard deviation of a puff from its radius, which is half of its full width at half of the maximum. */
function deviationOf(radius: number): number {
  return (2 * radius) / fullWidth;
}

/** Returns the distances between which the particles lie, without outliers, with room for their widths. */
function rangeOfDepths(
  seen: readonly number[],
  distances: Float64Array,
  sizes: Float32Array,
): [number, number] {
  const sorted = Float64Array.from(seen, (k) => distances[k]).sort();
  const skip = Math.floor(strays * sorted.length);
  const size = seen.reduce((sum, k) => sum + sizes[k], 0) / seen.length;
  const room = 1.2 * size;
  return [Math.max(1e-3, sorted[skip] - room), sorted[sorted.length - 1 - skip] + room];
}

/** Weights of successive cells along an axis. Their sum is nearly 1 unless some are outside of the grid. */
interface Spread {
  first: number;
  count: number;
  readonly weights: Float64Array;
}

function createSpread(length: number): Spread {
  return { first: 0, count: 0, weights: new Float64Array(length) };
}

/** Sets the weights of a Gaussian at a position. */
function spread(out: Spread, at: number, deviation: number, length: number): void {
  const wide = Math.max(minDeviation, deviation);
  const first = Math.max(0, Math.floor(at - reach * wide));
  const last = Math.min(length - 1, Math.floor(at + reach * wide));
  const scale = 1 / (Math.sqrt(2 * Math.PI) * wide * withinReach);
  for (let k = first; k <= last; k++) {
    const away = (k + 0.5 - at) / wide;
    out.weights[k - first] = scale * exp(-0.5 * away * away);
  }
  out.first = first;
  out.count = Math.max(0, last - first + 1);
}

function addSpread(
  { depths, columns, rows }: SmokeVolume,
  mass: number,
  across: Spread,
  down: Spread,
  along: Spread,
): void {
  for (let l = 0; l < along.count; l++) {
    for (let j = 0; j < down.count; j++) {
      const part = mass * along.weights[l] * down.weights[j];
      const row = ((along.first + l) * rows + down.first + j) * columns + across.first;
      for (let i = 0; i < across.count; i++) depths[row + i] += part * across.weights[i];
    }
  }
}
