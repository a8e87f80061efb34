import { KernelAllocator } from '../kernel-memory.ts';
import { listNormalModes, type MorphSurface } from '../outputs/morph.ts';
import type { FleshKernel } from './kernel.ts';
import { createFleshKernel } from './load-kernel.ts';

/** Rows of floats are padded to this many bytes. */
const rowBytes = 32;

/**
 * Displaces the moving vertices of a surface on the CPU, as a vertex shader does on the GPU. For programs that have no GPU or that need the
 * positions themselves. Vertices that do not move are left out.
 */
export class DisplacedSurface {
  /** Positions of the moving vertices after `displace`, [3 · vertices.length]. `normals`: their unit normals. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;

  private readonly stride: number;
  private readonly weights: Float32Array;
  private readonly normalModes: readonly number[];
  private readonly normalWeights: Float32Array;
  private readonly pointers: Record<
    'base' | 'baseNormals' | 'out' | 'outNormals' | 'shapes' | 'normals' | 'weights' | 'normalWeights',
    number
  >;

  /**
   * positions, normals: [3 · vertexCount] of the whole surface in its rest shape, in mesh space. modeCount: number of shapes
   * of the output to which the surface belongs.
   */
  constructor(
    readonly surface: MorphSurface,
    readonly modeCount: number,
    positions: ArrayLike<number>,
    normals: ArrayLike<number>,
    private readonly kernel: FleshKernel = createFleshKernel(),
  ) {
    const { vertices, shapes } = surface;
    const length = 3 * vertices.length;
    this.stride = Math.max(rowBytes, Math.ceil((4 * length) / rowBytes) * rowBytes);
    const allocator = new KernelAllocator(kernel.memory);
    this.normalModes = listNormalModes(surface, modeCount);
    const normalCount = this.normalModes.length;
    const row = () => allocator.allocate(this.stride);
    this.pointers = {
      base: row(),
      baseNormals: row(),
      out: row(),
      outNormals: row(),
      shapes: allocator.allocate(this.stride * modeCount),
      normals: allocator.allocate(this.stride * normalCount),
      weights: allocator.allocate(4 * modeCount),
      normalWeights: allocator.allocate(4 * normalCount),
    };
    const floats = new Float32Array(kernel.memory.buffer);
    const { base, baseNormals, out, outNormals } = this.pointers;
    floats.fill(0, base / 4, this.pointers.weights / 4);
    vertices.forEach((vertex, k) => {
      for (let axis = 0; axis < 3; axis++) {
        floats[base / 4 + 3 * k + axis] = positions[3 * vertex + axis];
        floats[baseNormals / 4 + 3 * k + axis] = normals[3 * vertex + axis];
      }
    });
    for (let mode = 0; mode < modeCount; mode++) {
      const at = (mode * this.stride) / 4;
      const own = [mode * length, (mode + 1) * length] as const;
      floats.set(shapes.subarray(...own), this.pointers.shapes / 4 + at);
    }
    for (let k = 0; k < normalCount; k++) {
      const at = this.pointers.normals / 4 + (k * this.stride) / 4;
      floats.set(surface.normals.subarray(k * length, (k + 1) * length), at);
    }
    this.positions = floats.subarray(out / 4, out / 4 + length);
    this.normals = floats.subarray(outNormals / 4, outNormals / 4 + length);
    this.weights = floats.subarray(this.pointers.weights / 4, this.pointers.weights / 4 + modeCount);
    const first = this.pointers.normalWeights / 4;
    this.normalWeights = floats.subarray(first, first + normalCount);
  }

  /** Computes `positions` and `normals` for these amplitudes [modeCount]. */
  displace(amplitudes: ArrayLike<number>): void {
    const { kernel, modeCount, stride, pointers, weights } = this;
    for (let mode = 0; mode < modeCount; mode++) weights[mode] = amplitudes[mode];
    this.normalModes.forEach((mode, k) => {
      this.normalWeights[k] = amplitudes[mode];
    });
    kernel.displace(pointers.out, pointers.base, pointers.shapes, pointers.weights, modeCount, stride);
    kernel.displace(
      pointers.outNormals,
      pointers.baseNormals,
      pointers.normals,
      pointers.normalWeights,
      this.normalModes.length,
      stride,
    );
    kernel.normalize(pointers.outNormals, this.surface.vertices.length);
  }

  /** Copies the results into arrays of the whole surface [3 · vertexCount]. Vertices that do not move are not changed. */
  writeInto(positions: { [index: number]: number }, normals?: { [index: number]: number }): void {
    const { vertices } = this.surface;
    for (let k = 0; k < vertices.length; k++) {
      const to = 3 * vertices[k];
      for (let axis = 0; axis < 3; axis++) {
        positions[to + axis] = this.positions[3 * k + axis];
        if (normals) normals[to + axis] = this.normals[3 * k + axis];
      }
    }
  }
}
