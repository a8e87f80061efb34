import { uniteRectangles } from '../../systems/column-rectangle.ts';
import type { ColumnRectangle } from '../../systems/outputs/heightfield.ts';
import type { HeightChanges } from './height-tiles.ts';

/** Maximum area for which prints are visible in a picture of the whole: 5800 × 5800 columns. */
const maxColumns = 2 ** 25;
/** Maximum area of the part that is shown if the whole is too large: 2000 × 2000 columns. */
const partColumns = 2 ** 22;

/**
 * Chooses the part of a ground that a picture shows if prints would not be visible in a picture of the whole touched area: the columns that
 * changed last, and as many earlier ones as fit. Returns null, without calling `listChanges`, if the whole touched area can be shown.
 */
export function findLastTouched(
  touched: ColumnRectangle | null,
  listChanges: () => HeightChanges,
): ColumnRectangle | null {
  if (!touched || touched.columns * touched.rows <= maxColumns) return null;
  let hull: ColumnRectangle | null = null;
  for (const { i0, j0, i1, j1 } of [...listChanges().list()].sort((a, b) => b.lastFrame - a.lastFrame)) {
    const cell = { i0, j0, columns: i1 - i0 + 1, rows: j1 - j0 + 1 };
    const wider = uniteRectangles(hull, cell);
    if (wider.columns * wider.rows <= partColumns) hull = wider;
  }
  return hull;
}
