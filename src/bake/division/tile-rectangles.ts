import { type Region, type TilePosition, tileKey } from '../../systems/regional-system.ts';

/** A rectangle of tiles, both ends included. */
export interface TileRectangle {
  readonly i0: number;
  readonly j0: number;
  readonly i1: number;
  readonly j1: number;
}

/** Returns the rectangle, widened by a number of tiles on every side. */
export function widen({ i0, j0, i1, j1 }: TileRectangle, margin: number): TileRectangle {
  return { i0: i0 - margin, j0: j0 - margin, i1: i1 + margin, j1: j1 + margin };
}

export function unite(a: TileRectangle | null, b: TileRectangle): TileRectangle {
  if (!a) return b;
  return {
    i0: Math.min(a.i0, b.i0),
    j0: Math.min(a.j0, b.j0),
    i1: Math.max(a.i1, b.i1),
    j1: Math.max(a.j1, b.j1),
  };
}

export function overlaps(a: TileRectangle, b: TileRectangle): boolean {
  return a.i0 <= b.i1 && b.i0 <= a.i1 && a.j0 <= b.j1 && b.j0 <= a.j1;
}

export function anyOverlap(some: readonly TileRectangle[], others: readonly TileRectangle[]): boolean {
  return some.some((a) => others.some((b) => overlaps(a, b)));
}

/** Returns the number of tiles between two rectangles: 0 if they overlap or touch. */
export function distanceBetween(a: TileRectangle, b: TileRectangle): number {
  const di = Math.max(0, a.i0 - b.i1 - 1, b.i0 - a.i1 - 1);
  const dj = Math.max(0, a.j0 - b.j1 - 1, b.j0 - a.j1 - 1);
  return Math.max(di, dj);
}

/** Lists the tiles of a rectangle. */
export function listTiles(rectangle: TileRectangle | null): TilePosition[] {
  const tiles: TilePosition[] = [];
  if (!rectangle) return tiles;
  const { i0, j0, i1, j1 } = rectangle;
  for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) tiles.push({ i, j });
  return tiles;
}

/** The tiles of several rectangles. */
export class RectangleRegion implements Region {
  constructor(readonly rectangles: readonly TileRectangle[]) {}

  has(i: number, j: number): boolean {
    return this.rectangles.some(({ i0, j0, i1, j1 }) => i >= i0 && i <= i1 && j >= j0 && j <= j1);
  }
}

/** Divides tiles into groups that are connected over sides or corners. The order of groups and tiles depends only on the positions. */
export function groupTiles(tiles: readonly TilePosition[]): TilePosition[][] {
  const sorted = [...tiles].sort((a, b) => a.j - b.j || a.i - b.i);
  const left = new Map(sorted.map((tile) => [tileKey(tile.i, tile.j), tile]));
  const groups: TilePosition[][] = [];
  for (const first of sorted) {
    if (!left.delete(tileKey(first.i, first.j))) continue;
    const group = [first];
    for (let k = 0; k < group.length; k++) {
      for (let dj = -1; dj <= 1; dj++) {
        for (let di = -1; di <= 1; di++) {
          const key = tileKey(group[k].i + di, group[k].j + dj);
          const next = left.get(key);
          if (!next) continue;
          left.delete(key);
          group.push(next);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

/** Returns the bounding rectangle of tiles. */
export function boundTiles(tiles: readonly TilePosition[]): TileRectangle | null {
  let bounds: TileRectangle | null = null;
  for (const { i, j } of tiles) bounds = unite(bounds, { i0: i, j0: j, i1: i, j1: j });
  return bounds;
}
