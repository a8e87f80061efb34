import { copyColumns } from '../column-rectangle.ts';
import type { ColumnRectangle, LiveHeightfield } from '../outputs/heightfield.ts';
import { tileSize } from './flow/sheet.ts';
import type { GroundState } from './state.ts';
import { tileColumns } from './tiles/packed-tile.ts';

/**
 * The current heights of the ground and what has changed. It is separate from `showGround`, which also saves the ground and which the worker
 * of a live ground does not load.
 */
export function showHeights(
  state: GroundState,
): Pick<LiveHeightfield, 'takeChanges' | 'read' | 'readPressed'> {
  const { surface, extent } = state.settings;
  const endI = extent ? extent.i0 + extent.columns : Number.POSITIVE_INFINITY;
  const endJ = extent ? extent.j0 + extent.rows : Number.POSITIVE_INFINITY;
  return {
    takeChanges: () => {
      const rectangles: ColumnRectangle[] = [];
      for (const { tileI, tileJ } of state.tiles.takeChanges()) {
        const i0 = Math.max(tileI * tileSize, extent?.i0 ?? Number.NEGATIVE_INFINITY);
        const j0 = Math.max(tileJ * tileSize, extent?.j0 ?? Number.NEGATIVE_INFINITY);
        const i1 = Math.min((tileI + 1) * tileSize, endI);
        const j1 = Math.min((tileJ + 1) * tileSize, endJ);
        if (i1 > i0 && j1 > j0) rectangles.push({ i0, j0, columns: i1 - i0, rows: j1 - j0 });
      }
      return rectangles;
    },
    read: (out, rectangle) => {
      state.flush();
      visitTiles(rectangle, (tileI, tileJ, whole, part) => {
        const tile = state.tiles.find(tileI, tileJ);
        if (tile) {
          copyColumns(out, rectangle, tile.heights, whole, part);
        } else if (state.tiles.exists(tileI, tileJ)) {
          state.tiles.read(tileI, tileJ, heights, initial, pressed);
          copyColumns(out, rectangle, heights, whole, part);
        } else {
          surface.fill(initial, part.i0, part.j0, part.columns, part.rows);
          copyColumns(out, rectangle, initial, part, part);
        }
      });
    },
    readPressed: (out, rectangle) => {
      state.flush();
      out.fill(0, 0, rectangle.columns * rectangle.rows);
      visitTiles(rectangle, (tileI, tileJ, whole, part) => {
        const tile = state.tiles.find(tileI, tileJ);
        if (tile ? !tile.pressed : !surface.fillPressed && !state.tiles.exists(tileI, tileJ)) return;
        if (tile?.pressed) pressed.set(tile.pressed);
        else state.tiles.read(tileI, tileJ, heights, initial, pressed);
        for (let k = 0; k < tileColumns; k++) pressed[k] >>>= 15;
        copyColumns(out, rectangle, pressed, whole, part);
      });
    },
  };
}

const heights = new Int32Array(tileColumns);
const initial = new Int32Array(tileColumns);
const pressed = new Uint16Array(tileColumns);

/** Calls `visit` for every tile that overlaps the rectangle, with the rectangle of the tile and the intersection. */
function visitTiles(
  rectangle: ColumnRectangle,
  visit: (tileI: number, tileJ: number, whole: ColumnRectangle, part: ColumnRectangle) => void,
): void {
  const { i0, j0, columns, rows } = rectangle;
  for (let tileJ = Math.floor(j0 / tileSize); tileJ * tileSize < j0 + rows; tileJ++) {
    for (let tileI = Math.floor(i0 / tileSize); tileI * tileSize < i0 + columns; tileI++) {
      const whole = { i0: tileI * tileSize, j0: tileJ * tileSize, columns: tileSize, rows: tileSize };
      const firstI = Math.max(i0, whole.i0);
      const firstJ = Math.max(j0, whole.j0);
      visit(tileI, tileJ, whole, {
        i0: firstI,
        j0: firstJ,
        columns: Math.min(i0 + columns, whole.i0 + tileSize) - firstI,
        rows: Math.min(j0 + rows, whole.j0 + tileSize) - firstJ,
      });
    }
  }
}
