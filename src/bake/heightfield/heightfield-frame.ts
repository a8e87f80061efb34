import { copyColumns, intersectRectangles, uniteRectangles } from '../../systems/column-rectangle.ts';
import type {
  ColumnRectangle,
  HeightfieldOutput,
  LiveHeightfield,
} from '../../systems/outputs/heightfield.ts';

/** A heightfield in one output frame: heights and pressed columns, stored only where something has changed until this frame. */
export interface HeightfieldFrame {
  /** A rectangle that contains every column that changes in any frame. Most of its columns may never change. */
  readonly rectangle: ColumnRectangle;
  /** Overwrites `out` [columns · rows of the rectangle] with heights in the output's units, except for columns that have not changed. */
  overlayHeights(out: Int32Array, rectangle: ColumnRectangle): void;
  /** See `HeightfieldOutput.readDifferences`. */
  readDifferences?(out: Int32Array, rectangle: ColumnRectangle): void;
  /** Overwrites `out` in the same way with the pressed state: 1 if a column was pressed and not covered since, else 0. */
  overlayPressed(out: Uint8Array, rectangle: ColumnRectangle): void;
}

/** Columns of a rectangle, row by row (j, then i). */
interface ColumnBlock {
  readonly rectangle: ColumnRectangle;
  /** Heights, [columns · rows]. */
  readonly heights: Int32Array;
  /** 1 if pressed, else 0, [columns · rows]. */
  readonly pressed: Uint8Array;
}

const headerBytes = 16;

/**
 * Packs the changes of a heightfield since the previous call. For each rectangle: i0, j0, columns, rows as int32, then the heights, then
 * the pressed bytes, padded to a multiple of four.
 *
 * Changes are stored instead of whole frames, because a runner changes only a small area in each frame, but a large area in total.
 */
export function packChanges(output: LiveHeightfield): Uint8Array {
  const rectangles = output.takeChanges();
  const bytes = new Uint8Array(rectangles.reduce((sum, rectangle) => sum + packedLength(rectangle), 0));
  let offset = 0;
  for (const rectangle of rectangles) {
    const { heights, pressed } = viewPart(bytes, offset, rectangle);
    new Int32Array(bytes.buffer, offset, 4).set([
      rectangle.i0,
      rectangle.j0,
      rectangle.columns,
      rectangle.rows,
    ]);
    output.read(heights, rectangle);
    output.readPressed(pressed, rectangle);
    offset += packedLength(rectangle);
  }
  return bytes;
}

function packedLength({ columns, rows }: ColumnRectangle): number {
  return headerBytes + 4 * columns * rows + 4 * Math.ceil((columns * rows) / 4);
}

function viewPart(bytes: Uint8Array, offset: number, rectangle: ColumnRectangle): ColumnBlock {
  const count = rectangle.columns * rectangle.rows;
  const start = bytes.byteOffset + offset + headerBytes;
  return {
    rectangle,
    heights: new Int32Array(bytes.buffer, start, count),
    pressed: new Uint8Array(bytes.buffer, start + 4 * count, count),
  };
}

/** Reads only the rectangles of bytes from `packChanges`. */
export function listPackedRectangles(bytes: Uint8Array): ColumnRectangle[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rectangles: ColumnRectangle[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const [i0, j0, columns, rows] = [0, 4, 8, 12].map((at) => view.getInt32(offset + at, true));
    rectangles.push({ i0, j0, columns, rows });
    offset += packedLength({ i0, j0, columns, rows });
  }
  return rectangles;
}

/** Reads the rectangles that `packChanges` packed. */
function unpackChanges(bytes: Uint8Array): ColumnBlock[] {
  // A copy is needed only if the bytes are not aligned to four bytes.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const parts: ColumnBlock[] = [];
  for (let offset = 0; offset < aligned.length; ) {
    const [i0, j0, columns, rows] = new Int32Array(aligned.buffer, aligned.byteOffset + offset, 4);
    const rectangle = { i0, j0, columns, rows };
    parts.push(viewPart(aligned, offset, rectangle));
    offset += packedLength(rectangle);
  }
  return parts;
}

