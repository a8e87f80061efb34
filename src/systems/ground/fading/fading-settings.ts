import { exp } from '../../../math/portable.ts';
import { maxOverTime, type TimedParams } from '../../timed-params.ts';
import type { GroundParams } from '../params.ts';
import { scalePressed } from '../rules/thresholds.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { InitialSurface } from '../surface/initial-surface.ts';

/** A pass of smoothing moves this fraction of the difference of a pair, as a shift: 1/8. */
export const passShift = 3;

/** Slope below which nothing is smoothed, so that smoothed ground comes to an end. */
const minSlope = 0.01;

/** Number of steps in which half of something fades: a print under water, or what sticks to a body. */
export const fadesPerHalfLife = 16;

/** The fraction that such a step removes, in 1/65536. */
export const fadeFraction16 = Math.round(65536 * (1 - exp(-Math.LN2 / fadesPerHalfLife)));

/** What undoes prints over time. Every value is a function of the time alone, so the state of a ground holds none of it. */
export interface FadingSettings {
  /** The surface to which prints fade: that before all runs, with stones. */
  readonly surface: InitialSurface;
  /** Height units of snow that have fallen into a hollow by a time, in s. A multiple of the steps in which pressed columns are stored. */
  fallenAt(t: number): number;
  /** Depth of snow that has fallen by a time, in s, m. */
  snowDepthAt(t: number): number;
  /** Number of smoothing passes that are made by a time, in s. */
  passesAt(t: number): number;
  /** Number of washing steps that are made by a time, in s. */
  washesAt(t: number): number;
  /** Height of the water at a time, in s, in height units. */
  levelAt(t: number): number;
  /** Whether each of them happens at any time. */
  readonly snows: boolean;
  readonly smooths: boolean;
  readonly washes: boolean;
  /** Differences between neighbours up to this are not smoothed, height units. */
  readonly threshold: number;
}

/** The integrals over time of the parameters with keys. */
type FadingParams = GroundParams & { readonly snowFallen?: number; readonly windSmoothed?: number };

/** datum: in height units. Null if prints do not fade. */
export function resolveFading(
  params: GroundParams,
  timed: TimedParams<GroundParams> | null,
  surface: InitialSurface,
  datum: number,
): FadingSettings | null {
  const { cell, snowDrift, washHalfLife } = params;
  const at = (t: number): FadingParams => timed?.at(t) ?? params;
  const snows = maxOverTime(timed, params, ({ snowfall }) => snowfall) > 0;
  const blows = maxOverTime(timed, params, ({ windSmoothing }) => windSmoothing) > 0;
  const washes = washHalfLife !== undefined;
  if (!(snows || blows || washes)) return null;
  const fallen = (t: number) => at(t).snowFallen ?? at(t).snowfall * t;
  const blown = (t: number) => at(t).windSmoothed ?? at(t).windSmoothing * t;
  const chunk = 2 ** scalePressed(cell).shift;
  const cellArea = cell * cell;
  return {
    surface,
    fallenAt: (t) => chunk * Math.floor((fallen(t) * unitsPerMetre) / chunk),
    snowDepthAt: fallen,
    passesAt: (t) => Math.floor(((blown(t) + snowDrift * fallen(t)) / cellArea) * 2 ** passShift),
    washesAt: (t) => Math.floor((t * fadesPerHalfLife) / (washHalfLife ?? Infinity)),
    levelAt: (t) => Math.round((at(t).waterLevel ?? 0) * unitsPerMetre) - datum,
    snows,
    smooths: blows || (snows && snowDrift > 0),
    washes,
    threshold: Math.max(1, Math.floor(cell * unitsPerMetre * minSlope)),
  };
}
