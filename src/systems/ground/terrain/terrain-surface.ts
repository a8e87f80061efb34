import type { InitialSurface } from '../surface/initial-surface.ts';
import { boundTerrain, fillTerrainMissing, sampleTerrain, type TerrainGrid } from './terrain-grid.ts';

/** A terrain, with or without the heights of another surface (noise) added. `identity` distinguishes it from other terrains. */
export function createTerrainSurface(
  grid: TerrainGrid,
  identity: string,
  swells: InitialSurface | null,
): InitialSurface {
  let exact = new Float64Array(0);
  let extra = new Int32Array(0);
  return {
    top: grid.max + (swells?.top ?? 0),
    bottom: grid.min + (swells?.bottom ?? 0),
    topOf: (i0, j0, columns, rows) => boundTerrain(i0, j0, columns, rows, grid) + (swells?.top ?? 0),
    fill(out, i0, j0, columns, rows) {
      const count = columns * rows;
      if (exact.length < count) exact = new Float64Array(count);
      sampleTerrain(exact, i0, j0, columns, rows, grid);
      for (let k = 0; k < count; k++) out[k] = Math.floor(exact[k] + 0.5);
      if (!swells) return;
      if (extra.length < count) extra = new Int32Array(count);
      swells.fill(extra, i0, j0, columns, rows);
      for (let k = 0; k < count; k++) out[k] += extra[k];
    },
    fillMissing:
      grid.mask && ((out, i0, j0, columns, rows) => fillTerrainMissing(out, i0, j0, columns, rows, grid)),
    fillPressed: null,
    fillPressedOut: null,
    fillDisplaced: null,
    identity: { terrain: identity },
  };
}
