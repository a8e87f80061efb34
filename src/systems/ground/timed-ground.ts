import { maxOverTime } from '../timed-params.ts';
import { fillCohesion } from './beyond/patch-extras.ts';
import type { GroundParams } from './params.ts';
import { changeSettings, type GroundSettings } from './rules/settings.ts';
import { unitsPerMetre } from './rules/units.ts';
import type { GroundState } from './state.ts';

/** Parameters whose keys change how steep ground may be. */
const slopeParams: readonly string[] = [
  'insideSlope',
  'outsideSlope',
  'compactedSlope',
  'wetSlope',
  'waterLevel',
  'capillaryRise',
];

/** Returns whether keys over time change how steep the ground may be, so that it may flow where nothing touches it. */
export function changesSlopes({ timed }: Pick<GroundState, 'timed'>): boolean {
  return timed?.names.some((name) => slopeParams.includes(name)) ?? false;
}

/** Sets parameters with keys to their values at the start of a step, t seconds, and wakes what may move with them. */
export function followKeys(state: GroundState, t: number): void {
  setGroundTime(state, t);
  easeGround(state, t);
}

/** Sets parameters with keys to their values at t, seconds. What is awake follows at once. */
export function setGroundTime(state: GroundState, t: number): void {
  if (!state.timed) return;
  const before = state.settings;
  const settings = changeDrying(state, t, changeSettings(before, state.timed.at(t)));
  state.settings = settings;
  if (settings.spray) state.spray?.change(settings.spray);
  const { beyond, erosion } = settings;
  for (const patch of state.patches) patch.sheet.change(erosion, beyond.extras.minCohesion ?? 0);
  if (isSame(listSlopes(before), listSlopes(settings))) return;
  for (const tile of state.tiles.awake) tile.wetness = tile.firmness = null;
  for (const patch of state.patches) fillCohesion(patch, patch.tiles, settings, state.steps);
}

/** The integral of the half-life of drying, if that has keys: see `beyondParams`. */
type DriedParams = GroundParams & { readonly driedHalfLives?: number };

/** Sets how much has dried by each step, if the half-life changes. */
function changeDrying({ timed, steps }: GroundState, t: number, settings: GroundSettings): GroundSettings {
  const { beyond, rate } = settings;
  const driedAt = (time: number) => (timed!.at(time) as DriedParams).driedHalfLives;
  if (!beyond.wetness || driedAt(t) === undefined) return settings;
  const start = t - steps / rate;
  const known = new Map<number, number>();
  const dried = (step: number) => {
    let passed = known.get(step);
    if (passed === undefined) {
      passed = driedAt(start + step / rate)! - driedAt(start)!;
      known.set(step, passed);
    }
    return passed;
  };
  const halfLife = -maxOverTime(timed, timed!.at(t), (params) => -(params.dryingHalfLife ?? Infinity));
  return { ...settings, beyond: { ...beyond, wetness: { ...beyond.wetness, halfLife, dried } } };
}

/** Ground that sleeps wakes whenever a slope has changed by this part of a cell over a cell: by about one degree. */
const wakingParts = 64;

/**
 * Wakes the changed tiles of a ground whose slopes change, at the start of the step that begins at t, since they may flow again. Whether it
 * does depends only on the parameters at the steps before and now. Untouched ground sleeps until something comes near.
 */
function easeGround(state: GroundState, t: number): void {
  const { timed, settings, steps, tiles } = state;
  if (!timed || steps === 0 || !changesSlopes(state)) return;
  const { rate, cell } = settings;
  const before = changeSettings(settings, timed.at((Math.round(t * rate) - 1) / rate));
  const part = (cell * unitsPerMetre) / wakingParts;
  const partsOf = (of: GroundSettings) => listSlopes(of).map((units) => Math.floor(units / part));
  if (isSame(partsOf(before), partsOf(settings))) return;
  state.flush();
  for (const [tileI, tileJ] of [...tiles.positions()]) {
    if (tiles.packAt(tileI, tileJ) === null) continue;
    const tile = state.wake(tileI, tileJ);
    tile.active = true;
    state.wakeRing(tile);
  }
}

/** Lists the numbers on which slopes depend, height units. */
function listSlopes({ erosion, beyond }: GroundSettings): number[] {
  const { axisInside, axisOutside } = erosion;
  const { compactedCohesion, wetCohesion, wetness } = beyond;
  return [
    axisInside,
    axisOutside,
    compactedCohesion,
    wetCohesion,
    ...(wetness ? [wetness.level ?? 0, wetness.rise] : []),
  ];
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, k) => value === b[k]);
}
