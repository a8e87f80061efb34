import type { KernelMemory } from '../../kernel-memory.ts';
import type { SolveKernel } from '../kernel.ts';
import { stripWidth } from '../records.generated.ts';

const round = Math.fround;

/** Creates the products of block sparse matrices with strips. */
export function createReferenceMultiply(
  memory: KernelMemory,
): Pick<SolveKernel, 'multiplyBlocks' | 'multiplyMass' | 'multiplyStiffness'> {
  return {
    multiplyBlocks(out, rowCount, starts, columns, blocks, x, rowSize, columnSize, mode) {
      const floats = new Float32Array(memory.buffer);
      const words = new Uint32Array(memory.buffer);
      for (let row = 0; row < rowCount; row++) {
        const first = words[starts / 4 + row];
        const last = words[starts / 4 + row + 1];
        for (let i = 0; i < rowSize; i++) {
          for (let c = 0; c < stripWidth; c++) {
            let sum = 0;
            for (let p = first; p < last; p++) {
              const from = x / 4 + words[columns / 4 + p] * columnSize * stripWidth + c;
              const block = blocks / 4 + (p * rowSize + i) * columnSize;
              for (let j = 0; j < columnSize; j++) {
                sum = round(sum + round(floats[block + j] * floats[from + j * stripWidth]));
              }
            }
            const to = out / 4 + (row * rowSize + i) * stripWidth + c;
            floats[to] = mode === 0 ? sum : mode > 0 ? floats[to] + sum : floats[to] - sum;
          }
        }
      }
    },

    multiplyStiffness(out, rowCount, starts, columns, blocks, x) {
      const doubles = new Float64Array(memory.buffer);
      const words = new Uint32Array(memory.buffer);
      for (let row = 0; row < rowCount; row++) {
        const first = words[starts / 4 + row];
        const last = words[starts / 4 + row + 1];
        for (let i = 0; i < 3; i++) {
          for (let c = 0; c < stripWidth; c++) {
            let sum = 0;
            for (let p = first; p < last; p++) {
              const from = x / 8 + words[columns / 4 + p] * 3 * stripWidth + c;
              const block = blocks / 8 + (p * 3 + i) * 3;
              for (let j = 0; j < 3; j++) sum += doubles[block + j] * doubles[from + j * stripWidth];
            }
            doubles[out / 8 + (row * 3 + i) * stripWidth + c] = sum;
          }
        }
      }
    },

    multiplyMass(out, rowCount, starts, columns, masses, x) {
      const doubles = new Float64Array(memory.buffer);
      const words = new Uint32Array(memory.buffer);
      const nodeWidth = 3 * stripWidth;
      for (let row = 0; row < rowCount; row++) {
        const first = words[starts / 4 + row];
        const last = words[starts / 4 + row + 1];
        for (let c = 0; c < nodeWidth; c++) {
          let sum = 0;
          for (let p = first; p < last; p++) {
            sum += doubles[masses / 8 + p] * doubles[x / 8 + words[columns / 4 + p] * nodeWidth + c];
          }
          doubles[out / 8 + row * nodeWidth + c] = sum;
        }
      }
    },
  };
}
