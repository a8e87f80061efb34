import { tan } from '../../../math/portable.ts';
import { minThreshold, never } from '../records.generated.ts';

/** Height units in a metre: heights are int32 in units of 2⁻²⁰ m. */
export const unitsPerMetre = 2 ** 20;

/** What decides how ground flows: Sumner 1999, table 1. */
export interface SlopeRules {
  /** θ_in: steepest slope that stands between columns of which one was pressed. rad; from π/2 − 10⁻³ on: any. */
  readonly insideSlope: number;
  /** θ_out: steepest slope that stands elsewhere. rad. */
  readonly outsideSlope: number;
  /** θ_stop: a step erodes on until no moving pair is steeper than this. rad. */
  readonly stopSlope: number;
  /** σ: share of the average difference that a pass moves. 0 … 0.49. */
  readonly roughness: number;
  /** Caps the share so that no pit overshoots: rounder piles, but roughness then does little. */
  readonly smooth: boolean;
  /** A diagonal neighbour gets as much as an axis one, not 1/√2 of it: by the letter, and piles become square. */
  readonly equalShares?: boolean;
}

/** The same as integers, for the kernels. A pair moves when its difference in units is above its threshold. */
export interface ErosionTable {
  readonly axisInside: number;
  readonly diagonalInside: number;
  readonly axisOutside: number;
  readonly diagonalOutside: number;
  readonly axisStop: number;
  readonly diagonalStop: number;
  /** fraction[n]: the part of the summed differences to n lower neighbours that each axis neighbour gets, in 1/65536. fraction[0] is 0. */
  readonly fraction: readonly number[];
  /** Amount that a diagonal neighbour gets, relative to an axis neighbour, in 1/256. */
  readonly diagonalRatio: number;
}

/**
 * The greatest difference in units that stands between columns `distance` metres apart at a slope of `angle` radians.
 * A difference moves when it is greater, so the floor is exact.
 */
export function slopeToUnits(angle: number, distance: number): number {
  if (angle >= Math.PI / 2 - 1e-3) return never;
  const units = Math.floor(tan(Math.max(0, angle)) * distance * unitsPerMetre);
  return Math.min(never, Math.max(minThreshold, units));
}

/** Turns slopes and roughness into the kernels' integers, for columns `cell` metres apart. */
export function tabulateErosion(rules: SlopeRules, cell: number): ErosionTable {
  const diagonal = cell * Math.SQRT2;
  const fraction = [0];
  for (let n = 1; n <= 8; n++) {
    const rough = Math.floor((65536 * rules.roughness) / (n * n));
    fraction.push(rules.smooth ? Math.min(rough, Math.floor(65536 / (9 * n))) : rough);
  }
  return {
    axisInside: slopeToUnits(rules.insideSlope, cell),
    diagonalInside: slopeToUnits(rules.insideSlope, diagonal),
    axisOutside: slopeToUnits(rules.outsideSlope, cell),
    diagonalOutside: slopeToUnits(rules.outsideSlope, diagonal),
    axisStop: slopeToUnits(rules.stopSlope, cell),
    diagonalStop: slopeToUnits(rules.stopSlope, diagonal),
    fraction,
    diagonalRatio: rules.equalShares ? 256 : 181,
  };
}

/** How a column that was pressed remembers its height in 15 bits. */
export interface PressedScale {
  /** The reference is the height divided by 2^shift: at least 64 steps a cell, so the 15 bits wrap after 256 to 512 cells. */
  readonly shift: number;
  /** Buried by more than this many such steps (one cell), a column counts as pressed no longer. */
  readonly buriedLimit: number;
}

export function scalePressed(cell: number): PressedScale {
  const units = cell * unitsPerMetre;
  let shift = 0;
  while (2 ** (shift + 1) <= units / 64) shift++;
  return { shift, buriedLimit: Math.floor(units / 2 ** shift) };
}
