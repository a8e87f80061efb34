import { InputError } from '../../../input-error.ts';
import { tileSize } from '../flow/sheet.ts';
import { maxColumn } from '../rules/limits.ts';
import type { GroundState } from '../state.ts';
import type { NearSurface } from './near-surface.ts';

/** Up to this number of tiles under a surface, all are used without testing each triangle. */
const fewTiles = 12;

/** Maximum number of tiles in the rectangle of a surface, far more than it touches: 10 km² with cells of 1 cm. */
const rectangleLimit = 2 ** 22;

/** Scratch: 1 for each tile of the rectangle of a surface that the surface covers. */
let marked = new Uint8Array(256);

/** A rectangle of tiles. */
interface TileRectangle {
  readonly firstI: number;
  readonly firstJ: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Wakes the tiles under the near triangles of a surface over its whole path in the step, and marks them as near. The covered area is
 * widened by a cell, so that columns are awake even beside a surface that passes between them. Additional tiles cost time but do not
 * change the result.
 */
export function findContactTiles(state: GroundState, surface: NearSurface): void {
  surface.tiles.length = 0;
  if (surface.triangleCount === 0 || !surface.box.every(Number.isFinite)) return;
  const rectangle = boundTiles(state, surface);
  const { firstI, firstJ, columns, rows } = rectangle;
  if (columns <= 0 || rows <= 0) return;
  const { name } = surface.collider;
  checkReach(rectangle, surface, state.settings.cell);
  const count = columns * rows;
  state.checkRoom(name, count, rectangleLimit);
  if (marked.length < count) marked = new Uint8Array(2 * count);
  marked.fill(count <= fewTiles ? 1 : 0, 0, count);
  if (count > fewTiles) markUnderTriangles(state, surface, rectangle);
  let awake = state.tiles.awake.size;
  for (let k = 0; k < count; k++) awake += marked[k];
  state.checkRoom(name, awake);
  for (let k = 0; k < count; k++) {
    if (!marked[k]) continue;
    const tile = state.wake(firstI + (k % columns), firstJ + Math.floor(k / columns));
    tile.nearStep = state.steps;
    surface.tiles.push(tile);
  }
}

/** Returns the tiles that contain the whole near surface, within the extent of the ground. */
function boundTiles(state: GroundState, surface: NearSurface): TileRectangle {
  const { extent, cell } = state.settings;
  const [lowX, highX, lowZ, highZ] = surface.box;
  const span = cell * tileSize;
  const margin = surface.sagitta + cell;
  let firstI = Math.floor((lowX - margin) / span);
  let firstJ = Math.floor((lowZ - margin) / span);
  let lastI = Math.floor((highX + margin) / span);
  let lastJ = Math.floor((highZ + margin) / span);
  if (extent) {
    firstI = Math.max(firstI, Math.floor(extent.i0 / tileSize));
    firstJ = Math.max(firstJ, Math.floor(extent.j0 / tileSize));
    lastI = Math.min(lastI, Math.floor((extent.i0 + extent.columns - 1) / tileSize));
    lastJ = Math.min(lastJ, Math.floor((extent.j0 + extent.rows - 1) / tileSize));
  }
  return { firstI, firstJ, columns: lastI - firstI + 1, rows: lastJ - firstJ + 1 };
}

/** Throws InputError if a surface is beyond the column index limit `maxColumn`. */
function checkReach(
  { firstI, firstJ, columns, rows }: TileRectangle,
  surface: NearSurface,
  cell: number,
): void {
  const furthest = Math.max(-firstI, -firstJ, firstI + columns, firstJ + rows);
  if (!(furthest * tileSize > maxColumn)) return;
  const { collider, box } = surface;
  throw InputError.at(
    '',
    `expected ${collider.name || 'a collider'} within ${Math.floor(maxColumn * cell)} m of the origin, got ${box[0]}, ${box[2]}: ` +
      'is it in another unit?',
  );
}

function markUnderTriangles(state: GroundState, surface: NearSurface, rectangle: TileRectangle): void {
  surface.placeStart();
  const { start, end, triangles } = surface;
  const { firstI, firstJ, columns, rows } = rectangle;
  const span = state.settings.cell * tileSize;
  const margin = surface.sagitta + state.settings.cell;
  for (let t = 0; t < 3 * surface.triangleCount; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const lowX = Math.min(start[a], start[b], start[c], end[a], end[b], end[c]) - margin;
    const highX = Math.max(start[a], start[b], start[c], end[a], end[b], end[c]) + margin;
    const lowZ =
      Math.min(start[a + 2], start[b + 2], start[c + 2], end[a + 2], end[b + 2], end[c + 2]) - margin;
    const highZ =
      Math.max(start[a + 2], start[b + 2], start[c + 2], end[a + 2], end[b + 2], end[c + 2]) + margin;
    const i0 = Math.max(0, Math.floor(lowX / span) - firstI);
    const i1 = Math.min(columns - 1, Math.floor(highX / span) - firstI);
    const j0 = Math.max(0, Math.floor(lowZ / span) - firstJ);
    const j1 = Math.min(rows - 1, Math.floor(highZ / span) - firstJ);
    for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) marked[j * columns + i] = 1;
  }
}
