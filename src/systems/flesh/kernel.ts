import type { KernelMemory } from '../kernel-memory.ts';

/**
 * The inner loops of flesh. There are two bit-identical implementations of this interface: the WASM SIMD module compiled from
 * `kernels/flesh/`, and the reference implementation in `reference/`. Both work on the same bytes: every pointer is a byte offset into
 * `memory`, which the host owns and lays out.
 */
export interface FleshKernel extends SolveKernel, RunKernel {
  readonly implementation: 'wasm' | 'reference';
  readonly memory: KernelMemory;
}

/**
 * The kernels of the eigen-solver. A *strip* contains 16 vectors side by side: row-major [rowCount · 16], with the rows of a node one after
 * the other. A block sparse matrix consists of `starts` [nodeCount + 1] and `columns` (uint32 node indices), with one block for each pair
 * of nodes. Terms are added in the order of the blocks in the matrix, so that results are the same on all machines.
 */
export interface SolveKernel {
  /**
   * Float32: out = A x (mode 0), out + A x (1), out − A x (−1). Blocks are rowSize × columnSize, row-major.
   * `rowCount` counts block rows. `out` and `x` must not overlap.
   */
  multiplyBlocks(
    out: number,
    rowCount: number,
    starts: number,
    columns: number,
    blocks: number,
    x: number,
    rowSize: number,
    columnSize: number,
    mode: number,
  ): void;

  /** Float64: out = A x with blocks of 3 × 3. */
  multiplyStiffness(
    out: number,
    rowCount: number,
    starts: number,
    columns: number,
    blocks: number,
    x: number,
  ): void;

  /** Float64: out = A x, where every block is a number times the 3 × 3 identity. */
  multiplyMass(
    out: number,
    rowCount: number,
    starts: number,
    columns: number,
    masses: number,
    x: number,
  ): void;

  /**
   * Float32: step = keep · step + gain · D⁻¹ residual, then x += step. `inverse` contains D⁻¹, one block of size × size for each node. If
   * keep = 0, the old step is not read.
   */
  smoothStrip(
    x: number,
    step: number,
    residual: number,
    inverse: number,
    nodeCount: number,
    size: number,
    keep: number,
    gain: number,
  ): void;

  /** Float32: x += step, for `rowCount` scalar rows. */
  addStrip(x: number, step: number, rowCount: number): void;

  /**
   * Float32: the value of every node becomes the mean of the values of its two parents. Each node has three rows. parents: two uint32
   * numbers for each node.
   */
  prolongEdges(out: number, coarse: number, parents: number, nodeCount: number): void;

  /** Applies the transpose of `prolongEdges`. Overwrites `coarseCount` nodes. */
  restrictEdges(coarse: number, fine: number, parents: number, nodeCount: number, coarseCount: number): void;

  /** Float64: out [16 · 16] = Aᵀ B, summed 64 rows at a time. */
  gramStrips(out: number, a: number, b: number, rowCount: number): void;

  /**
   * Float64: out = start + A C, with C [16 · 16] row-major. Without `start`, 0 is used. `out` may be `start`. `out` may be `a` if nothing
   * else overlaps.
   */
  combineStrips(out: number, start: number, a: number, coefficients: number, rowCount: number): void;

  /** Float64: out = A − B diag(factors [16]). */
  subtractScaled(out: number, a: number, b: number, factors: number, rowCount: number): void;

  /** Float64: out [16] = sum of squares of every column. */
  sumSquares(out: number, a: number, rowCount: number): void;

  /** Converts a strip from float64 to float32 and scales its columns: out = A diag(factors [16]). */
  narrowStrip(out: number, from: number, factors: number, rowCount: number): void;

  /** Converts a strip from float32 to float64. */
  widenStrip(out: number, from: number, rowCount: number): void;
}

/** The kernels of a simulation. */
export interface RunKernel {
  /**
   * Advances every mode of `count` parts by one step of the exact filter. `table` contains a `FilterPartRecord` for each part. Parts may
   * share coefficients and transfer. If f is the norm of the modal forces of all modes of a part, the forces are multiplied by 1 / ⁴√(1 +
   * (f / max)⁴).
   */
  filter(table: number, count: number): void;

  /** Float32: out = base + Σ amplitudes[m] · shapes[m]. The row stride is `stride` bytes, a multiple of 32. */
  displace(
    out: number,
    base: number,
    shapes: number,
    amplitudes: number,
    modeCount: number,
    stride: number,
  ): void;

  /** Float32: scales `count` vectors x y z to unit length. Vectors of length 0 do not change. */
  normalize(vectors: number, count: number): void;
}
