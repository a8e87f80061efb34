import { KernelAllocator } from '../../kernel-memory.ts';
import type { FleshKernel } from '../kernel.ts';
import { stripWidth } from '../records.generated.ts';
import type { BlockMatrix, SparsePattern } from './sparse.ts';

/** Allocates in a kernel's memory. Only strips can be freed; all other memory exists as long as the kernel. */
export class SolveMemory {
  /** Float64 factors of the columns of a strip, as arguments of one call, [16]. */
  readonly factors: number;
  private readonly allocator: KernelAllocator;

  constructor(readonly kernel: FleshKernel) {
    this.allocator = new KernelAllocator(kernel.memory);
    this.factors = this.allocate(8 * stripWidth);
  }

  /** Allocates bytes with undefined contents and returns the pointer. */
  allocate(bytes: number): number {
    return this.allocator.allocate(bytes);
  }

  /** Allocates float64 strips with undefined contents and returns their pointers. */
  allocateStrips(count: number, rowCount: number): number[] {
    return Array.from({ length: count }, () => this.allocate(8 * stripWidth * rowCount));
  }

  /** Frees strips. */
  freeStrips(strips: readonly number[]): void {
    for (const strip of strips) this.allocator.free(strip);
  }

  /** Creates a view of the memory. Any later allocation invalidates it. */
  doubles(pointer: number, length: number): Float64Array {
    return new Float64Array(this.kernel.memory.buffer, pointer, length);
  }

  floats(pointer: number, length: number): Float32Array {
    return new Float32Array(this.kernel.memory.buffer, pointer, length);
  }

  words(pointer: number, length: number): Uint32Array {
    return new Uint32Array(this.kernel.memory.buffer, pointer, length);
  }

  /** Copies values to new memory and returns the pointer. */
  putWords(values: ArrayLike<number>): number {
    const pointer = this.allocate(4 * values.length);
    this.words(pointer, values.length).set(values);
    return pointer;
  }

  putFloats(values: ArrayLike<number>): number {
    const pointer = this.allocate(4 * values.length);
    this.floats(pointer, values.length).set(values);
    return pointer;
  }

  putPattern(pattern: SparsePattern): PatternPointers {
    return {
      rowCount: pattern.rowCount,
      starts: this.putWords(pattern.starts),
      columns: this.putWords(pattern.columns),
    };
  }

  /** Copies a matrix to new memory in single precision. */
  putBlocks(matrix: BlockMatrix): BlockPointers {
    const { rowSize, columnSize } = matrix;
    return { ...this.putPattern(matrix), rowSize, columnSize, blocks: this.putFloats(matrix.blocks) };
  }
}

export interface PatternPointers {
  readonly rowCount: number;
  readonly starts: number;
  readonly columns: number;
}

/** A block matrix in single precision in the kernel's memory. */
export interface BlockPointers extends PatternPointers {
  readonly rowSize: number;
  readonly columnSize: number;
  readonly blocks: number;
}
