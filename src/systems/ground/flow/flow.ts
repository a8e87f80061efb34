import type { GroundState } from '../state.ts';
import type { Patch } from './patch.ts';
import { regroup } from './regroup.ts';

/**
 * Number of passes after which the tiles beside the moved ones must be awake: a pass moves material by one column, and a sheet has
 * a tile of padding around what moves.
 */
const batchPasses = 30;

/** Minimum limit of the extra passes of a step. By default the limit is four times the regular passes. */
const fewestExtraPasses = 16;

/**
 * Runs the erosion of a step: the regular passes, then more while a pair that moves is steeper than θ_stop. Passes are counted for
 * the whole ground, so that the result does not depend on how it is divided into patches. Returns whether any pass was run. Without
 * one, it is unknown what would move.
 */
export function flow(state: GroundState): boolean {
  const { steps, settings } = state;
  const perStep = settings.rules.passesPerSecond / settings.rate;
  const own = Math.floor((steps + 1) * perStep) - Math.floor(steps * perStep);
  for (const patch of state.patches) {
    // If nothing moved or touched in the last step, and nothing touches now, nothing starts to move.
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
 * Runs up to `count` passes in all patches while any of them is steeper than θ_stop. Returns their number. A patch runs ahead as long
 * as it is too steep itself. The others then catch up, which may make one of them too steep.
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
    // A patch that stopped at this pass by itself is not too steep. Only patches that caught up may be.
    if (!caughtUp) break;
  }
  return made;
}

/** Runs up to `count` passes in all patches. Returns whether the last of them moved something. */
function erode(state: GroundState, count: number): boolean {
  let maxPasses = 0;
  for (const patch of state.patches)
    if (!patch.isIdle) maxPasses = Math.max(maxPasses, erodePatch(state, patch, count));
  state.totals.passes += maxPasses;
  return maxPasses === count;
}

/** Returns the number of passes that moved something, as `GroundKernel.erode`. The patch is idle if it is less than requested. */
function erodePatch(state: GroundState, patch: Patch, count: number): number {
  const { kernel, settings } = state;
  const moving = settings.rules.keepsPressed
    ? kernel.erode(patch.sheet.pointer, count)
    : erodeLiterally(state, patch, count, false);
  patch.isIdle = moving < count;
  if (moving > 0) noteMoved(patch);
  return moving;
}

/** Does the same if only columns in contact count as pressed: columns that a pass pressed are cleared before the next. */
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

/** Wakes the neighbours of tiles that moved, because the next pass may move them. */
function wakeAroundMoved(state: GroundState): void {
  for (const patch of state.patches) {
    for (const tile of patch.tiles) if (tile.moved) state.wakeRing(tile);
  }
  regroup(state, true);
}
