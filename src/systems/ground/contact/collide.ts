import type { Patch } from '../flow/patch.ts';
import { outsideBit, stoneBit, tileSize, touchedBit } from '../flow/sheet.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { GroundState } from '../state.ts';
import { choosePoses } from './choose-poses.ts';
import type { NearSurface } from './near-surface.ts';
import { maxPoses } from './sweep.ts';

/**
 * Presses the ground down under all surfaces along their paths over the step, and pushes the displaced fraction to the first columns
 * without contact. The columns that the end poses touch become walls of erosion.
 */
export function collide(state: GroundState, surfaces: readonly NearSurface[]): void {
  const { kernel, settings, totals } = state;
  const touched = new Set<Patch>();
  for (const surface of surfaces) {
    surface.patches = new Set(surface.tiles.map((tile) => tile.patch!));
    for (const patch of surface.patches) touched.add(patch);
  }
  for (const patch of state.patches) if (!touched.has(patch)) patch.clearContact();
  for (const patch of touched) kernel.clearEnvelope(patch.sheet.pointer);
  for (const surface of surfaces) castPose(state, surface, 1, touched);
  for (const patch of touched) kernel.keepEndPose(patch.sheet.pointer);
  pressAlongPaths(state, surfaces);
  for (const patch of touched) {
    if (settings.rules.hasWalls) kernel.markWalls(patch.sheet.pointer, Math.max(0, settings.tolerance));
    patch.hasContact = true;
    settings.parts?.followPress(patch, settings, state.steps);
    patch.dirty = true;
  }
  if (!settings.rules.keepsPressed) for (const patch of state.patches) patch.dropPressed();
  for (const surface of surfaces) {
    if (slipsBetweenColumns(state, surface)) totals.smallContacts++;
  }
}

/**
 * Presses the poses of the step one after the other, and moves what each displaces before the next one. A union of poses would push
 * material back into the track of a fast body. Contact is the union over the surfaces at that time. Numbers of poses are powers of
 * two, so the poses of all surfaces fit into the same divisions of the step, and a surface far away changes nothing: where a surface
 * has no new pose, its last one is cast again, which presses nothing.
 */
function pressAlongPaths(state: GroundState, surfaces: readonly NearSurface[]): void {
  const { kernel } = state;
  const divisions = chooseDivisions(state, surfaces);
  for (let division = 1; division <= divisions; division++) {
    const active = new Set<Patch>();
    for (const surface of surfaces) {
      if (hasNewPose(surface, division, divisions)) for (const patch of surface.patches) active.add(patch);
    }
    // The only pose of a slow step is the end pose, which was cast before.
    if (divisions > 1) {
      for (const patch of active) kernel.clearEnvelope(patch.sheet.pointer);
      for (const surface of surfaces) {
        const s = poseAt(surface, division, divisions);
        if (s > 0) castPose(state, surface, s, active);
      }
    }
    for (const patch of active) press(state, patch);
  }
}

/** Chooses the number of poses of each surface. Returns the maximum, which is the number of divisions of the step. */
export function chooseDivisions(state: GroundState, surfaces: readonly NearSurface[]): number {
  let divisions = 1;
  for (const surface of surfaces) {
    const needed = state.settings.rules.sweeps ? choosePoses(state, surface) : 1;
    if (needed === maxPoses) state.totals.coarseSweeps++;
    surface.poseCount = 1;
    while (surface.poseCount < needed) surface.poseCount *= 2;
    divisions = Math.max(divisions, surface.poseCount);
  }
  return divisions;
}

/** Returns whether a surface has a new pose in a division of the step, 1 to `divisions`. */
export function hasNewPose({ poseCount }: NearSurface, division: number, divisions: number): boolean {
  return (division * poseCount) % divisions === 0;
}

/** Returns the pose of a surface in a division, as a fraction of the step. 0: it has none yet. */
export function poseAt({ poseCount }: NearSurface, division: number, divisions: number): number {
  return Math.floor((division * poseCount) / divisions) / poseCount;
}

