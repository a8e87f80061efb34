import { exp } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { type GroundMap, sampleMap } from './ground-map.ts';

/** Of a column that stands in the water: it does not dry. */
export const waterWetness = 255;

/** Slopes follow what dries in so many steps a half-life, fewer where they would come faster than every 7.5 s. */
const mostStepsPerHalfLife = 8;
const leastInterval = 7.5;

/** Of the instants at which tiles take their steps. */
const phaseSeed = 0x0d7e;

/** After so many half-lives nothing is left. */
const lastHalfLife = 9;

export interface WetnessSettings {
  /** Units about the datum; null: no water. */
  readonly level: number | null;
  /** Units above the level in which wetness falls to nothing. */
  readonly rise: number;
  /** Null: none. Needs an extent. */
  readonly map: GroundMap | null;
  /** Seconds in which half of the wetness goes; null: it stays. */
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

/**
 * How far drying has come in a tile after so many steps of the ground, in steps of its own. Tiles take theirs at different
 * times, so that not all ground wakes at once.
 */
export function findDryness(
  { halfLife }: WetnessSettings,
  rate: number,
  steps: number,
  tileI: number,
  tileJ: number,
): number {
  return halfLife === null ? 0 : drynessAt(halfLife, rate, steps, hashUnit(phaseSeed, tileI, tileJ));
}

/**
 * Which tiles dry further in the step that `steps` others came before: whether a tile does, or null where none can, since
 * all are as dry as they become.
 */
export function findDrying(
  { halfLife }: WetnessSettings,
  rate: number,
  steps: number,
): ((tileI: number, tileJ: number) => boolean) | null {
  if (halfLife === null || steps === 0) return null;
  const last = stepsPerHalfLife(halfLife) * lastHalfLife;
  if (drynessAt(halfLife, rate, steps - 1, 0) === last) return null;
  return (tileI, tileJ) => {
    const phase = hashUnit(phaseSeed, tileI, tileJ);
    return drynessAt(halfLife, rate, steps, phase) !== drynessAt(halfLife, rate, steps - 1, phase);
  };
}

function drynessAt(halfLife: number, rate: number, steps: number, phase: number): number {
  const perHalfLife = stepsPerHalfLife(halfLife);
  return Math.min(perHalfLife * lastHalfLife, Math.floor((perHalfLife * steps) / (halfLife * rate) + phase));
}

function stepsPerHalfLife(halfLife: number): number {
  return Math.max(1, Math.min(mostStepsPerHalfLife, Math.floor(halfLife / leastInterval)));
}

/** Wetness by initial wetness, [256], at a dryness. */
export function tabulateWetness({ halfLife }: WetnessSettings, dryness: number): Uint8Array {
  return tabulateShare(halfLife === null ? 0 : dryness / stepsPerHalfLife(halfLife));
}

/** The same as it looks after so many seconds, the same in all tiles. */
export function tabulateLook({ halfLife }: WetnessSettings, seconds: number): Uint8Array {
  return tabulateShare(halfLife === null ? 0 : seconds / halfLife);
}

function tabulateShare(halfLives: number): Uint8Array {
  const share = halfLives >= lastHalfLife ? 0 : exp(-Math.LN2 * halfLives);
  const table = Uint8Array.from({ length: 256 }, (_, wetness) => Math.floor(wetness * share + 0.5));
  table[waterWetness] = waterWetness;
  return table;
}
