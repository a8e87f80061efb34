import { exp } from '../math/portable.ts';
import { type Camera, rayThrough } from './perspective/camera.ts';
import { coverPixel, type PointsCanvas } from './points-canvas.ts';
import type { Light } from './tone.ts';

/** Level ground below the objects of a picture. It has one opacity inside a rectangle, and fades out around it. */
export interface Floor {
  /** Ranges of world x and z. */
  readonly min: readonly [number, number];
  readonly max: readonly [number, number];
  /** Height, metres. */
  readonly height: number;
  /** Linear colour that the picture shows: the lighting is part of it. */
  readonly color: Light;
  /** Opacity inside the rectangle, 0..1. */
  readonly opacity: number;
}

/** Width of the soft edge, as a fraction of the shorter side of the rectangle. */
const softness = 0.65;

/** Draws a floor over the background of a canvas. Meshes and particles must be drawn afterwards. */
export function drawFloor(canvas: PointsCanvas, camera: Camera, floor: Floor): void {
  const { min, max, height, color, opacity } = floor;
  const { width } = canvas;
  const soft = softness * Math.min(max[0] - min[0], max[1] - min[1]);
  const [red, green, blue] = color;
  if (!(soft > 0) || camera.position[1] <= height) return;
  // The floor has no details, so blocks of 2 × 2 pixels have one colour.
  for (let y = 0; y < canvas.height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const direction = rayThrough(camera, x + 1, y + 1);
      if (direction[1] >= 0) continue;
      const distance = (height - camera.position[1]) / direction[1];
      const px = camera.position[0] + distance * direction[0];
      const pz = camera.position[2] + distance * direction[2];
      const dx = Math.max(0, min[0] - px, px - max[0]) / soft;
      const dz = Math.max(0, min[1] - pz, pz - max[1]) / soft;
      const away = dx * dx + dz * dz;
      if (away > 4) continue;
      const fraction = opacity * exp(-2.5 * away) * (1 - away / 4);
      for (let k = y * width + x; k < canvas.paint.length / 3 && k <= (y + 1) * width + x; k += width) {
        coverPixel(canvas, k, red, green, blue, fraction);
        if (x + 1 < width) coverPixel(canvas, k + 1, red, green, blue, fraction);
      }
    }
  }
}
