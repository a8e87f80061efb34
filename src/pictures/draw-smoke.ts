import { exp } from '../math/portable.ts';
import type { PointsFrame } from '../motion/points-frame.ts';
import { castThroughSmoke, scatteredLight } from './light-smoke.ts';
import type { Camera, Point } from './perspective/camera.ts';
import { coverPixel, type PointsCanvas } from './points-canvas.ts';
import type { Dots } from './points-dots.ts';
import { blurAlong } from './points-shadow.ts';
import { roughenSmoke } from './roughen-smoke.ts';
import { fillVolume, type SmokeVolume } from './smoke-volume.ts';
import { exposeLight, type Light } from './tone.ts';

/** Colour and strength of the sun, and of the light from the sky. Linear. */
const sun: Light = [1.9, 1.76, 1.52];
const sky: Light = [0.24, 0.3, 0.42];

/**
 * Draws smoke as a volume: light is weakened exponentially by the smoke that it crosses (Beer–Lambert), on its way from the sun to each
 * point, and from there to the eye.
 */
export function drawSmoke(
  canvas: PointsCanvas,
  camera: Camera,
  points: PointsFrame,
  dots: Dots,
  toLight: Point,
): void {
  const volume = fillVolume(camera, points, dots);
  if (!volume) return;
  roughenSmoke(volume, camera, 2.6 * medianOf(dots.sizes));
  const sunDepths = castThroughSmoke(volume, camera, toLight);
  const skyDepths = castThroughSmoke(volume, camera, [0, 1, 0]);
  const smoke: LitSmoke = { volume, sunDepths, skyDepths, colors: spreadColors(volume, points, dots) };
  const seen = crossVolume(smoke);
  const column = new Float32Array(4);
  const { columns, rows } = volume;
  const { left, top, pixels, near, thickness } = volume;
  const [firstX, firstY] = [Math.floor(left), Math.floor(top)];
  const lastX = Math.min(canvas.width - 1, Math.ceil(left + columns * pixels));
  const lastY = Math.min(canvas.height - 1, Math.ceil(top + rows * pixels));
  for (let y = firstY; y <= lastY; y++) {
    for (let x = firstX; x <= lastX; x++) {
      const pixel = y * canvas.width + x;
      const u = Math.min(columns - 1, Math.max(0, (x + 0.5 - left) / pixels - 0.5));
      const v = Math.min(rows - 1, Math.max(0, (y + 0.5 - top) / pixels - 0.5));
      const solid = canvas.depth[pixel];
      if (solid < Infinity)
        crossColumn(column, smoke, Math.round(u), Math.round(v), (-1 / solid - near) / thickness);
      else interpolate(column, seen, columns, rows, u, v);
      const opacity = 1 - column[3];
      if (opacity < 1e-4) continue;
      coverPixel(
        canvas,
        pixel,
        exposeLight(column[0] / opacity),
        exposeLight(column[1] / opacity),
        exposeLight(column[2] / opacity),
        opacity,
      );
    }
  }
}

interface LitSmoke {
  readonly volume: SmokeVolume;
  /** Optical depths between each cell and the sun, and the zenith. */
  readonly sunDepths: Float32Array;
  readonly skyDepths: Float32Array;
  readonly colors: SmokeColors;
}

/**
 * Adds up the light of all cells, beginning at the eye. Returns the light towards the eye (red, green, blue) and the transmittance of each column, as if there
 * were no solid objects. [4 · rows · columns]
 */
function crossVolume(smoke: LitSmoke): Float32Array {
  const { columns, rows, layers } = smoke.volume;
  const out = new Float32Array(4 * columns * rows);
  for (let o = 3; o < out.length; o += 4) out[o] = 1;
  for (let l = 0; l < layers; l++) {
    for (let j = 0, o = 0; j < rows; j++)
      for (let i = 0; i < columns; i++, o += 4) addCell(out, o, smoke, i, j, l, 1);
  }
  return out;
}

/** Adds up the light of a column of cells, beginning at the eye, up to a solid object at `end` layers. */
function crossColumn(out: Float32Array, smoke: LitSmoke, i: number, j: number, end: number): void {
  out.fill(0);
  out[3] = 1;
  const last = Math.min(smoke.volume.layers, end);
  for (let l = 0; l < last; l++) addCell(out, 0, smoke, i, j, l, Math.min(1, last - l));
}

