import type { NearSurface } from './near-surface.ts';
import { tileSize } from './sheet.ts';
import type { GroundState } from './state.ts';

/**
 * Wakes the tiles under a surface's near triangles, over its whole way through the step, and marks them near.
 * The rectangle of a triangle is widened to whole cells, so that even what falls between columns finds them awake.
 */
export function findContactTiles(state: GroundState, surface: NearSurface): void {
  const { cell, extent } = state.settings;
  const { start, end, triangles, sagitta } = surface;
  surface.tiles.length = 0;
  const span = cell * tileSize;
  const firstI = extent ? Math.floor(extent.i0 / tileSize) : Number.NEGATIVE_INFINITY;
  const firstJ = extent ? Math.floor(extent.j0 / tileSize) : Number.NEGATIVE_INFINITY;
  const lastI = extent ? Math.floor((extent.i0 + extent.columns - 1) / tileSize) : Number.POSITIVE_INFINITY;
  const lastJ = extent ? Math.floor((extent.j0 + extent.rows - 1) / tileSize) : Number.POSITIVE_INFINITY;
  const margin = sagitta + cell;
  let [seenI, seenJ] = [Number.NaN, Number.NaN];
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
    const i0 = Math.max(firstI, Math.floor(lowX / span));
    const i1 = Math.min(lastI, Math.floor(highX / span));
    const j0 = Math.max(firstJ, Math.floor(lowZ / span));
    const j1 = Math.min(lastJ, Math.floor(highZ / span));
    if (i0 === i1 && j0 === j1 && i0 === seenI && j0 === seenJ) continue;
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        const tile = state.wake(i, j);
        if (tile.nearSurface === surface && tile.nearStep === state.steps) continue;
        tile.nearSurface = surface;
        tile.nearStep = state.steps;
        surface.tiles.push(tile);
      }
    }
    [seenI, seenJ] = [i1, j1];
  }
}
