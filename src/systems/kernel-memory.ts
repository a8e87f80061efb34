/** Growable memory of a kernel: that of WASM, or a `PlainMemory`. After `grow`, views must be created again. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  /** Adds pages of 64 KiB. Returns the number of pages before. */
  grow(pages: number): number;
}

export const pageBytes = 65536;

/** Memory of the reference implementation. It grows by copying. */
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

/** A free block of up to this number of size steps more than needed is reused: up to twice the size. */
const maxStepsMore = 4;

/**
 * Allocates blocks of a kernel's memory. The first 64 KiB belong to the constants of the WASM module. Sizes are rounded up to one
 * of four steps for each power of two, and a free block of up to twice the size is reused. Growing detaches all views
 * of the memory: create views after allocating.
 */
export class KernelAllocator {
  private end = pageBytes;
  /** Addresses of the free blocks of each size. */
  private readonly freed = new Map<number, number[]>();
  /** The size of each block that is in use, by its address. */
  private readonly sizes = new Map<number, number>();

  constructor(readonly memory: KernelMemory) {}

  /** Bytes that are allocated or free for reuse, without those of the module. */
  get byteLength(): number {
    return this.end - pageBytes;
  }

  /** Returns the address of at least `bytes` bytes, 64-byte aligned. Their contents are undefined. */
  allocate(bytes: number): number {
    const needed = roundSize(bytes);
    for (let size = needed, step = 0; step <= maxStepsMore; size = roundSize(size + 1), step++) {
      const reused = this.freed.get(size)?.pop();
      if (reused === undefined) continue;
      this.sizes.set(reused, size);
      return reused;
    }
    const pointer = this.end;
    this.end += needed;
    this.sizes.set(pointer, needed);
    const missing = this.end - this.memory.buffer.byteLength;
    // Growing takes time, so it is not done in very small steps.
    if (missing > 0) this.memory.grow(Math.ceil(Math.max(missing, this.end / 16) / pageBytes));
    return pointer;
  }

  /** Frees a block that `allocate` returned. */
  free(pointer: number): void {
    const size = this.sizes.get(pointer)!;
    this.sizes.delete(pointer);
    const list = this.freed.get(size);
    if (list) list.push(pointer);
    else this.freed.set(size, [pointer]);
  }
}

/** Returns the smallest of 4, 5, 6, 7, 8 × 2^k that is at least `bytes` and at least 256. */
function roundSize(bytes: number): number {
  let step = 64;
  while (step * 8 < bytes) step *= 2;
  return Math.max(256, Math.ceil(bytes / step) * step);
}
