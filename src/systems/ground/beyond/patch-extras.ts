import type { Patch } from '../flow/patch.ts';
import { pressedBit, stoneBit, tileSize } from '../flow/sheet.ts';
import type { GroundSettings } from '../rules/settings.ts';
import { tileColumns } from '../tiles/packed-tile.ts';
import type { Tile } from '../tiles/tile.ts';
import { findFirmness } from './firmness.ts';
import { fillWetness, findDryness, tabulateWetness } from './wetness.ts';

const isStone = new Uint8Array(tileColumns);
const initial = new Int32Array(tileColumns);

/** Sets the stone bits of the columns of a tile in the sheet. */
export function markStones(patch: Patch, tile: Tile, { fillStones }: GroundSettings): void {
  if (!fillStones) return;
  fillStones(isStone, tile.tileI * tileSize, tile.tileJ * tileSize, tileSize, tileSize);
  const { contact, columns } = patch.sheet.view;
  const offset = patch.offsetOf(tile);
  for (let k = 0; k < tileColumns; k++) {
    if (isStone[k]) contact[offset + Math.floor(k / tileSize) * columns + (k % tileSize)] |= stoneBit;
  }
}

/** Returns the initial wetness of the columns of a tile. Cached while the tile is awake. */
function wetnessOf(tile: Tile, { surface, extent, beyond }: GroundSettings): Uint8Array {
  if (!tile.wetness) {
    tile.wetness = new Uint8Array(tileColumns);
    const rectangle = {
      i0: tile.tileI * tileSize,
      j0: tile.tileJ * tileSize,
      columns: tileSize,
      rows: tileSize,
    };
    surface.fill(initial, rectangle.i0, rectangle.j0, tileSize, tileSize);
    fillWetness(tile.wetness, initial, rectangle, beyond.wetness!, extent);
  }
  return tile.wetness;
}

/** Returns the cohesion that keeps the initial surface of a tile stable. Cached while the tile is awake. */
function firmnessOf(tile: Tile, { firmSurface, surface, erosion }: GroundSettings): Int32Array | null {
  if (!firmSurface) return null;
  if (!tile.firmness) {
    tile.firmness = new Int32Array(tileColumns);
    const inner = firmSurface === surface ? tile.initial : null;
    findFirmness(tile.firmness, tile.tileI * tileSize, tile.tileJ * tileSize, firmSurface, erosion, inner);
  }
  return tile.firmness;
}

/** Writes the cohesion of the columns of tiles of a patch, from their wetness and from the amount that was pressed out of them. */
export function fillCohesion(
  patch: Patch,
  tiles: readonly Tile[],
  settings: GroundSettings,
  steps: number,
): void {
  const { cohesion } = patch.sheet.view;
  const { wetCohesion, compactedCohesion } = settings.beyond;
  if (!cohesion || (wetCohesion === 0 && compactedCohesion === 0 && !settings.firmSurface)) return;
  for (const tile of tiles) fillTileCohesion(patch, tile, settings, steps);
}

/** Does the same for the tiles of a patch that are in contact, if compaction has an effect. */
export function followPress(patch: Patch, settings: GroundSettings, steps: number): void {
  if (settings.beyond.compactedCohesion === 0) return;
  for (const tile of patch.tiles) if (tile.touched) fillTileCohesion(patch, tile, settings, steps);
}

/** Does the same for one tile. */
export function fillTileCohesion(patch: Patch, tile: Tile, settings: GroundSettings, steps: number): void {
  const { cohesion, pressedOut, columns } = patch.sheet.view;
  const { wetness, wetCohesion, looseDepth, compactedCohesion } = settings.beyond;
  if (!cohesion) return;
  const offset = patch.offsetOf(tile);
  const initialWetness = wetness && wetCohesion !== 0 ? wetnessOf(tile, settings) : null;
  const gains = initialWetness && tabulateGains(settings, tile, steps);
  const firmness = firmnessOf(tile, settings);
  for (let row = 0, n = 0; row < tileSize; row++) {
    const first = offset + row * columns;
    for (let k = first; k < first + tileSize; k++, n++) {
      let units = (gains ? gains[initialWetness[n]] : 0) + (firmness ? firmness[n] : 0);
      // Exact: integers below 2⁵³, and one division.
      if (pressedOut && compactedCohesion !== 0) {
        units += Math.trunc((compactedCohesion * Math.min(pressedOut[k], looseDepth)) / looseDepth);
      }
      cohesion[k] = units;
    }
  }
}

/** Returns the cohesion of the columns of a tile for each initial wetness, [256]. */
function tabulateGains({ beyond, rate }: GroundSettings, tile: Tile, steps: number): Int32Array {
  const dryness = findDryness(beyond.wetness!, rate, steps, tile.tileI, tile.tileJ);
  const wetnessNow = tabulateWetness(beyond.wetness!, dryness);
  return Int32Array.from(wetnessNow, (wetness) => Math.trunc((beyond.wetCohesion * wetness) / 255));
}

/** Returns whether drying changes anything in the tile. */
export function canDry(tile: Tile, settings: GroundSettings): boolean {
  return wetnessOf(tile, settings).some((wetness) => wetness > 0 && wetness < 255);
}

/** Buried columns that are no longer pressed are loose again. */
export function forgetBuried(patch: Patch, settings: GroundSettings, steps: number): void {
  const { pressed, pressedOut } = patch.sheet.view;
  if (!pressedOut) return;
  let changed = false;
  for (let k = 0; k < pressed.length; k++) {
    if (pressedOut[k] === 0 || pressed[k] & pressedBit) continue;
    pressedOut[k] = 0;
    changed = true;
  }
  if (changed) fillCohesion(patch, patch.tiles, settings, steps);
}
