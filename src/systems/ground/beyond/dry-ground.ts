import type { GroundState } from '../state.ts';
import { canDry, fillTileCohesion } from './patch-extras.ts';
import { findDrying } from './wetness.ts';

/**
 * Wakes the changed tiles that dry further in this step, at its start, because they may flow again. Untouched ground stays asleep
 * until something comes near.
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
