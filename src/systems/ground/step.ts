import { append } from '../../math/lists.ts';
import type { Collider } from '../../motion/collider.ts';
import { collide } from './contact/collide.ts';
import { findContactTiles } from './contact/find-contact-tiles.ts';
import { NearDeforming } from './contact/near-deforming.ts';
import type { NearSurface } from './contact/near-surface.ts';
import { flow } from './flow/flow.ts';
import { regroup } from './flow/regroup.ts';
import { tileSize } from './flow/sheet.ts';
import { unitsPerMetre } from './rules/units.ts';
import type { GroundState } from './state.ts';
import { tileColumns } from './tiles/packed-tile.ts';
import type { Tile } from './tiles/tile.ts';

/**
 * Number of steps that a tile stays awake after it was needed. It does not change the result and only avoids packing a tile that the
 * next footstep unpacks again.
 */
export const lingerSteps = 16;

/**
 * Runs one step of the ground under colliders that hold the motion over it. Only the spray depends on the time and the length of the
 * step, in seconds; the ground itself does not.
 */
export function stepGround(
  state: GroundState,
  colliders: readonly Collider[],
  t = state.steps / state.settings.rate,
  dt = 1 / state.settings.rate,
): void {
  const { parts } = state.settings;
  for (const tile of state.tiles.awake) tile.touched = tile.moved = false;
  if (state.timed) parts!.followKeys(state, t);
  parts?.dryGround(state);
  const surfaces = findSurfaces(state, colliders);
  for (const surface of surfaces) for (const tile of surface.tiles) state.wakeRing(tile);
  regroup(state, false);
  collide(state, surfaces);
  if (state.sticking) parts!.stepSticking(state, state.sticking, t);
  if (state.spray) parts!.stepSpray(state, state.spray, t, dt);
  if (state.sticking) parts!.fallOff(state, state.sticking, t);
  if (state.snowCover) parts!.stepSnowCover(state, state.snowCover, t);
  const flowed = flow(state);
  for (const patch of state.patches) {
    // Material of the spray, and what falls off bodies, lands on quiet patches too.
    if (!patch.isQuiet || state.spray || state.sticking?.units || state.snowCover) {
      state.kernel.keepLowest(patch.sheet.pointer);
      // A patch that was created in the middle of this step counts as equal to its tiles.
      patch.dirty = true;
    }
    if (patch.isQuiet) continue;
    state.kernel.agePressed(patch.sheet.pointer);
    parts?.forgetBuried(patch, state.settings, state.steps);
  }
  const { fading } = state.settings;
  if (fading) parts!.fadeGround(state, fading, t);
  settle(state, flowed);
  state.steps++;
}

/** Returns the parts of all colliders that may reach the ground, and wakes the tiles under them. */
export function findSurfaces(state: GroundState, colliders: readonly Collider[]): NearSurface[] {
  const { settings, surfaces } = state;
  const { cell } = settings;
  const toMetres = (top: number) => (settings.datum + top + settings.tolerance + 1) / unitsPerMetre;
  const whole = toMetres(state.findTop());
  colliders.forEach((collider, k) => {
    if (surfaces[k]?.collider !== collider) {
      surfaces[k] =
        collider.kind === 'rigid'
          ? settings.parts!.createRigidSurface(collider)
          : new NearDeforming(collider);
    }
    const surface = surfaces[k];
    let top = whole;
    if (settings.surface.topOf && surface.mayReach(whole)) {
      const [lowX, highX, lowZ, highZ] = surface.boundWay();
      const span = cell * tileSize;
      const firstI = Math.floor((lowX - cell) / span);
      const firstJ = Math.floor((lowZ - cell) / span);
      const columns = Math.floor((highX + cell) / span) - firstI + 1;
      const rows = Math.floor((highZ + cell) / span) - firstJ + 1;
      top = toMetres(state.findTopUnder(firstI, firstJ, columns, rows));
    }
    surface.find(top, cell);
    findContactTiles(state, surfaces[k]);
  });
  surfaces.length = colliders.length;
  return surfaces.filter((surface) => surface.tiles.length > 0);
}

/** Decides which tiles are active. Tiles that no active tile needs fall asleep. */
function settle(state: GroundState, flowed: boolean): void {
  const { steps, tiles } = state;
  for (const tile of tiles.awake) {
    tile.active = tile.touched || tile.moved || (!flowed && tile.active);
  }
  let needed = 0;
  const asleep: Tile[] = [];
  for (const patch of state.patches) {
    const { grid, tileColumns: width, tileRows: height } = patch;
    for (const tile of patch.tiles) {
      const isNear = tile.nearStep === steps;
      if (!tile.active && !isNear) continue;
      const [i, j] = [tile.tileI - patch.tileI, tile.tileJ - patch.tileJ];
      for (let dj = Math.max(0, j - 1); dj <= Math.min(height - 1, j + 1); dj++) {
        for (let di = Math.max(0, i - 1); di <= Math.min(width - 1, i + 1); di++) {
          const other = grid[dj * width + di];
          if (!other) continue;
          other.keptStep = steps;
          if (!tile.active || other.neededStep === steps) continue;
          other.neededStep = steps;
          tiles.stir(other);
          needed++;
        }
      }
    }
    patch.measureTops(state.kernel, steps);
    const sleepers = patch.tiles.filter((tile) => steps - tile.keptStep >= lingerSteps);
    if (sleepers.length === 0) continue;
    patch.release(new Set(sleepers), tiles, false);
    append(asleep, sleepers);
  }
  state.totals.columnsAwakePeak = Math.max(state.totals.columnsAwakePeak, needed * tileColumns);
  state.record?.endStep(needed);
  if (asleep.length === 0) return;
  for (const tile of asleep) {
    state.noteTop(tile.tileI, tile.tileJ, tile.top);
    tiles.sleep(tile);
    state.spray?.ground.forget(tile);
  }
  state.patchesAreStale = true;
  regroup(state, false);
}
