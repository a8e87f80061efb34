import type { Obstacles } from '../obstacles/obstacles.ts';
import type { PathRunner } from './choose-paths.ts';

export interface NearOptions {
  readonly paths: PathRunner;
  /** Number of steps until all particles have arrived. */
  readonly steps: number;
  /** 0..1: the force of a path is weakened by up to this fraction. */
  readonly randomness: number;
  /** [n] m: the radii of the particles. */
  readonly radii: Float64Array;
}

/**
 * Finds the particles that may touch an obstacle before they arrive: [n], 1 or 0. The paths with all and with the least of the forces
 * are simulated without obstacles. All other paths are between them if the forces are uniform. A particle is near a surface if the
 * box around both its paths overlaps that of the surface, and near a ground if it may touch it in a step of one of them.
 */
export function findNear({ paths, steps, randomness, radii }: NearOptions, obstacles: Obstacles): Uint8Array {
  const count = radii.length;
  const near = new Uint8Array(count);
  const boxes = new Float64Array(6 * count);
  const before = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    boxes.fill(Number.POSITIVE_INFINITY, 6 * k, 6 * k + 3);
    boxes.fill(Number.NEGATIVE_INFINITY, 6 * k + 3, 6 * k + 6);
  }
  for (const weight of [1, 1 - randomness]) {
    const weights = new Float64Array(count).fill(weight);
    const planes = paths.begin();
    for (let ahead = 0; ahead <= steps; ahead++) {
      if (ahead > 0) paths.advance(ahead - 1, weights);
      const { x, y, z } = planes;
      for (let k = 0; k < count; k++) {
        const box = 6 * k;
        const radius = radii[k];
        boxes[box] = Math.min(boxes[box], x[k] - radius);
        boxes[box + 1] = Math.min(boxes[box + 1], y[k] - radius);
        boxes[box + 2] = Math.min(boxes[box + 2], z[k] - radius);
        boxes[box + 3] = Math.max(boxes[box + 3], x[k] + radius);
        boxes[box + 4] = Math.max(boxes[box + 4], y[k] + radius);
        boxes[box + 5] = Math.max(boxes[box + 5], z[k] + radius);
        const dx = x[k] - before[3 * k];
        const dy = y[k] - before[3 * k + 1];
        const dz = z[k] - before[3 * k + 2];
        // Within a step the particle is at most this far from its end.
        const distance = ahead > 0 ? Math.sqrt(dx * dx + dy * dy + dz * dz) : 0;
        if (near[k] === 0 && obstacles.touchGround(x[k], y[k], z[k], radius + distance)) near[k] = 1;
        before[3 * k] = x[k];
        before[3 * k + 1] = y[k];
        before[3 * k + 2] = z[k];
      }
    }
  }
  for (let k = 0; k < count; k++) {
    if (near[k] === 0 && obstacles.reachBox(boxes.subarray(6 * k, 6 * k + 6))) near[k] = 1;
  }
  return near;
}
