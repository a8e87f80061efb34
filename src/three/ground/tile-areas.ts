import type { ColumnRectangle } from '../../systems/outputs/heightfield.ts';
import { tileSize } from './touched-tiles.ts';

/** The fraction of a square of tiles that a ground draws: all, part or none. */
export type Coverage = 'none' | 'part' | 'whole';

/** A horizontal rectangle, metres. */
export interface GroundArea {
  readonly minX: number;
  readonly minZ: number;
  readonly maxX: number;
  readonly maxZ: number;
}

/** Returns the extent of the columns of a rectangle, metres. */
export function areaOf({ i0, j0, columns, rows }: ColumnRectangle, cell: number): GroundArea {
  return {
    minX: i0 * cell,
    minZ: j0 * cell,
    maxX: (i0 + columns - 1) * cell,
    maxZ: (j0 + rows - 1) * cell,
  };
}

/** Returns whether the point (x, z) lies in the area, its boundary included. */
export function isInArea({ minX, minZ, maxX, maxZ }: GroundArea, x: number, z: number): boolean {
  return x >= minX && x <= maxX && z >= minZ && z <= maxZ;
}

/**
 * Returns which tiles a ground with this cell size draws: every tile that overlaps its own area (null: all tiles), except tiles that lie
 * completely in an area of others. So neighbouring grounds overlap by less than a tile, and there is never a gap.
 */
export function createCoverage(
  cell: number,
  own: GroundArea | null,
  others: readonly GroundArea[],
): (tileI: number, tileJ: number, size: number) => Coverage {
  const side = tileSize * cell;
  return (tileI, tileJ, size) => {
    const square = {
      minX: tileI * side,
      minZ: tileJ * side,
      maxX: (tileI + size) * side,
      maxZ: (tileJ + size) * side,
    };
    if (own && !meet(own, square)) return 'none';
    if (others.some((area) => holds(area, square))) return 'none';
    const isCut = (own && !holds(own, square)) || others.some((area) => meet(area, square));
    return isCut ? 'part' : 'whole';
  };
}

function meet(a: GroundArea, b: GroundArea): boolean {
  return a.minX < b.maxX && a.maxX > b.minX && a.minZ < b.maxZ && a.maxZ > b.minZ;
}

function holds(outer: GroundArea, inner: GroundArea): boolean {
  return (
    outer.minX <= inner.minX &&
    outer.minZ <= inner.minZ &&
    outer.maxX >= inner.maxX &&
    outer.maxZ >= inner.maxZ
  );
}
