import type { GroundSettings } from '../rules/settings.ts';
import { tileColumns } from '../tiles/packed-tile.ts';
import { outsideBit, tileSize } from './sheet.ts';

const missing = new Uint8Array(tileColumns);

/**
 * Writes `outsideBit` for the columns of a tile that are not part of the ground, because they lie beyond its extent or the terrain has no
 * data there, and 0 for others. Returns the number of such columns.
 */
export function markOutside(
  out: Uint8Array,
  tileI: number,
  tileJ: number,
  { extent, surface }: Pick<GroundSettings, 'extent' | 'surface'>,
): number {
  out.fill(0);
  if (extent) {
    const i0 = extent.i0 - tileI * tileSize;
    const j0 = extent.j0 - tileJ * tileSize;
    const isWhole = i0 <= 0 && j0 <= 0 && i0 + extent.columns >= tileSize && j0 + extent.rows >= tileSize;
    for (let k = 0; !isWhole && k < tileColumns; k++) {
      const i = k % tileSize;
      const j = Math.floor(k / tileSize);
      const isInside = i >= i0 && j >= j0 && i < i0 + extent.columns && j < j0 + extent.rows;
      if (!isInside) out[k] = outsideBit;
    }
  }
  if (surface.fillMissing) {
    surface.fillMissing(missing, tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
    for (let k = 0; k < tileColumns; k++) if (missing[k]) out[k] = outsideBit;
  }
  let count = 0;
  for (let k = 0; k < tileColumns; k++) if (out[k] !== 0) count++;
  return count;
}
