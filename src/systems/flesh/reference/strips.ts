import type { KernelMemory } from '../../kernel-memory.ts';
import type { SolveKernel } from '../kernel.ts';
import { stripWidth } from '../records.generated.ts';

/** Rows of a partial sum. */
const chunk = 64;

/** Creates the dense algebra of strips and the conversions from and to single precision. */
export function createReferenceStrips(
  memory: KernelMemory,
): Pick<
  SolveKernel,
  'combineStrips' | 'gramStrips' | 'narrowStrip' | 'subtractScaled' | 'sumSquares' | 'widenStrip'
> {
  return {
    gramStrips(out, a, b, rowCount) {
      const doubles = new Float64Array(memory.buffer);
      for (let i = 0; i < stripWidth; i++) {
        for (let j = 0; j < stripWidth; j++) {
          let total = 0;
          for (let row = 0; row < rowCount; row += chunk) {
            const end = Math.min(row + chunk, rowCount);
            let sum = 0;
            for (let r = row; r < end; r++) {
              sum += doubles[a / 8 + r * stripWidth + i] * doubles[b / 8 + r * stripWidth + j];
            }
            total += sum;
          }
          doubles[out / 8 + i * stripWidth + j] = total;
        }
      }
    },

    combineStrips(out, start, a, coefficients, rowCount) {
      const doubles = new Float64Array(memory.buffer);
      const sums = new Float64Array(stripWidth);
      for (let row = 0; row < rowCount; row++) {
        const at = row * stripWidth;
        for (let j = 0; j < stripWidth; j++) {
          let sum = start ? doubles[start / 8 + at + j] : 0;
          for (let k = 0; k < stripWidth; k++) {
            sum += doubles[a / 8 + at + k] * doubles[coefficients / 8 + k * stripWidth + j];
          }
          sums[j] = sum;
        }
        doubles.set(sums, out / 8 + at);
      }
    },

    subtractScaled(out, a, b, factors, rowCount) {
      const doubles = new Float64Array(memory.buffer);
      for (let k = 0; k < rowCount * stripWidth; k++) {
        doubles[out / 8 + k] =
          doubles[a / 8 + k] - doubles[factors / 8 + (k % stripWidth)] * doubles[b / 8 + k];
      }
    },

    sumSquares(out, a, rowCount) {
      const doubles = new Float64Array(memory.buffer);
      for (let j = 0; j < stripWidth; j++) {
        let sum = 0;
        for (let row = 0; row < rowCount; row++) {
          const value = doubles[a / 8 + row * stripWidth + j];
          sum += value * value;
        }
        doubles[out / 8 + j] = sum;
      }
    },

    narrowStrip(out, from, factors, rowCount) {
      const doubles = new Float64Array(memory.buffer);
      const floats = new Float32Array(memory.buffer);
      for (let k = 0; k < rowCount * stripWidth; k++) {
        floats[out / 4 + k] = doubles[factors / 8 + (k % stripWidth)] * doubles[from / 8 + k];
      }
    },

    widenStrip(out, from, rowCount) {
      const doubles = new Float64Array(memory.buffer);
      const floats = new Float32Array(memory.buffer);
      for (let k = 0; k < rowCount * stripWidth; k++) doubles[out / 8 + k] = floats[from / 4 + k];
    },
  };
}
