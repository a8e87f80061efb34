import type { GroundState } from '../state.ts';
import type { Patch } from './patch.ts';
import { regroup } from './regroup.ts';

/**
 * A pass carries material one column far, from a column next to what moved before to a sheet's outermost but one.
 * After so many passes, the tiles next to what moved must be awake.
 */
const batchPasses = 30;

/** Unless the parameters say otherwise, a step's extra passes end after four times its own, but not before this many. */
const fewestExtraPasses = 16;

/**
 * Lets the ground flow: the step's own passes, then more while anything that is too steep is steeper than θ_stop.
 * Passes are counted over the whole ground, so what happens in one place does not depend on how the ground is cut up.
 * Returns whether any pass was made: without one, nothing is known about what would move.
 */
export function flow(state: GroundState): boolean {
  const { steps, settings } = state;
  const perStep = settings.rules.passesPerSecond / settings.rate;
  const own = Math.floor((steps + 1) * perStep) - Math.floor(steps * perStep);
  for (const patch of state.patches) {
    // Where nothing moved or touched in the last step and nothing touches now, nothing starts to move.
    patch.isQuiet = !patch.tiles.some((tile) => tile.active || tile.touched);
    patch.isIdle = patch.isQuiet;
  }

  for (let left = own; left > 0; left -= batchPasses) {
    const stillMoves = erode(state, Math.min(left, batchPasses));
    wakeAroundMoved(state);
    if (!stillMoves) return true;
  }
  const limit = settings.rules.extraPasses ?? Math.max(fewestExtraPasses, 4 * own);
  let extra = 0;
  while (extra < limit) {
    const count = Math.min(limit - extra, batchPasses);
    const made = erodeToStop(state, count);
    wakeAroundMoved(state);
    extra += made;
    if (made < count) break;
  }
  return own + extra > 0;
}

/**
 * Makes up to `count` passes everywhere, each only while something anywhere is steeper than θ_stop. Returns how many.
 * A patch runs ahead as long as it is too steep itself; the others then catch up, which may make one of them too steep.
 */
function erodeToStop(state: GroundState, count: number): number {
  const { kernel, settings, totals } = state;
  let made = 0;
  while (made < count) {
    const ahead = new Map<Patch, number>();
    let target = made;
    for (const patch of state.patches) {
      if (patch.isIdle) continue;
      const passes = settings.rules.keepsPressed
        ? kernel.erodeToStop(patch.sheet.pointer, count - made)
        : erodeLiterally(state, patch, count - made, true);
      if (passes > 0 && settings.rules.keepsPressed) noteMoved(patch);
      ahead.set(patch, made + passes);
      target = Math.max(target, made + passes);
    }
    if (target === made) break;
    let caughtUp = false;
    for (const [patch, passes] of ahead) {
      if (passes === target) continue;
      erodePatch(state, patch, target - passes);
      caughtUp = true;
    }
    totals.passes += target - made;
    made = target;
    // Whoever stopped here by itself is not too steep here; only who caught up may be.
    if (!caughtUp) break;
  }
  return made;
}

/** Makes up to `count` passes everywhere. Returns whether the last of them still moved something. */
function erode(state: GroundState, count: number): boolean {
  let most = 0;
  for (const patch of state.patches)
    if (!patch.isIdle) most = Math.max(most, erodePatch(state, patch, count));
  state.totals.passes += most;
  return most === count;
}

/** Returns the passes that moved something, as `GroundKernel.erode`; the patch is idle when those are less than asked. */
function erodePatch(state: GroundState, patch: Patch, count: number): number {
  const { kernel, settings } = state;
  const moving = settings.rules.keepsPressed
    ? kernel.erode(patch.sheet.pointer, count)
    : erodeLiterally(state, patch, count, false);
  patch.isIdle = moving < count;
  if (moving > 0) noteMoved(patch);
  return moving;
}

/** The same where only columns in contact are pressed: what a pass made pressed is forgotten before the next. */
function erodeLiterally(state: GroundState, patch: Patch, count: number, untilStop: boolean): number {
  const { kernel } = state;
  const sheet = patch.sheet.pointer;
  let moving = 0;
  while (moving < count && (untilStop ? kernel.erodeToStop(sheet, 1) : kernel.erode(sheet, 1)) === 1) {
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
