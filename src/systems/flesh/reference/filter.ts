import type { KernelMemory } from '../../kernel-memory.ts';
import type { RunKernel } from '../kernel.ts';
import { FilterInputsRecord, FilterPartRecord, filterPartBytes, inputCount } from '../records.generated.ts';

/** Creates the filter of all modes of many parts. */
export function createReferenceFilter(memory: KernelMemory): Pick<RunKernel, 'filter'> {
  return {
    filter(table, count) {
      const doubles = new Float64Array(memory.buffer);
      for (let part = 0; part < count; part++) {
        const record = new FilterPartRecord(memory.buffer, table + filterPartBytes * part);
        const input = new FilterInputsRecord(memory.buffer, record.inputs);
        const row = record.rowLength;
        const [coefficients, transfer] = [record.coefficients / 8, record.transfer / 8];
        const [state, forces] = [record.state / 8, record.forces / 8];
        const saturation = [input.start, input.end].map((inputs, end) => {
          // Even and odd modes are summed separately, like the two lanes of a vector.
          const sums = [0, 0];
          for (let mode = 0; mode < row; mode++) {
            let sum = 0;
            for (let k = 0; k < inputCount; k++) {
              const product = doubles[transfer + k * row + mode] * inputs[k];
              sum = k === 0 ? product : sum + product;
            }
            doubles[forces + end * row + mode] = sum;
            sums[mode % 2] += sum * sum;
          }
          const inverse = input.inverseMaxForce;
          const x = inverse > 0 ? Math.sqrt(sums[0] + sums[1]) * inverse : 0;
          input.overload = x;
          const square = x * x;
          return 1 / Math.sqrt(Math.sqrt(1 + square * square));
        });
        for (let mode = 0; mode < row; mode++) {
          const q = doubles[state + mode];
          const v = doubles[state + row + mode];
          const f0 = doubles[forces + mode] * saturation[0];
          const f1 = doubles[forces + row + mode] * saturation[1];
          for (let of = 0; of < 2; of++) {
            const c = coefficients + 4 * of * row + mode;
            doubles[state + of * row + mode] =
              doubles[c] * q + doubles[c + row] * v + doubles[c + 2 * row] * f0 + doubles[c + 3 * row] * f1;
          }
        }
      }
    },
  };
}
