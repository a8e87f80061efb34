import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGBAFormat } from 'three';
import { hashUnit } from '../../math/random.ts';

const size = 256;

/**
 * Creates a seamless texture of fine detail. Red is the variation of colour, green and blue are slopes along x and z of a rough surface,
 * alpha is single bright grains. Values vary about 0.5, so that mipmaps converge to no variation. 256 kB.
 */
export function createGrain(): DataTexture {
  texels ??= createTexels();
  const texture = new DataTexture(texels, size, size, RGBAFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}

/** The texels are created only once, because this takes about as long as a frame. */
let texels: Uint8Array<ArrayBuffer> | null = null;

function createTexels(): Uint8Array<ArrayBuffer> {
  const bumps = smooth((i, j) => hashUnit(31, i, j), 0.95);
  const tones = smooth((i, j) => hashUnit(32, i, j), 0.95);
  const texels = new Uint8Array(4 * size * size);
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      const k = j * size + i;
      const slopeX = bumps[j * size + ((i + 1) % size)] - bumps[j * size + ((i + size - 1) % size)];
      const slopeZ = bumps[((j + 1) % size) * size + i] - bumps[((j + size - 1) % size) * size + i];
      texels[4 * k] = byteOf(tones[k]);
      texels[4 * k + 1] = byteOf(slopeX);
      texels[4 * k + 2] = byteOf(slopeZ);
      texels[4 * k + 3] = hashUnit(33, i, j) > 0.996 ? 255 : 0;
    }
  }
  return texels;
}

/** Converts a value in −1..1 to a byte about 127.5. */
function byteOf(value: number): number {
  return Math.max(0, Math.min(255, Math.round(127.5 + 127.5 * value)));
}

/**
 * Returns a sum of octaves of lattice noise that repeats after `size`. Each octave has half the wavelength of the one before, and `gain`
 * times its amplitude. The sum is scaled to a standard deviation of 1/3.
 */
function smooth(lattice: (i: number, j: number) => number, gain: number): Float32Array {
  const sum = new Float32Array(size * size);
  for (let octave = 0, spacing = 32, fraction = 1; spacing >= 1; octave++, spacing /= 2, fraction *= gain) {
    const count = size / spacing;
    const points = Float32Array.from(
      { length: count * count },
      (_, k) => 2 * lattice((k % count) + 1000 * octave, Math.floor(k / count)) - 1,
    );
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++) {
        const a = Math.floor(i / spacing);
        const b = Math.floor(j / spacing);
        const s = ease(i / spacing - a);
        const t = ease(j / spacing - b);
        const right = (a + 1) % count;
        const row = b * count;
        const nextRow = ((b + 1) % count) * count;
        const upper = points[row + a] + s * (points[row + right] - points[row + a]);
        const lower = points[nextRow + a] + s * (points[nextRow + right] - points[nextRow + a]);
        sum[j * size + i] += fraction * (upper + t * (lower - upper));
      }
    }
  }
  const deviation = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0) / sum.length);
  return sum.map((value) => value / (3 * deviation));
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}
