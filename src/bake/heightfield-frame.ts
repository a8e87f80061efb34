import type { ColumnRectangle, HeightfieldOutput } from '../systems/system.ts';

/** One output frame of a heightfield: the part that anything has changed so far. */
export interface HeightfieldFrame {
  readonly rectangle: ColumnRectangle;
  /** [columns · rows], row by row (j, then i), in the output's height units. */
  readonly heights: Int32Array;
  /** [columns · rows], 1 where a column was pressed and not buried since. */
  readonly pressed: Uint8Array;
}

/** Copies the changed part of a heightfield; null while nothing has touched it. */
export function captureHeightfield(output: HeightfieldOutput): HeightfieldFrame | null {
  const rectangle = output.changed();
  if (!rectangle) return null;
  const heights = new Int32Array(rectangle.columns * rectangle.rows);
  const pressed = new Uint8Array(rectangle.columns * rectangle.rows);
  output.read(heights, rectangle);
  output.readPressed(pressed, rectangle);
  return { rectangle: { ...rectangle }, heights, pressed };
}

const headerBytes = 16;

/** Packs a frame for keeping: i0, j0, columns, rows as int32, the heights, the pressed bytes. An absent frame is empty. */
export function packFrame(frame: HeightfieldFrame | null): Uint8Array {
  if (!frame) return new Uint8Array(0);
  const { i0, j0, columns, rows } = frame.rectangle;
  const bytes = new Uint8Array(headerBytes + frame.heights.byteLength + frame.pressed.byteLength);
  new Int32Array(bytes.buffer, 0, 4).set([i0, j0, columns, rows]);
  new Int32Array(bytes.buffer, headerBytes, columns * rows).set(frame.heights);
  bytes.set(frame.pressed, headerBytes + frame.heights.byteLength);
  return bytes;
}

/** The inverse of `packFrame`. */
export function unpackFrame(bytes: Uint8Array): HeightfieldFrame | null {
  if (bytes.length === 0) return null;
  // A copy that stands on a multiple of four; `slice` would not copy a Buffer.
  const copy = new Uint8Array(bytes);
  const [i0, j0, columns, rows] = new Int32Array(copy.buffer, 0, 4);
  const count = columns * rows;
  return {
    rectangle: { i0, j0, columns, rows },
    heights: new Int32Array(copy.buffer, headerBytes, count),
    pressed: copy.subarray(headerBytes + 4 * count, headerBytes + 5 * count),
  };
}
