import { atan } from '../../../math/portable.ts';
import type { ColumnRectangle, SurfaceLook } from '../../outputs/heightfield.ts';
import type { TimedParams } from '../../timed-params.ts';
import { type BeyondSettings, resolveBeyond } from '../beyond/beyond-settings.ts';
import { describeNoise, findExtent } from '../check-params.ts';
import { chooseLook } from '../choose-look.ts';
import { warnOfCracks } from '../cracks/crack-settings.ts';
import type { FadingSettings } from '../fading/fading-settings.ts';
import type { SheetExtras } from '../flow/sheet.ts';
import type { GroundParams } from '../params.ts';
import type { GroundParts } from '../parts.ts';
import { isPlain } from '../plain-ground.ts';
import type { GroundPrepared } from '../prepare.ts';
import type { SpraySettings } from '../spray/spray-settings.ts';
import type { StampedGround } from '../stamps/stamp-grounds.ts';
import type { EarlierGround } from '../surface/earlier-ground.ts';
import type { FillColumns, InitialSurface } from '../surface/initial-surface.ts';
import { type NoiseParams, noiseSlopeBound } from '../surface/noise.ts';
import { createNoiseSurface } from '../surface/noise-surface.ts';
import type { GroundOrigin } from '../terrain/ground-origin.ts';
import type { PlacedTerrain } from '../terrain/place-terrain.ts';
import { type MaterialName, materials } from './materials.ts';
import { chooseRules, type GroundRules } from './rules.ts';
import { type ErosionTable, scalePressed, tabulateErosion } from './thresholds.ts';
import { unitsPerMetre } from './units.ts';

/** Maximum distance of a touched column from a collider, in height units (0.5 mm). */
const touchTolerance = 512;

/** Settings that follow from the parameters. They never change, but `changeSettings` makes new ones for parameters with keys over time. */
export interface GroundSettings {
  readonly material: MaterialName;
  readonly cell: number;
  /** The datum in height units. */
  readonly datum: number;
  readonly extent: ColumnRectangle | null;
  readonly noise: NoiseParams;
  /** The noise. Null if the ground begins level or continues an earlier run. */
  readonly terrain: PlacedTerrain | null;
  /** The result of an earlier run, if the ground continues one. */
  readonly earlier: EarlierGround | null;
  /** The ground with the saved grounds that lie on it, among them that of the earlier run. Null if there are no stamps. */
  readonly stamped: StampedGround | null;
  /** The surface before this run and all earlier runs. */
  readonly origin: GroundOrigin;
  /** The surface before anything touches it in this run. */
  readonly surface: InitialSurface;
  /** The surface relative to which outputs show changes: that before the stamps, otherwise `surface`. */
  readonly undisturbed: InitialSurface;
  /** The initial surface, if it stays stable at any slope. Null if it flows like all other ground. */
  readonly firmSurface: InitialSurface | null;
  /** Writes 1 for columns with a stone and 0 for others. Null if there are no stones. */
  readonly fillStones: FillColumns<Uint8Array> | null;
  readonly erosion: ErosionTable;
  /** References of pressed columns are heights in steps of 2^pressedShift units. */
  readonly pressedShift: number;
  /** α in 1/65536. */
  readonly alpha16: number;
  readonly rules: GroundRules;
  /** Tolerance of contact in height units. −1 if only columns that moved count as in contact. */
  readonly tolerance: number;
  readonly rate: number;
  readonly beyond: BeyondSettings;
  /** Null if prints do not fade. */
  readonly fading: FadingSettings | null;
  /** Thickness of what sticks to bodies, m. 0: nothing sticks. */
  readonly stickingDepth: number;
  /** Time in which half of it falls off, s. Null: it stays. */
  readonly stickingHalfLife: number | null;
  /** Max thickness of the snow on bodies, m, and the steepest slope on which it stays, rad. Thickness 0: bodies stay bare. */
  readonly snowCover: number;
  readonly snowCoverSlope: number;
  /** Null if the ground has no spray. */
  readonly spray: SpraySettings | null;
  /** Undefined if the ground looks like its material. */
  readonly look?: SurfaceLook;
  /** Code for what only some grounds have. Null if it was not loaded, because this ground is plain. */
  readonly parts: GroundParts | null;
}

