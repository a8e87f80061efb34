import type { Tile } from '../../systems/ground/tiles/tile.ts';

export type TilePosition = Pick<Tile, 'tileI' | 'tileJ'>;

/** Calls `visit` with the indices of a tile and of the eight around it. k: 0 to 8, row by row; 4 is the tile itself. */
export function visitNine(
  { tileI, tileJ }: TilePosition,
  visit: (tileI: number, tileJ: number, k: number) => void,
): void {
  for (let k = 0; k < 9; k++) visit(tileI + (k % 3) - 1, tileJ + Math.floor(k / 3) - 1, k);
}

/** Where tiles are found. */
export interface TileFinder {
  find(tileI: number, tileJ: number): Tile | undefined;
}

/** Returns those of a tile and the eight around it that exist. isWanted: whether neighbour k is looked for; by default all are. */
export function findNine(tiles: TileFinder, tile: Tile, isWanted = (_k: number) => true): Tile[] {
  const found: Tile[] = [];
  visitNine(tile, (tileI, tileJ, k) => {
    const other = isWanted(k) ? tiles.find(tileI, tileJ) : undefined;
    if (other) found.push(other);
  });
  return found;
}
