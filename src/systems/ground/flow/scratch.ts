import type { KernelAllocator } from '../../kernel-memory.ts';

/** A piece of the kernel's memory that grows when more is asked for. Its contents do not survive growing. */
class Piece {
  private pointer = 0;
  private bytes = 0;

  constructor(private readonly allocator: KernelAllocator) {}

  fits(bytes: number): boolean {
    return bytes <= this.bytes;
  }

  claim(bytes: number): number {
    if (!this.fits(bytes)) {
      if (this.bytes > 0) this.allocator.free(this.pointer, this.bytes);
      this.bytes = Math.max(bytes, 4096);
      this.pointer = this.allocator.allocate(this.bytes);
    }
    return this.pointer;
  }
}

/** Room in the kernel's memory for one collider at a time. */
export class Scratch {
  /** Whose points and triangles it holds, and of which selection. */
  private holder: object | null = null;
  private selection = Number.NaN;
  private readonly start: Piece;
  private readonly end: Piece;
  private readonly placed: Piece;
  private readonly from: Piece;
  private readonly to: Piece;
  private readonly indices: Piece;
  private readonly matrix: Piece;

  /** `leans`: with room for the points as placed at the start and at the end of the step. */
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

  /** Pointers for a surface of this size, and views of what the host writes. Valid until the next allocation. */
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

  /** Whether what was last written is this selection of this holder, NaN for none; what follows is written for it. */
  holds(holder: object, selection: number): boolean {
    if (this.holder === holder && this.selection === selection) return true;
    this.holder = holder;
    this.selection = selection;
    return false;
  }
}