/** Adds the light of a cell behind those that were added before. fraction: the visible fraction of its thickness. */
function addCell(
  out: Float32Array,
  o: number,
  { volume, sunDepths, skyDepths, colors }: LitSmoke,
  i: number,
  j: number,
  l: number,
  fraction: number,
): void {
  const k = (l * volume.rows + j) * volume.columns + i;
  const depth = volume.depths[k] * fraction;
  const passing = out[o + 3];
  if (depth < 1e-6 || passing < 0.002) return;
  const rest = passing * exp(-depth);
  const strength = passing - rest;
  const direct = scatteredLight(sunDepths[k]);
  const soft = scatteredLight(skyDepths[k]);
  const c = colors.indexOf(i, j, l);
  for (let channel = 0; channel < 3; channel++) {
    out[o + channel] += strength * colors.values[c + channel] * (direct * sun[channel] + soft * sky[channel]);
  }
  out[o + 3] = rest;
}

function interpolate(
  out: Float32Array,
  from: Float32Array,
  columns: number,
  rows: number,
  u: number,
  v: number,
): void {
  const [i, j] = [Math.min(columns - 1, Math.floor(u)), Math.min(rows - 1, Math.floor(v))];
  const [nextI, nextJ] = [Math.min(columns - 1, i + 1), Math.min(rows - 1, j + 1)];
  const [across, down] = [u - i, v - j];
  for (let c = 0; c < 4; c++) {
    const above =
      (1 - across) * from[4 * (j * columns + i) + c] + across * from[4 * (j * columns + nextI) + c];
    const below =
      (1 - across) * from[4 * (nextJ * columns + i) + c] + across * from[4 * (nextJ * columns + nextI) + c];
    out[c] = (1 - down) * above + down * below;
  }
}

/** Mean colours of smoke in blocks of cells. */
interface SmokeColors {
  /** Linear, [3 · blocks]. */
  readonly values: Float32Array;
  /** Returns the position in `values` of the block around a cell. */
  indexOf(column: number, row: number, layer: number): number;
}

/** Side of a block, cells. Colours change less over space than the density. */
const block = 8;

/** Returns the colours of the particles, weighted by their optical depths. Blocks without particles have the mean colour. */
function spreadColors(volume: SmokeVolume, { count, colors }: PointsFrame, dots: Dots): SmokeColors {
  const [columns, rows, layers] = [volume.columns, volume.rows, volume.layers].map((n) =>
    Math.ceil(n / block),
  );
  const sums = new Float32Array(4 * columns * rows * layers);
  const whole = new Float64Array(4);
  for (let k = 0; k < count; k++) {
    if (!(dots.depths[k] - dots.depths[k] === 0)) continue;
    const i = Math.floor((dots.projected[3 * k] - volume.left) / volume.pixels / block);
    const j = Math.floor((dots.projected[3 * k + 1] - volume.top) / volume.pixels / block);
    const l = Math.floor((dots.depths[k] - volume.near) / volume.thickness / block);
    const weight = colors[4 * k + 3] * dots.sizes[k] * dots.sizes[k];
    for (let c = 0; c < 4; c++) {
      const value = weight * (c < 3 ? colors[4 * k + c] : 1);
      whole[c] += value;
      if (i < 0 || j < 0 || l < 0 || i >= columns || j >= rows || l >= layers) continue;
      sums[4 * ((l * rows + j) * columns + i) + c] += value;
    }
  }
  for (const [stride, length] of [
    [4, columns],
    [4 * columns, rows],
    [4 * columns * rows, layers],
  ])
    blurAlong(sums, stride, length);
  const values = new Float32Array(3 * columns * rows * layers);
  for (let o = 0, k = 0; o < values.length; o += 3, k += 4) {
    const isFilled = sums[k + 3] > 1e-6 * whole[3];
    for (let c = 0; c < 3; c++) values[o + c] = isFilled ? sums[k + c] / sums[k + 3] : whole[c] / whole[3];
  }
  return {
    values,
    indexOf: (i, j, l) => 3 * ((((l / block) | 0) * rows + ((j / block) | 0)) * columns + ((i / block) | 0)),
  };
}

function medianOf(values: Float32Array): number {
  return values.slice().sort()[values.length >> 1];
}
