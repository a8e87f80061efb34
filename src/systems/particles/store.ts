import { KernelAllocator } from '../kernel-memory.ts';
import type { ParticlesKernel } from './kernel.ts';
import { particleStoreBytes, particleStoreIndex } from './records.generated.ts';

const planes = particleStoreIndex;
/** Planes of float64 come before those of int32. */
const doublePlanes = planes.cohort;
const planeCount = particleStoreBytes / 4;

export interface ParticleStoreOptions {
  /** True if particles may have a target velocity. Otherwise the law `velocity` reaches the velocity 0. Default false. */
  readonly targetVelocity?: boolean;
  /** True if there are planes for the sum of position-dependent forces. Default true. */
  readonly forces?: boolean;
  /** Allocates the memory. Default: a separate one. Stores in the same kernel must use the same allocator. */
  readonly allocator?: KernelAllocator;
}

/**
 * Particles in a kernel's memory. Each quantity is a plane [capacity]. A getter's view is valid until the memory grows: store it
 * in a local variable for a loop, and get it again after anything that allocates.
 */
export class ParticleStore {
  readonly allocator: KernelAllocator;
  /** Address of the record that the kernel reads. */
  readonly record: number;
  readonly hasTargetVelocity: boolean;
  readonly hasForces: boolean;
  private readonly pointers = new Uint32Array(planeCount);
  private readonly block: number;
  private views: PlaneViews;

  /** `capacity` ≥ 0: max number of particles. Initially none exists; weights are 1 and everything else is 0. */
  constructor(
    readonly kernel: ParticlesKernel,
    readonly capacity: number,
    options: ParticleStoreOptions = {},
  ) {
    this.allocator = options.allocator ?? new KernelAllocator(kernel.memory);
    this.hasTargetVelocity = options.targetVelocity ?? false;
    this.hasForces = options.forces ?? true;
    // An odd number of cache lines, since planes at a power-of-two distance would all use the same few cache sets.
    const stride = 64 * ((Math.ceil((8 * capacity) / 64) + 1) | 1);
    const halfStride = 64 * ((Math.ceil((4 * capacity) / 64) + 1) | 1);
    let length = 0;
    for (let plane = 0; plane < doublePlanes; plane++) {
      const isAim = plane >= planes.targetVelocity && plane < planes.acceleration;
      const isForce = plane >= planes.acceleration && plane < planes.weight;
      const isLeftOut = (isAim && !this.hasTargetVelocity) || (isForce && !this.hasForces);
      this.pointers[plane] = isLeftOut ? 0 : length;
      if (!isLeftOut) length += stride;
    }
    this.pointers[planes.cohort] = length;
    this.pointers[planes.source] = length + halfStride;
    length += 2 * halfStride;
    this.block = this.allocator.allocate(length + particleStoreBytes);
    this.record = this.block + length;
    for (let plane = 0; plane < planeCount; plane++) {
      // Omitted planes have the address of the first one and are never read.
      this.pointers[plane] += this.block;
    }
    const { memory } = kernel;
    new Uint8Array(memory.buffer, this.block, length).fill(0);
    new Uint32Array(memory.buffer, this.record, planeCount).set(this.pointers);
    this.views = this.makeViews();
    this.weight.fill(1);
    this.cohort.fill(-1);
  }

  /** Frees the memory; the store must not be used afterwards. */
  free(): void {
    this.allocator.free(this.block);
  }

  /** Positions, m. */
  get x(): Float64Array {
    return this.planes.doubles[planes.position];
  }
  get y(): Float64Array {
    return this.planes.doubles[planes.position + 1];
  }
  get z(): Float64Array {
    return this.planes.doubles[planes.position + 2];
  }
  /** Velocities, m/s. */
  get vx(): Float64Array {
    return this.planes.doubles[planes.velocity];
  }
  get vy(): Float64Array {
    return this.planes.doubles[planes.velocity + 1];
  }
  get vz(): Float64Array {
    return this.planes.doubles[planes.velocity + 2];
  }
  /** Target positions of controlled particles, m. */
  get targetX(): Float64Array {
    return this.planes.doubles[planes.target];
  }
  get targetY(): Float64Array {
    return this.planes.doubles[planes.target + 1];
  }
  get targetZ(): Float64Array {
    return this.planes.doubles[planes.target + 2];
  }
  /** Target velocities, m/s; empty without `targetVelocity`. */
  get targetVx(): Float64Array {
    return this.planes.doubles[planes.targetVelocity];
  }
  get targetVy(): Float64Array {
    return this.planes.doubles[planes.targetVelocity + 1];
  }
  get targetVz(): Float64Array {
    return this.planes.doubles[planes.targetVelocity + 2];
  }
  /** Sum of the forces that are not uniform, m/s²; empty without `forces`. Scratch: computed in each step. */
  get ax(): Float64Array {
    return this.planes.doubles[planes.acceleration];
  }
  get ay(): Float64Array {
    return this.planes.doubles[planes.acceleration + 1];
  }
  get az(): Float64Array {
    return this.planes.doubles[planes.acceleration + 2];
  }
  /** r: fraction of the forces that a particle feels while it is controlled, 0..1. */
  get weight(): Float64Array {
    return this.planes.doubles[planes.weight];
  }
  /** Times of birth, s. */
  get birthTime(): Float64Array {
    return this.planes.doubles[planes.birthTime];
  }
  /** Diameters, m. */
  get size(): Float64Array {
    return this.planes.doubles[planes.size];
  }
  /** Row of each particle in the cohort table: 0 is free, −1 does not exist. */
  get cohort(): Int32Array {
    return this.planes.cohort;
  }
  /** Index of the source of each particle. */
  get source(): Int32Array {
    return this.planes.source;
  }

  /** Copies particle `from` of another store to particle `to`, for all quantities that both have. */
  copyFrom(other: ParticleStore, from: number, to: number): void {
    const source = other.planes;
    const own = this.planes;
    for (let plane = 0; plane < doublePlanes; plane++) {
      if (own.doubles[plane].length > 0 && source.doubles[plane].length > 0) {
        own.doubles[plane][to] = source.doubles[plane][from];
      }
    }
    own.cohort[to] = source.cohort[from];
    own.source[to] = source.source[from];
  }

  private get planes(): PlaneViews {
    if (this.views.buffer !== this.kernel.memory.buffer) this.views = this.makeViews();
    return this.views;
  }

  private makeViews(): PlaneViews {
    const { buffer } = this.kernel.memory;
    const { pointers, capacity, block } = this;
    return {
      buffer,
      doubles: Array.from({ length: doublePlanes }, (_, plane) => {
        const isThere = plane === 0 || pointers[plane] !== block;
        return new Float64Array(buffer, pointers[plane], isThere ? capacity : 0);
      }),
      cohort: new Int32Array(buffer, pointers[planes.cohort], capacity),
      source: new Int32Array(buffer, pointers[planes.source], capacity),
    };
  }
}

interface PlaneViews {
  readonly buffer: ArrayBuffer;
  readonly doubles: readonly Float64Array[];
  readonly cohort: Int32Array;
  readonly source: Int32Array;
}
