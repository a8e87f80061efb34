import type { KernelMemory } from '../../kernel-memory.ts';
import type { RunKernel } from '../kernel.ts';

const round = Math.fround;

/** Creates the reference implementation of the functions that displace a mesh by its mode shapes. */
export function createReferenceDisplace(memory: KernelMemory): Pick<RunKernel, 'displace' | 'normalize'> {
  return {
    displace(out, base, shapes, amplitudes, modeCount, stride) {
      const floats = new Float32Array(memory.buffer);
      for (let k = 0; k < stride / 4; k++) {
        let sum = floats[base / 4 + k];
        for (let mode = 0; mode < modeCount; mode++) {
          sum = round(sum + round(floats[amplitudes / 4 + mode] * floats[(shapes + mode * stride) / 4 + k]));
        }
        floats[out / 4 + k] = sum;
      }
    },

    normalize(vectors, count) {
      const floats = new Float32Array(memory.buffer, vectors, 3 * count);
      for (let k = 0; k < floats.length; k += 3) {
        const [x, y, z] = floats.subarray(k, k + 3);
        const square = round(round(round(x * x) + round(y * y)) + round(z * z));
        if (!(square > 0)) continue;
        const factor = round(1 / round(Math.sqrt(square)));
        floats[k] = x * factor;
        floats[k + 1] = y * factor;
        floats[k + 2] = z * factor;
      }
    },
  };
}
