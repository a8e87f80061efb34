import { cbrt, cos, sin } from '../../math/portable.ts';
import { hashUnit } from '../../math/random.ts';
import type { PointsOutput } from '../../systems/outputs/points.ts';
import { exposeLight } from '../tone.ts';
import { type Camera, type Point, projectPoints } from './camera.ts';
import { type FigureLight, sunPastFigures } from './figure-light.ts';

/** Material in the air: particles, each of which is drawn as a small cloud of grains. */
export interface Grains
  extends Pick<PointsOutput, 'count' | 'ids' | 'positions' | 'velocities' | 'sizes' | 'colors'> {
  /** Size of a drawn grain, metres. A particle is drawn as grains that have its volume together, at most 64. */
  readonly grainSize: number;
  /** Radius of the cloud of a particle, in sizes of the particle. */
  readonly spread: number;
  /** Time for which the shutter is open, seconds: a grain that flies is a streak. */
  readonly shutter: number;
}

interface GrainScene {
  readonly camera: Camera;
  /** Unit vector. */
  readonly toSun: Point;
  readonly figures: FigureLight;
  readonly exposure: number;
  /** Distance to the nearest surface of each pixel, m, [width · height]. */
  readonly distances: Float64Array;
  /** Number of samples of which the sums of a pixel consist. */
  readonly sampleCount: number;
}

const maxGrains = 64;
const sun = [1.1, 1, 0.85] as const;
const sky = [0.42, 0.47, 0.55] as const;

/**
 * Blends grains over the sums of the light of the pixels, [3 · width · height]. A grain is a soft streak along its path while the shutter is
 * open. Its opacity is the fraction of that time in which it covers a point, so the light of a cloud does not depend on the resolution.
 */
export function drawGrains(out: Float64Array, grains: Grains, scene: GrainScene): void {
  const { count, positions, velocities, sizes, colors, ids, grainSize, spread, shutter } = grains;
  const { camera, figures, exposure } = scene;
  const ends = new Float64Array(6);
  const color = new Float64Array(3);
  for (let k = 0; k < count; k++) {
    const amount = Math.min(maxGrains, Math.max(1, Math.round((sizes[k] / grainSize) ** 3)));
    const size = sizes[k] / cbrt(amount);
    const center = positions.subarray(3 * k, 3 * k + 3);
    const lit = sunPastFigures(figures, center, 0.004, hashUnit(31, ids[k])) * scatterAt(center, scene);
    for (let n = 0; n < amount; n++) {
      const tone = 0.75 + 0.5 * hashUnit(33, ids[k], n);
      for (let c = 0; c < 3; c++) {
        color[c] =
          scene.sampleCount * exposeLight(exposure * tone * colors[4 * k + c] * (lit * sun[c] + sky[c]));
      }
      placeInCloud(ends, ids[k], n, amount > 1 ? spread * sizes[k] : 0);
      for (let c = 0; c < 3; c++) {
        const middle = center[c] + ends[c];
        const half = (velocities[3 * k + c] * shutter) / 2;
        ends[c] = middle - half;
        ends[3 + c] = middle + half;
      }
      drawStreak(out, ends, size, color, camera, scene.distances);
    }
  }
}

/** Returns how strongly a grain scatters sunlight to the eye. Grains between the eye and the sun are brighter. */
function scatterAt(center: Float32Array, { camera, toSun }: GrainScene): number {
  let [dot, square] = [0, 0];
  for (let c = 0; c < 3; c++) {
    const away = center[c] - camera.position[c];
    dot += away * toSun[c];
    square += away * away;
  }
  const toward = Math.max(0, dot / Math.sqrt(square));
  return 0.75 + 1.2 * toward * toward * toward;
}

/** Writes the offset of grain n from the centre of its cloud, metres. The cloud is densest in the middle. */
function placeInCloud(out: Float64Array, id: number, n: number, radius: number): void {
  const level = 2 * hashUnit(35, id, n) - 1;
  const turn = 2 * Math.PI * hashUnit(36, id, n);
  const far = radius * hashUnit(37, id, n);
  const across = Math.sqrt(1 - level * level);
  out[0] = far * across * cos(turn);
  out[1] = far * level;
  out[2] = far * across * sin(turn);
}

/** Draws one streak between two points in space. `size`: width, metres. */
function drawStreak(
  out: Float64Array,
  ends: Float64Array,
  size: number,
  color: Float64Array,
  camera: Camera,
  distances: Float64Array,
): void {
  const { width, height, focal, position } = camera;
  const [x0, y0, near, x1, y1] = projectPoints(camera, ends);
  if (!(near < 0)) return;
  const radius = (-near * focal * size) / 2;
  const shown = Math.max(minRadius, radius);
  const reach = shown + 0.5;
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach));
  const right = Math.min(width - 1, Math.ceil(Math.max(x0, x1) + reach));
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - reach));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(y0, y1) + reach));
  if (!(right >= left && bottom >= top)) return;
  const [dx, dy] = [x1 - x0, y1 - y0];
  const square = dx * dx + dy * dy;
  const length = Math.sqrt(square);
  const disc = Math.PI * radius * radius;
  // The area of the grain, distributed over the area of the streak.
  const opacity = Math.min(1, disc / (Math.PI * shown * shown + 2 * shown * length));
  const distance = Math.hypot(ends[0] - position[0], ends[1] - position[1], ends[2] - position[2]);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5 - x0, y + 0.5 - y0];
      const along = square > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / square)) : 0;
      const away = Math.hypot(px - along * dx, py - along * dy);
      const cover = Math.min(1, reach - away);
      const k = y * width + x;
      if (cover <= 0 || distances[k] < distance) continue;
      const alpha = opacity * cover;
      for (let c = 0; c < 3; c++) out[3 * k + c] += alpha * (color[c] - out[3 * k + c]);
    }
  }
}

/** Minimum radius of a drawn streak, pixels. */
const minRadius = 0.6;
