import { dot } from '../geometry/vector.ts';
import { exp } from '../math/portable.ts';
import type { Camera, Point } from './perspective/camera.ts';
import type { SmokeVolume } from './smoke-volume.ts';

/**
 * Returns the optical depth between each cell and a distant light, [layers · rows · columns]. The volume is computed slice by slice,
 * beginning at the light. Each slice reads the one before at the point where the ray towards the light crosses it, interpolated linearly. So
 * shadows get softer with distance, as in scattering smoke. The direction to the light is that at the centre of the picture, for all cells.
 */
export function castThroughSmoke(volume: SmokeVolume, camera: Camera, toLight: Point): Float32Array {
  const { columns, rows, layers, cell, thickness, depths } = volume;
  const counts = [columns, rows, layers];
  const strides = [1, columns, columns * rows];
  // The direction to the light in cells for each metre.
  const direction = [
    dot(toLight, camera.right) / cell,
    -dot(toLight, camera.up) / cell,
    dot(toLight, camera.forward) / thickness,
  ];
  const main = direction.reduce(
    (best, part, k) => (Math.abs(part) > Math.abs(direction[best]) ? k : best),
    0,
  );
  const [outer, inner] = [0, 1, 2].filter((axis) => axis !== main).reverse();
  const length = 1 / Math.abs(direction[main]);
  // Half of the optical depth of a step, for a cell whose optical depth along the view is 1.
  const half = (0.5 * length) / thickness;
  const [shiftOuter, shiftInner] = [direction[outer] * length, direction[inner] * length];
  const fromLast = direction[main] > 0;
  const out = new Float32Array(depths.length);
  const before = new Float32Array((counts[outer] + 2) * (counts[inner] + 2));
  const width = counts[inner] + 2;
  const [wholeOuter, wholeInner] = [Math.floor(shiftOuter), Math.floor(shiftInner)];
  const [partOuter, partInner] = [shiftOuter - wholeOuter, shiftInner - wholeInner];
  const weights = [
    (1 - partOuter) * (1 - partInner),
    (1 - partOuter) * partInner,
    partOuter * (1 - partInner),
    partOuter * partInner,
  ];
  for (let n = 0; n < counts[main]; n++) {
    const slice = (fromLast ? counts[main] - 1 - n : n) * strides[main];
    for (let a = 0; a < counts[outer]; a++) {
      // The row of `before` is shifted by one, since its first and last rows and columns are empty.
      const near = Math.min(counts[outer] + 1, Math.max(0, a + 1 + wholeOuter)) * width;
      const far = Math.min(counts[outer] + 1, Math.max(0, a + 2 + wholeOuter)) * width;
      let k = slice + a * strides[outer];
      for (let b = 0; b < counts[inner]; b++, k += strides[inner]) {
        const first = Math.min(width - 1, Math.max(0, b + 1 + wholeInner));
        const second = Math.min(width - 1, first + 1);
        out[k] =
          half * depths[k] +
          weights[0] * before[near + first] +
          weights[1] * before[near + second] +
          weights[2] * before[far + first] +
          weights[3] * before[far + second];
      }
    }
    for (let a = 0; a < counts[outer]; a++) {
      let k = slice + a * strides[outer];
      for (let b = 0, o = (a + 1) * width + 1; b < counts[inner]; b++, o++, k += strides[inner])
        before[o] = out[k] + half * depths[k];
    }
  }
  return out;
}

const tableScale = 64;
const tableEnd = 24;
/** Orders of scattering that `scatteredLight` adds up. Each has `weaker` times the strength of the one before, and `thinner` times its optical depth. */
const orders = 4;
const weaker = 0.5;
const thinner = 0.35;

const table = Float32Array.from({ length: tableScale * tableEnd + 1 }, (_, k) => {
  let [sum, whole] = [0, 0];
  for (
    let n = 0, strength = 1, depth = k / tableScale;
    n < orders;
    n++, strength *= weaker, depth *= thinner
  ) {
    sum += strength * exp(-depth);
    whole += strength;
  }
  return sum / whole;
});

/**
 * Returns the fraction of the light that reaches a point through an optical depth, with the light that is scattered several times on its
 * way: a sum of exponential functions of smaller and smaller optical depths (Wrenninge, Kulla & Lundqvist 2013). 1 at depth 0.
 */
export function scatteredLight(depth: number): number {
  const k = depth * tableScale + 0.5;
  return k >= table.length ? table[table.length - 1] : table[k | 0];
}
