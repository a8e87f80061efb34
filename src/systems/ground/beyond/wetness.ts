import { exp } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import type { GroundParams } from '../params.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { type GroundMap, sampleMap } from './ground-map.ts';

/** Wetness of a column in water. It does not dry. */
export const waterWetness = 255;

/** Steps in which drying changes slopes, for each half-life. There are fewer if they would be less than 7.5 s apart. */
const maxStepsPerHalfLife = 8;
const minInterval = 7.5;

/** Salt of the random times of the steps of tiles. */
const phaseSeed = 0x0d7e;

/** Wetness is 0 after this number of half-lives. */
const lastHalfLife = 9;

export interface WetnessSettings {
  /** Height of the water in units relative to the datum. Null: no water. */
  readonly level: number | null;
  /** Height above the water, in units, at which wetness reaches 0. */
  readonly rise: number;
  /** Map of wetness, or null. Needs an extent. */
  readonly map: GroundMap | null;
  /** Half-life of the wetness in seconds, the shortest if it changes. Null: it does not dry. */
  readonly halfLife: number | null;
  /** Half-lives that have passed after a number of steps. Absent if the half-life is constant. */
  readonly dried?: (steps: number) => number;
}

/** Returns null if the ground is dry. map: that of `wetnessMap`. */
export function resolveWetness(params: GroundParams, map: GroundMap | null): WetnessSettings | null {
  const { waterLevel, capillaryRise, datum, dryingHalfLife } = params;
  if (waterLevel === undefined && params.wetnessMap === undefined) return null;
  return {
    level: waterLevel === undefined ? null : Math.round((waterLevel - datum) * unitsPerMetre),
    rise: Math.round(capillaryRise * unitsPerMetre),
    map,
    halfLife: dryingHalfLife ?? null,
  };
}

/**
 * Writes the initial wetness of columns, 0 to 255, into out [columns · rows]: the maximum of the effect of the water and of the map.
 * It belongs to the position and follows from the initial heights. Moving material does not transport it.
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

/**
 * Returns the number of drying steps of a tile after a number of steps of the ground. Tiles have different times for them, so that
 * not all ground wakes at once.
 */
export function findDryness(
  wetness: WetnessSettings,
  rate: number,
  steps: number,
  tileI: number,
  tileJ: number,
): number {
  return drynessAt(wetness, rate, steps, hashUnit(phaseSeed, tileI, tileJ));
}

/**
 * Returns a function that decides whether a tile dries further in step number `steps`. Null if no tile can dry further.
 */
export function findDrying(
  wetness: WetnessSettings,
  rate: number,
  steps: number,
): ((tileI: number, tileJ: number) => boolean) | null {
  if (wetness.halfLife === null || steps === 0) return null;
  const last = stepsPerHalfLife(wetness.halfLife) * lastHalfLife;
  if (drynessAt(wetness, rate, steps - 1, 0) === last) return null;
  return (tileI, tileJ) => {
    const phase = hashUnit(phaseSeed, tileI, tileJ);
    return drynessAt(wetness, rate, steps, phase) !== drynessAt(wetness, rate, steps - 1, phase);
  };
}

function drynessAt({ halfLife, dried }: WetnessSettings, rate: number, steps: number, phase: number): number {
  if (halfLife === null) return 0;
  const perHalfLife = stepsPerHalfLife(halfLife);
  const passed = dried ? perHalfLife * dried(steps) : (perHalfLife * steps) / (halfLife * rate);
  return Math.min(perHalfLife * lastHalfLife, Math.floor(passed + phase));
}

function stepsPerHalfLife(halfLife: number): number {
  return Math.max(1, Math.min(maxStepsPerHalfLife, Math.floor(halfLife / minInterval)));
}

/** Returns the wetness for each initial wetness, [256], after a number of drying steps. */
export function tabulateWetness({ halfLife }: WetnessSettings, dryness: number): Uint8Array {
  return tabulateFraction(halfLife === null ? 0 : dryness / stepsPerHalfLife(halfLife));
}

/** Returns the same for display after a number of steps, without the differences between tiles. */
export function tabulateLook({ halfLife, dried }: WetnessSettings, rate: number, steps: number): Uint8Array {
  if (halfLife === null) return tabulateFraction(0);
  return tabulateFraction(dried ? dried(steps) : steps / rate / halfLife);
}

function tabulateFraction(halfLives: number): Uint8Array {
  const decay = halfLives >= lastHalfLife ? 0 : exp(-Math.LN2 * halfLives);
  const table = Uint8Array.from({ length: 256 }, (_, wetness) => Math.floor(wetness * decay + 0.5));
  table[waterWetness] = waterWetness;
  return table;
}
