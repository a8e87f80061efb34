import type { KernelMemory } from '../kernel-memory.ts';

/**
 * The inner loops of particles, as one interface with two implementations that agree to the bit: the WASM SIMD module
 * compiled from `kernels/particles/`, and the reference implementation in `reference/`. Both work on the same bytes: every pointer is a byte
 * offset into `memory`, which the host owns and lays out. `store` is the record of a `ParticleStore`. Particles first to
 * end − 1 are worked on; those whose cohort is below 0 are left alone.
 */
export interface ParticlesKernel extends ForceKernel {
  readonly implementation: 'wasm' | 'reference';
  readonly memory: KernelMemory;

  /**
   * One step of `dt` seconds. A row of the table is 8 words of 8 bytes: keep, force, pull, aim, then g [3], then two int32:
   * the kind (0 free, 1 led to a place, 2 also to a velocity) and what obstacles are to them. With F the accumulated
   * acceleration (0 without `forcesFlag`) and w the weight (1 for the free, and without `weightsFlag`):
   *
   *     v ← ((keep v + w (force F + g)) + pull (target − x)) + aim v_target,   x ← x + dt v
   */
  step(store: number, table: number, dt: number, first: number, end: number, flags: number): void;
}

/**
 * Forces that differ from place to place: each adds m/s² to the accelerations of the store. `mask` is the address of a
 * number for each source, what its particles feel of the force (0: they all feel all of it). `params` are float64.
 * Vortex, attractor, drag and buoyancy work on whole pairs: on neighbours of the range, and on those not there, too.
 */
export interface ForceKernel {
  /**
   * params: centre [3], unit axis n [3], t, c, 1 / radius². With ρ the vector from the axis: (t n × ρ − c ρ) /
   * (1 + ρ² / radius²).
   */
  addVortex(store: number, mask: number, params: number, first: number, end: number): void;

  /** params: centre [3], k, radius². With d the vector to the centre: k d min(1, radius² / d²)^(power / 2). */
  addAttractor(store: number, mask: number, params: number, power: number, first: number, end: number): void;

  /** params: k, k Δt. −k |v| v / (1 + k Δt |v|): what quadratic drag alone takes in the step, exactly. */
  addDrag(store: number, mask: number, params: number, first: number, end: number): void;

  /** params: acceleration, time, rate. Upward, acceleration · e^(−rate · age). */
  addBuoyancy(store: number, mask: number, params: number, first: number, end: number): void;

  /**
   * params: w [3], share, u [3], shift. w (1 + share · g(u · x − shift)), g the quadratic spline of period 256 with the
   * coefficients `gusts` [258], of which the last two repeat the first.
   */
  addWind(store: number, mask: number, params: number, gusts: number, first: number, end: number): void;

  /**
   * A field of no divergence, as its coefficients, float32: field = w0 · base moved by −(x0, y0, z0) cells + w1 · base
   * moved by −(x1, y1, z1). Component c of three is layers [a] of rows [b] of pairs [c], a along axis c, then the next in turn.
   * A pair holds the coefficients at (a, b + 1, c + 1) and (a, b + 2, c + 1), so that the four corners of a cell lie side by
   * side. A field has `fieldLayers` of 16 rows of `fieldRow` pairs, the base 16 of 16 of `baseRow`; all go on as they began.
   * Shifts are 0 … 15.
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
   * Adds Σ Rᵀ field(M x + o) over octaves of `octaveBytes`: the columns of M and o, four float64 each (the last 0), then the
   * rows of R, times the octave's strength, four float32 each. Component c of the field is a quadratic spline along axis c
   * and linear along the others.
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
