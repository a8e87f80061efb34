import { hashUnit } from '../../../math/random.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { catmullRomWeights } from './catmull-rom-weights.ts';

/** Initial heights from lattice noise. Each octave has half the height and half the wavelength of the one before. */
export interface NoiseParams {
  readonly seed: number;
  /** Distance between columns in metres. */
  readonly cell: number;
  /** Maximum lattice value of the first octave in metres. 0: flat ground. */
  readonly amplitude: number;
  /** Lattice spacing of the first octave, metres. */
  readonly wavelength: number;
  /** Number of octaves. 1 is the noise of the paper; more octaves are fractal. */
  readonly octaves: number;
}

/** Maximum number of lattice points per column along x or z. A finer lattice would be invisible and take very long. */
const maxPointsPerColumn = 64;

/** Minimum wavelength of the smallest octave in metres. */
export function minWavelength({ cell, octaves }: Pick<NoiseParams, 'cell' | 'octaves'>): number {
  return (2 ** (octaves - 1) * cell) / maxPointsPerColumn;
}

/** Returns whether all numbers are valid for `fillNoise`. For values from a file. */
export function isNoise(noise: NoiseParams): boolean {
  const { seed, cell, amplitude, wavelength, octaves } = noise;
  return (
    Number.isSafeInteger(seed) &&
    Number.isInteger(octaves) &&
    octaves >= 1 &&
    octaves <= 8 &&
    [cell, amplitude, wavelength].every(Number.isFinite) &&
    cell > 0 &&
    amplitude >= 0 &&
    wavelength >= minWavelength(noise)
  );
}

/** Returns the maximum distance of heights from the datum in metres. A Catmull-Rom curve overshoots its points by up to 1/8, along two axes. */
export function noiseBound({ amplitude, octaves }: NoiseParams): number {
  return amplitude * 1.5625 * (2 - 2 ** (1 - octaves));
}

/** Returns an upper bound of the slope of the noise in all directions, as a tangent. It is rarely reached, because all neighbours would have to be extreme. */
export function noiseSlopeBound({ amplitude, wavelength, octaves }: NoiseParams): number {
  return ((3 * 1.25 * amplitude) / wavelength) * Math.SQRT2 * octaves;
}

/**
 * Writes the heights of the untouched ground in height units, row-major, into out [columns · rows] from column (i0, j0).
 *
 * The noise consists of random values in [−1, 1] on an integer lattice, interpolated by cubic Catmull-Rom splines in both directions
 * (Sumner 1999, section 3.1, after Ebert). The height of a column does not depend on the requested rectangle, so it can be
 * computed again at any time, on any machine.
 */
export function fillNoise(
  out: Int32Array,
  i0: number,
  j0: number,
  columns: number,
  rows: number,
  noise: NoiseParams,
): void {
  if (noise.amplitude === 0) {
    out.fill(0, 0, columns * rows);
    return;
  }
  const count = columns * rows;
  const { sum } = makeRoom(count, columns);
  sum.fill(0, 0, count);
  for (let octave = 0; octave < noise.octaves; octave++) {
    addOctave(sum, i0, j0, columns, rows, noise, octave);
  }
  for (let k = 0; k < count; k++) out[k] = Math.floor(sum[k] * unitsPerMetre + 0.5);
}

/** Scratch arrays, for reuse: a ground asks for the same few columns very often. */
let scratch = {
  /** [columns · rows] */
  sum: new Float64Array(0),
  /** [4 · columns] */
  weights: new Float64Array(0),
  /** [columns] */
  starts: new Int32Array(0),
  /** [columns] each */
  lines: [0, 1, 2, 3].map(() => new Float64Array(0)),
};
let lattice = new Float64Array(0);
const rowWeights = new Float64Array(4);

function makeRoom(count: number, columns: number): typeof scratch {
  if (scratch.sum.length < count) scratch.sum = new Float64Array(count);
  if (scratch.starts.length < columns) {
    scratch = {
      sum: scratch.sum,
      weights: new Float64Array(4 * columns),
      starts: new Int32Array(columns),
      lines: [0, 1, 2, 3].map(() => new Float64Array(columns)),
    };
  }
  return scratch;
}

function addOctave(
  sum: Float64Array,
  i0: number,
  j0: number,
  columns: number,
  rows: number,
  noise: NoiseParams,
  octave: number,
): void {
  const amplitude = noise.amplitude / 2 ** octave;
  const spacing = noise.wavelength / 2 ** octave / noise.cell;
  const first = Math.floor(i0 / spacing) - 1;
  const latticeColumns = Math.floor((i0 + columns - 1) / spacing) + 3 - first;

  // Each lattice row is interpolated once along x, and then four of them for each row of columns.
  const { weights, starts, lines } = makeRoom(0, columns);
  for (let i = 0; i < columns; i++) {
    const u = (i0 + i) / spacing;
    const base = Math.floor(u);
    starts[i] = base - 1 - first;
    catmullRomWeights(weights, 4 * i, u - base);
  }
  if (lattice.length < latticeColumns) lattice = new Float64Array(latticeColumns);
  let loaded = Number.NaN;
  for (let j = 0; j < rows; j++) {
    const v = (j0 + j) / spacing;
    const base = Math.floor(v);
    // The next lattice row reuses three of the four lines.
    while (loaded !== base) {
      const next = loaded < base && base - loaded < 4 ? loaded + 1 : base;
      const fresh = next === loaded + 1 ? 1 : 4;
      for (let k = 0; k < fresh; k++) {
        const line = lines.shift()!;
        const latticeRow = next + 3 - fresh + k;
        for (let c = 0; c < latticeColumns; c++) {
          lattice[c] = amplitude * (2 * hashUnit(noise.seed, octave, first + c, latticeRow) - 1);
        }
        for (let i = 0; i < columns; i++) {
          const s = starts[i];
          line[i] =
            weights[4 * i] * lattice[s] +
            weights[4 * i + 1] * lattice[s + 1] +
            weights[4 * i + 2] * lattice[s + 2] +
            weights[4 * i + 3] * lattice[s + 3];
        }
        lines.push(line);
      }
      loaded = next;
    }
    catmullRomWeights(rowWeights, 0, v - base);
    const w0 = rowWeights[0];
    const w1 = rowWeights[1];
    const w2 = rowWeights[2];
    const w3 = rowWeights[3];
    const line0 = lines[0];
    const line1 = lines[1];
    const line2 = lines[2];
    const line3 = lines[3];
    for (let i = 0, k = j * columns; i < columns; i++, k++) {
      sum[k] += w0 * line0[i] + w1 * line1[i] + w2 * line2[i] + w3 * line3[i];
    }
  }
}
