import type { SheetExtras } from '../flow/sheet.ts';
import type { GroundParams } from '../params.ts';
import { never } from '../records.generated.ts';
import type { GroundRules } from '../rules/rules.ts';
import { slopeToUnits } from '../rules/thresholds.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { GroundCover } from './resolve-cover.ts';
import type { StoneSettings } from './stone-settings.ts';
import type { WetnessSettings } from './wetness.ts';

/** Settings of effects that are not in the papers. Computed once; they do not change. */
export interface BeyondSettings {
  /** Height units that can be pressed out of a column before it resists. 0: compaction is not stored. */
  readonly looseDepth: number;
  /** Cohesion in height units (see `SheetView.cohesion`) of columns whose loose depth was pressed out, and of fully wet columns. */
  readonly compactedCohesion: number;
  readonly wetCohesion: number;
  /** 0 … 256. */
  readonly lean256: number;
  readonly wetness: WetnessSettings | null;
  readonly stones: StoneSettings | null;
  /** Settings of the sheets for these effects. */
  readonly extras: SheetExtras;
}

/** Limit of loose depths and cohesions, so that values computed from them fit an int32. */
const maxLooseDepth = 2 ** 28;
/** Units. */
export const maxCohesion = 2 ** 21 - 1;

/**
 * `cover`: null if the ground has neither wetness, stones nor compaction. `isFirm`: sheets need the array of cohesion, which keeps steep ground
 * stable.
 */
export function resolveBeyond(
  params: GroundParams,
  rules: GroundRules,
  cover: GroundCover | null,
  isFirm: boolean,
): BeyondSettings {
  const looseDepth = Math.min(maxLooseDepth, Math.round((params.looseDepth ?? 0) * unitsPerMetre));
  const outside = slopeToUnits(rules.outsideSlope, params.cell);
  const cohesionOf = (slope: number) => {
    if (outside === never) return 0;
    const units = slopeToUnits(slope, params.cell) - outside;
    return Math.max(-maxCohesion, Math.min(maxCohesion, units));
  };
  const { wetness = null, stones = null } = cover ?? {};
  const compactedCohesion = cover && looseDepth > 0 ? cohesionOf(cover.compactedSlope) : 0;
  const wetCohesion = cover && wetness ? cohesionOf(cover.wetSlope) : 0;
  const lean256 = Math.round(256 * params.forwardBias);
  return {
    looseDepth,
    compactedCohesion,
    wetCohesion,
    lean256,
    wetness,
    stones,
    extras: {
      hasCohesion: compactedCohesion !== 0 || wetCohesion !== 0 || isFirm || rules.onlyLowerCounts,
      onlyLowerCounts: rules.onlyLowerCounts,
      minCohesion: Math.min(0, compactedCohesion) + Math.min(0, wetCohesion),
      looseDepth,
      pushesDisplaced: rules.pushesDisplaced,
      hasDrift: lean256 > 0,
    },
  };
}

/** Returns the settings that must match for saved tiles to be valid, besides the initial surface. Empty if all effects are off. */
export function describeBeyond({ looseDepth }: BeyondSettings): object {
  return looseDepth > 0 ? { looseDepth } : {};
}
