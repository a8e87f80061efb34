import { choosePoses } from './choose-poses.ts';
import type { NearSurface } from './near-surface.ts';
import type { Patch } from './patch.ts';
import { outsideBit, tileSize, touchedBit } from './sheet.ts';
import type { GroundState } from './state.ts';
import { maxPoses, writeRigidMatrix } from './sweep.ts';
import { unitsPerMetre } from './thresholds.ts';

/**
 * Presses the ground down under all surfaces over the whole step, and pushes the displaced share to the first columns
 * outside. Contact is the union over surfaces and poses; erosion's walls are what the end poses touch.
 */
export function collide(state: GroundState, surfaces: readonly NearSurface[]): void {
  const { kernel, settings, totals } = state;
  const touched = new Set<Patch>();
  for (const surface of surfaces) for (const tile of surface.tiles) touched.add(tile.patch!);
  for (const patch of state.patches) if (!touched.has(patch)) patch.clearContact();
  for (const patch of touched) kernel.clearEnvelope(patch.sheet.pointer);
  for (const surface of surfaces) castEndPose(state, surface);
  for (const patch of touched) kernel.keepEndPose(patch.sheet.pointer);
  for (const surface of surfaces) {
    surface.poseCount = choosePoses(state, surface);
    if (surface.poseCount > 1) castOtherPoses(state, surface);
  }

  for (const patch of touched) {
    const sheet = patch.sheet.pointer;
    const removed = kernel.press(sheet, settings.tolerance);
    if (removed > 0) {
      kernel.contour(sheet, settings.contourRule);
      const deposited = kernel.displace(sheet, settings.alpha16, settings.contourRule);
      const outside = patch.sheet.takeOutside();
      totals.outside += BigInt(outside);
      totals.compacted += BigInt(removed) - BigInt(deposited) - BigInt(outside);
    }
    if (settings.hasWalls) kernel.markWalls(sheet, settings.tolerance);
    patch.hasContact = true;
    patch.noteTouched();
    patch.dirty = true;
  }
  if (!settings.keepsPressed) for (const patch of state.patches) patch.dropPressed();
  for (const surface of surfaces) {
    if (surface.poseCount === maxPoses) totals.coarseSweeps++;
    if (slipsBetweenColumns(state, surface)) totals.smallContacts++;
  }
}

function castEndPose(state: GroundState, surface: NearSurface): void {
  const { kernel, settings } = state;
  const place = surface.load(state.scratch);
  const { collider, vertexCount } = surface;
  for (const patch of patchesUnder(surface)) {
    const sheet = patch.sheet.pointer;
    if (collider.kind === 'rigid') {
      writeRigidMatrix(place.matrixNumbers, collider, 1);
      kernel.placeRigid(place.placed, place.start, vertexCount, place.matrix, sheet);
    } else {
      kernel.placeBlend(place.placed, place.end, place.end, vertexCount, 1, sheet);
    }
    kernel.castTriangles(sheet, place.placed, place.indices, surface.triangleCount, settings.tolerance);
  }
}

function castOtherPoses(state: GroundState, surface: NearSurface): void {
  const { kernel, settings } = state;
  const place = surface.load(state.scratch);
  const { collider, vertexCount, poseCount } = surface;
  const patches = patchesUnder(surface);
  for (let k = 1; k < poseCount; k++) {
    const s = k / poseCount;
    if (collider.kind === 'rigid') writeRigidMatrix(place.matrixNumbers, collider, s);
    for (const patch of patches) {
      const sheet = patch.sheet.pointer;
      if (collider.kind === 'rigid') {
        kernel.placeRigid(place.placed, place.start, vertexCount, place.matrix, sheet);
      } else {
        kernel.placeBlend(place.placed, place.start, place.end, vertexCount, s, sheet);
      }
      kernel.castTriangles(sheet, place.placed, place.indices, surface.triangleCount, settings.tolerance);
    }
  }
}

function patchesUnder(surface: NearSurface): Set<Patch> {
  const patches = new Set<Patch>();
  for (const tile of surface.tiles) patches.add(tile.patch!);
  return patches;
}

/**
 * Whether part of the end pose lies a quarter cell below all four columns around it, while no column under or within two
 * cells of what went in is in contact: something smaller than a cell, which a ray per column cannot see. A lug of a shoe
 * that leaves a print beside it does not count.
 */
function slipsBetweenColumns(state: GroundState, surface: NearSurface): boolean {
  const { cell, datum } = state.settings;
  const { end, vertexCount } = surface;
  const depth = (cell / 4) * unitsPerMetre;
  const patches = patchesUnder(surface);
  let [i0, j0, i1, j1] = [limit, limit, -limit, -limit];
  for (const patch of patches) {
    const { height, contact, columns, rows, awake } = patch.sheet.view;
    const firstColumn = patch.tileI * tileSize;
    const firstRow = patch.tileJ * tileSize;
    const highest = patch.tiles.reduce((most, tile) => Math.max(most, tile.top), Number.NEGATIVE_INFINITY);
    const mostHeight = (highest - depth + datum) / unitsPerMetre;
    for (let k = 0; k < 3 * vertexCount; k += 3) {
      if (end[k + 1] >= mostHeight) continue;
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
      // One column in contact, or outside the ground, is enough.
      if ((contact[a] | contact[a + 1] | contact[b] | contact[b + 1]) & (touchedBit | outsideBit))
        return false;
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

/** Beyond any column's index. */
const limit = 2 ** 31;
