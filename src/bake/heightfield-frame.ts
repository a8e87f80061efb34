import { copyColumns, intersectRectangles } from '../systems/column-rectangle.ts';
import type { ColumnRectangle, HeightfieldOutput, LiveHeightfield } from '../systems/system.ts';

/** A heightfield as it was at one output frame: heights and pressed columns wherever anything has changed it so far. */
export interface HeightfieldFrame {
  /** Holds all that is changed on any frame. Most of it may be untouched. */
  readonly rectangle: ColumnRectangle;
  /** Copies heights, in the output's units, over those of a rectangle; untouched columns of `out` stay as they are. */
  overlayHeights(out: Int32Array, rectangle: ColumnRectangle): void;
  /** The same for 1 where a column was pressed and not buried since, else 0. */
  overlayPressed(out: Uint8Array, rectangle: ColumnRectangle): void;
}

/** Columns of a rectangle, row by row (j, then i). */
interface ColumnBlock {
  readonly rectangle: ColumnRectangle;
  /** [columns · rows] */
  readonly heights: Int32Array;
  /** [columns · rows] */
  readonly pressed: Uint8Array;
}

const headerBytes = 16;

/**
 * Packs what has changed in a heightfield since it was packed last: for each rectangle i0, j0, columns, rows as int32,
 * the heights, the pressed bytes filled up to a multiple of four.
 *
 * Changes, not whole frames: what a runner changes in a frame is small, what it has changed in the end is not.
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

/** The rectangles that `packChanges` packed. */
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

/** The parts that `packChanges` packed. */
function unpackChanges(bytes: Uint8Array): ColumnBlock[] {
  // A copy that stands on a multiple of four, wherever the bytes came from.
  const copy = new Uint8Array(bytes);
  const parts: ColumnBlock[] = [];
  for (let offset = 0; offset < copy.length; ) {
    const [i0, j0, columns, rows] = new Int32Array(copy.buffer, offset, 4);
    const rectangle = { i0, j0, columns, rows };
    parts.push(viewPart(copy, offset, rectangle));
    offset += packedLength(rectangle);
  }
  return parts;
}

/** Told a rectangle in which heights change on a frame; `shown` has the heights of all of it. */
export type HeightfieldWatch = (frame: number, changed: ColumnRectangle, shown: HeightfieldFrame) => void;

/** Columns along a side of a block in which a replay keeps what has changed. */
const blockSize = 64;

/** Plays the packed changes of a heightfield back, frame by frame. It takes memory for what was touched only, however far apart. */
export class HeightfieldReplay {
  private readonly frame: HeightfieldFrame | null;
  /** By `row column` of the grid of blocks: what has changed up to the frame that is shown. */
  private readonly blocks = new Map<number, Map<number, ColumnBlock>>();
  /** The frame that `frame` shows; before `firstFrame` at first. */
  private shown: number;
  private isTouched = false;

  /**
   * `output` as it stands at or after the last frame; `firstFrame` the first that was packed; `load` gives the bytes of
   * one frame.
   */
  constructor(
    private readonly output: HeightfieldOutput,
    private readonly firstFrame: number,
    private readonly load: (frame: number) => Uint8Array,
  ) {
    const rectangle = output.changed();
    this.frame = rectangle && {
      rectangle: { ...rectangle },
      overlayHeights: (out, target) =>
        this.visitBlocks(target, (block) => overlay(out, target, block.heights, block)),
      overlayPressed: (out, target) =>
        this.visitBlocks(target, (block) => overlay(out, target, block.pressed, block)),
    };
    this.shown = firstFrame - 1;
  }

  /** The heightfield at one frame; null while nothing has touched it. It holds until the next call. Going back starts over. */
  show(frame: number): HeightfieldFrame | null {
    if (frame < this.shown) this.rewind();
    return this.goTo(frame);
  }

  /** Plays all frames from the first to `lastFrame`, and tells what changes on each: on the first, against untouched ground. */
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

  /** Takes over a part, as far as it lies in what is changed at the end. */
  private apply(part: ColumnBlock, watch?: HeightfieldWatch): void {
    const shared = intersectRectangles(part.rectangle, this.frame!.rectangle);
    if (!shared) return;
    this.isTouched = true;
    const changed = watch ? new Hull() : null;
    this.visitPlaces(shared, (blockI, blockJ) => {
      const block = this.open(blockI, blockJ);
      const common = intersectRectangles(shared, block.rectangle)!;
      if (changed) noteChanges(changed, common, part, block);
      copyColumns(block.heights, block.rectangle, part.heights, part.rectangle, common);
      copyColumns(block.pressed, block.rectangle, part.pressed, part.rectangle, common);
    });
    const rectangle = changed?.rectangle();
    if (rectangle) watch!(this.shown, rectangle, this.frame!);
  }

  /** The block at a place in the grid, made as untouched ground where it is new. */
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

  private visitBlocks(rectangle: ColumnRectangle, visit: (block: ColumnBlock) => void): void {
    this.visitPlaces(rectangle, (blockI, blockJ) => {
      const block = this.blocks.get(blockJ)?.get(blockI);
      if (block) visit(block);
    });
  }

  private visitPlaces(rectangle: ColumnRectangle, visit: (blockI: number, blockJ: number) => void): void {
    const shared = intersectRectangles(rectangle, this.frame!.rectangle);
    if (!shared) return;
    const { i0, j0, columns, rows } = shared;
    for (let blockJ = Math.floor(j0 / blockSize); blockJ * blockSize < j0 + rows; blockJ++) {
      for (let blockI = Math.floor(i0 / blockSize); blockI * blockSize < i0 + columns; blockI++)
        visit(blockI, blockJ);
    }
  }
}

/** Copies the columns that a block shares with a rectangle over those of the rectangle. */
function overlay<Values extends Int32Array | Uint8Array>(
  out: Values,
  target: ColumnRectangle,
  values: Values,
  { rectangle }: ColumnBlock,
): void {
  const common = intersectRectangles(target, rectangle);
  if (common) copyColumns(out, target, values, rectangle, common);
}

/** Adds the columns of `common` whose height differs between two blocks. */
function noteChanges(changed: Hull, common: ColumnRectangle, a: ColumnBlock, b: ColumnBlock): void {
  for (let j = common.j0; j < common.j0 + common.rows; j++) {
    const inA = (j - a.rectangle.j0) * a.rectangle.columns - a.rectangle.i0;
    const inB = (j - b.rectangle.j0) * b.rectangle.columns - b.rectangle.i0;
    for (let i = common.i0; i < common.i0 + common.columns; i++) {
      if (a.heights[inA + i] !== b.heights[inB + i]) changed.add(i, j);
    }
  }
}

/** The smallest rectangle that holds all columns that were added. */
class Hull {
  private left = Number.POSITIVE_INFINITY;
  private right = Number.NEGATIVE_INFINITY;
  private far = Number.POSITIVE_INFINITY;
  private near = Number.NEGATIVE_INFINITY;

  add(i: number, j: number): void {
    if (i < this.left) this.left = i;
    if (i > this.right) this.right = i;
    if (j < this.far) this.far = j;
    if (j > this.near) this.near = j;
  }

  rectangle(): ColumnRectangle | null {
    const { left, right, far, near } = this;
    return left > right ? null : { i0: left, j0: far, columns: right - left + 1, rows: near - far + 1 };
  }
}
