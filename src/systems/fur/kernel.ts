import type { KernelMemory } from '../kernel-memory.ts';

/**
 * The inner loops of fur, as one interface with two implementations that agree to the bit: the WASM SIMD module compiled
 * from `kernels/fur/`, and the reference implementation in `reference/`. `store` is the record of a `FurStore`, `params` the address of
 * a `FurParamsRecord`. Counts of strands are even: the store's planes are padded. The equations
 * are in solve/README.md. dt > 0. Nothing is allocated.
 */
export interface FurKernel {
  readonly implementation: 'wasm' | 'reference';
  readonly memory: KernelMemory;

  /**
   * Puts roots and normals where they are at `share` (0..1) of the way from start to end, and the skin's velocity at the
   * tips to the roots' own plus the turn of the normals since the last call times `rate` (1/s).
   */
  placeSkin(store: number, share: number, rate: number, count: number): void;

  /** Adds to the forces what `count` springs between tips do. The count is even: lists are padded. */
  addEdges(store: number, params: number, count: number): void;

  /** One step of semi-implicit Euler. With `edgesFlag` it takes the forces into account and empties them. */
  stepExplicit(store: number, params: number, count: number, flags: number): void;

  /** One step of backward Euler of strands without springs between tips: the 3 × 3 systems in closed form. */
  stepSticks(store: number, params: number, count: number, flags: number): void;

  /**
   * One step of backward Euler of separable prisms, 9 × 9 for each. Corner c of triangle t is strand c · triangleCount + t;
   * the spring of that number joins its tip to that of corner c + 1.
   */
  stepTriangles(store: number, params: number, triangleCount: number, flags: number): void;

  /**
   * One step of backward Euler of prisms, by conjugate gradients to 1e-12 of the force. `work` is the address of
   * `prismWorkBytes(count, edgeCount)` bytes, whose contents it does not keep; `count` strands with what pads them, of which
   * `strandCount` are some; `edgeCount` springs without what pads them. Returns the rounds it took.
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

/** What `stepPrisms` works in: 45 numbers a strand, 5 a spring. */
export const prismWorkBytes = (count: number, edgeCount: number) => 8 * (45 * count + 5 * edgeCount);
