import { maxColumn } from '../../systems/ground/limits.ts';
import { tileColumns } from '../../systems/ground/packed-tile.ts';
import { tileSize } from '../../systems/ground/sheet.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import { findHighest } from '../../systems/ground/tile.ts';
import type { HeightfieldChange } from '../../systems/heightfield-change.ts';

/** A tile of 32 × 32 columns that a live ground has forgotten, packed: some hundred bytes, which `restore` takes back. */
export interface ForgottenTile {
  /** Its first column is 32 · tileI, its first row 32 · tileJ. */
  readonly tileI: number;
  readonly tileJ: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type TilePlace = Pick<ForgottenTile, 'tileI' | 'tileJ'>;

/** Forgets the tiles of a ground that changed longest ago, so that `most` are kept, or all that are still in motion. */
export class KeptTiles {
  /** By place, in the order of their last change. */
  private readonly places = new Map<string, TilePlace>();

  constructor(
    private readonly state: GroundState,
    private readonly most: number,
  ) {}

  /** Takes the changes of a frame. Returns the tiles that are forgotten; `bytes` is null where nothing in a tile differed from untouched ground. */
  update(changes: readonly HeightfieldChange[]): (TilePlace & { bytes: ForgottenTile['bytes'] | null })[] {
    const { places, state, most } = this;
    for (const { rectangle } of changes) {
      const tileI = Math.floor(rectangle.i0 / tileSize);
      const tileJ = Math.floor(rectangle.j0 / tileSize);
      const key = `${tileI} ${tileJ}`;
      places.delete(key);
      places.set(key, { tileI, tileJ });
    }
    const forgotten: ReturnType<KeptTiles['update']> = [];
    for (const [key, place] of places) {
      if (places.size <= most) break;
      // What is awake lies under something, or moves.
      if (state.tiles.find(place.tileI, place.tileJ)) continue;
      places.delete(key);
      forgotten.push({ ...place, bytes: state.tiles.forget(place.tileI, place.tileJ) });
    }
    return forgotten;
  }
}

/** Puts forgotten tiles back into a ground, where nothing new has come. Returns the number of those that are not of this ground. */
export function restoreTiles(state: GroundState, tiles: readonly ForgottenTile[]): number {
  const [heights, initial] = [new Int32Array(tileColumns), new Int32Array(tileColumns)];
  const pressed = new Uint16Array(tileColumns);
  let refused = 0;
  for (const { tileI, tileJ, bytes } of tiles) {
    const isPlace = [tileI, tileJ].every((at) => Number.isInteger(at) && Math.abs(at) * tileSize < maxColumn);
    if (!isPlace || !state.tiles.isPackedTile(tileI, tileJ, bytes)) {
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
