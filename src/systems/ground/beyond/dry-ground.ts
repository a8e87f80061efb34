import type { GroundState } from '../state.ts';
import { canDry, fillTileCohesion } from './patch-extras.ts';
import { findDrying } from './wetness.ts';

/**
 * At the start of a step: tiles that were changed and dry a little further in it may flow again, so they wake and count as
 * active. Untouched ground stays as it is until something comes near.
 */
export function dryGround(state: GroundState): void {
  const { settings, tiles, steps } = state;
  const { wetness, wetCohesion } = settings.beyond;
  const driesNow = wetness && wetCohesion !== 0 ? findDrying(wetness, settings.rate, steps) : null;
  if (!driesNow) return;
  for (const tile of tiles.awake) {
    if (tile.patch && driesNow(tile.tileI, tile.tileJ)) fillTileCohesion(tile.patch, tile, settings, steps);
  }
  const drying: (readonly [tileI: number, tileJ: number])[] = [];
  for (const position of tiles.positions()) if (driesNow(position[0], position[1])) drying.push(position);
  if (drying.length === 0) return;
  state.flush();
  for (const [tileI, tileJ] of drying) {
    if (tiles.packAt(tileI, tileJ) === null) continue;
    const tile = state.wake(tileI, tileJ);
    if (!canDry(tile, settings)) continue;
    tile.active = true;
    state.wakeRing(tile);
  }
}
