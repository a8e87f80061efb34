import { exp } from '../math/portable.ts';
import { createPicture, type Picture } from './picture.ts';
import { type Light, srgbByte } from './tone.ts';

/** The canvas for particles. It has two layers: colour that covers the background, and light that is added. */
export interface PointsCanvas {
  readonly width: number;
  readonly height: number;
  /** Linear, 0..1: covering colour. [3 · width · height] */
  readonly paint: Float32Array;
  /** Linear, 0..1: light that is added. [3 · width · height] */
  readonly glow: Float32Array;
  /** Depth of solid objects: −1/distance. [width · height] Infinity if there are none. */
  readonly depth: Float32Array;
}

/** Creates a canvas whose colour changes from the centre to the corners. */
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

/** Blends a colour over a pixel with an opacity. */
export function coverPixel(
  { paint }: PointsCanvas,
  pixel: number,
  red: number,
  green: number,
  blue: number,
  fraction: number,
): void {
  const k = 3 * pixel;
  paint[k] += (red - paint[k]) * fraction;
  paint[k + 1] += (green - paint[k + 1]) * fraction;
  paint[k + 2] += (blue - paint[k + 2]) * fraction;
}

/** Returns the canvas as a picture. Each pixel of the picture is the mean of `samples` × `samples` pixels of the canvas. */
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
        // Glowing light keeps its hue, and approaches white only where it is very bright.
        const max = exposure * Math.max(glow[k], glow[k + 1], glow[k + 2]);
        const fraction = max > 0 ? (1 - exp(-max)) / max : 0;
        const white = max > 0 ? 0.55 * (1 - exp(-max / 6)) : 0;
        for (let c = 0; c < 3; c++) {
          const light = exposure * glow[k + c] * fraction;
          sum[c] += 1 - (1 - Math.min(1, paint[k + c])) * (1 - light - white * (1 - light));
        }
      }
      for (let c = 0; c < 3; c++, out++) picture.rgb[out] = srgbByte(sum[c] / (samples * samples));
    }
  }
  return picture;
}

/** Brightness at which the brightest glow is displayed. */
const brightest = 1.6;

/** Returns the exposure. It is below 1 if otherwise most of the glow would saturate. */
function chooseExposure(glow: Float32Array): number {
  const lights: number[] = [];
  const step = 3 * Math.max(1, Math.floor(glow.length / 300_000));
  for (let k = 0; k < glow.length; k += step) {
    const max = Math.max(glow[k], glow[k + 1], glow[k + 2]);
    if (max > 0.2) lights.push(max);
  }
  if (lights.length === 0) return 1;
  const usual = Float64Array.from(lights).sort()[Math.floor(0.75 * lights.length)];
  return Math.min(1, brightest / usual);
}
