import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { tileSize } from '../flow/sheet.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { GroundState } from '../state.ts';
import type { NearSurface } from './near-surface.ts';

/**
 * Returns the number of poses at which the surface is cast in a step, including the end pose. Only vertices that are lower than the
 * ground in the tiles below them count. The number therefore depends only on the heights of the ground, not on other awake tiles,
 * and it is the same after saving and loading. All tiles under the surface must be awake.
 */
export function choosePoses(state: GroundState, surface: NearSurface): number {
  const { collider, start, end, vertexCount, sagitta } = surface;
  if (collider.cut) return 1;
  const { cell, datum, extent, tolerance } = state.settings;
  // The spacing is never less than a cell.
  if (surface.travelBound + sagitta < cell * (1 - 1e-6)) return 1;
  surface.placeStart();
  const span = cell * tileSize;
  let square = -1;
  let seenI = Number.NaN;
  let seenJ = Number.NaN;
  let seenTop = 0;
  for (let k = 0; k < 3 * vertexCount; k += 3) {
    const dx = end[k] - start[k];
    const dz = end[k + 2] - start[k + 2];
    const travel = dx * dx + dz * dz;
    if (travel <= square) continue;
    const i0 = Math.floor((Math.min(start[k], end[k]) - sagitta) / span);
    const i1 = Math.floor((Math.max(start[k], end[k]) + sagitta) / span);
    const j0 = Math.floor((Math.min(start[k + 2], end[k + 2]) - sagitta) / span);
    const j1 = Math.floor((Math.max(start[k + 2], end[k + 2]) + sagitta) / span);
    if (i0 !== i1 || j0 !== j1 || i0 !== seenI || j0 !== seenJ) {
      seenTop = Number.NEGATIVE_INFINITY;
      for (let j = j0; j <= j1; j++) {
        for (let i = i0; i <= i1; i++) {
          const tile = isOnGround(extent, i, j) ? state.tiles.find(i, j) : undefined;
          if (tile && tile.top > seenTop) seenTop = tile.top;
        }
      }
      const isOneTile = i0 === i1 && j0 === j1;
      seenI = isOneTile ? i0 : Number.NaN;
      seenJ = isOneTile ? j0 : Number.NaN;
    }
    const lowest = Math.min(start[k + 1], end[k + 1]) - sagitta;
    if (lowest * unitsPerMetre - datum <= seenTop + tolerance) square = travel;
  }
  if (square < 0) return 1;
  return surface.countPoses(Math.sqrt(square), cell);
}

/** Returns whether any column of the tile is inside the extent of the ground. */
function isOnGround(extent: ColumnRectangle | null, tileI: number, tileJ: number): boolean {
  if (!extent) return true;
  const [i, j] = [tileI * tileSize, tileJ * tileSize];
  return (
    i < extent.i0 + extent.columns &&
    j < extent.j0 + extent.rows &&
    i + tileSize > extent.i0 &&
    j + tileSize > extent.j0
  );
}
