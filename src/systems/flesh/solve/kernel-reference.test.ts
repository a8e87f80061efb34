import { describe, expect, test } from 'vitest';
import { hashBits, hashUnit } from '../../../math/random.ts';
import type { FleshKernel } from '../kernel.ts';
import { createFleshKernel } from '../load-kernel.ts';
import { stripWidth } from '../records.generated.ts';
import { SolveMemory } from './solve-memory.ts';

const seeds = [1, 2, 3];

/** Fills the memories of both implementations with the same bytes, and checks that they are the same after the call. */
function expectSame(bytes: number, seed: number, run: (kernel: FleshKernel, base: number) => void): void {
  const [reference, wasm] = (['reference', 'wasm'] as const).map((implementation) => {
    const kernel = createFleshKernel({ implementation });
    const base = new SolveMemory(kernel).allocate(bytes);
    fill(kernel, base, bytes, seed);
    run(kernel, base);
    return new Uint8Array(kernel.memory.buffer, base, bytes).slice();
  });
  expect(Buffer.compare(Buffer.from(reference), Buffer.from(wasm))).toBe(0);
}

const filled = new Map<number, Uint32Array>();

/**
 * Fills memory with numbers whose magnitude is near 1, both as float32 and as float64, with random signs and mantissas. The arrays are
 * sections of one list that start at different positions.
 */
function fill(kernel: FleshKernel, base: number, bytes: number, seed: number): void {
  let part = filled.get(seed);
  if (!part) {
    part = Uint32Array.from({ length: 1 << 15 }, (_, k) => {
      const bits = hashBits(seed, k);
      return (bits & 0x807fffff) | ((126 + (bits % 3)) << 23);
    });
    filled.set(seed, part);
  }
  const words = new Uint32Array(kernel.memory.buffer, base, bytes / 4);
  for (let at = 0, cut = 0; at < words.length; cut = (cut + 7) % 1000) {
    const piece = part.subarray(cut, cut + words.length - at);
    words.set(piece, at);
    at += piece.length;
  }
}

/** Writes a random sparsity pattern to the address `at`. Returns the pointer to its columns and the number of blocks. */
function putPattern(kernel: FleshKernel, at: number, rowCount: number, columnCount: number, seed: number) {
  const starts = new Uint32Array(kernel.memory.buffer, at, rowCount + 1);
  let count = 0;
  const columns: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    starts[row] = count;
    const rowLength = Math.floor(6 * hashUnit(seed, 7, row));
    for (let k = 0; k < rowLength; k++) columns.push(Math.floor(columnCount * hashUnit(seed, row, k)));
    count = columns.length;
  }
  starts[rowCount] = count;
  const columnsAt = at + 4 * (rowCount + 1 + ((rowCount + 1) % 2));
  new Uint32Array(kernel.memory.buffer, columnsAt, count).set(columns);
  return columnsAt;
}

const megabyte = 1 << 20;

describe.each(seeds)('kernel and reference are bit-identical (seed %i)', (seed) => {
  const rows = 1 + Math.floor(30 * hashUnit(seed, 50));
  const [first, second, third, fourth] = [0, 1, 2, 3].map((k) => k * 131072);

  test.each([
    [3, 3],
    [3, 6],
    [6, 3],
    [6, 6],
    [4, 2],
  ])('multiplyBlocks %i × %i', (rowSize, columnSize) => {
    for (const mode of [0, 1, -1]) {
      expectSame(megabyte, seed, (kernel, base) => {
        const columns = putPattern(kernel, base, rows, 20, seed);
        kernel.multiplyBlocks(
          base + second,
          rows,
          base,
          columns,
          base + third,
          base + fourth,
          rowSize,
          columnSize,
          mode,
        );
      });
    }
  });

  test('multiplyStiffness and multiplyMass', () => {
    for (const name of ['multiplyStiffness', 'multiplyMass'] as const) {
      expectSame(megabyte, seed, (kernel, base) => {
        const columns = putPattern(kernel, base, rows, 20, seed);
        kernel[name](base + second, rows, base, columns, base + third, base + fourth);
      });
    }
  });

  test('smoothStrip', () => {
    for (const [size, keep, gain] of [
      [3, 0, 0.3],
      [3, 0.1, 0.7],
      [6, 0.2, 1.3],
    ]) {
      expectSame(megabyte, seed, (kernel, base) => {
        kernel.smoothStrip(base + first, base + second, base + third, base + fourth, rows, size, keep, gain);
      });
    }
  });

  test('addStrip, prolongEdges and restrictEdges', () => {
    const putParents = (kernel: FleshKernel, at: number) => {
      const parents = new Uint32Array(kernel.memory.buffer, at, 2 * rows);
      for (let k = 0; k < parents.length; k++) parents[k] = Math.floor(12 * hashUnit(seed, 8, k));
    };
    expectSame(megabyte, seed, (kernel, base) => kernel.addStrip(base + first, base + second, rows));
    expectSame(megabyte, seed, (kernel, base) => {
      putParents(kernel, base + third);
      kernel.prolongEdges(base + first, base + second, base + third, rows);
    });
    expectSame(megabyte, seed, (kernel, base) => {
      putParents(kernel, base + third);
      kernel.restrictEdges(base + first, base + second, base + third, rows, 12);
    });
  });

  test('gramStrips and combineStrips', () => {
    const rowCount = 150 + rows;
    expectSame(megabyte, seed, (kernel, base) => {
      kernel.gramStrips(base + first, base + second, base + third, rowCount);
    });
    for (const start of [0, second]) {
      expectSame(megabyte, seed, (kernel, base) => {
        kernel.combineStrips(base + first, start && base + start, base + third, base + fourth, rowCount);
      });
    }
    // Output and input are the same strip in this case.
    expectSame(megabyte, seed, (kernel, base) => {
      kernel.combineStrips(base + first, 0, base + first, base + fourth, rowCount);
      kernel.combineStrips(base + second, base + second, base + third, base + fourth, rowCount);
    });
  });

  test('subtractScaled, sumSquares, narrowStrip, widenStrip', () => {
    expectSame(megabyte, seed, (kernel, base) => {
      kernel.subtractScaled(base + first, base + second, base + third, base + fourth, rows);
      kernel.sumSquares(base + second, base + third, rows);
    });
    expectSame(megabyte, seed, (kernel, base) => {
      kernel.narrowStrip(base + first, base + second, base + fourth, rows);
      kernel.widenStrip(base + third, base + fourth, rows);
    });
  });
});

test('a strip is 16 wide in the kernels too', () => {
  const kernel = createFleshKernel();
  const memory = new SolveMemory(kernel);
  const [a, out] = [memory.allocate(8 * stripWidth), memory.allocate(8 * stripWidth)];
  memory.doubles(a, stripWidth).fill(3);
  memory.doubles(out, stripWidth).fill(-1);
  kernel.sumSquares(out, a, 1);
  expect(Array.from(memory.doubles(out, stripWidth))).toEqual(new Array(stripWidth).fill(9));
});