/** Called with each rectangle in which heights change in a frame. `shown` has the new heights of the whole rectangle. */
export type HeightfieldWatch = (frame: number, changed: ColumnRectangle, shown: HeightfieldFrame) => void;

/** Number of columns along the side of a block. A replay stores changed heights in blocks. */
const blockSize = 64;

const initialScratch = new Int32Array(blockSize * blockSize);

/** Replays the packed changes of a heightfield frame by frame. Memory grows with the touched area, not with the bounding rectangle. */
export class HeightfieldReplay {
  private readonly frame: HeightfieldFrame | null;
  /**
   * Heights and pressed state of the current frame, as a map from block row to a map from block column to a block. Untouched blocks are
   * absent.
   */
  private readonly blocks = new Map<number, Map<number, ColumnBlock>>();
  /** Number of the current frame; before the first frame, `firstFrame` − 1. */
  private shown: number;
  private isTouched = false;

  /**
   * `output` must be in the state of the last frame or later. `firstFrame` is the first frame that was packed. `load` returns the bytes of
   * one frame. within: the rectangles that will be read. Changes outside of them may be left out. Default: everything is read.
   */
  constructor(
    private readonly output: HeightfieldOutput,
    private readonly firstFrame: number,
    private readonly load: (frame: number) => Uint8Array,
    private readonly within?: readonly ColumnRectangle[],
  ) {
    const rectangle = output.changed();
    this.frame = rectangle && {
      rectangle: { ...rectangle },
      overlayHeights: (out, target) =>
        this.visitBlocks(target, (block) => overlay(out, target, block.heights, block)),
      readDifferences: (out, target) => this.readDifferences(out, target),
      overlayPressed: (out, target) =>
        this.visitBlocks(target, (block) => overlay(out, target, block.pressed, block)),
    };
    this.shown = firstFrame - 1;
  }

  /**
   * Moves to a frame and returns the heightfield; null if nothing has touched the ground yet. The result is valid until the next call. A
   * move to an earlier frame replays all frames from the first.
   */
  show(frame: number): HeightfieldFrame | null {
    if (frame < this.shown) this.rewind();
    return this.goTo(frame);
  }

  /**
   * Replays from the first frame to `lastFrame` and reports every change. In the first frame, changes are relative to the untouched ground.
   */
  watchAll(lastFrame: number, watch: HeightfieldWatch): void {
    this.rewind();
    this.goTo(lastFrame, watch);
  }

  private goTo(frame: number, watch?: HeightfieldWatch): HeightfieldFrame | null {
    if (!this.frame) return null;
    while (this.shown < frame) {
      this.shown++;
      for (const part of unpackChanges(this.load(this.shown))) this.apply(part, watch);
    }
    return this.isTouched ? this.frame : null;
  }

  private rewind(): void {
    this.blocks.clear();
    this.shown = this.firstFrame - 1;
    this.isTouched = false;
  }

  /** Applies a packed rectangle, clipped to the rectangle of all changes. */
  private apply(part: ColumnBlock, watch?: HeightfieldWatch): void {
    const shared = intersectRectangles(part.rectangle, this.frame!.rectangle);
    if (!shared) return;
    this.isTouched = true;
    if (this.within?.every((one) => !intersectRectangles(one, shared))) return;
    let changed: ColumnRectangle | null = null;
    this.visitPositions(shared, (blockI, blockJ) => {
      const block = this.open(blockI, blockJ);
      const common = intersectRectangles(shared, block.rectangle)!;
      const fresh = watch ? findChanged(common, part, block) : null;
      if (fresh) changed = uniteRectangles(changed, fresh);
      copyColumns(block.heights, block.rectangle, part.heights, part.rectangle, common);
      copyColumns(block.pressed, block.rectangle, part.pressed, part.rectangle, common);
    });
    if (changed) watch!(this.shown, changed, this.frame!);
  }