/** Computes the settings of parameters that are known to be valid. The worker of a live ground calls this: the page has checked them. */
export function settleSettings(
  params: GroundParams,
  seed: number,
  prepared: GroundPrepared | null,
  parts: GroundParts | null,
  timed: TimedParams<GroundParams> | null = null,
): GroundSettings {
  if (!parts && (timed || !isPlain(params))) throw new Error('the code for this ground was not loaded');
  const { cell } = params;
  const motion = resolveFlow(params);
  const { rules, erosion } = motion;
  const noise = describeNoise(params, seed);
  const { terrain = null, earlier = null, pictures } = prepared ?? {};
  const given = earlier ?? terrain;
  const datum = given ? given.datum : Math.round(params.datum * unitsPerMetre);
  const extent = given ? given.extent : findExtent(params);
  const cracks = parts?.resolveCracks(params, seed) ?? null;
  const origin = earlier?.origin ?? {
    noise: terrain && !params.terrainNoise ? null : noise,
    terrain,
    ...(cracks && { cracks }),
  };
  const paramsOverTime = timed ? timed.times.map((time) => timed.at(time)) : [];
  const erosions = [erosion, ...paramsOverTime.map((values) => resolveFlow(values).erosion)];
  // The walls of cracks are dry and hard.
  const isFirm =
    origin.cracks !== undefined ||
    (params.terrainStable &&
      origin.terrain !== null &&
      (!terrain || erosions.some((table) => mayMove(terrain, origin.noise, table, cell))));
  // Values that follow from world heights use the actual datum.
  const beyondOf = (values: GroundParams) => {
    const cover = parts?.resolveCover({ ...values, datum: datum / unitsPerMetre }, seed, pictures) ?? null;
    return resolveBeyond(values, rules, cover, isFirm);
  };
  const beyond = joinExtras(
    beyondOf(params),
    paramsOverTime.map((values) => beyondOf(values).extras),
  );
  const base = parts ? parts.createOriginSurface(origin) : createNoiseSurface(noise);
  const stony = beyond.stones && parts!.addStones(base, beyond.stones, cell, extent);
  const fillStones = stony?.fillStones ?? null;
  const { material } = params;
  const stamped =
    prepared?.stamp?.({ cell, datum, extent, material, origin, before: earlier, fillStones }) ?? null;
  const start = stamped ?? earlier;
  const bare = stony?.surface ?? base;
  const surface = start ? parts!.createEarlierSurface(start, bare) : bare;
  return {
    material,
    cell,
    datum,
    extent,
    noise,
    terrain,
    earlier,
    stamped,
    origin,
    surface,
    undisturbed: stamped ? bare : surface,
    fillStones,
    firmSurface: isFirm ? base : null,
    ...motion,
    pressedShift: scalePressed(cell).shift,
    tolerance: rules.touches ? touchTolerance : -1,
    rate: params.rate,
    beyond,
    stickingDepth: params.stickingDepth,
    snowCover: params.snowCover,
    snowCoverSlope: params.snowCoverSlope,
    stickingHalfLife: params.stickingHalfLife ?? null,
    fading: parts?.resolveFading(params, timed, bare, datum) ?? null,
    spray: parts?.resolveSpray(params, seed) ?? null,
    look: chooseLook(params),
    parts,
  };
}

/** Returns the settings of the contact and the flow. */
function resolveFlow(params: GroundParams): Pick<GroundSettings, 'rules' | 'erosion' | 'alpha16'> {
  const own = materials[params.material];
  const rules = chooseRules(params);
  const slopes = {
    insideSlope: params.insideSlope ?? own.insideSlope,
    outsideSlope: params.outsideSlope ?? own.outsideSlope,
    liquidity: params.liquidity ?? own.liquidity,
    roughness: params.roughness ?? own.roughness,
    limitFlow: rules.limitFlow,
    equalShares: rules.equalShares,
  };
  return {
    rules,
    erosion: tabulateErosion(slopes, params.cell),
    alpha16: Math.round((params.displacedFraction ?? own.displacedFraction) * 65536),
  };
}

