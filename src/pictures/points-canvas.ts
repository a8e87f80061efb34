import { exp } from '../math/portable.ts';
import { createPicture, type Picture } from './picture.ts';
import { type Light, srgbByte } from './tone.ts';

/** What particles are drawn on: light that covers what is behind, and light that is added to it. */
export interface PointsCanvas {
  readonly width: number;
  readonly height: number;
  /** [3 · width · height] linear, 0..1: what covers. */
  readonly paint: Float32Array;
  /** The same: what glows. */
  readonly glow: Float32Array;
  /** [width · height] of what is solid: −1/distance; Infinity where there is nothing. */
  readonly depth: Float32Array;
}

/** A canvas whose colour goes from the middle to the corners. */
export function createPointsCanvas(
  width: number,
  height: number,
  middle: Light,
  corner: Light,
): PointsCanvas {
  const canvas = {
    width,
    height,
    paint: new Float32Array(3 * width * height),
    glow: new Float32Array(3 * width * height),
    depth: new Float32Array(width * height).fill(Infinity),
  };
  for (let y = 0, k = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const across = (2 * (x + 0.5)) / width - 1;
      const down = (2 * (y + 0.5)) / height - 0.9;
      const away = Math.min(1, (across * across + down * down) / 2);
      for (let c = 0; c < 3; c++) canvas.paint[k++] = middle[c] + away * (corner[c] - middle[c]);
    }
  }
  return canvas;
}

/** Covers a pixel by a share. */
export function coverPixel(
  { paint }: PointsCanvas,
  pixel: number,
  red: number,
  green: number,
  blue: number,
  share: number,
): void {
  const k = 3 * pixel;
  paint[k] += (red - paint[k]) * share;
  paint[k + 1] += (green - paint[k + 1]) * share;
  paint[k + 2] += (blue - paint[k + 2]) * share;
}

/** The canvas as a picture, `samples` pixels of it across and down for each of the picture's. */
export function developCanvas(canvas: PointsCanvas, samples: number): Picture {
  const width = Math.floor(canvas.width / samples);
  const height = Math.floor(canvas.height / samples);
  const picture = createPicture(width, height, [0, 0, 0]);
  const { paint, glow } = canvas;
  const exposure = chooseExposure(glow);
  const sum = new Float64Array(3);
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      for (let s = 0; s < samples * samples; s++) {
        const row = y * samples + Math.floor(s / samples);
        const k = 3 * (row * canvas.width + x * samples + (s % samples));
        // What glows keeps its colour and only where it is very bright nears white.
        const most = exposure * Math.max(glow[k], glow[k + 1], glow[k + 2]);
        const share = most > 0 ? (1 - exp(-most)) / most : 0;
        const white = most > 0 ? 0.55 * (1 - exp(-most / 6)) : 0;
        for (let c = 0; c < 3; c++) {
          const light = exposure * glow[k + c] * share;
          sum[c] += 1 - (1 - Math.min(1, paint[k + c])) * (1 - light - white * (1 - light));
        }
      }
      for (let c = 0; c < 3; c++, out++) picture.rgb[out] = srgbByte(sum[c] / (samples * samples));
    }
  }
  return picture;
}

/** What most of the glow is shown as, at most. */
const brightest = 1.6;

/** Less than 1 where most of what glows would burn out to one mass. */
function chooseExposure(glow: Float32Array): number {
  const lights: number[] = [];
  const step = 3 * Math.max(1, Math.floor(glow.length / 300_000));
  for (let k = 0; k < glow.length; k += step) {
    const most = Math.max(glow[k], glow[k + 1], glow[k + 2]);
    if (most > 0.2) lights.push(most);
  }
  if (lights.length === 0) return 1;
  const usual = Float64Array.from(lights).sort()[Math.floor(0.75 * lights.length)];
  return Math.min(1, brightest / usual);
}
