import type { KernelAllocator } from '../../kernel-memory.ts';

/** A block of kernel memory that grows on demand. Growing discards its contents. */
class Piece {
  private pointer = 0;
  private bytes = 0;

  constructor(private readonly allocator: KernelAllocator) {}

  fits(bytes: number): boolean {
    return bytes <= this.bytes;
  }

  claim(bytes: number): number {
    if (!this.fits(bytes)) {
      if (this.bytes > 0) this.allocator.free(this.pointer);
      this.bytes = Math.max(bytes, 4096);
      this.pointer = this.allocator.allocate(this.bytes);
    }
    return this.pointer;
  }
}

/** A block of kernel memory for one collider at a time. */
export class Scratch {
  /** The owner of the points and triangles in it, and the number of the selection. */
  private holder: object | null = null;
  private selection = Number.NaN;
  private readonly start: Piece;
  private readonly end: Piece;
  private readonly placed: Piece;
  private readonly from: Piece;
  private readonly to: Piece;
  private readonly indices: Piece;
  private readonly matrix: Piece;

  /** With `leans`, it also has space for the points as placed at the start and at the end of the step. */
  constructor(
    private readonly allocator: KernelAllocator,
    private readonly leans: boolean,
  ) {
    this.start = new Piece(allocator);
    this.end = new Piece(allocator);
    this.placed = new Piece(allocator);
    this.from = new Piece(allocator);
    this.to = new Piece(allocator);
    this.indices = new Piece(allocator);
    this.matrix = new Piece(allocator);
  }

  /** Returns pointers for a surface of this size, and views of the arrays that the host writes. Valid until the next allocation. */
  claim(vertexCount: number, triangleCount: number) {
    if (!this.start.fits(vertexCount * 24) || !this.indices.fits(triangleCount * 12)) this.holder = null;
    const start = this.start.claim(vertexCount * 24);
    const end = this.end.claim(vertexCount * 24);
    const placed = this.placed.claim(vertexCount * 12);
    const from = this.leans ? this.from.claim(vertexCount * 12) : 0;
    const to = this.leans ? this.to.claim(vertexCount * 12) : 0;
    const indices = this.indices.claim(triangleCount * 12);
    const matrix = this.matrix.claim(96);
    const { buffer } = this.allocator.memory;
    return {
      start,
      end,
      placed,
      from,
      to,
      indices,
      matrix,
      startPoints: new Float64Array(buffer, start, vertexCount * 3),
      endPoints: new Float64Array(buffer, end, vertexCount * 3),
      triangles: new Uint32Array(buffer, indices, triangleCount * 3),
      matrixNumbers: new Float64Array(buffer, matrix, 12),
    };
  }

  /** Returns whether the contents are this selection of this owner (NaN: none), and makes it the owner of what is written next. */
  holds(holder: object, selection: number): boolean {
    if (this.holder === holder && this.selection === selection) return true;
    this.holder = holder;
    this.selection = selection;
    return false;
  }
}
