import type { KernelMemory } from '../kernel-memory.ts';

/**
 * The inner loops of particles, as one interface with two implementations that agree to the bit: the WASM SIMD module
 * compiled from `kernels/particles/`, and the plain twin in `twin/`. Both work on the same bytes: every pointer is a byte
 * offset into `memory`, which the host owns and lays out. `store` is the record of a `ParticleStore`. Particles first to
 * end − 1 are worked on; those whose cohort is below 0 are left alone.
 */
export interface ParticlesKernel {
  readonly implementation: 'wasm' | 'twin';
  readonly memory: KernelMemory;

  /**
   * One step of `dt` seconds. A row of the table is 8 words of 8 bytes: keep, force, pull, aim, then g [3], then two int32:
   * the kind (0 free, 1 led to a place, 2 also to a velocity) and what obstacles are to them. With F the accumulated
   * acceleration (0 without `stepFlags.forces`) and w the weight (1 for the free, and without `stepFlags.weights`):
   *
   *     v ← ((keep v + w (force F + g)) + pull (target − x)) + aim v_target,   x ← x + dt v
   */
  step(store: number, table: number, dt: number, first: number, end: number, flags: number): void;
}

export const stepFlags = { forces: 1, weights: 2 } as const;
