import type { ColumnRectangle, HeightfieldOutput, LiveHeightfield } from '../systems/system.ts';

/** A heightfield as it was at one output frame: a rectangle that holds all that anything has changed. */
export interface HeightfieldFrame {
  readonly rectangle: ColumnRectangle;
  /** [columns · rows], row by row (j, then i), in the output's height units. */
  readonly heights: Int32Array;
  /** [columns · rows], 1 where a column was pressed and not buried since. */
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

function viewPart(bytes: Uint8Array, offset: number, rectangle: ColumnRectangle): HeightfieldFrame {
  const count = rectangle.columns * rectangle.rows;
  const start = bytes.byteOffset + offset + headerBytes;
  return {
    rectangle,
    heights: new Int32Array(bytes.buffer, start, count),
    pressed: new Uint8Array(bytes.buffer, start + 4 * count, count),
  };
}

/** The parts that `packChanges` packed. */
function unpackChanges(bytes: Uint8Array): HeightfieldFrame[] {
  // A copy that stands on a multiple of four, wherever the bytes came from.
  const copy = new Uint8Array(bytes);
  const parts: HeightfieldFrame[] = [];
  for (let offset = 0; offset < copy.length; ) {
    const [i0, j0, columns, rows] = new Int32Array(copy.buffer, offset, 4);
    const rectangle = { i0, j0, columns, rows };
    parts.push(viewPart(copy, offset, rectangle));
    offset += packedLength(rectangle);
  }
  return parts;
}

/** Plays the packed changes of a heightfield back, frame by frame. */
export class HeightfieldReplay {
  private readonly frame: HeightfieldFrame | null;
  /** The frame that `frame` shows; −1 before the first. */
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
    const count = rectangle ? rectangle.columns * rectangle.rows : 0;
    this.frame = rectangle && {
      rectangle: { ...rectangle },
      heights: new Int32Array(count),
      pressed: new Uint8Array(count),
    };
    this.shown = firstFrame - 1;
    this.rewind();
  }

  /**
   * The heightfield at one frame, over the rectangle of all frames; null while nothing has touched it. Its arrays hold
   * until the next call. Fast in rising order: going back starts over. `watch` is told the rectangles in which heights change
   * on the way.
   */
  show(frame: number, watch?: (changed: ColumnRectangle) => void): HeightfieldFrame | null {
    if (!this.frame) return null;
    if (frame < this.shown) this.rewind();
    while (this.shown < frame) {
      this.shown++;
      for (const part of unpackChanges(this.load(this.shown))) {
        const changed = watch ? this.findChanged(part) : null;
        if (changed) watch!(changed);
        this.apply(part);
      }
    }
    return this.isTouched ? this.frame : null;
  }

  private rewind(): void {
    if (!this.frame) return;
    this.output.readInitial(this.frame.heights, this.frame.rectangle);
    this.frame.pressed.fill(0);
    this.shown = this.firstFrame - 1;
    this.isTouched = false;
  }

  /** The rectangle of the columns whose heights a part changes; null where it changes none. */
  private findChanged({ rectangle: from, heights: fresh }: HeightfieldFrame): ColumnRectangle | null {
    const { rectangle: to, heights } = this.frame!;
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    let far = Number.POSITIVE_INFINITY;
    let near = Number.NEGATIVE_INFINITY;
    for (let j = Math.max(from.j0, to.j0); j < Math.min(from.j0 + from.rows, to.j0 + to.rows); j++) {
      const source = (j - from.j0) * from.columns - from.i0;
      const target = (j - to.j0) * to.columns - to.i0;
      for (let i = Math.max(from.i0, to.i0); i < Math.min(from.i0 + from.columns, to.i0 + to.columns); i++) {
        if (fresh[source + i] === heights[target + i]) continue;
        left = Math.min(left, i);
        right = Math.max(right, i);
        far = Math.min(far, j);
        near = j;
      }
    }
    return left > right ? null : { i0: left, j0: far, columns: right - left + 1, rows: near - far + 1 };
  }

  private apply(part: HeightfieldFrame): void {
    const { rectangle: from } = part;
    const { rectangle: to, heights, pressed } = this.frame!;
    const left = Math.max(from.i0, to.i0);
    const right = Math.min(from.i0 + from.columns, to.i0 + to.columns);
    const far = Math.max(from.j0, to.j0);
    const near = Math.min(from.j0 + from.rows, to.j0 + to.rows);
    if (left >= right || far >= near) return;
    this.isTouched = true;
    for (let j = far; j < near; j++) {
      const source = (j - from.j0) * from.columns + left - from.i0;
      const target = (j - to.j0) * to.columns + left - to.i0;
      heights.set(part.heights.subarray(source, source + right - left), target);
      pressed.set(part.pressed.subarray(source, source + right - left), target);
    }
  }
}

/** Copies the part of a frame that lies in the rectangle over its heights. */
export function overlayFrame(heights: Int32Array, rectangle: ColumnRectangle, frame: HeightfieldFrame): void {
  const part = frame.rectangle;
  const left = Math.max(part.i0, rectangle.i0);
  const right = Math.min(part.i0 + part.columns, rectangle.i0 + rectangle.columns);
  const far = Math.max(part.j0, rectangle.j0);
  const near = Math.min(part.j0 + part.rows, rectangle.j0 + rectangle.rows);
  if (left >= right) return;
  for (let j = far; j < near; j++) {
    const from = (j - part.j0) * part.columns + left - part.i0;
    const to = (j - rectangle.j0) * rectangle.columns + left - rectangle.i0;
    heights.set(frame.heights.subarray(from, from + right - left), to);
  }
}
