import { exp, log } from '../math/portable.ts';
import { hashUnit } from '../math/random.ts';
import type { Camera } from './perspective/camera.ts';
import type { SmokeVolume } from './smoke-volume.ts';

/** Side of the periodic lattice of random numbers, a power of two. */
const side = 32;
const mask = side - 1;
/** Maximum number of layers of noise. Each has half the wavelength of the one before, and `persistence` times its strength. */
const maxOctaves = 6;
const persistence = 0.66;
/** Strength of the variation: the density is multiplied by exp(strength · noise). */
const strength = 1.6;
/** Displacement of the noise by other noise, in wavelengths. It stretches blobs to wisps. */
const warp = 0.35;

const lattice = Float32Array.from({ length: side ** 3 }, (_, k) => 2 * hashUnit(41, k) - 1);

/**
 * Varies the density of smoke in space by a factor whose mean is about 1. Particles carry no structure that is smaller than their
 * diameter, but smoke has it, so it is added here: a sum of noises, displaced by noise. wavelength: the largest wavelength, m.
 */
export function roughenSmoke(volume: SmokeVolume, camera: Camera, wavelength: number): void {
  const { columns, rows, layers, left, top, pixels, near, thickness, cell, depths } = volume;
  const { position, right, up, forward, focal, width, height } = camera;
  const scale = 1 / wavelength;
  // Shorter waves would fall between cells.
  const octaves = Math.min(maxOctaves, Math.max(1, Math.floor(log(wavelength / (1.2 * cell)) / Math.LN2)));
  for (let l = 0, k = 0; l < layers; l++) {
    const distance = near + (l + 0.5) * thickness;
    for (let j = 0; j < rows; j++) {
      const b = (distance * (height / 2 - top - (j + 0.5) * pixels)) / focal;
      for (let i = 0; i < columns; i++, k++) {
        if (depths[k] < 5e-5) continue;
        const a = (distance * (left + (i + 0.5) * pixels - width / 2)) / focal;
        const x = scale * (position[0] + a * right[0] + b * up[0] + distance * forward[0]);
        const y = scale * (position[1] + a * right[1] + b * up[1] + distance * forward[1]);
        const z = scale * (position[2] + a * right[2] + b * up[2] + distance * forward[2]);
        const aside = warp * sampleLattice(0.5 * x + 3.1, 0.5 * y + 17.3, 0.5 * z + 9.7);
        const above = warp * sampleLattice(0.5 * x + 21.7, 0.5 * y + 5.9, 0.5 * z + 13.3);
        let [sum, share, frequency] = [0, 1, 1];
        for (let octave = 0; octave < octaves; octave++) {
          sum +=
            share *
            sampleLattice(frequency * (x + aside) + 7 * octave, frequency * (y + above), frequency * z);
          share *= persistence;
          frequency *= 2.03;
        }
        depths[k] *= exp(strength * sum - 0.2);
      }
    }
  }
}

/** Interpolates smoothly between the eight lattice points around a point. −1 to 1. */
function sampleLattice(x: number, y: number, z: number): number {
  const [i, j, l] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [a, b, c] = [smooth(x - i), smooth(y - j), smooth(z - l)];
  const [i0, i1] = [i & mask, (i + 1) & mask];
  const [j0, j1] = [(j & mask) * side, ((j + 1) & mask) * side];
  const [l0, l1] = [(l & mask) * side * side, ((l + 1) & mask) * side * side];
  const near =
    (1 - b) * ((1 - a) * lattice[l0 + j0 + i0] + a * lattice[l0 + j0 + i1]) +
    b * ((1 - a) * lattice[l0 + j1 + i0] + a * lattice[l0 + j1 + i1]);
  const far =
    (1 - b) * ((1 - a) * lattice[l1 + j0 + i0] + a * lattice[l1 + j0 + i1]) +
    b * ((1 - a) * lattice[l1 + j1 + i0] + a * lattice[l1 + j1 + i1]);
  return near + c * (far - near);
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}
