import type { GroundState } from '../state.ts';
import { canDry, fillTileCohesion } from './patch-extras.ts';
import { findDryness } from './wetness.ts';

/**
 * At the start of a step: tiles that were changed and dry a little further in it may flow again, so they wake and count as
 * active. Untouched ground stays as it is until something comes near.
 */
export function dryGround(state: GroundState): void {
  const { settings, tiles, steps } = state;
  const { wetness, wetCohesion } = settings.beyond;
  if (!wetness || wetness.halfLife === null || wetCohesion === 0 || steps === 0) return;
  const driesNow = (tileI: number, tileJ: number) => {
    const drynessAt = (step: number) => findDryness(wetness, settings.rate, step, tileI, tileJ);
    return drynessAt(steps) !== drynessAt(steps - 1);
  };
  for (const tile of tiles.awake) {
    if (tile.patch && driesNow(tile.tileI, tile.tileJ)) fillTileCohesion(tile.patch, tile, settings, steps);
  }
  const drying = [...tiles.positions()].filter(([tileI, tileJ]) => driesNow(tileI, tileJ));
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
