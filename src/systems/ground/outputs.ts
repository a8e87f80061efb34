import { uniteRectangles } from '../column-rectangle.ts';
import type { ColumnRectangle, LiveHeightfield } from '../outputs/heightfield.ts';
import { showExtras } from './beyond/show-extras.ts';
import { tileSize } from './flow/sheet.ts';
import { unitsPerMetre } from './rules/units.ts';
import { showHeights } from './show-heights.ts';
import { depthUnit } from './snow-cover/snow-cover.ts';
import type { GroundState } from './state.ts';
import { writeEarlierGround } from './surface/earlier-ground.ts';
import { tileColumns } from './tiles/packed-tile.ts';

/** The current surface of the ground. Nothing is copied before it is read. */
export function showGround(state: GroundState): LiveHeightfield {
  const { settings } = state;
  const { surface, undisturbed, extent, stamped } = settings;
  return {
    kind: 'heightfield',
    name: 'surface',
    cell: settings.cell,
    datum: settings.datum / unitsPerMetre,
    heightUnit: 1 / unitsPerMetre,
    extent,
    material: settings.material,
    ...showExtras(state),
    ...showHeights(state),
    changed: () => findChanged(state),
    ...(stamped && {
      listStamped: () =>
        [...stamped.tiles.positionsOf()].map(([tileI, tileJ]) => ({
          i0: tileI * tileSize,
          j0: tileJ * tileSize,
          columns: tileSize,
          rows: tileSize,
        })),
    }),
    ...(surface.fillMissing && {
      readMissing: (out: Uint8Array, { i0, j0, columns, rows }: ColumnRectangle) =>
        surface.fillMissing!(out, i0, j0, columns, rows),
    }),
    ...(state.sticking && {
      readCovers: () =>
        [...state.sticking!.covers].map(([collider, amounts]) => ({ collider, amounts: amounts.slice() })),
    }),
    ...(state.snowCover && {
      readSnow: () =>
        [...state.snowCover!.bodies].map(([collider, { depths }]) => ({
          collider,
          depths: Float32Array.from(depths, (depth) => depth * depthUnit),
        })),
    }),
    encodeState: () => writeEarlierGround(state),
    ...(settings.terrain?.levels && { levels: settings.terrain.levels }),
    ...(settings.origin.terrain?.map && { map: settings.origin.terrain.map }),
    readInitial: (out, { i0, j0, columns, rows }) => undisturbed.fill(out, i0, j0, columns, rows),
  };
}

const heights = new Int32Array(tileColumns);
const initial = new Int32Array(tileColumns);
const pressed = new Uint16Array(tileColumns);

/** Returns the bounding rectangle of all touched columns, and of the stamps. */
function findChanged(state: GroundState): ColumnRectangle | null {
  const touched = findTouched(state);
  const stamps = state.settings.stamped?.changed;
  return stamps ? uniteRectangles(touched, stamps) : touched;
}

function findTouched(state: GroundState): ColumnRectangle | null {
  state.flush();
  let firstI = Number.POSITIVE_INFINITY;
  let firstJ = Number.POSITIVE_INFINITY;
  let lastI = Number.NEGATIVE_INFINITY;
  let lastJ = Number.NEGATIVE_INFINITY;
  for (const [tileI, tileJ] of state.tiles.list()) {
    const left = tileI * tileSize;
    const upper = tileJ * tileSize;
    const isWithin =
      left >= firstI && left + tileSize - 1 <= lastI && upper >= firstJ && upper + tileSize - 1 <= lastJ;
    if (isWithin) continue;
    state.tiles.read(tileI, tileJ, heights, initial, pressed);
    for (let k = 0; k < tileColumns; k++) {
      if (heights[k] === initial[k] && pressed[k] === 0) continue;
      const i = left + (k % tileSize);
      const j = upper + Math.floor(k / tileSize);
      firstI = Math.min(firstI, i);
      lastI = Math.max(lastI, i);
      firstJ = Math.min(firstJ, j);
      lastJ = Math.max(lastJ, j);
    }
  }
  if (firstI > lastI) return null;
  return { i0: firstI, j0: firstJ, columns: lastI - firstI + 1, rows: lastJ - firstJ + 1 };
}