  /** Returns the block at a grid position. A new block starts with the initial heights. */
  private open(blockI: number, blockJ: number): ColumnBlock {
    const row = this.blocks.get(blockJ) ?? new Map<number, ColumnBlock>();
    if (row.size === 0) this.blocks.set(blockJ, row);
    let block = row.get(blockI);
    if (!block) {
      const square = { i0: blockI * blockSize, j0: blockJ * blockSize, columns: blockSize, rows: blockSize };
      const rectangle = intersectRectangles(square, this.frame!.rectangle)!;
      const count = rectangle.columns * rectangle.rows;
      block = { rectangle, heights: new Int32Array(count), pressed: new Uint8Array(count) };
      this.output.readInitial(block.heights, rectangle);
      row.set(blockI, block);
    }
    return block;
  }

  private readDifferences(out: Int32Array, target: ColumnRectangle): void {
    out.fill(0, 0, target.columns * target.rows);
    this.visitBlocks(target, ({ heights, rectangle }) => {
      const common = intersectRectangles(target, rectangle);
      if (!common) return;
      this.output.readInitial(initialScratch, common);
      for (let row = 0; row < common.rows; row++) {
        const j = common.j0 + row;
        let own = (j - rectangle.j0) * rectangle.columns + common.i0 - rectangle.i0;
        let to = (j - target.j0) * target.columns + common.i0 - target.i0;
        for (let k = row * common.columns; k < (row + 1) * common.columns; k++)
          out[to++] = heights[own++] - initialScratch[k];
      }
    });
  }

  private visitBlocks(rectangle: ColumnRectangle, visit: (block: ColumnBlock) => void): void {
    this.visitPositions(rectangle, (blockI, blockJ) => {
      const block = this.blocks.get(blockJ)?.get(blockI);
      if (block) visit(block);
    });
  }

  private visitPositions(rectangle: ColumnRectangle, visit: (blockI: number, blockJ: number) => void): void {
    const shared = intersectRectangles(rectangle, this.frame!.rectangle);
    if (!shared) return;
    const { i0, j0, columns, rows } = shared;
    for (let blockJ = Math.floor(j0 / blockSize); blockJ * blockSize < j0 + rows; blockJ++) {
      for (let blockI = Math.floor(i0 / blockSize); blockI * blockSize < i0 + columns; blockI++)
        visit(blockI, blockJ);
    }
  }
}

/** Copies the values of a block to `out` where the block overlaps `target`, which is the rectangle of `out`. */
function overlay<Values extends Int32Array | Uint8Array>(
  out: Values,
  target: ColumnRectangle,
  values: Values,
  { rectangle }: ColumnBlock,
): void {
  const common = intersectRectangles(target, rectangle);
  if (common) copyColumns(out, target, values, rectangle, common);
}

/** Returns the bounding rectangle of those columns of `common` whose heights differ in two blocks; null if there are none. */
function findChanged(common: ColumnRectangle, a: ColumnBlock, b: ColumnBlock): ColumnRectangle | null {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let far = Number.POSITIVE_INFINITY;
  let near = Number.NEGATIVE_INFINITY;
  for (let j = common.j0; j < common.j0 + common.rows; j++) {
    const inA = (j - a.rectangle.j0) * a.rectangle.columns - a.rectangle.i0;
    const inB = (j - b.rectangle.j0) * b.rectangle.columns - b.rectangle.i0;
    for (let i = common.i0; i < common.i0 + common.columns; i++) {
      if (a.heights[inA + i] === b.heights[inB + i]) continue;
      left = Math.min(left, i);
      right = Math.max(right, i);
      far = Math.min(far, j);
      near = j;
    }
  }
  return left > right ? null : { i0: left, j0: far, columns: right - left + 1, rows: near - far + 1 };
}
