import { copyColumns, uniteRectangles } from '../column-rectangle.ts';
import type { ColumnRectangle, LiveHeightfield } from '../outputs/heightfield.ts';
import { showExtras } from './beyond/show-extras.ts';
import { tileSize } from './flow/sheet.ts';
import { unitsPerMetre } from './rules/thresholds.ts';
import type { GroundState } from './state.ts';
import { writeEarlierGround } from './surface/earlier-ground.ts';
import { tileColumns } from './tiles/packed-tile.ts';

/** The current surface of the ground. Nothing is copied before it is read. */
export function showGround(state: GroundState): LiveHeightfield {
  const { settings } = state;
  const { surface, undisturbed, extent } = settings;
  const endI = extent ? extent.i0 + extent.columns : Number.POSITIVE_INFINITY;
  const endJ = extent ? extent.j0 + extent.rows : Number.POSITIVE_INFINITY;
  return {
    kind: 'heightfield',
    name: 'surface',
    cell: settings.cell,
    datum: settings.datum / unitsPerMetre,
    heightUnit: 1 / unitsPerMetre,
    extent,
    material: settings.material,
    ...showExtras(state),
    changed: () => findChanged(state),
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
    ...(surface.fillMissing && {
      readMissing: (out: Uint8Array, { i0, j0, columns, rows }: ColumnRectangle) =>
        surface.fillMissing!(out, i0, j0, columns, rows),
    }),
    encodeState: () => writeEarlierGround(state),
    ...(settings.terrain?.levels && { levels: settings.terrain.levels }),
    ...(settings.origin.terrain?.map && { map: settings.origin.terrain.map }),
    readInitial: (out, { i0, j0, columns, rows }) => undisturbed.fill(out, i0, j0, columns, rows),
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

/** Returns the bounding rectangle of all touched columns, and of the stamps. */
function findChanged(state: GroundState): ColumnRectangle | null {
  const touched = findTouched(state);
  const stamps = state.settings.stamped?.changed;
  return stamps ? uniteRectangles(touched, stamps) : touched;
}

function findTouched(state: GroundState): ColumnRectangle | null {
  state.flush();
  let firstI = Number.POSITIVE_INFINITY;
  let firstJ = Number.POSITIVE_INFINITY;
  let lastI = Number.NEGATIVE_INFINITY;
  let lastJ = Number.NEGATIVE_INFINITY;
  for (const [tileI, tileJ] of state.tiles.list()) {
    const left = tileI * tileSize;
    const upper = tileJ * tileSize;
    const isWithin =
      left >= firstI && left + tileSize - 1 <= lastI && upper >= firstJ && upper + tileSize - 1 <= lastJ;
    if (isWithin) continue;
    state.tiles.read(tileI, tileJ, heights, initial, pressed);
    for (let k = 0; k < tileColumns; k++) {
      if (heights[k] === initial[k] && pressed[k] === 0) continue;
      const i = left + (k % tileSize);
      const j = upper + Math.floor(k / tileSize);
      firstI = Math.min(firstI, i);
      lastI = Math.max(lastI, i);
      firstJ = Math.min(firstJ, j);
      lastJ = Math.max(lastJ, j);
    }
  }
  if (firstI > lastI) return null;
  return { i0: firstI, j0: firstJ, columns: lastI - firstI + 1, rows: lastJ - firstJ + 1 };
}
