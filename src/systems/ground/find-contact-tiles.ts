import type { NearSurface } from './near-surface.ts';
import { tileSize } from './sheet.ts';
import type { GroundState } from './state.ts';

/** Up to so many tiles under a surface are all taken, without asking every triangle which it covers. */
const fewTiles = 6;

/** A surface's rectangle may hold so many tiles, far more than it touches: 10 km² at a cell of 1 cm. */
const rectangleLimit = 2 ** 22;

/** Beyond any tile's index. */
const tileLimit = 2 ** 30;

/** First and last tile along x and z that each near vertex passes over, [4 · vertexCount]. Scratch. */
let reach = new Int32Array(4096);
let marked = new Uint8Array(256);

/**
 * Wakes the tiles under a surface's near triangles, over its whole way through the step, and marks them near.
 * What a vertex passes over is widened by a cell, so that even what falls between columns finds them awake. More tiles
 * than needed cost time but change nothing.
 */
export function findContactTiles(state: GroundState, surface: NearSurface): void {
  const { extent, cell } = state.settings;
  surface.tiles.length = 0;
  if (surface.triangleCount === 0) return;
  const { start, end, triangles, vertexCount } = surface;
  const span = cell * tileSize;
  const margin = surface.sagitta + cell;
  if (reach.length < 4 * vertexCount) reach = new Int32Array(8 * vertexCount);
  let [firstI, firstJ, lastI, lastJ] = [tileLimit, tileLimit, -tileLimit, -tileLimit];
  for (let v = 0; v < vertexCount; v++) {
    const k = 3 * v;
    const i0 = Math.floor((Math.min(start[k], end[k]) - margin) / span);
    const i1 = Math.floor((Math.max(start[k], end[k]) + margin) / span);
    const j0 = Math.floor((Math.min(start[k + 2], end[k + 2]) - margin) / span);
    const j1 = Math.floor((Math.max(start[k + 2], end[k + 2]) + margin) / span);
    reach[4 * v] = i0;
    reach[4 * v + 1] = i1;
    reach[4 * v + 2] = j0;
    reach[4 * v + 3] = j1;
    if (i0 < firstI) firstI = i0;
    if (i1 > lastI) lastI = i1;
    if (j0 < firstJ) firstJ = j0;
    if (j1 > lastJ) lastJ = j1;
  }
  if (extent) {
    firstI = Math.max(firstI, Math.floor(extent.i0 / tileSize));
    firstJ = Math.max(firstJ, Math.floor(extent.j0 / tileSize));
    lastI = Math.min(lastI, Math.floor((extent.i0 + extent.columns - 1) / tileSize));
    lastJ = Math.min(lastJ, Math.floor((extent.j0 + extent.rows - 1) / tileSize));
  }
  const columns = lastI - firstI + 1;
  const rows = lastJ - firstJ + 1;
  if (columns <= 0 || rows <= 0) return;
  state.checkRoom(columns * rows, rectangleLimit);
  if (marked.length < columns * rows) marked = new Uint8Array(2 * columns * rows);
  marked.fill(columns * rows <= fewTiles ? 1 : 0, 0, columns * rows);
  if (columns * rows > fewTiles) {
    for (let t = 0; t < 3 * surface.triangleCount; t += 3) {
      const a = 4 * triangles[t];
      const b = 4 * triangles[t + 1];
      const c = 4 * triangles[t + 2];
      const i0 = Math.max(firstI, Math.min(reach[a], reach[b], reach[c])) - firstI;
      const i1 = Math.min(lastI, Math.max(reach[a + 1], reach[b + 1], reach[c + 1])) - firstI;
      const j0 = Math.max(firstJ, Math.min(reach[a + 2], reach[b + 2], reach[c + 2])) - firstJ;
      const j1 = Math.min(lastJ, Math.max(reach[a + 3], reach[b + 3], reach[c + 3])) - firstJ;
      for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) marked[j * columns + i] = 1;
    }
  }
  let count = state.tiles.awake.size;
  for (let k = 0; k < columns * rows; k++) count += marked[k];
  state.checkRoom(count);
  for (let k = 0; k < columns * rows; k++) {
    if (!marked[k]) continue;
    const tile = state.wake(firstI + (k % columns), firstJ + Math.floor(k / columns));
    tile.nearStep = state.steps;
    surface.tiles.push(tile);
  }
}
