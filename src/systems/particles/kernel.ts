import type { KernelMemory } from '../kernel-memory.ts';

/**
 * The inner loops of particles, as one interface with two bit-identical implementations: the WASM SIMD module compiled from
 * `kernels/particles/`, and the reference implementation in `reference/`. Both work on the same bytes: every pointer is a byte
 * offset into `memory`, which the host owns and lays out. `store` is the address of a `ParticleStoreRecord`. The functions process
 * particles first to end − 1. Those whose cohort is less than 0 do not change.
 */
export interface ParticlesKernel extends ForceKernel {
  readonly implementation: 'wasm' | 'reference';
  readonly memory: KernelMemory;

  /**
   * Runs one step of `dt` seconds. `table` holds one `CohortRowRecord` for each cohort. With F the accumulated acceleration (0
   * without `forcesFlag`) and w the weight (1 for free particles, and without `weightsFlag`):
   *
   *     v ← ((keep v + w (force F + gain)) + pull (target − x)) + aim v_target,   x ← x + dt v
   */
  step(store: number, table: number, dt: number, first: number, end: number, flags: number): void;
}

/**
 * Forces that depend on the position. Each adds m/s² to the accelerations of the store. `mask` is the address of one factor for
 * each source, or 0 if the force acts fully on all particles. `params` is the address of the record of the force.
 * Vortex, attractor, drag and buoyancy process whole pairs: also the particle beside the range, and absent particles.
 */
export interface ForceKernel {
  /**
   * `params`: VortexParamsRecord. Adds, with ρ the vector from the axis, (t n × ρ − c ρ) / (1 + ρ² / radius²).
   */
  addVortex(store: number, mask: number, params: number, first: number, end: number): void;

  /** `params`: AttractorParamsRecord. Adds, with d the vector to the center, k d min(1, radius² / d²)^(power / 2). */
  addAttractor(store: number, mask: number, params: number, power: number, first: number, end: number): void;

  /** `params`: DragParamsRecord. Adds −k |v| v / (1 + k Δt |v|), the exact effect of quadratic drag alone over the step. */
  addDrag(store: number, mask: number, params: number, first: number, end: number): void;

  /** `params`: BuoyancyParamsRecord. Adds upward acceleration · e^(−rate · age). */
  addBuoyancy(store: number, mask: number, params: number, first: number, end: number): void;

  /**
   * `params`: WindParamsRecord. Adds w (1 + gustFraction · g(u · x − shift)), where g is the quadratic spline of period
   * `gustPeriod` with the coefficients `gusts` [gustPeriod + 2]. The last two repeat the first two.
   */
  addWind(store: number, mask: number, params: number, gusts: number, first: number, end: number): void;

  /**
   * Writes the float32 coefficients of a divergence-free field: field = w0 · base shifted by −(x0, y0, z0) cells + w1 · base
   * shifted by −(x1, y1, z1). Each of its three components consists of layers [a] of rows [b] of pairs [c]: a is along the axis of
   * the component, b and c along the next axes in cyclic order. A pair holds the coefficients at (a, b + 1, c + 1) and (a, b + 2, c
   * + 1), so that the four corners of a cell are adjacent. A field has `fieldLayers` layers of 16 rows of `fieldRow` pairs, the
   * base 16 layers of 16 rows of `baseRow` pairs. Both continue periodically. Shifts are 0 to 15.
   */
  blendField(
    field: number,
    base: number,
    w0: number,
    x0: number,
    y0: number,
    z0: number,
    w1: number,
    x1: number,
    y1: number,
    z1: number,
  ): void;

  /**
   * Adds Σ Rᵀ field(M x + o) over the octaves; `octaves` holds one `OctaveRecord` for each. Component c of the field is a quadratic
   * spline along axis c and linear along the others.
   */
  addTurbulence(
    store: number,
    mask: number,
    field: number,
    octaves: number,
    octaveCount: number,
    first: number,
    end: number,
  ): void;
}
