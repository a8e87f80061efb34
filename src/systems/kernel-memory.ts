/** Growable memory: views must be made anew after `grow`. WASM's own, or a plain stand-in for the reference. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  /** Pages of 64 KiB. */
  grow(pages: number): number;
}

export const pageBytes = 65536;

/** Memory for the reference implementation, where there is no WebAssembly: grows by copying. */
export class PlainMemory implements KernelMemory {
  buffer = new ArrayBuffer(pageBytes);

  grow(pages: number): number {
    const before = this.buffer.byteLength / pageBytes;
    const buffer = new ArrayBuffer((before + pages) * pageBytes);
    new Uint8Array(buffer).set(new Uint8Array(this.buffer));
    this.buffer = buffer;
    return before;
  }
}

/**
 * Hands out pieces of a kernel's memory. The first 64 KiB are left to the WASM module's own constants.
 * Sizes are rounded up to one of four steps a power of two, so a freed piece serves the next of about its size.
 * Growing detaches every view of the memory: make views after allocating, or ask again.
 */
export class KernelAllocator {
  private end = pageBytes;
  private readonly freed = new Map<number, number[]>();

  constructor(readonly memory: KernelMemory) {}

  /** Bytes handed out or kept for later, without the module's own. */
  get byteLength(): number {
    return this.end - pageBytes;
  }

  /** A pointer to at least `bytes` bytes, 64-byte aligned, contents undefined. */
  allocate(bytes: number): number {
    const size = roundSize(bytes);
    const reused = this.freed.get(size)?.pop();
    if (reused !== undefined) return reused;
    const pointer = this.end;
    this.end += size;
    const missing = this.end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / pageBytes));
    return pointer;
  }

  /** Gives back what `allocate(bytes)` returned. */
  free(pointer: number, bytes: number): void {
    const size = roundSize(bytes);
    const list = this.freed.get(size);
    if (list) list.push(pointer);
    else this.freed.set(size, [pointer]);
  }
}

/** The next of 4, 5, 6, 7, 8 × 2^k that holds `bytes`, at least 256. */
function roundSize(bytes: number): number {
  let step = 64;
  while (step * 8 < bytes) step *= 2;
  return Math.max(256, Math.ceil(bytes / step) * step);
}
