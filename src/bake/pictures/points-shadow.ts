import type { PointsFrame } from '../../files/points-frame.ts';
import { exp } from '../../math/portable.ts';
import type { Point } from './perspective/camera.ts';

/** Cells along the longest side of the box around the particles. */
const fineness = 56;

/**
 * How much of a light far away gets past the other particles to each one, 0..1: what they cover, in a grid of cells, added up
 * on the way. [count]. `strength` scales what they cover.
 */
export function shadePoints(points: PointsFrame, toLight: Point, strength: number): Float32Array {
  const { count, positions, sizes, colors } = points;
  const out = new Float32Array(count).fill(1);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < 3 * count; k++) {
    if (positions[k] < low[k % 3]) low[k % 3] = positions[k];
    if (positions[k] > high[k % 3]) high[k % 3] = positions[k];
  }
  const longest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  if (!(longest > 0 && longest < Infinity)) return out;
  const cell = (longest * 1.0001) / fineness;
  const [columns, rows, layers] = [0, 1, 2].map((axis) => Math.floor((high[axis] - low[axis]) / cell) + 1);
  const cover = new Float32Array(columns * rows * layers);
  for (let k = 0; k < count; k++) {
    const i = Math.floor((positions[3 * k] - low[0]) / cell);
    const j = Math.floor((positions[3 * k + 1] - low[1]) / cell);
    const l = Math.floor((positions[3 * k + 2] - low[2]) / cell);
    const area = 0.785 * sizes[k] * sizes[k] * colors[4 * k + 3];
    cover[(l * rows + j) * columns + i] += (strength * area) / (cell * cell);
  }
  for (let k = 0; k < count; k++) {
    let sum = 0;
    // What is in the particle's own cell is left out: it would shade itself.
    for (let step = 1.5; step < 2 * fineness; step++) {
      const i = Math.floor((positions[3 * k] - low[0]) / cell + step * toLight[0]);
      const j = Math.floor((positions[3 * k + 1] - low[1]) / cell + step * toLight[1]);
      const l = Math.floor((positions[3 * k + 2] - low[2]) / cell + step * toLight[2]);
      if (i < 0 || j < 0 || l < 0 || i >= columns || j >= rows || l >= layers) break;
      sum += cover[(l * rows + j) * columns + i];
    }
    out[k] = exp(-sum);
  }
  return out;
}