/** Adds the arrays of the sheets that are needed at any time. */
function joinExtras(beyond: BeyondSettings, others: readonly SheetExtras[]): BeyondSettings {
  const all = [beyond.extras, ...others];
  const extras = {
    ...beyond.extras,
    hasCohesion: all.some(({ hasCohesion }) => hasCohesion),
    hasDrift: all.some(({ hasDrift }) => hasDrift),
  };
  return { ...beyond, extras };
}

/** Returns the settings of the same ground with parameters that have changed, as far as they may change in a run. */
export function changeSettings(settings: GroundSettings, params: GroundParams): GroundSettings {
  const motion = resolveFlow(params);
  const { beyond, spray } = settings;
  const parts = settings.parts!;
  // Pictures and stones do not change, so they are not read again.
  const cover = parts.resolveCover({ ...params, datum: settings.datum / unitsPerMetre }, 0);
  const wetness = beyond.wetness && { ...beyond.wetness, ...cover?.wetness, map: beyond.wetness.map };
  const changed = resolveBeyond(
    params,
    motion.rules,
    cover && { ...cover, wetness, stones: beyond.stones },
    false,
  );
  const { minCohesion } = changed.extras;
  return {
    ...settings,
    ...motion,
    beyond: { ...changed, extras: { ...beyond.extras, minCohesion } },
    spray: spray && { ...parts.resolveSpray(params, 0)!, seed: spray.seed },
  };
}

/** Returns warnings for the report about parameters that are unusual but valid. */
export function warnOfSettings(settings: GroundSettings): string[] {
  const { origin, erosion, cell, terrain, earlier } = settings;
  const { noise } = origin;
  const warnings = [...(terrain?.warnings ?? []), ...(origin.cracks ? warnOfCracks(origin.cracks) : [])];
  const standing = standingSlope(erosion, cell);
  if (earlier && earlier.material !== settings.material) {
    warnings.push(
      `the earlier ground was ${earlier.material}, and this is ${settings.material}: slopes too steep for it flow when something comes near`,
    );
  }
  if (!settings.firmSurface && noise && noise.amplitude > 0 && noiseSlopeBound(noise) > standing) {
    warnings.push(
      'the untouched ground may be too steep for this material, and then settles when something comes near: ' +
        'lower noiseAmplitude, or raise noiseWavelength or outsideSlope',
    );
  }
  if (terrain && terrain.steepest > standing) {
    warnings.push(
      `the terrain is up to ${degrees(atan(terrain.steepest))} steep, but this material is stable only up to ${degrees(atan(standing))}: ` +
        (settings.firmSurface
          ? 'steeper parts are firm, and only added material flows (terrainStable)'
          : 'steeper parts flow when something comes near; leave terrainStable on, raise outsideSlope, or flatten it with terrainMax or terrainScale'),
    );
  }
  return warnings;
}

/** Returns whether the untouched ground stays as it is when something comes near, without cohesion. */
export function isUntouchedStable({
  origin,
  erosion,
  cell,
  terrain,
  earlier,
  stamped,
}: GroundSettings): boolean {
  // Edges of prints that overlap may be steeper than the material allows.
  if (earlier || stamped) return false;
  if (terrain) return !mayMove(terrain, origin.noise, erosion, cell);
  return !origin.noise || noiseSlopeBound(origin.noise) <= standingSlope(erosion, cell);
}

/** Returns the maximum slope that is stable everywhere, as a tangent. */
function standingSlope({ axisOutside, axisInside }: ErosionTable, cell: number): number {
  return Math.min(axisOutside, axisInside) / (cell * unitsPerMetre);
}

/** Heights of samples and columns are rounded, so the difference of a pair may exceed its slope by this many height units. */
const roundingUnits = 4;

/** Returns whether a pair of columns of a terrain, with its noise, may be too steep for the material. */
function mayMove(
  { slopeBound }: PlacedTerrain,
  noise: NoiseParams | null,
  erosion: ErosionTable,
  cell: number,
): boolean {
  const bound = slopeBound + (noise ? noiseSlopeBound(noise) : 0);
  return bound + roundingUnits / (cell * unitsPerMetre) > standingSlope(erosion, cell);
}

function degrees(angle: number): string {
  return `${((angle * 180) / Math.PI).toFixed(0)}°`;
}
