import { InputError, type InputFault } from '../../input-error.ts';
import { append } from '../../math/lists.ts';
import type { PrepareContext } from '../prepare-context.ts';
import { readParams } from '../read-params.ts';
import type { SurfaceRequest } from '../system.ts';
import { maxOverTime } from '../timed-params.ts';
import { type Births, makeBirths } from './birth.ts';
import { sourceName } from './check-names.ts';
import { checkParticles } from './check-params.ts';
import { forecastKeys, type KeyForecast, warnOfForecast } from './feasibility.ts';
import { keyName } from './keys/check-keys.ts';
import { checkKeysInScene, type TimedKey, warnOfEnd } from './keys/check-keys-in-scene.ts';
import { chooseMembers, type KeyPlan } from './keys/choose-members.ts';
import { makeGoals } from './keys/goals.ts';
import { listChannels } from './keys/key-channels.ts';
import { checkTimes, resolveTimes } from './keys/key-times.ts';
import { heldRow, type PreparedKey } from './keys/prepared-key.ts';
import {
  type KeyParams,
  type ParticlesInput,
  type ParticlesParams,
  particlesParams,
  type ShapeParams,
} from './params.ts';
import { lowerBound, Schedule } from './schedule.ts';
import { resolveKey } from './settings.ts';
import type { Shape } from './shape.ts';
import { createShape } from './shapes/create-shape.ts';
import type { ParticlesOptions } from './state.ts';

/** The data that is known before the run and never changes. */
export interface ParticlesPrepared {
  readonly seed: number;
  readonly startTime: number;
  readonly births: Births;
  readonly schedule: Schedule;
  /** The enabled keys, in the order in which they start. */
  readonly keys: readonly PreparedKey[];
  /** All shapes, and by source the index of the shape in which its particles appear. */
  readonly shapes: readonly Shape[];
  readonly sourceShapes: readonly number[];
  /** Number of rows of the cohort table. */
  readonly rowCount: number;
  readonly surfaces: readonly SurfaceRequest[];
  /** Forecasts of the keys that move particles to a target. */
  readonly forecasts: readonly KeyForecast[];
  readonly warnings: readonly string[];
}

/**
 * Builds shapes, and determines which particles will be born, which particles each key controls, and all positions that the
 * particles can go to.
 */
export async function prepareParticles(
  given: ParticlesInput,
  context: PrepareContext,
): Promise<ParticlesPrepared | null> {
  const owner = { params: particlesParams, check: (params: ParticlesParams) => checkParticles(params) };
  const params = readParams(owner, given, context.path);
  const surfaces: SurfaceRequest[] = [];
  const shapes = await createShapes(params.shapes, context, surfaces);
  return prepareWithShapes(params, shapes, surfaces, context);
}

/**
 * Makes shapes by name. Their requests for character surfaces are added to `surfaces`. Throws InputError with the errors of
 * all shapes.
 */
export async function createShapes(
  all: readonly ShapeParams[],
  context: PrepareContext,
  surfaces: SurfaceRequest[],
): Promise<Map<string, Shape>> {
  const shapes = new Map<string, Shape>();
  const faults: InputFault[] = [];
  for (const [k, shape] of all.entries()) {
    context.signal?.throwIfAborted();
    context.progress?.((0.3 * k) / all.length, `shape "${shape.name}"`);
    await context.pause?.();
    try {
      shapes.set(
        shape.name,
        await createShape(shape, context, joinPath(context.path, `shapes[${k}]`), surfaces),
      );
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(faults, error.faults);
    }
  }
  if (faults.length > 0) throw new InputError(faults);
  return shapes;
}

/** Joins the path of a system, which may be empty, and a path within it. */
function joinPath(path: string, location: string): string {
  return path === '' ? location : `${path}.${location}`;
}

