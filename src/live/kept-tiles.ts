import { tileSize } from '../systems/ground/flow/sheet.ts';
import { maxColumn } from '../systems/ground/rules/limits.ts';
import type { GroundState } from '../systems/ground/state.ts';
import { tileColumns } from '../systems/ground/tiles/packed-tile.ts';
import { findHighest } from '../systems/ground/tiles/tile.ts';
import type { HeightfieldChange } from '../systems/heightfield-change.ts';

/** A tile of 32 × 32 columns that a live ground has forgotten, in packed form: a few hundred bytes. `LiveGround.restore` accepts it. */
export interface ForgottenTile {
  /** The first column of the tile is 32 · tileI, its first row is 32 · tileJ. */
  readonly tileI: number;
  readonly tileJ: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type TilePosition = Pick<ForgottenTile, 'tileI' | 'tileJ'>;

/** Forgets the tiles of a ground that changed longest ago, until at most `max` remain. Tiles that are awake are always kept. */
export class KeptTiles {
  /** Positions by key `tileI tileJ`, in the order of the last change, oldest first. */
  private readonly places = new Map<string, TilePosition>();

  constructor(
    private readonly state: GroundState,
    private readonly max: number,
  ) {}

  /** Processes the changes of a frame and returns the tiles that are forgotten. `bytes` is null for a tile that equals untouched ground. */
  update(changes: readonly HeightfieldChange[]): (TilePosition & { bytes: ForgottenTile['bytes'] | null })[] {
    const { places, state, max } = this;
    for (const { rectangle } of changes) {
      const tileI = Math.floor(rectangle.i0 / tileSize);
      const tileJ = Math.floor(rectangle.j0 / tileSize);
      const key = `${tileI} ${tileJ}`;
      places.delete(key);
      places.set(key, { tileI, tileJ });
    }
    const forgotten: ReturnType<KeptTiles['update']> = [];
    for (const [key, position] of places) {
      if (places.size <= max) break;
      // The tile is awake: it is in contact with a collider, or still in motion.
      if (state.tiles.find(position.tileI, position.tileJ)) continue;
      places.delete(key);
      forgotten.push({ ...position, bytes: state.tiles.forget(position.tileI, position.tileJ) });
    }
    return forgotten;
  }
}

/**
 * Restores forgotten tiles, unless the ground was touched there again since. Returns the number of tiles that do not belong to this ground.
 */
export function restoreTiles(state: GroundState, tiles: readonly ForgottenTile[]): number {
  const [heights, initial] = [new Int32Array(tileColumns), new Int32Array(tileColumns)];
  const pressed = new Uint16Array(tileColumns);
  let refused = 0;
  for (const { tileI, tileJ, bytes } of tiles) {
    const isTileIndex = [tileI, tileJ].every(
      (at) => Number.isInteger(at) && Math.abs(at) * tileSize < maxColumn,
    );
    if (!isTileIndex || !state.tiles.isPackedTile(tileI, tileJ, bytes)) {
      refused++;
      continue;
    }
    if (state.tiles.exists(tileI, tileJ)) continue;
    state.tiles.restore(tileI, tileJ, bytes);
    state.tiles.read(tileI, tileJ, heights, initial, pressed);
    state.noteTop(tileI, tileJ, findHighest(heights));
  }
  return refused;
}
