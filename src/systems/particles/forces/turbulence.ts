import { cos, sin } from '../../../math/portable.ts';
import { normalizeQuaternion } from '../../../math/quaternion.ts';
import { hashBits, hashUnit } from '../../../math/random.ts';
import { baseRow, fieldLayers, fieldRow, fieldSize, octaveBytes, octaveIndex } from '../records.generated.ts';
import { type ForceMemory, KernelNumbers, type LocalForce, type ParamsOf } from './local-force.ts';

/** Strength of an octave relative to the one before. */
const persistence = 0.6;
/** Number of lattice cells across the largest swirls. */
const cellsPerSwirl = 2;
/** Mean square of the field for independent potentials of variance 1: 3 · 2 · 0.55 · 2/3 · (4/3 − 1/3). */
const meanSquare = 2.2;

const mask15 = fieldSize - 1;
/** Purposes of random numbers. */
const forPotential = 1;
const forShift = 2;
const forRotation = 3;
const forOffset = 4;

/**
 * Creates curl noise. The field is the curl of a vector potential of random spline coefficients on a periodic lattice. The degrees
 * are chosen so that the curl is again a spline, and its divergence is 0 at every point, not only on the lattice: component x is
 * quadratic along x, linear along y and z. (The spline de Rham complex: Buffa, Sangalli & Vázquez 2010.) In time it is blended from
 * one field to the next, each a shifted version of the same field, with weights whose squares add up to 1, so that its strength is
 * constant. Octaves read the same field rotated, shifted and scaled.
 */
export function createTurbulence(
  memory: ForceMemory,
  { octaves: octaveCount }: ParamsOf<'turbulence'>,
): LocalForce<ParamsOf<'turbulence'>> {
  const { kernel, seed } = memory;
  // A pair of float32 has the size of one number.
  const base = new KernelNumbers(memory, 3 * fieldSize * fieldSize * baseRow);
  const field = new KernelNumbers(memory, 3 * fieldLayers * fieldSize * fieldRow);
  const octaves = new KernelNumbers(memory, (octaveBytes / 8) * octaveCount);
  fillBase(floatsOf(base.view), seed);
  let written = Number.NaN;
  return {
    prepare(params, t) {
      if (params.acceleration !== written) writeOctaves(octaves.view, params, seed);
      written = params.acceleration;
      const time = t / params.period;
      const knot = Math.floor(time);
      const f = time - knot;
      const angle = (Math.PI / 2) * (f * f * f * (f * (6 * f - 15) + 10));
      const [x0, y0, z0] = shiftOf(seed, knot);
      const [x1, y1, z1] = shiftOf(seed, knot + 1);
      kernel.blendField(field.pointer, base.pointer, cos(angle), x0, y0, z0, sin(angle), x1, y1, z1);
    },
    add(store, mask, first, end) {
      kernel.addTurbulence(store, mask, field.pointer, octaves.pointer, octaveCount, first, end);
    },
    get prepared() {
      return { kind: 'turbulence', field: floatsOf(field.view), octaves: octaves.view } as const;
    },
  };
}

/**
 * Returns the shifts of the base field for an integer time. Those of successive times differ by at least five cells, so that they
 * are independent.
 */
function shiftOf(seed: number, knot: number): [number, number, number] {
  const [x, y, z] = [0, 1, 2].map((axis) => hashBits(seed, forShift, knot, axis));
  return [(x & 3) + (knot & 1 ? fieldSize / 2 : 0), y & mask15, z & mask15];
}

/**
 * Writes the curl of random potentials of variance 1, computed by backward differences. The components are stored with their own
 * axis outermost.
 */
function fillBase(out: Float32Array, seed: number): void {
  const cells = fieldSize * fieldSize * fieldSize;
  const potential = new Float64Array(3 * cells);
  for (let k = 0; k < potential.length; k++) {
    potential[k] = Math.sqrt(3) * (2 * hashUnit(seed, forPotential, k) - 1);
  }
  // For each component at cell (a, b, c): a along its own axis, then the next axes in cyclic order.
  const curl = new Float64Array(3 * cells);
  const index = (a: number, b: number, c: number) =>
    ((a & mask15) * fieldSize + (b & mask15)) * fieldSize + (c & mask15);
  for (let component = 0; component < 3; component++) {
    const second = ((component + 1) % 3) * cells;
    const third = ((component + 2) % 3) * cells;
    for (let a = 0; a < fieldSize; a++) {
      for (let b = 0; b < fieldSize; b++) {
        for (let c = 0; c < fieldSize; c++) {
          // Potentials are stored with x outermost, so (a, b, c) is converted to (x, y, z).
          const cell = (q: number, r: number) =>
            component === 0 ? index(a, q, r) : component === 1 ? index(r, a, q) : index(q, r, a);
          const alongSecond = potential[third + cell(b, c)] - potential[third + cell(b - 1, c)];
          const alongThird = potential[second + cell(b, c)] - potential[second + cell(b, c - 1)];
          curl[component * cells + index(a, b, c)] = alongSecond - alongThird;
        }
      }
    }
  }
  let o = 0;
  for (let component = 0; component < 3; component++) {
    for (let a = 0; a < fieldSize; a++) {
      for (let b = 0; b < fieldSize; b++) {
        for (let c = 0; c < baseRow; c++) {
          out[o++] = curl[component * cells + index(a, b + 1, c + 1)];
          out[o++] = curl[component * cells + index(a, b + 2, c + 1)];
        }
      }
    }
  }
}

function writeOctaves(
  out: Float64Array,
  { acceleration, size, octaves }: ParamsOf<'turbulence'>,
  seed: number,
): void {
  // Powers are computed by multiplication, since Math.pow may differ between JavaScript engines.
  let squares = 0;
  for (let octave = 0, fraction = 1; octave < octaves; octave++, fraction *= persistence)
    squares += fraction * fraction;
  let strength = acceleration / Math.sqrt(squares * meanSquare);
  let scale = cellsPerSwirl / size;
  for (let octave = 0; octave < octaves; octave++, scale *= 2, strength *= persistence) {
    const random = (use: number, k: number) => hashUnit(seed, use, octave, k);
    const q = [0, 1, 2, 3].map((k) => 2 * random(forRotation, k) - 1);
    normalizeQuaternion(q, q);
    const rows = rotationRows(q);
    const o = (octaveBytes / 8) * octave;
    const record = out.subarray(o, o + octaveBytes / 8).fill(0);
    const floats = floatsOf(record);
    for (let axis = 0; axis < 3; axis++) {
      for (let column = 0; column < 3; column++) {
        record[octaveIndex.matrix + 4 * column + axis] = scale * rows[3 * axis + column];
        floats[octaveIndex.rotation + 4 * axis + column] = strength * rows[3 * axis + column];
      }
      record[octaveIndex.offset + axis] = fieldSize * random(forOffset, axis);
    }
  }
}

function floatsOf(view: Float64Array): Float32Array {
  return new Float32Array(view.buffer, view.byteOffset, 2 * view.length);
}

function rotationRows([x, y, z, w]: readonly number[]): number[] {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}
