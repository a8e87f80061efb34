import type { ColumnRectangle, HeightfieldOutput, LiveHeightfield } from './outputs/heightfield.ts';

/** The heights of a rectangle of a heightfield at one time. This is sent to a display instead of the whole ground. */
export interface HeightfieldChange {
  readonly rectangle: ColumnRectangle;
  /** In the heightfield's units above its datum, row by row, [columns · rows]. */
  readonly heights: Int32Array<ArrayBuffer>;
  /** 1 if a column was pressed and not buried since, [columns · rows]. */
  readonly pressed: Uint8Array<ArrayBuffer>;
}

/**
 * Returns everything that changed since the last call. Its arrays are copies that may be transferred to another thread. findRoom: returns
 * a buffer of at least this many bytes, in which all arrays are placed. Default: each array has a buffer of its own.
 */
export function takeHeightfieldChanges(
  heightfield: Pick<LiveHeightfield, 'takeChanges' | 'read' | 'readPressed'>,
  findRoom?: (bytes: number) => ArrayBuffer,
): HeightfieldChange[] {
  const rectangles = heightfield.takeChanges();
  const total = rectangles.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
  const room = total > 0 && findRoom ? findRoom(5 * total) : null;
  let done = 0;
  return rectangles.map((rectangle) => {
    const count = rectangle.columns * rectangle.rows;
    const at = done;
    done += count;
    if (!room) return readHeightfieldChange(heightfield, rectangle);
    return readHeightfieldChange(
      heightfield,
      rectangle,
      new Int32Array(room, 4 * at, count),
      new Uint8Array(room, 4 * total + at, count),
    );
  });
}

/** Returns the current heights of a rectangle, as copies. */
export function readHeightfieldChange(
  heightfield: Pick<HeightfieldOutput, 'read' | 'readPressed'>,
  rectangle: ColumnRectangle,
  heights = new Int32Array(rectangle.columns * rectangle.rows),
  pressed = new Uint8Array(rectangle.columns * rectangle.rows),
): HeightfieldChange {
  heightfield.read(heights, rectangle);
  heightfield.readPressed(pressed, rectangle);
  return { rectangle, heights, pressed };
}
