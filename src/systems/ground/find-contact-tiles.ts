import type { NearSurface } from './near-surface.ts';
import { tileSize } from './sheet.ts';
import type { GroundState } from './state.ts';

/** Up to so many tiles under a surface are all taken, without asking every triangle which it covers. */
const fewTiles = 6;

/**
 * Wakes the tiles under a surface's near triangles, over its whole way through the step, and marks them near.
 * Rectangles are widened by a cell, so that even what falls between columns finds them awake. More tiles than needed
 * cost time but change nothing.
 */
export function findContactTiles(state: GroundState, surface: NearSurface): void {
  const { extent } = state.settings;
  surface.tiles.length = 0;
  if (surface.triangleCount === 0) return;
  const { start, end, triangles } = surface;
  const bounds: TileBounds = {
    span: state.settings.cell * tileSize,
    margin: surface.sagitta + state.settings.cell,
    firstI: extent ? Math.floor(extent.i0 / tileSize) : Number.NEGATIVE_INFINITY,
    firstJ: extent ? Math.floor(extent.j0 / tileSize) : Number.NEGATIVE_INFINITY,
    lastI: extent ? Math.floor((extent.i0 + extent.columns - 1) / tileSize) : Number.POSITIVE_INFINITY,
    lastJ: extent ? Math.floor((extent.j0 + extent.rows - 1) / tileSize) : Number.POSITIVE_INFINITY,
  };
  let lowX = Number.POSITIVE_INFINITY;
  let highX = Number.NEGATIVE_INFINITY;
  let lowZ = Number.POSITIVE_INFINITY;
  let highZ = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 3 * surface.vertexCount; k += 3) {
    lowX = Math.min(lowX, start[k], end[k]);
    highX = Math.max(highX, start[k], end[k]);
    lowZ = Math.min(lowZ, start[k + 2], end[k + 2]);
    highZ = Math.max(highZ, start[k + 2], end[k + 2]);
  }
  if (countTiles(bounds, lowX, highX, lowZ, highZ) <= fewTiles) {
    markTiles(state, surface, bounds, lowX, highX, lowZ, highZ);
    return;
  }
  for (let t = 0; t < 3 * surface.triangleCount; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    markTiles(
      state,
      surface,
      bounds,
      Math.min(start[a], start[b], start[c], end[a], end[b], end[c]),
      Math.max(start[a], start[b], start[c], end[a], end[b], end[c]),
      Math.min(start[a + 2], start[b + 2], start[c + 2], end[a + 2], end[b + 2], end[c + 2]),
      Math.max(start[a + 2], start[b + 2], start[c + 2], end[a + 2], end[b + 2], end[c + 2]),
    );
  }
}

/** A tile's side and the margin, m, and the tiles that the ground's extent reaches. */
interface TileBounds {
  readonly span: number;
  readonly margin: number;
  readonly firstI: number;
  readonly firstJ: number;
  readonly lastI: number;
  readonly lastJ: number;
}

function countTiles(bounds: TileBounds, lowX: number, highX: number, lowZ: number, highZ: number): number {
  const { span, margin } = bounds;
  const columns = Math.floor((highX + margin) / span) - Math.floor((lowX - margin) / span) + 1;
  const rows = Math.floor((highZ + margin) / span) - Math.floor((lowZ - margin) / span) + 1;
  return columns * rows;
}

function markTiles(
  state: GroundState,
  surface: NearSurface,
  bounds: TileBounds,
  lowX: number,
  highX: number,
  lowZ: number,
  highZ: number,
): void {
  const { span, margin } = bounds;
  const i0 = Math.max(bounds.firstI, Math.floor((lowX - margin) / span));
  const i1 = Math.min(bounds.lastI, Math.floor((highX + margin) / span));
  const j0 = Math.max(bounds.firstJ, Math.floor((lowZ - margin) / span));
  const j1 = Math.min(bounds.lastJ, Math.floor((highZ + margin) / span));
  for (let j = j0; j <= j1; j++) {
    for (let i = i0; i <= i1; i++) {
      const tile = state.wake(i, j);
      if (tile.nearSurface === surface && tile.nearStep === state.steps) continue;
      tile.nearSurface = surface;
      tile.nearStep = state.steps;
      surface.tiles.push(tile);
    }
  }
}
