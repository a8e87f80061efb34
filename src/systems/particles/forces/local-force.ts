import type { KernelAllocator } from '../../kernel-memory.ts';
import type { ParticlesKernel } from '../kernel.ts';
import type { ForceParams } from '../params.ts';
import type {
  AttractorParamsRecord,
  BuoyancyParamsRecord,
  DragParamsRecord,
  VortexParamsRecord,
  WindParamsRecord,
} from '../records.generated.ts';

/** What `LocalForce.prepare` has written for a step, for kernels that do not share memory. Views are valid until the memory grows. */
export type PreparedForce =
  | { readonly kind: 'vortex'; readonly record: VortexParamsRecord }
  | { readonly kind: 'attractor'; readonly record: AttractorParamsRecord; readonly power: number }
  | { readonly kind: 'drag'; readonly record: DragParamsRecord }
  | { readonly kind: 'buoyancy'; readonly record: BuoyancyParamsRecord }
  | { readonly kind: 'wind'; readonly record: WindParamsRecord; readonly gusts: Float64Array }
  /** field, octaves: as in `ForceKernel.blendField` and `addTurbulence`. */
  | { readonly kind: 'turbulence'; readonly field: Float32Array; readonly octaves: Float64Array };

/** A force that depends on the position or on the particle. */
export interface LocalForce<Params extends ForceParams = ForceParams> {
  /**
   * Prepares the step from t to t + dt, seconds. `drag`: factor by which drag reduces a velocity in it. `params`: those of the force in this
   * step.
   */
  prepare(params: Params, t: number, dt: number, drag: number): void;
  /** Adds to the accelerations of particles first … end − 1. `store` is a record, `mask` as in `ForceKernel`. */
  add(store: number, mask: number, first: number, end: number): void;
  /** Returns what the last `prepare` has written. */
  readonly prepared: PreparedForce;
}

/** The memory and the seed that forces need. */
export interface ForceMemory {
  readonly kernel: ParticlesKernel;
  readonly allocator: KernelAllocator;
  /** Seed of the random numbers of a force. */
  readonly seed: number;
}

/** The parameters of one kind of force. */
export type ParamsOf<Kind extends ForceParams['force']> = Extract<ForceParams, { readonly force: Kind }>;

/** Numbers in the kernel's memory that a force writes before each step. */
export class KernelNumbers {
  readonly pointer: number;

  constructor(
    private readonly memory: ForceMemory,
    private readonly count: number,
  ) {
    this.pointer = memory.allocator.allocate(8 * count);
  }

  /** Returns a view that is valid until the memory grows. */
  get view(): Float64Array {
    return new Float64Array(this.memory.kernel.memory.buffer, this.pointer, this.count);
  }
}

/** A record in the kernel's memory that a force writes before each step. */
export class KernelRecord<View> {
  readonly pointer: number;

  constructor(
    private readonly memory: ForceMemory,
    bytes: number,
    private readonly View: new (buffer: ArrayBuffer, address: number) => View,
  ) {
    this.pointer = memory.allocator.allocate(bytes);
  }

  /** Returns a view that is valid until the memory grows. */
  get view(): View {
    return new this.View(this.memory.kernel.memory.buffer, this.pointer);
  }
}
