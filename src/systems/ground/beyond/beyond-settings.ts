import type { InputFault } from '../../../input-error.ts';
import { maxOf } from '../../../math/lists.ts';
import { hashBits } from '../../../math/random.ts';
import type { Picture } from '../../../motion/picture.ts';
import type { SheetExtras } from '../flow/sheet.ts';
import type { GroundParams } from '../params.ts';
import { never } from '../records.generated.ts';
import { maxHeight } from '../rules/limits.ts';
import { beyondMaterials } from '../rules/materials.ts';
import type { GroundRules } from '../rules/rules.ts';
import { slopeToUnits, unitsPerMetre } from '../rules/thresholds.ts';
import { noiseBound } from '../surface/noise.ts';
import { tabulateMap } from './ground-map.ts';
import { boundStones, type StoneSettings, stoneHeightFraction } from './stones.ts';
import type { WetnessSettings } from './wetness.ts';

/** The decoded pictures that the parameters name. */
export interface BeyondPictures {
  readonly wetnessMap?: Picture;
  readonly stoneMap?: Picture;
}

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

/** Limit of (maximum radius)² · stones per square metre. Above it stones overlap, and each column would test hundreds of them. */
const maxStoneCover = 16;

/** Limit of loose depths and cohesions, so that values computed from them fit an int32. */
const maxLooseDepth = 2 ** 28;
/** Units. */
export const maxCohesion = 2 ** 21 - 1;

/** `isFirm`: sheets need the array of cohesion, which keeps steep ground stable. */
export function resolveBeyond(
  params: GroundParams,
  rules: GroundRules,
  seed: number,
  pictures: BeyondPictures = {},
  isFirm = false,
): BeyondSettings {
  const own = beyondMaterials[params.material];
  const looseDepth = Math.min(maxLooseDepth, Math.round((params.looseDepth ?? 0) * unitsPerMetre));
  const outside = slopeToUnits(rules.outsideSlope, params.cell);
  const cohesionOf = (slope: number) => {
    if (outside === never) return 0;
    const units = slopeToUnits(slope, params.cell) - outside;
    return Math.max(-maxCohesion, Math.min(maxCohesion, units));
  };
  const wetness = resolveWetness(params, pictures.wetnessMap);
  const compactedCohesion = looseDepth > 0 ? cohesionOf(params.compactedSlope ?? own.compactedSlope) : 0;
  const wetCohesion = wetness ? cohesionOf(params.wetSlope ?? own.wetSlope) : 0;
  const lean256 = Math.round(256 * params.forwardBias);
  return {
    looseDepth,
    compactedCohesion,
    wetCohesion,
    lean256,
    wetness,
    stones: resolveStones(params, seed, pictures.stoneMap),
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

function resolveWetness(params: GroundParams, picture: Picture | undefined): WetnessSettings | null {
  const { waterLevel, capillaryRise, datum, dryingHalfLife } = params;
  if (waterLevel === undefined && params.wetnessMap === undefined) return null;
  return {
    level: waterLevel === undefined ? null : Math.round((waterLevel - datum) * unitsPerMetre),
    rise: Math.round(capillaryRise * unitsPerMetre),
    map: picture ? tabulateMap(picture) : null,
    halfLife: dryingHalfLife ?? null,
  };
}

function resolveStones(
  params: GroundParams,
  seed: number,
  picture: Picture | undefined,
): StoneSettings | null {
  const { stonesPerSquareMetre, stoneRadius } = params;
  const list = (params.stones ?? []).map(({ position, radius, height }) => ({
    x: position[0],
    z: position[1],
    radius,
    height: height ?? radius * stoneHeightFraction,
  }));
  if (list.length === 0 && stonesPerSquareMetre === 0 && params.stoneMap === undefined) return null;
  return {
    list,
    strewn:
      stonesPerSquareMetre === 0
        ? null
        : {
            seed: hashBits(seed, 0x57e5),
            spacing: 1 / Math.sqrt(stonesPerSquareMetre),
            minRadius: Math.min(stoneRadius[0], stoneRadius[1]),
            maxRadius: Math.max(stoneRadius[0], stoneRadius[1]),
          },
    map: picture ? tabulateMap(picture) : null,
  };
}

function noiseOf({ cell, noiseAmplitude, noiseWavelength, noiseOctaves }: GroundParams) {
  return { cell, amplitude: noiseAmplitude, wavelength: noiseWavelength, octaves: noiseOctaves };
}

/** Checks combinations of parameters that the ranges of single parameters cannot catch. */
export function checkBeyond(params: GroundParams, rules: GroundRules): InputFault[] {
  const faults: InputFault[] = [];
  for (const name of ['wetnessMap', 'stoneMap'] as const) {
    if (params[name] !== undefined && !params.size && params.terrain === undefined) {
      faults.push({
        path: name,
        message: 'expected a ground with a size or a terrain, which the picture covers; add size',
      });
    }
  }
  const stones = resolveStones(params, 0, undefined);
  const top = (stones ? boundStones(stones) : 0) + noiseBound({ ...noiseOf(params), seed: 0 });
  if (stones && top > maxHeight) {
    faults.push({
      path: 'stones',
      message: `expected stones within ${maxHeight} m of the datum, got up to ${top.toFixed(0)} m including the noise; lower either`,
    });
  }
  const [maxRadius, density] = [maxOf(params.stoneRadius), params.stonesPerSquareMetre];
  if (maxRadius * maxRadius * density > maxStoneCover) {
    faults.push({
      path: 'stonesPerSquareMetre',
      message: `expected at most ${(maxStoneCover / maxRadius / maxRadius).toPrecision(3)} with stones of ${maxRadius} m, got ${density}; use fewer or smaller stones`,
    });
  }
  if (params.looseDepth && !rules.keepsPressed) {
    faults.push({
      path: 'looseDepth',
      message:
        'expected insideSlopeRule pressed and paper off, since what was compacted is kept with what was pressed; leave looseDepth out',
    });
  }
  if (params.compactedSlope !== undefined && !params.looseDepth) {
    faults.push({ path: 'compactedSlope', message: 'expected a looseDepth too; add looseDepth' });
  }
  return faults;
}

/** Returns the settings that must match for saved tiles to be valid, besides the initial surface. Empty if all effects are off. */
export function describeBeyond({ looseDepth }: BeyondSettings): object {
  return looseDepth > 0 ? { looseDepth } : {};
}
