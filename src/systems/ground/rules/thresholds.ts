import { tan } from '../../../math/portable.ts';
import type { FlowFloors } from '../kernel.ts';
import { minThreshold, never } from '../records.generated.ts';
import { unitsPerMetre } from './units.ts';

/** Parameters of the flow: Sumner 1999, table 1. */
export interface SlopeRules {
  /** θ_in: maximum stable slope between two columns of which one was pressed. rad. From π/2 − 10⁻³ on, every slope is stable. */
  readonly insideSlope: number;
  /** θ_out: maximum stable slope elsewhere. rad. */
  readonly outsideSlope: number;
  /** θ_stop: a step continues to erode until no moving pair is steeper than this. rad. */
  readonly liquidity: number;
  /** σ: fraction of the mean difference that a pass moves. 0 to 0.49. */
  readonly roughness: number;
  /** Limits the fraction so that no pit overshoots. Piles become rounder, but roughness has little effect. */
  readonly limitFlow: boolean;
  /** A diagonal neighbour gets as much as an axis neighbour, not 1/√2 of it. This is the literal rule, and piles become square. */
  readonly equalShares?: boolean;
}

/** Slope from which loose material does not stay for a step, rad (57°). Not from the papers. */
const topplingSlope = 1;

/** The erosion rules as integers, for the kernels. A pair moves if its difference in height units exceeds its threshold. */
export interface ErosionTable {
  readonly axisInside: number;
  readonly diagonalInside: number;
  readonly axisOutside: number;
  readonly diagonalOutside: number;
  /** θ_stop as floors of the extra passes. */
  readonly stopFloors: FlowFloors;
  /** Slope from which material topples at once, as floors: at least θ_stop. */
  readonly topplingFloors: FlowFloors;
  /** fraction[n]: the part of the summed differences to n lower neighbours that each axis neighbour gets, in 1/65536. fraction[0] is 0. */
  readonly fraction: readonly number[];
  /** Amount that a diagonal neighbour gets, relative to an axis neighbour, in 1/256. */
  readonly diagonalRatio: number;
}

/**
 * Returns the maximum stable difference in height units between columns `distance` metres apart at a slope of `angle` radians. A
 * pair moves if its integer difference is greater, so rounding down is exact.
 */
export function slopeToUnits(angle: number, distance: number): number {
  if (angle >= Math.PI / 2 - 1e-3) return never;
  const units = Math.floor(tan(Math.max(0, angle)) * distance * unitsPerMetre);
  return Math.min(never, Math.max(minThreshold, units));
}

/** Converts slopes and roughness to the integers of the kernels, for columns `cell` metres apart. */
export function tabulateErosion(rules: SlopeRules, cell: number): ErosionTable {
  const diagonal = cell * Math.SQRT2;
  const fraction = [0];
  for (let n = 1; n <= 8; n++) {
    const rough = Math.floor((65536 * rules.roughness) / (n * n));
    fraction.push(rules.limitFlow ? Math.min(rough, Math.floor(65536 / (9 * n))) : rough);
  }
  const floorsOf = (slope: number) => ({
    axis: slopeToUnits(slope, cell),
    diagonal: slopeToUnits(slope, diagonal),
  });
  return {
    axisInside: slopeToUnits(rules.insideSlope, cell),
    diagonalInside: slopeToUnits(rules.insideSlope, diagonal),
    axisOutside: slopeToUnits(rules.outsideSlope, cell),
    diagonalOutside: slopeToUnits(rules.outsideSlope, diagonal),
    stopFloors: floorsOf(rules.liquidity),
    topplingFloors: floorsOf(Math.max(rules.liquidity, topplingSlope)),
    fraction,
    diagonalRatio: rules.equalShares ? 256 : 181,
  };
}

/** How a pressed column stores its reference height in 15 bits. */
export interface PressedScale {
  /** The reference is the height divided by 2^shift. A cell has at least 64 steps, so 15 bits wrap after 256 to 512 cells. */
  readonly shift: number;
  /** A column that is buried by more than this number of steps (one cell) no longer counts as pressed. */
  readonly buriedLimit: number;
}

export function scalePressed(cell: number): PressedScale {
  const units = cell * unitsPerMetre;
  let shift = 0;
  while (2 ** (shift + 1) <= units / 64) shift++;
  return { shift, buriedLimit: Math.floor(units / 2 ** shift) };
}
