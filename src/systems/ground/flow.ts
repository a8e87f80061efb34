import type { Patch } from './patch.ts';
import { regroup } from './regroup.ts';
import type { GroundState } from './state.ts';

/**
 * A pass carries material one column far, from a column next to what moved before to a sheet's outermost but one.
 * After so many passes, the tiles next to what moved must be awake.
 */
const batchPasses = 30;

/** Extra passes of a step end after four times its own, but not before this many. */
const fewestExtraPasses = 16;

/**
 * Lets the ground flow: the step's own passes, then more while anything that is too steep is steeper than θ_stop.
 * Passes are counted over the whole ground, so what happens in one place does not depend on how the ground is cut up.
 * Returns whether any pass was made: without one, nothing is known about what would move.
 */
export function flow(state: GroundState): boolean {
  const { steps, settings, kernel } = state;
  const perStep = settings.passesPerSecond / settings.rate;
  const own = Math.floor((steps + 1) * perStep) - Math.floor(steps * perStep);
  for (const patch of state.patches) {
    // Where nothing moved or touched in the last step and nothing touches now, nothing starts to move.
    patch.isQuiet = !patch.tiles.some((tile) => tile.active || tile.touched);
    patch.isIdle = patch.isQuiet;
  }

  let sinceCheck = 0;
  const pass = (count: number): boolean => {
    const stillMoves = erode(state, count);
    sinceCheck += count;
    if (sinceCheck >= batchPasses || !stillMoves) {
      wakeAroundMoved(state);
      sinceCheck = 0;
    }
    return stillMoves;
  };
  for (let left = own; left > 0; left -= batchPasses) {
    if (!pass(Math.min(left, batchPasses - sinceCheck))) return true;
  }
  const limit = Math.max(fewestExtraPasses, 4 * own);
  let extra = 0;
  while (
    extra < limit &&
    state.patches.some((p) => !p.isIdle && kernel.steeperThanStop(p.sheet.pointer) === 1)
  ) {
    extra++;
    if (!pass(1)) return true;
  }
  wakeAroundMoved(state);
  return own + extra > 0;
}

/** Makes up to `count` passes everywhere. Returns whether the last of them still moved something. */
function erode(state: GroundState, count: number): boolean {
  let most = 0;
  for (const patch of state.patches) {
    if (patch.isIdle) continue;
    const moving = erodePatch(state, patch, count);
    patch.isIdle = moving < count;
    most = Math.max(most, moving);
  }
  state.totals.passes += most;
  return most === count;
}

function erodePatch(state: GroundState, patch: Patch, count: number): number {
  const { kernel, settings } = state;
  const sheet = patch.sheet.pointer;
  if (settings.keepsPressed) {
    const moving = kernel.erode(sheet, count);
    if (moving > 0) noteMoved(patch);
    return moving;
  }
  let moving = 0;
  while (moving < count && kernel.erode(sheet, 1) === 1) {
    noteMoved(patch);
    patch.dropPressed();
    moving++;
  }
  return moving;
}

function noteMoved(patch: Patch): void {
  patch.dirty = true;
  const { moved } = patch.sheet.view;
  for (let k = 0; k < moved.length; k++) if (moved[k]) patch.grid[k]!.moved = true;
}

/** What moved may next move its neighbours: they must be awake before another pass. */
function wakeAroundMoved(state: GroundState): void {
  for (const patch of state.patches) {
    for (const tile of patch.tiles) if (tile.moved) state.wakeRing(tile);
  }
  regroup(state, true);
}
