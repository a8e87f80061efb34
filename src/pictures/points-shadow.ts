import { exp } from '../math/portable.ts';
import type { PointsFrame } from '../motion/points-frame.ts';
import type { Point } from './perspective/camera.ts';

/** Number of cells along the longest side of the box around the particles. */
const fineness = 56;

/**
 * Returns for each particle [count] the fraction of a distant light that passes the other particles and reaches it, 0..1. The coverage of
 * particles is accumulated in a grid of cells along the light. `strength` scales the coverage.
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
  blurAlong(cover, 1, columns);
  blurAlong(cover, columns, rows);
  blurAlong(cover, columns * rows, layers);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    // The particle's own cell is excluded, to prevent self-shadowing.
    for (let step = 1.5; step < 2 * fineness; step++) {
      const x = (positions[3 * k] - low[0]) / cell + step * toLight[0];
      const y = (positions[3 * k + 1] - low[1]) / cell + step * toLight[1];
      const z = (positions[3 * k + 2] - low[2]) / cell + step * toLight[2];
      if (x < -1 || y < -1 || z < -1 || x > columns + 1 || y > rows + 1 || z > layers + 1) break;
      sum += sampleCells(cover, columns, rows, layers, x - 0.5, y - 0.5, z - 0.5);
    }
    out[k] = exp(-sum);
  }
  return out;
}

/** Interpolates linearly between the centres of eight cells. 0 outside. */
function sampleCells(
  cells: Float32Array,
  columns: number,
  rows: number,
  layers: number,
  x: number,
  y: number,
  z: number,
): number {
  const [i, j, l] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    const [a, b, c] = [i + (corner & 1), j + ((corner >> 1) & 1), l + (corner >> 2)];
    if (a < 0 || b < 0 || c < 0 || a >= columns || b >= rows || c >= layers) continue;
    const weight = (1 - Math.abs(x - a)) * (1 - Math.abs(y - b)) * (1 - Math.abs(z - c));
    sum += weight * cells[(c * rows + b) * columns + a];
  }
  return sum;
}

/** Blurs cells along one axis with weights 1/4, 1/2, 1/4, so that cell boundaries are invisible. */
export function blurAlong(cells: Float32Array, stride: number, length: number): void {
  for (let start = 0; start < cells.length; start += stride * length) {
    for (let first = start; first < start + stride; first++) {
      let before = 0;
      for (let n = 0, k = first; n < length; n++, k += stride) {
        const own = cells[k];
        cells[k] = 0.25 * before + 0.5 * own + (n + 1 < length ? 0.25 * cells[k + stride] : 0);
        before = own;
      }
    }
  }
}
