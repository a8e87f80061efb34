import type { ColumnRectangle, HeightfieldOutput } from './outputs/heightfield.ts';

/** Columns along a side of a block, which is read at once. One more column is read, for the cells between blocks. */
const blockSize = 32;
const side = blockSize + 1;
/** Maximum number of blocks kept, 9 kB each. */
const maxBlocks = 4096;

/** A position that is closer to a column than this, in cells, is on the column. */
const onColumn = 1e-6;

interface Block {
  /** Heights, m, row by row; NaN if there is no ground. [side · side] */
  readonly heights: Float64Array;
  /** The tick for which the heights are valid. */
  tick: number;
  highest: number;
}

const missing = new Uint8Array(side * side);

/**
 * A heightfield as other systems collide with it: everything below the surface is inside. Heights between columns are bilinear.
 */
export class GroundSurface {
  /** Result of the last `look`: height in m, and slopes along x and z. */
  height = 0;
  slopeX = 0;
  slopeZ = 0;
  private readonly blocks = new Map<number, Block>();
  /** The block that was used last. */
  private lastKey = Number.NaN;
  private lastBlock: Block | null = null;
  private readonly values = new Int32Array(side * side);
  private tick = 0;
  private changed: ColumnRectangle | null = null;

  constructor(private readonly field: HeightfieldOutput) {}

  get cell(): number {
    return this.field.cell;
  }

  /** Begins a new tick. Heights may have changed, but only within the rectangle that the field reports as changed. */
  begin(): void {
    this.tick++;
    this.changed = this.field.changed();
    if (this.blocks.size > maxBlocks) this.blocks.clear();
  }

  /** Returns whether (x, y, z) is certainly above all heights of a block around it. */
  isFarAbove(x: number, y: number, z: number): boolean {
    const block = this.blockAt(Math.floor(x / this.cell), Math.floor(z / this.cell));
    return y > block.highest;
  }

  /** Reads height and slopes at (x, z). Returns false if there is no ground. */
  look(x: number, z: number): boolean {
    const { cell } = this;
    const i = Math.floor(x / cell);
    const j = Math.floor(z / cell);
    const { heights } = this.blockAt(i, j);
    const u = x / cell - i;
    const w = z / cell - j;
    const at =
      (j - blockSize * Math.floor(j / blockSize)) * side + (i - blockSize * Math.floor(i / blockSize));
    const h00 = heights[at];
    // A position exactly on the last column or row has ground below it, although no column follows.
    const nextI = u < onColumn && Number.isNaN(heights[at + 1]) ? 0 : 1;
    const nextJ = w < onColumn && Number.isNaN(heights[at + side]) ? 0 : side;
    const h10 = heights[at + nextI];
    const h01 = heights[at + nextJ];
    const h11 = heights[at + nextI + nextJ];
    this.height = (1 - w) * ((1 - u) * h00 + u * h10) + w * ((1 - u) * h01 + u * h11);
    this.slopeX = ((1 - w) * (h10 - h00) + w * (h11 - h01)) / cell;
    this.slopeZ = ((1 - u) * (h01 - h00) + u * (h11 - h10)) / cell;
    return !Number.isNaN(this.height);
  }

  /** Returns the distance to the ground, m, along the normal there. Negative below the ground; +∞ if there is no ground. */
  distance(x: number, y: number, z: number): number {
    if (!this.look(x, z)) return Number.POSITIVE_INFINITY;
    return (y - this.height) / Math.sqrt(1 + this.slopeX * this.slopeX + this.slopeZ * this.slopeZ);
  }

  private blockAt(i: number, j: number): Block {
    const bi = Math.floor(i / blockSize);
    const bj = Math.floor(j / blockSize);
    const key = bi * 0x4000000 + bj;
    if (key === this.lastKey && this.lastBlock?.tick === this.tick) return this.lastBlock;
    const [i0, j0] = [bi * blockSize, bj * blockSize];
    let block = this.blocks.get(key);
    if (!block) {
      block = { heights: new Float64Array(side * side), tick: -1, highest: 0 };
      this.blocks.set(key, block);
    }
    if (block.tick < this.tick && (block.tick < 0 || this.mayDiffer(i0, j0))) this.read(block, i0, j0);
    block.tick = this.tick;
    this.lastKey = key;
    this.lastBlock = block;
    return block;
  }

  /** Returns whether any column of a block has changed since the ground was created. */
  private mayDiffer(i0: number, j0: number): boolean {
    const { changed } = this;
    if (!changed) return false;
    return (
      changed.i0 < i0 + side &&
      changed.i0 + changed.columns > i0 &&
      changed.j0 < j0 + side &&
      changed.j0 + changed.rows > j0
    );
  }

  private read(block: Block, i0: number, j0: number): void {
    const { field, values } = this;
    const { extent, datum, heightUnit } = field;
    const low = { i: extent ? Math.max(i0, extent.i0) : i0, j: extent ? Math.max(j0, extent.j0) : j0 };
    const columns = (extent ? Math.min(i0 + side, extent.i0 + extent.columns) : i0 + side) - low.i;
    const rows = (extent ? Math.min(j0 + side, extent.j0 + extent.rows) : j0 + side) - low.j;
    block.highest = Number.NEGATIVE_INFINITY;
    block.heights.fill(Number.NaN);
    if (columns <= 0 || rows <= 0) return;
    const part = { i0: low.i, j0: low.j, columns, rows };
    field.read(values, part);
    field.readMissing?.(missing, part);
    for (let row = 0; row < rows; row++) {
      const at = (low.j - j0 + row) * side + low.i - i0;
      for (let column = 0; column < columns; column++) {
        if (field.readMissing && missing[row * columns + column]) continue;
        const height = datum + values[row * columns + column] * heightUnit;
        block.heights[at + column] = height;
        if (height > block.highest) block.highest = height;
      }
    }
  }
}
