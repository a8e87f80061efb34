import { tileSize } from '../systems/ground/flow/sheet.ts';
import type { HeightfieldChange } from '../systems/heightfield-change.ts';

/**
 * Which contents of each tile were sent to the page. A ground lists all tiles that may have changed, which are the neighbours of every foot
 * too. Contents are compared by 64 bits of a hash, because a copy of every tile would double the memory.
 */
export class SentTiles {
  private readonly hashes = new Map<string, string>();

  /** Returns whether a tile has other contents than those that were sent last, and remembers them. */
  isNew({ rectangle: { i0, j0 }, heights, pressed }: HeightfieldChange): boolean {
    const key = keyOf(Math.floor(i0 / tileSize), Math.floor(j0 / tileSize));
    let [a, b] = [1, 2];
    for (let k = 0; k < heights.length; k++) {
      const value = 2 * heights[k] + pressed[k];
      a = Math.imul(a ^ value, 0x9e3779b1) + (a >>> 15);
      b = Math.imul(b + value, 0x85ebca6b) ^ (b >>> 13);
    }
    const hash = `${a | 0} ${b | 0}`;
    const isNew = this.hashes.get(key) !== hash;
    this.hashes.set(key, hash);
    return isNew;
  }

  /** The page draws these tiles as untouched ground from now on. */
  forget(tiles: readonly { readonly tileI: number; readonly tileJ: number }[]): void {
    for (const { tileI, tileJ } of tiles) this.hashes.delete(keyOf(tileI, tileJ));
  }
}

function keyOf(tileI: number, tileJ: number): string {
  return `${tileI} ${tileJ}`;
}
