import { InputError } from '../../../input-error.ts';
import { KernelAllocator } from '../../kernel-memory.ts';
import { type FurKernel, prismWorkBytes } from '../kernel.ts';
import {
  FurParamsRecord,
  furParamsBytes,
  furStoreBytes,
  furStoreIndex as planes,
} from '../records.generated.ts';
import type { FurTopology } from '../topology/topology.ts';

/** Planes of strands come first, then two planes of springs. */
const strandPlaneCount = planes.edgeEnds;

/** The size of a plane is an odd number of cache lines. Planes at distances of a power of two would compete for the same few cache sets. */
const strideOf = (count: number) => 64 * ((Math.ceil((8 * count) / 64) + 1) | 1);

/**
 * Strands in a kernel's memory. Each component of each quantity is a plane of float64. Planes are padded to an even number of
 * strands, with at least one strand of padding, since the kernel works on pairs. Lengths in m and masses in kg are given for the
 * vertices of the skin.
 */
export class FurStore {
  /** Addresses of the `FurStoreRecord` and the `FurParamsRecord`. */
  readonly record: number;
  readonly params: number;
  /** Numbers of strands and of springs between tips, with padding. */
  readonly paddedStrands: number;
  readonly paddedEdges: number;
  /** Address of the work buffer for steps of prisms; 0 for other topologies. */
  readonly work: number;
  private readonly pointers = new Uint32Array(furStoreBytes / 4);

  constructor(
    readonly kernel: FurKernel,
    readonly topology: FurTopology,
    lengths: ArrayLike<number>,
    masses: ArrayLike<number>,
    allocator = new KernelAllocator(kernel.memory),
  ) {
    checkSizes(topology, lengths, 'lengths', 'm');
    checkSizes(topology, masses, 'masses', 'kg');
    const { strandCount, edges, vertexOf } = topology;
    const edgeCount = edges.length / 2;
    this.paddedStrands = (strandCount + 2) & ~1;
    this.paddedEdges = (edgeCount + 1) & ~1;
    const stride = strideOf(this.paddedStrands);
    const edgeStride = strideOf(this.paddedEdges);
    const strandBytes = strandPlaneCount * stride;
    const bytes = strandBytes + 2 * edgeStride + furParamsBytes + furStoreBytes;
    const base = allocator.allocate(bytes);
    for (let plane = 0; plane < strandPlaneCount; plane++) this.pointers[plane] = base + plane * stride;
    this.pointers[planes.edgeEnds] = base + strandBytes;
    this.pointers[planes.edgeLengths] = base + strandBytes + edgeStride;
    this.params = base + strandBytes + 2 * edgeStride;
    this.record = this.params + furParamsBytes;
    const workBytes = prismWorkBytes(this.paddedStrands, edgeCount);
    this.work = topology.kind === 'prisms' ? allocator.allocate(workBytes) : 0;
    const { buffer } = kernel.memory;
    new Uint8Array(buffer, base, bytes).fill(0);
    new Uint32Array(buffer, this.record, furStoreBytes / 4).set(this.pointers);
    this.plane(planes.length).fill(1);
    this.plane(planes.mass).fill(1);
    // Padding strands are upright and stationary, and padding springs join such a strand to itself.
    this.plane(planes.normal + 1).fill(1);
    this.plane(planes.normalStart + 1).fill(1);
    this.plane(planes.normalEnd + 1).fill(1);
    this.plane(planes.offset + 1).fill(1);
    const ends = new Uint32Array(buffer, this.pointers[planes.edgeEnds], 2 * this.paddedEdges);
    ends.fill(strandCount);
    ends.set(edges);
    const length = this.plane(planes.length);
    const mass = this.plane(planes.mass);
    for (let i = 0; i < strandCount; i++) {
      length[i] = lengths[vertexOf[i]];
      mass[i] = masses[vertexOf[i]];
    }
  }

  /** Returns a view of a plane of strands, with padding. It is valid until the memory grows. index: a value of `furStoreIndex`. */
  plane(index: number): Float64Array {
    return new Float64Array(this.kernel.memory.buffer, this.pointers[index], this.paddedStrands);
  }

  /** Returns the planes of the x, y and z components of a vector, as `plane` does. index: the index of the x component. */
  vector(index: number): [Float64Array, Float64Array, Float64Array] {
    return [this.plane(index), this.plane(index + 1), this.plane(index + 2)];
  }

  /** Copies the planes of a vector to those of another one. The arguments are the indices of their x components. */
  copyVector(to: number, from: number): void {
    for (let axis = 0; axis < 3; axis++) this.plane(to + axis).set(this.plane(from + axis));
  }

  /** Rest lengths of the springs between tips, m. The view is valid until the memory grows. */
  get edgeLengths(): Float64Array {
    return new Float64Array(this.kernel.memory.buffer, this.pointers[planes.edgeLengths], this.paddedEdges);
  }

  /** The kernel's parameters. The view is valid until the memory grows. */
  get paramRecord(): FurParamsRecord {
    return new FurParamsRecord(this.kernel.memory.buffer, this.params);
  }
}

function checkSizes(topology: FurTopology, sizes: ArrayLike<number>, name: string, unit: string): void {
  if (sizes.length !== topology.vertexCount) {
    throw InputError.at(
      name,
      `expected one for each of ${topology.vertexCount} vertices of the skin, got ${sizes.length}; give as many`,
    );
  }
  for (let v = 0; v < sizes.length; v++) {
    if (sizes[v] > 0 && Number.isFinite(sizes[v])) continue;
    throw InputError.at(
      `${name}[${v}]`,
      `expected more than 0 ${unit}, got ${sizes[v]}; leave bare regions out of the skin or make their strands short`,
    );
  }
}
