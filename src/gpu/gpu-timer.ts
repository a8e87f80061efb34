import { bufferUsage, type Gpu } from './gpu.ts';

/** Measures how long compute passes take on the card, with timestamp queries. */
export class GpuTimer {
  /** Sum of all passes so far, ms. */
  milliseconds = 0;
  readonly buffer: GPUBuffer;
  private readonly queries: GPUQuerySet;

  /** Returns a timer. Null if the device has no timestamp queries. */
  static create(gpu: Gpu): GpuTimer | null {
    return gpu.device.features.has('timestamp-query') ? new GpuTimer(gpu) : null;
  }

  private constructor(gpu: Gpu) {
    this.queries = gpu.device.createQuerySet({ type: 'timestamp', count: 2 });
    const { queryResolve, copySource } = bufferUsage;
    this.buffer = gpu.createBuffer('timestamps', 16, queryResolve | copySource);
  }

  /** The descriptor of a pass that is measured. */
  get descriptor(): GPUComputePassDescriptor {
    return {
      timestampWrites: { querySet: this.queries, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 },
    };
  }

  /** Writes both times into `buffer`. Call it after the pass. */
  resolve(commands: GPUCommandEncoder): void {
    commands.resolveQuerySet(this.queries, 0, 2, this.buffer, 0);
  }

  /** Adds the time of a pass: the four words of `buffer`. */
  add(words: Uint32Array): void {
    const at = (k: number) => words[k + 1] * 2 ** 32 + words[k];
    this.milliseconds += (at(2) - at(0)) / 1e6;
  }

  dispose(): void {
    this.queries.destroy();
    this.buffer.destroy();
  }
}
