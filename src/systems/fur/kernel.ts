import type { KernelMemory } from '../kernel-memory.ts';

/**
 * The inner loops of fur, as one interface with two bit-identical implementations: the WASM SIMD module compiled from
 * `kernels/fur/`, and the reference implementation in `reference/`. `store` is the address of a `FurStoreRecord`, `params` that of a
 * `FurParamsRecord`. Counts of strands are even, because the planes are padded. The equations are in solve/README.md. dt > 0.
 * The functions allocate nothing.
 */
export interface FurKernel {
  readonly implementation: 'wasm' | 'reference';
  readonly memory: KernelMemory;

  /**
   * Interpolates roots and normals between the start and the end of the tick. fraction: 0 to 1. Velocity of the skin at a tip = velocity of
   * the root + length · `rate` (1/s) · change of the normal since the last call.
   */
  placeSkin(store: number, fraction: number, rate: number, count: number): void;

  /** Adds the forces of `count` springs between tips. The count is even, because lists are padded. */
  addEdges(store: number, params: number, count: number): void;

  /** Runs one step of semi-implicit Euler. With `edgesFlag`, the step applies the forces of springs and then sets them to 0. */
  stepExplicit(store: number, params: number, count: number, flags: number): void;

  /** Runs one step of backward Euler for strands without springs between tips, with the 3 × 3 systems in closed form. */
  stepSticks(store: number, params: number, count: number, flags: number): void;

  /**
   * Runs one step of backward Euler for separable prisms, a 9 × 9 system for each. Corner c of triangle t is strand c · triangleCount + t.
   * The spring with the same number connects its tip to the tip of corner c + 1 of the triangle.
   */
  stepTriangles(store: number, params: number, triangleCount: number, flags: number): void;

  /**
   * Runs one step of backward Euler for prisms, by conjugate gradients to 1e-12 of the force. `work` is the address of a buffer of
   * `prismWorkBytes(count, edgeCount)` bytes. `count` is the number of strands with padding, `strandCount` without padding, and
   * `edgeCount` the number of springs without padding. Returns the number of iterations.
   */
  stepPrisms(
    store: number,
    params: number,
    work: number,
    count: number,
    strandCount: number,
    edgeCount: number,
    flags: number,
  ): number;
}

/** Returns the size of the work buffer of `stepPrisms` in bytes: 45 numbers for each strand and 5 for each spring. */
export const prismWorkBytes = (count: number, edgeCount: number) => 8 * (45 * count + 5 * edgeCount);
