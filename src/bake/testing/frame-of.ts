import { copyColumns, intersectRectangles } from '../../systems/column-rectangle.ts';
import type { ColumnRectangle } from '../../systems/outputs/heightfield.ts';
import type { HeightfieldFrame } from '../heightfield/heightfield-frame.ts';

/** Returns a frame in which every column of a rectangle has changed. heights, pressed: [columns · rows]. */
export function frameOf(
  rectangle: ColumnRectangle,
  heights: Int32Array,
  pressed: Uint8Array,
): HeightfieldFrame {
  return {
    rectangle,
    overlayHeights(out, target) {
      const common = intersectRectangles(target, rectangle);
      if (common) copyColumns(out, target, heights, rectangle, common);
    },
    overlayPressed(out, target) {
      const common = intersectRectangles(target, rectangle);
      if (common) copyColumns(out, target, pressed, rectangle, common);
    },
  };
}
