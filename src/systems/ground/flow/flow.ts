import type { FlowFloors } from '../kernel.ts';
import type { FlowPhase } from '../regional-record.ts';
import type { GroundState } from '../state.ts';
import type { Patch } from './patch.ts';
import { regroup } from './regroup.ts';

/**
 * Number of passes after which the tiles beside the moved ones must be awake: a pass moves material by one column, and a sheet has
 * a tile of padding around what moves.
 */
const batchPasses = 30;

/** All pairs move that are steeper than their own thresholds. */
export const noFloors: FlowFloors = { axis: 0, diagonal: 0 };

/** Minimum limit of the extra passes of a step. By default the limit is four times the regular passes. */
const minExtraLimit = 16;

/**
 * Limit of the passes of a step in which only what topples moves. Sand that a fast body pushes ahead would otherwise become a wall, since
 * passes spread it by a column each.
 */
const topplingPasses = 256;

/** Maximum numbers of passes in the next step. Those of a kind are made only if the last one of the kind before has moved something. */
export function planPasses({
  steps,
  settings,
}: Pick<GroundState, 'steps' | 'settings'>): Record<FlowPhase, number> {
  const { rules, rate } = settings;
  const perStep = rules.passesPerSecond / rate;
  const regular = Math.floor((steps + 1) * perStep) - Math.floor(steps * perStep);
  const extra = rules.extraPasses ?? Math.max(minExtraLimit, 4 * regular);
  return { regular, extra, toppling: topplingPasses };
}

/**
 * Runs the erosion of a step: the regular passes, then extra passes, in which only pairs steeper than θ_stop move, then those in which
 * only what topples moves. Their maximum numbers depend only on the time, so what moves at a place does not depend on what is
 * elsewhere, nor on the division into patches. Returns whether any pass was run in which all pairs may move. Without one, it is
 * unknown what would move.
 */
export function flow(state: GroundState): boolean {
  const { settings } = state;
  const { rules } = settings;
  const { regular: own, extra: limit } = planPasses(state);
  for (const patch of state.patches) {
    // If nothing moved or touched in the last step, and nothing touches now, nothing starts to move.
    patch.isQuiet = !patch.tiles.some((tile) => tile.active || tile.touched);
    patch.isIdle = patch.isQuiet;
  }
  if (!erode(state, own, noFloors, 'regular')) return true;
  if (rules.repeatsAll) return repeatAll(state, limit) + own > 0;
  erode(state, limit, settings.erosion.stopFloors, 'extra');
  erode(state, topplingPasses, settings.erosion.topplingFloors, 'toppling');
  return own > 0;
}

/** Runs up to `limit` passes while any pair on the whole ground is steeper than θ_stop (the rule of the paper). Returns their number. */
function repeatAll(state: GroundState, limit: number): number {
  let made = 0;
  while (made < limit && state.patches.some((patch) => isTooSteep(state, patch))) {
    if (!erode(state, 1, noFloors, 'extra')) break;
    made++;
  }
  return made;
}

function isTooSteep({ kernel, settings }: GroundState, patch: Patch): boolean {
  const { axis, diagonal } = settings.erosion.stopFloors;
  return !patch.isIdle && kernel.isSteeper(patch.sheet.pointer, axis, diagonal) === 1;
}

/**
 * Runs up to `count` passes in all patches, and wakes the tiles around those that moved. `floors`: only pairs steeper than these move.
 * Returns whether the last pass moved something.
 */
function erode(state: GroundState, count: number, floors: FlowFloors, phase: FlowPhase): boolean {
  for (let left = count; left > 0; left -= batchPasses) {
    const batch = Math.min(left, batchPasses);
    let maxPasses = 0;
    for (const patch of state.patches) {
      if (!patch.isIdle) maxPasses = Math.max(maxPasses, erodePatch(state, patch, batch, floors));
    }
    state.totals.passes += maxPasses;
    state.record?.notePasses(phase, (count - left) / batchPasses, maxPasses);
    wakeAroundMoved(state);
    if (maxPasses < batch) return false;
  }
  return true;
}

/** Returns the number of passes that moved something, as `GroundKernel.erode`. The patch is idle if it is less than requested. */
function erodePatch(state: GroundState, patch: Patch, count: number, floors: FlowFloors): number {
  const { kernel, settings } = state;
  const moving = settings.rules.keepsPressed
    ? kernel.erode(patch.sheet.pointer, count, floors.axis, floors.diagonal)
    : erodeLiterally(state, patch, count, floors);
  patch.isIdle = moving < count;
  if (moving > 0) noteMoved(patch);
  return moving;
}

/** Does the same if only columns in contact count as pressed: columns that a pass pressed are cleared before the next. */
function erodeLiterally(state: GroundState, patch: Patch, count: number, floors: FlowFloors): number {
  const { kernel } = state;
  const sheet = patch.sheet.pointer;
  let moving = 0;
  while (moving < count && kernel.erode(sheet, 1, floors.axis, floors.diagonal) === 1) {
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
