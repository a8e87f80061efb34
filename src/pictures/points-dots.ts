import type { PointsFrame } from '../motion/points-frame.ts';
import { type Camera, type Point, projectPoints } from './perspective/camera.ts';
import type { PointsCanvas } from './points-canvas.ts';

/** Particles in picture coordinates. */
export interface Dots {
  /** Positions: x and y in pixels, and −1/distance, [3 · count]. NaN for particles behind the eye. */
  readonly projected: Float64Array;
  /** Radius of each particle in pixels, [count]. */
  readonly radii: Float64Array;
  /** Diameter, m, [count]. */
  readonly sizes: Float32Array;
  /** Distance from the eye, m, [count]. NaN for particles that are not drawn. */
  readonly depths: Float64Array;
}

/** Particles in a picture, with all data that is needed to draw them. */
export interface DotScene {
  readonly canvas: PointsCanvas;
  readonly camera: Camera;
  readonly points: PointsFrame;
  readonly dots: Dots;
  /** Fraction of the light that passes the other particles and reaches each particle. [count] */
  readonly light: Float32Array | null;
  readonly toLight: Point;
}

/** Projects particles. The depth of particles that are invisible or behind the camera is NaN. */
export function projectDots(camera: Camera, { count, positions, sizes, colors }: PointsFrame): Dots {
  const projected = projectPoints(camera, positions.subarray(0, 3 * count));
  const radii = new Float64Array(count);
  const depths = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    radii[k] = (sizes[k] / 2) * camera.focal * -projected[3 * k + 2];
    depths[k] = colors[4 * k + 3] > 0 && radii[k] > 0 ? -1 / projected[3 * k + 2] : Number.NaN;
  }
  return { projected, radii, sizes, depths };
}

/**
 * Returns the indices of particles from the farthest to the nearest, without those whose depth is NaN. Particles with equal depths are in
 * the order of their indices.
 */
export function sortByDepth(depths: Float64Array): Uint32Array {
  const order = Uint32Array.from(depths.keys()).filter((k) => depths[k] - depths[k] === 0);
  return order.sort((a, b) => depths[b] - depths[a] || a - b);
}

/**
 * Calls `paint` for those pixels of a square around a dot at which the dot is not hidden. front: the tested point, in radii from the dot's
 * centre towards the eye. `paint` gets the position relative to the centre, in radii, and the index of the pixel.
 */
export function visitPixels(
  { canvas, dots }: DotScene,
  k: number,
  radius: number,
  reach: number,
  front: number,
  paint: (x: number, y: number, pixel: number) => void,
): void {
  const { width, height, depth } = canvas;
  const [x, y] = dots.projected.subarray(3 * k, 3 * k + 2);
  const z = depthBefore(dots, k, front);
  const room = radius * reach + 1;
  const left = Math.max(0, Math.ceil(x - room - 0.5));
  const right = Math.min(width - 1, Math.floor(x + room - 0.5));
  const top = Math.max(0, Math.ceil(y - room - 0.5));
  const bottom = Math.min(height - 1, Math.floor(y + room - 0.5));
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const pixel = row * width + column;
      if (depth[pixel] < z) continue;
      paint((column + 0.5 - x) / radius, (row + 0.5 - y) / radius, pixel);
    }
  }
}

/** Returns −1/distance of a point that is the given number of radii in front of a dot's centre. */
function depthBefore({ depths, sizes }: Dots, k: number, radii: number): number {
  return -1 / Math.max(1e-9, depths[k] - (radii * sizes[k]) / 2);
}

/**
 * Returns whether a solid point is visible at a pixel (depth test). If it is, its depth is written, so that it hides everything behind it,
 * whatever the order of drawing.
 */
export function isSeen(
  { canvas, dots }: DotScene,
  k: number,
  pixel: number,
  front: number,
  fraction: number,
): boolean {
  const z = depthBefore(dots, k, front);
  if (canvas.depth[pixel] < z) return false;
  if (fraction > 0.5) canvas.depth[pixel] = z;
  return true;
}

/** A dot with a smaller radius in pixels is drawn with this radius, and fainter. */
export const minRadius = 0.75;
