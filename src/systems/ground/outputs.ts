import type { ColumnRectangle, HeightfieldOutput } from '../system.ts';
import { fillNoise } from './noise.ts';
import { tileColumns } from './packed-tile.ts';
import { pressedBit, tileSize } from './sheet.ts';
import type { GroundState } from './state.ts';
import { unitsPerMetre } from './thresholds.ts';
import type { Tile } from './tile-store.ts';

/** The ground's surface, as it is when asked: nothing is copied before. */
export function showGround(state: GroundState): HeightfieldOutput {
  const { settings } = state;
  const { noise } = settings;
  return {
    kind: 'heightfield',
    name: 'surface',
    cell: settings.cell,
    datum: settings.datum / unitsPerMetre,
    heightUnit: 1 / unitsPerMetre,
    extent: settings.extent,
    material: settings.material,
    changed: () => findChanged(state),
    readInitial: (out, { i0, j0, columns, rows }) => fillNoise(out, i0, j0, columns, rows, noise),
    read: (out, rectangle) => {
      state.flush();
      fillNoise(out, rectangle.i0, rectangle.j0, rectangle.columns, rectangle.rows, noise);
      visitTiles(state, rectangle, (tile, copy) => {
        state.tiles.read(tile, heights, initial, pressed);
        copy(out, heights);
      });
    },
    readPressed: (out, rectangle) => {
      state.flush();
      out.fill(0, 0, rectangle.columns * rectangle.rows);
      visitTiles(state, rectangle, (tile, copy) => {
        state.tiles.read(tile, heights, initial, pressed);
        for (let k = 0; k < tileColumns; k++) pressed[k] = pressed[k] >= pressedBit ? 1 : 0;
        copy(out, pressed);
      });
    },
  };
}

const heights = new Int32Array(tileColumns);
const initial = new Int32Array(tileColumns);
const pressed = new Uint16Array(tileColumns);

type Columns = Int32Array | Uint16Array | Uint8Array;

/** Calls `visit` with every tile that exists in the rectangle, and a function that copies the tile's part of it. */
function visitTiles(
  state: GroundState,
  rectangle: ColumnRectangle,
  visit: (tile: Tile, copy: (out: Columns, from: Columns) => void) => void,
): void {
  const { i0, j0, columns, rows } = rectangle;
  for (let tileJ = Math.floor(j0 / tileSize); tileJ * tileSize < j0 + rows; tileJ++) {
    for (let tileI = Math.floor(i0 / tileSize); tileI * tileSize < i0 + columns; tileI++) {
      const tile = state.tiles.find(tileI, tileJ);
      if (!tile) continue;
      const left = tileI * tileSize;
      const upper = tileJ * tileSize;
      const firstI = Math.max(i0, left);
      const lastI = Math.min(i0 + columns, left + tileSize) - 1;
      const firstJ = Math.max(j0, upper);
      const lastJ = Math.min(j0 + rows, upper + tileSize) - 1;
      visit(tile, (out, from) => {
        for (let j = firstJ; j <= lastJ; j++) {
          const target = (j - j0) * columns - i0;
          const source = (j - upper) * tileSize - left;
          for (let i = firstI; i <= lastI; i++) out[target + i] = from[source + i];
        }
      });
    }
  }
}

/** The smallest rectangle around all touched columns. */
function findChanged(state: GroundState): ColumnRectangle | null {
  state.flush();
  let firstI = Number.POSITIVE_INFINITY;
  let firstJ = Number.POSITIVE_INFINITY;
  let lastI = Number.NEGATIVE_INFINITY;
  let lastJ = Number.NEGATIVE_INFINITY;
  for (const tile of state.tiles.all()) {
    const left = tile.tileI * tileSize;
    const upper = tile.tileJ * tileSize;
    const isWithin =
      left >= firstI && left + tileSize - 1 <= lastI && upper >= firstJ && upper + tileSize - 1 <= lastJ;
    if (isWithin) continue;
    state.tiles.read(tile, heights, initial, pressed);
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