/** Does the same as `prepareParticles`, but with shapes that already exist. */
export async function prepareWithShapes(
  params: ParticlesParams,
  shapes: ReadonlyMap<string, Shape>,
  surfaces: readonly SurfaceRequest[],
  context: Pick<PrepareContext, 'run' | 'timed' | 'path' | 'checkOnly' | 'progress' | 'pause' | 'signal'>,
  options: ParticlesOptions = {},
): Promise<ParticlesPrepared | null> {
  const { seed, startTime, endTime } = context.run;
  const { rate } = params;
  const enabled = params.keys.flatMap((entry, index): TimedKey[] => {
    if (!entry.enabled) return [];
    const key = resolveKey(entry);
    return [{ key, index, times: resolveTimes(key, startTime, endTime) }];
  });
  const pathOf = (index: number) => joinPath(context.path, `keys[${index}]`);
  const faults = [
    ...enabled.flatMap(({ key, index, times }) => checkTimes(key, times, rate, pathOf(index))),
    ...checkKeysInScene(enabled, params.sources, shapes, startTime, pathOf),
  ];
  if (faults.length > 0) throw new InputError(faults);

  // Positions do not matter if the scene is only checked.
  const sources = context.checkOnly
    ? params.sources.map((source) => ({ ...source, sampling: 'random' as const }))
    : params.sources;
  const births = makeBirths(
    { ...params, sources },
    sources.map(({ from }) => shapes.get(from)!),
    seed,
    startTime,
    context.timed?.names.includes('sources') ? context.timed : null,
  );
  const schedule = new Schedule(
    rate,
    enabled.flatMap(({ times: { start, end, release } }) => [start, end, release]),
  );
  const plans = enabled.map((timed) => planKey(timed, schedule, shapes));
  const { choices, faults: shortages } = chooseMembers(
    plans,
    params.sources,
    births,
    rate,
    seed,
    context.path,
  );
  if (shortages.length > 0) throw new InputError(shortages);
  if (context.checkOnly) return null;

  let row = heldRow + 1;
  const keys: PreparedKey[] = [];
  for (const [k, plan] of plans.entries()) {
    context.signal?.throwIfAborted();
    context.progress?.(0.3 + (0.6 * k) / plans.length, `Finding positions for "${plan.name}"`);
    await context.pause?.();
    const choice = choices.get(plan)!;
    const { params: key, index } = plan;
    const goals = key.to
      ? makeGoals(
          key,
          index,
          key.to.map((name) => shapes.get(name)!),
          choice.memberCount,
          seed,
        )
      : null;
    keys.push({ ...plan, ...choice, goals, row });
    // Late particles have a row of their own.
    row += plan.arrivals.length + (key.arrive === 'bounded' ? 1 : 0);
  }
  keys.sort((a, b) => a.start - b.start || a.index - b.index);
  context.progress?.(0.9, 'Predicting keys');
  const warnings = [...shapes.values()].flatMap((shape) =>
    shape.warnings.map((warning) => `shape "${shape.name}": ${warning}`),
  );
  append(warnings, [...warnOfEnd(enabled, endTime), ...warnOfFewPoints(params, shapes, keys)]);
  const maxDrag = maxOverTime(context.timed, params, ({ drag }) => drag);
  if (maxDrag === 0 && params.flight === 'ball' && params.forces.some(({ force }) => force === 'wind')) {
    warnings.push(
      'wind has no effect, since it acts through drag and `drag` is 0: set it to 0.2, for example',
    );
  }
  const names = [...shapes.keys()];
  const prepared = {
    seed,
    startTime,
    births,
    schedule,
    keys,
    shapes: [...shapes.values()],
    sourceShapes: params.sources.map(({ from }) => names.indexOf(from)),
    rowCount: row,
    surfaces,
    forecasts: [],
    warnings,
  };
  const forecasts = forecastKeys(params, prepared, options);
  for (const forecast of forecasts) {
    const key = keys.find(({ name }) => name === forecast.name)!;
    append(warnings, warnOfForecast(forecast, key, params));
  }
  return { ...prepared, forecasts };
}

/** Warns of shapes that have fewer points than particles that appear there or go there. */
function warnOfFewPoints(
  { sources }: ParticlesParams,
  shapes: ReadonlyMap<string, Shape>,
  keys: readonly PreparedKey[],
): string[] {
  const warn = (who: string, shape: Shape, count: number): string[] =>
    shape.points && count > shape.points.count
      ? [
          `${who}: ${count} particles use only ${shape.points.count} points of "${shape.name}", so some have equal positions`,
        ]
      : [];
  return [
    ...sources.flatMap((source) =>
      warn(`source "${sourceName(source)}"`, shapes.get(source.from)!, source.count),
    ),
    ...keys.flatMap(({ name, goals }) =>
      (goals?.blocks ?? []).flatMap(({ shape, count }) => warn(`key "${name}"`, shape, count)),
    ),
  ];
}

type FullPlan = KeyPlan & Pick<PreparedKey, 'boundaries' | 'arrivals'>;

function planKey(
  { key, index, times }: TimedKey,
  schedule: Schedule,
  shapes: ReadonlyMap<string, Shape>,
): FullPlan {
  const start = schedule.clockTimeOf(times.start);
  const end = schedule.clockTimeOf(times.end);
  const boundaries = schedule.boundaries(start, end);
  const arrivals = placeArrivals(boundaries, schedule.clockTimeOf(times.firstEnd));
  const shapeHasColors = (key.to ?? []).some((name) => shapes.get(name)!.sample(1, 0).colors !== null);
  return {
    params: key,
    index,
    name: keyName(key, index),
    start,
    end,
    release: schedule.clockTimeOf(times.release),
    boundaries,
    arrivals,
    latestBirth: findLatestBirth(key, start, boundaries, arrivals[0]),
    channels: listChannels(key, shapeHasColors),
  };
}

/** Returns the latest time of birth at which a particle can be controlled by the key, in the unit of `boundaries`. */
function findLatestBirth(
  key: KeyParams,
  start: number,
  boundaries: Float64Array,
  firstArrival: number,
): number {
  if (!key.to) return boundaries[boundaries.length - 2];
  // A particle that is born during the morph would appear outside the intermediate shape.
  if (key.confinement === 'morph') return start;
  // The particle must exist for the last step, or for the last two if a velocity must be met.
  return boundaries[lowerBound(boundaries, firstArrival) - (key.law === 'velocity' ? 2 : 1)];
}

/** Maximum number of cohorts of a key, and maximum number of rows of all laws. */
const maxCohorts = 512;
const maxRows = 2_000_000;

/**
 * Returns the boundaries at which cohorts arrive: every boundary from the first arrival to the end. If these are too many, every
 * n-th of them.
 */
function placeArrivals(boundaries: Float64Array, first: number): Float64Array {
  const at = Math.max(1, Math.min(lowerBound(boundaries, first - 1e-6), boundaries.length - 1));
  const all = boundaries.subarray(at);
  const max = Math.max(1, Math.min(maxCohorts, Math.floor(maxRows / boundaries.length)));
  const stride = Math.ceil(all.length / max);
  // Counted backwards from the end, which is always included.
  return all.filter((_, k) => (all.length - 1 - k) % stride === 0);
}
