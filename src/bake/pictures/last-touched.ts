import { uniteRectangles } from '../../systems/column-rectangle.ts';
import type { ColumnRectangle } from '../../systems/system.ts';
import type { HeightChanges } from '../height-tiles.ts';

/** Columns among which a picture of them all still finds prints: 5800 × 5800. */
const mostColumns = 2 ** 25;
/** Columns of a part that is shown instead: 2000 × 2000. */
const partColumns = 2 ** 22;

/**
 * The part of a ground that a picture shows where all that was touched is too wide for prints to be seen: what changed last, and as
 * much else as can be seen with it. Null where the whole can be shown. `listChanges` is called only where it cannot.
 */
export function findLastTouched(
  touched: ColumnRectangle | null,
  listChanges: () => HeightChanges,
): ColumnRectangle | null {
  if (!touched || touched.columns * touched.rows <= mostColumns) return null;
  let hull: ColumnRectangle | null = null;
  for (const { i0, j0, i1, j1 } of [...listChanges().list()].sort((a, b) => b.lastFrame - a.lastFrame)) {
    const cell = { i0, j0, columns: i1 - i0 + 1, rows: j1 - j0 + 1 };
    const wider = uniteRectangles(hull, cell);
    if (wider.columns * wider.rows <= partColumns) hull = wider;
  }
  return hull;
}
