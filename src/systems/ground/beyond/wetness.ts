import { exp } from '../../../math/portable.ts';
import type { ColumnRectangle } from '../../system.ts';
import { type GroundMap, sampleMap } from './ground-map.ts';

/** Of a column that stands in the water: it does not dry. */
export const waterWetness = 255;

/** Wetness falls by such steps in each half-life: whatever is wet is looked at again at each. */
const stepsPerHalfLife = 8;

/** After so many nothing is left of it. */
const lastDryness = stepsPerHalfLife * 9;

export interface WetnessSettings {
  /** Units about the datum; null: no water. */
  readonly level: number | null;
  /** Units above the level in which wetness falls to nothing. */
  readonly rise: number;
  /** Null: none. Needs an extent. */
  readonly map: GroundMap | null;
  /** Steps of the ground in which half of the wetness goes; null: it stays. */
  readonly halfLife: number | null;
}

/**
 * Wetness of columns before anything dried, 0 … 255, into out [columns · rows]: the greater of what the water below and
 * the map say. It belongs to the place: it follows from the initial heights, and material that moves does not carry it.
 */
export function fillWetness(
  out: Uint8Array,
  initial: Int32Array,
  { i0, j0, columns, rows }: ColumnRectangle,
  { level, rise, map }: WetnessSettings,
  extent: ColumnRectangle | null,
): void {
  for (let k = 0; k < columns * rows; k++) {
    let wetness = 0;
    if (level !== null) {
      const above = initial[k] - level;
      if (above <= 0) wetness = waterWetness;
      else if (above < rise) wetness = Math.floor((waterWetness * (rise - above)) / rise);
    }
    if (map && extent) {
      const drawn = Math.floor(sampleMap(map, extent, i0 + (k % columns), j0 + Math.floor(k / columns)));
      wetness = Math.max(wetness, Math.min(waterWetness - 1, drawn));
    }
    out[k] = wetness;
  }
}

/** How far drying has come after so many steps: wetness is initial wetness times 2^(−dryness / 8). */
export function findDryness({ halfLife }: WetnessSettings, steps: number): number {
  if (halfLife === null) return 0;
  return Math.min(lastDryness, Math.floor((stepsPerHalfLife * steps) / halfLife));
}

/** Wetness now by initial wetness, [256]. */
export function tabulateWetness(dryness: number): Uint8Array {
  const share = exp((-Math.LN2 * dryness) / stepsPerHalfLife);
  const table = Uint8Array.from({ length: 256 }, (_, wetness) => Math.floor(wetness * share + 0.5));
  table[waterWetness] = waterWetness;
  return table;
}
