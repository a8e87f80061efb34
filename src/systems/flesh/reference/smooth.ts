import type { KernelMemory } from '../../kernel-memory.ts';
import type { SolveKernel } from '../kernel.ts';
import { stripWidth } from '../records.generated.ts';

const round = Math.fround;

/** Creates the steps of the V-cycle between two matrix products. */
export function createReferenceSmooth(
  memory: KernelMemory,
): Pick<SolveKernel, 'addStrip' | 'prolongEdges' | 'restrictEdges' | 'smoothStrip'> {
  return {
    smoothStrip(x, step, residual, inverse, nodeCount, size, keep, gain) {
      const floats = new Float32Array(memory.buffer);
      const kept = round(keep);
      const gained = round(gain);
      for (let node = 0; node < nodeCount; node++) {
        for (let i = 0; i < size; i++) {
          const block = inverse / 4 + (node * size + i) * size;
          for (let c = 0; c < stripWidth; c++) {
            let sum = 0;
            for (let j = 0; j < size; j++) {
              const from = residual / 4 + (node * size + j) * stripWidth + c;
              sum = round(sum + round(floats[block + j] * floats[from]));
            }
            const at = (node * size + i) * stripWidth + c;
            sum = round(gained * sum);
            if (kept !== 0) sum = round(round(kept * floats[step / 4 + at]) + sum);
            floats[step / 4 + at] = sum;
            floats[x / 4 + at] += sum;
          }
        }
      }
    },

    addStrip(x, step, rowCount) {
      const floats = new Float32Array(memory.buffer);
      for (let k = 0; k < rowCount * stripWidth; k++) floats[x / 4 + k] += floats[step / 4 + k];
    },

    prolongEdges(out, coarse, parents, nodeCount) {
      const floats = new Float32Array(memory.buffer);
      const words = new Uint32Array(memory.buffer);
      const nodeWidth = 3 * stripWidth;
      for (let node = 0; node < nodeCount; node++) {
        const a = coarse / 4 + words[parents / 4 + 2 * node] * nodeWidth;
        const b = coarse / 4 + words[parents / 4 + 2 * node + 1] * nodeWidth;
        for (let k = 0; k < nodeWidth; k++) {
          floats[out / 4 + node * nodeWidth + k] = 0.5 * round(floats[a + k] + floats[b + k]);
        }
      }
    },

    restrictEdges(coarse, fine, parents, nodeCount, coarseCount) {
      const floats = new Float32Array(memory.buffer);
      const words = new Uint32Array(memory.buffer);
      const nodeWidth = 3 * stripWidth;
      floats.fill(0, coarse / 4, coarse / 4 + coarseCount * nodeWidth);
      for (let node = 0; node < nodeCount; node++) {
        const a = coarse / 4 + words[parents / 4 + 2 * node] * nodeWidth;
        const b = coarse / 4 + words[parents / 4 + 2 * node + 1] * nodeWidth;
        for (let k = 0; k < nodeWidth; k++) {
          const half = round(0.5 * floats[fine / 4 + node * nodeWidth + k]);
          floats[a + k] += half;
          floats[b + k] += half;
        }
      }
    },
  };
}
