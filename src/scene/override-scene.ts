import { findSystem, type SystemParams, takesWind } from '../systems/index.ts';
import { isEntry } from '../systems/map-params.ts';
import type { ParamInput } from '../systems/params.ts';
import { readQuantity } from '../systems/quantity.ts';
import { actorParams } from './actor-params.ts';
import { checkOverrides } from './check-overrides.ts';
import { timeParams } from './scene-params.ts';
import { moveParamFiles } from './walk-params.ts';

/** Values for every system of a kind; the key is the name of the kind. For a single character, `{}` adds such a system. */
type SystemOverrides = {
  readonly [Name in keyof SystemParams]?: Partial<SystemParams[Name]> & {
    readonly name?: string;
    readonly actors?: readonly string[];
    readonly reads?: readonly string[];
  };
};

/** Values that replace those of a scene, for example from the command line. Undefined values have no effect. */
export interface SceneOverrides extends SystemOverrides {
  /** Keys at the top of the scene: `seed`, `outputs`, and those of `outputParams`. */
  readonly scene?: Readonly<Record<string, unknown>>;
  readonly time?: Partial<ParamInput<typeof timeParams>> & { readonly fps?: number | string };
  /** Duration in seconds, instead of an end. */
  readonly duration?: number;
  /** Values for every actor. */
  readonly actor?: Partial<ParamInput<typeof actorParams>>;
  /** Wind, m/s along x, y, z, for every kind of system that can have winds. It replaces the winds of these systems. */
  readonly wind?: readonly number[];
  /** Values for a file without a scene that particles form: see `createShapeScene`. */
  readonly form?: FormOverrides;
}

/** The text that particles form, and the number of particles. */
export interface FormOverrides {
  /** The text, if the file is a font. */
  readonly text?: string;
  /** Number of particles. Default: 6000. */
  readonly count?: number;
}

type Entry = Record<string, unknown>;

/**
 * Returns a copy of a scene as data, with the overrides applied. Invalid parts of the scene stay unchanged: `parseScene` reports them.
 * Throws InputError for overrides with unknown keys.
 */
export function overrideScene(scene: unknown, overrides: SceneOverrides): unknown {
  checkOverrides(overrides);
  if (!isEntry(scene)) return scene;
  const out: Entry = { ...scene, ...defined(overrides.scene) };
  const changes = defined(overrides.time);
  const time: Entry = { ...(isEntry(scene.time) ? scene.time : {}), ...changes };
  if (overrides.duration !== undefined) {
    const written = readQuantity(time.start, timeParams.start.unit);
    const start = typeof written === 'number' ? written : timeParams.start.default;
    // Rounded to 15 digits, so that 0.1 + 0.2 is 0.3.
    time.end = Number((start + overrides.duration).toPrecision(15));
  }
  if (Object.keys(changes).length > 0 || overrides.duration !== undefined) out.time = time;
  out.actors = mapEntries(scene.actors, () => overrides.actor);
  out.systems = mapEntries(scene.systems, (entry) => {
    const given = isSystem(entry.system)
      ? (overrides as Readonly<Record<string, Readonly<Entry>>>)[entry.system]
      : undefined;
    return overrides.wind && takesWind(entry.system)
      ? { ...given, forces: blow(given?.forces ?? entry.forces, overrides.wind, scene.wind) }
      : given;
  });
  return out;
}

/** Returns a copy of a scene as data in which the paths of files are replaced by the results of `move`. */
export function moveScene(scene: unknown, move: (path: string) => string): unknown {
  if (!isEntry(scene)) return scene;
  const moved = (entry: Entry, key: string) =>
    typeof entry[key] === 'string' ? { [key]: move(entry[key]) } : {};
  const isLocal = typeof scene.$schema === 'string' && !scene.$schema.includes('://');
  return {
    ...scene,
    ...(isLocal ? moved(scene, '$schema') : {}),
    actors: mapEntries(scene.actors, (entry) => moveParamFiles(actorParams, entry, move)),
    systems: mapEntries(scene.systems, (entry) => {
      const table = findSystem(entry.system)?.params ?? {};
      return moveParamFiles(table, entry, move);
    }),
  };
}

/** Returns a list of forces that contains one wind with this velocity. If `forces` contains a wind, the gusts of the first one are kept, otherwise those of the wind of the scene. */
function blow(forces: unknown, velocity: readonly number[], wind: unknown): unknown {
  if (forces !== undefined && !Array.isArray(forces)) return forces;
  const isWind = (force: unknown) => isEntry(force) && force.force === 'wind';
  const list: readonly unknown[] = forces ?? [];
  const first = (list.find(isWind) ?? { ...(isEntry(wind) ? wind : {}), force: 'wind' }) as Entry;
  return [...list.filter((force) => !isWind(force)), { ...first, velocity }];
}

function isSystem(kind: unknown): kind is string {
  return findSystem(kind) !== undefined;
}

function defined(values: Readonly<Entry> = {}): Entry {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function mapEntries(list: unknown, change: (entry: Entry) => Readonly<Entry> | undefined): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((entry) => (isEntry(entry) ? { ...entry, ...defined(change(entry)) } : entry));
}
