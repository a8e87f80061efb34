/** Flags of buffers, as numbers, because Node has no global `GPUBufferUsage`. */
export const bufferUsage = {
  mapRead: 0x1,
  copySource: 0x4,
  copyTarget: 0x8,
  uniform: 0x40,
  storage: 0x80,
  queryResolve: 0x200,
} as const;

/** What a graphics card was asked to do since the start. */
export interface GpuCounts {
  /** Bytes that were copied from main memory to the card, and back. */
  uploadedBytes: number;
  readBytes: number;
  dispatches: number;
  submissions: number;
}

/** An opened graphics card: the device, its name, its pipelines, and what it was asked to do. Systems share it. */
export class Gpu {
  readonly counts: GpuCounts = { uploadedBytes: 0, readBytes: 0, dispatches: 0, submissions: 0 };
  /** The reason why the device can no longer be used. Null while it can. */
  lost: string | null = null;
  private readonly modules = new Map<string, GPUShaderModule>();

  constructor(
    readonly device: GPUDevice,
    /** The name of the card, as the browser reports it. */
    readonly name: string,
    /** Whether the device belongs to a renderer, which also uses it. */
    readonly isShared = false,
  ) {
    void device.lost.then(({ message, reason }) => {
      this.lost ??= message || reason || 'unknown reason';
    });
    // On a shared device these may be errors of others: only what is asked for here is watched, see `watch`.
    if (isShared) return;
    // Memory ran out, or a command was refused: what was computed is incomplete.
    device.addEventListener('uncapturederror', ({ error }) => {
      this.lost ??= error.message;
    });
  }

  createBuffer(label: string, bytes: number, usage: number): GPUBuffer {
    return this.watch(() => this.device.createBuffer({ label, size: alignBytes(bytes), usage }));
  }

  /** Copies numbers to a buffer at a byte offset, a multiple of 4. */
  write(
    buffer: GPUBuffer,
    offset: number,
    data: Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer>,
  ): void {
    if (data.length === 0) return;
    this.device.queue.writeBuffer(buffer, offset, data);
    this.counts.uploadedBytes += data.byteLength;
  }

  /** Compiles an entry point. Shader modules with the same code are compiled once. */
  createPipeline(code: string, entryPoint: string, layout: GPUPipelineLayout): Promise<GPUComputePipeline> {
    let module = this.modules.get(code);
    if (!module) {
      module = this.device.createShaderModule({ label: entryPoint, code });
      this.modules.set(code, module);
    }
    return this.device.createComputePipelineAsync({
      label: entryPoint,
      layout,
      compute: { module, entryPoint },
    });
  }

  submit(commands: GPUCommandEncoder): void {
    this.counts.submissions++;
    this.watch(() => this.device.queue.submit([commands.finish()]));
  }

  /** Ends the use of the device. */
  close(): void {
    if (!this.isShared) this.device.destroy();
  }

  /** Does something on the device. If a shared device refuses it, or has no memory for it, the card counts as lost. */
  private watch<Result>(work: () => Result): Result {
    const { device, isShared } = this;
    if (!isShared) return work();
    const filters = ['out-of-memory', 'validation'] as const;
    for (const filter of filters) device.pushErrorScope(filter);
    const result = work();
    for (const _ of filters) {
      device.popErrorScope().then(
        (error) => {
          if (error) this.lost ??= error.message;
        },
        // The device is lost, which `device.lost` reports.
        () => {},
      );
    }
    return result;
  }
}

/** Buffers and textures have sizes that are multiples of 4 bytes. */
function alignBytes(bytes: number): number {
  return Math.max(16, Math.ceil(bytes / 4) * 4);
}

/** Copies parts of buffers from the card to main memory. One read at a time. */
export class GpuReader {
  private staging: GPUBuffer | null = null;

  constructor(private readonly gpu: Gpu) {}

  /**
   * Adds the copies to `commands`, submits them, and returns the words of all parts, one part after the other. Rejects if the device is lost.
   */
  async read(
    commands: GPUCommandEncoder,
    parts: readonly { readonly buffer: GPUBuffer; readonly offset: number; readonly bytes: number }[],
  ): Promise<Uint32Array<ArrayBuffer>> {
    const { gpu } = this;
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    if (!this.staging || this.staging.size < bytes) {
      this.staging?.destroy();
      this.staging = gpu.createBuffer('read back', 2 * bytes, bufferUsage.mapRead | bufferUsage.copyTarget);
    }
    const { staging } = this;
    let at = 0;
    for (const part of parts) {
      commands.copyBufferToBuffer(part.buffer, part.offset, staging, at, part.bytes);
      at += part.bytes;
    }
    gpu.submit(commands);
    await staging.mapAsync(bufferUsage.mapRead, 0, bytes);
    const words = new Uint32Array(staging.getMappedRange(0, bytes).slice(0));
    staging.unmap();
    gpu.counts.readBytes += bytes;
    return words;
  }

  dispose(): void {
    this.staging?.destroy();
    this.staging = null;
  }
}
