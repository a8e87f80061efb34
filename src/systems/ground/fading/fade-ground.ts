import { regroup } from '../flow/regroup.ts';
import type { GroundState } from '../state.ts';
import { FadingRound } from './fading-round.ts';
import type { FadingSettings } from './fading-settings.ts';
import { mayFlow } from './may-flow.ts';

/**
 * Lets prints fade in the step that begins at t, in s: snow falls into them, wind smooths them, water washes them away. How much happens
 * depends on the time alone. It happens everywhere, in tiles that sleep too, but not under what touches the ground in this step.
 */
export function fadeGround(state: GroundState, fading: FadingSettings, t: number): void {
  const { tiles } = state;
  const { rate } = state.settings;
  // Steps are counted from 0 s, so that a later run continues this one.
  const step = Math.round(t * rate);
  const during = (at: (time: number) => number) => at((step + 1) / rate) - at(step / rate);
  const fallen = during(fading.fallenAt);
  const passes = during(fading.passesAt);
  const washes = during(fading.washesAt);
  if (fallen === 0 && passes === 0 && washes === 0) return;
  state.flush();
  for (const [i, j] of tiles.pending.splice(0)) tiles.stirPending(i, j);
  const round = new FadingRound(state, fading);
  for (let n = 0; n < passes; n++) round.smooth();
  if (fallen > 0) round.snow(fallen);
  for (let n = 0; n < washes; n++) round.wash(fading.levelAt(step / rate));
  const changed = round.finish(fallen > 0 || washes > 0);
  const flowing = changed.filter((tile) => mayFlow(state, tile));
  for (const { tileI, tileJ } of flowing) {
    const tile = state.wake(tileI, tileJ);
    tile.moved = true;
    state.wakeRing(tile);
  }
  regroup(state, true);
  round.end();
}
