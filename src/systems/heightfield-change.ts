import type { ColumnRectangle, HeightfieldOutput, LiveHeightfield } from './outputs/heightfield.ts';

/** A rectangle of a heightfield as it stands at one time: what is sent to a screen instead of the whole ground. */
export interface HeightfieldChange {
  readonly rectangle: ColumnRectangle;
  /** [columns · rows] in the heightfield's units above its datum, row by row. */
  readonly heights: Int32Array<ArrayBuffer>;
  /** [columns · rows] 1 where a column was pressed and not buried since. */
  readonly pressed: Uint8Array<ArrayBuffer>;
}

/** Everything that changed since the last call, in arrays of its own that may be transferred to another thread. */
export function takeHeightfieldChanges(heightfield: LiveHeightfield): HeightfieldChange[] {
  return heightfield.takeChanges().map((rectangle) => readHeightfieldChange(heightfield, rectangle));
}

/** A rectangle as it stands now, in arrays of its own. */
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
