import type { ColumnRectangle, HeightfieldOutput, LiveHeightfield } from './outputs/heightfield.ts';

/** The heights of a rectangle of a heightfield at one time. This is sent to a display instead of the whole ground. */
export interface HeightfieldChange {
  readonly rectangle: ColumnRectangle;
  /** In the heightfield's units above its datum, row by row, [columns · rows]. */
  readonly heights: Int32Array<ArrayBuffer>;
  /** 1 if a column was pressed and not buried since, [columns · rows]. */
  readonly pressed: Uint8Array<ArrayBuffer>;
}

/** Returns everything that changed since the last call. Its arrays are copies that may be transferred to another thread. */
export function takeHeightfieldChanges(heightfield: LiveHeightfield): HeightfieldChange[] {
  return heightfield.takeChanges().map((rectangle) => readHeightfieldChange(heightfield, rectangle));
}

/** Returns the current heights of a rectangle, as copies. */
export function readHeightfieldChange(
  heightfield: HeightfieldOutput,
  rectangle: ColumnRectangle,
): HeightfieldChange {
  const heights = new Int32Array(rectangle.columns * rectangle.rows);
  const pressed = new Uint8Array(rectangle.columns * rectangle.rows);
  heightfield.read(heights, rectangle);
  heightfield.readPressed(pressed, rectangle);
  return { rectangle, heights, pressed };
}