/** Presses the columns of a patch down to what was cast, and pushes material outward. */
function press({ kernel, settings, totals }: GroundState, patch: Patch): void {
  const sheet = patch.sheet.pointer;
  const removed = kernel.press(sheet, settings.tolerance);
  if (removed > 0) {
    kernel.contour(sheet, settings.rules.contourRule);
    const deposited = kernel.displace(sheet, settings.alpha16, settings.rules.contourRule);
    const outside = patch.sheet.takeOutside();
    totals.outside += BigInt(outside);
    totals.compacted += BigInt(removed) - BigInt(deposited) - BigInt(outside);
  }
  patch.noteTouched();
}

/** Casts a surface, at fraction s in (0, 1] of the step, onto some patches. */
function castPose(state: GroundState, surface: NearSurface, s: number, patches: ReadonlySet<Patch>): void {
  const { kernel, settings } = state;
  const { lean256, extras } = settings.beyond;
  const place = surface.load(state.scratch);
  const { placed, from, to, indices } = place;
  const { triangleCount } = surface;
  const reach = settings.tolerance;
  for (const patch of surface.patches) {
    if (!patches.has(patch)) continue;
    const sheet = patch.sheet.pointer;
    surface.place(kernel, place, placed, s, sheet);
    if (extras.hasDrift) {
      surface.place(kernel, place, from, 0, sheet);
      surface.place(kernel, place, to, 1, sheet);
      kernel.castMovingTriangles(sheet, placed, from, to, indices, triangleCount, reach, lean256);
    } else {
      kernel.castTriangles(sheet, placed, indices, triangleCount, reach);
    }
  }
}

/**
 * Returns whether something smaller than a cell passed between columns: a part of the end pose is a quarter cell below all four
 * columns around it, and no column under it or within two cells is in contact. The lug of a shoe does not count if the shoe leaves
 * a print beside it.
 */
function slipsBetweenColumns(state: GroundState, surface: NearSurface): boolean {
  const { cell, datum } = state.settings;
  const { end, vertexCount, patches } = surface;
  const depth = (cell / 4) * unitsPerMetre;
  let [i0, j0, i1, j1] = [limit, limit, -limit, -limit];
  for (const patch of patches) {
    const { height, contact, columns, rows, awake } = patch.sheet.view;
    const firstColumn = patch.tileI * tileSize;
    const firstRow = patch.tileJ * tileSize;
    const highest = patch.tiles.reduce((max, tile) => Math.max(max, tile.top), Number.NEGATIVE_INFINITY);
    const maxHeight = (highest - depth + datum) / unitsPerMetre;
    for (let k = 0; k < 3 * vertexCount; k += 3) {
      if (end[k + 1] >= maxHeight) continue;
      const i = Math.floor(end[k] / cell);
      const j = Math.floor(end[k + 2] / cell);
      const column = i - firstColumn;
      const row = j - firstRow;
      if (column < 0 || row < 0 || column + 1 >= columns || row + 1 >= rows) continue;
      if (!awake[(row >> 5) * patch.tileColumns + (column >> 5)]) continue;
      const a = row * columns + column;
      const b = a + columns;
      const ground = Math.min(height[a], height[a + 1], height[b], height[b + 1]);
      if (end[k + 1] * unitsPerMetre - datum >= ground - depth) continue;
      // One column that is in contact, a stone, or outside the ground is enough.
      const bits = contact[a] | contact[a + 1] | contact[b] | contact[b + 1];
      if (bits & (touchedBit | outsideBit | stoneBit)) return false;
      i0 = Math.min(i0, i - 2);
      j0 = Math.min(j0, j - 2);
      i1 = Math.max(i1, i + 3);
      j1 = Math.max(j1, j + 3);
    }
  }
  for (const patch of patches) {
    const { contact, columns, rows } = patch.sheet.view;
    const firstColumn = patch.tileI * tileSize;
    const firstRow = patch.tileJ * tileSize;
    for (let j = Math.max(firstRow, j0); j <= Math.min(firstRow + rows - 1, j1); j++) {
      for (let i = Math.max(firstColumn, i0); i <= Math.min(firstColumn + columns - 1, i1); i++) {
        if (contact[(j - firstRow) * columns + i - firstColumn] & touchedBit) return false;
      }
    }
  }
  return i0 <= i1;
}

/** Larger than any column index. */
const limit = 2 ** 31;
