import { findSystem, type SystemParams, takesWind } from '../systems/index.ts';
import { isEntry } from '../systems/map-params.ts';
import type { ParamInput } from '../systems/params.ts';
import { readQuantity } from '../systems/quantity.ts';
import { checkOverrides } from './check-overrides.ts';
import { type actorParams, timeParams } from './scene-params.ts';
import { moveParamFiles } from './walk-params.ts';

/** By name of a system: values given to every system of this kind. For a lone character even `{}` asks for such a system. */
type SystemOverrides = {
  readonly [Name in keyof SystemParams]?: Partial<SystemParams[Name]> & {
    readonly name?: string;
    readonly actors?: readonly string[];
    readonly reads?: readonly string[];
  };
};

/** Values that take the place of a scene's own, for example from the command line. Undefined ones change nothing. */
export interface SceneOverrides extends SystemOverrides {
  /** Keys at the top of the scene: `seed`, `outputs`, and those of `outputParams`. */
  readonly scene?: Readonly<Record<string, unknown>>;
  readonly time?: Partial<ParamInput<typeof timeParams>> & { readonly fps?: number | string };
  /** Seconds from the start to the end, instead of an end. */
  readonly duration?: number;
  /** Given to every actor. */
  readonly actor?: Partial<ParamInput<typeof actorParams>>;
  /** Wind, m/s along x, y, z, on every system that has forces with winds among them; takes the place of their own winds. */
  readonly wind?: readonly number[];
  /** For a file that particles form, without a scene: see `createShapeScene`. */
  readonly form?: FormOverrides;
}

/** What particles form, and how many there are. */
export interface FormOverrides {
  /** Words, where the file is a font. */
  readonly text?: string;
  /** 6000 when absent. */
  readonly count?: number;
}

type Entry = Record<string, unknown>;

/**
 * A copy of a scene as data, with the overrides in it. Whatever of the scene is not well-formed is left for `parseScene` to find.
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
    // Through 15 digits: 0.1 + 0.2 is 0.3.
    time.end = Number((start + overrides.duration).toPrecision(15));
  }
  if (Object.keys(changes).length > 0 || overrides.duration !== undefined) out.time = time;
  out.actors = mapEntries(scene.actors, () => overrides.actor);
  out.systems = mapEntries(scene.systems, (entry) => {
    const given = isSystem(entry.system)
      ? (overrides as Readonly<Record<string, Readonly<Entry>>>)[entry.system]
      : undefined;
    return overrides.wind && takesWind(entry.system)
      ? { ...given, forces: blow(given?.forces ?? entry.forces, overrides.wind) }
      : given;
  });
  return out;
}

/** A copy of a scene as data, with the paths of its files passed through `move`. */
export function moveScene(scene: unknown, move: (path: string) => string): unknown {
  if (!isEntry(scene)) return scene;
  const moved = (entry: Entry, key: string) =>
    typeof entry[key] === 'string' ? { [key]: move(entry[key]) } : {};
  const isLocal = typeof scene.$schema === 'string' && !scene.$schema.includes('://');
  return {
    ...scene,
    ...(isLocal ? moved(scene, '$schema') : {}),
    actors: mapEntries(scene.actors, (entry) => ({ ...moved(entry, 'file'), ...moved(entry, 'keys') })),
    systems: mapEntries(scene.systems, (entry) => {
      const table = findSystem(entry.system)?.params ?? {};
      return moveParamFiles(table, entry, move);
    }),
  };
}

/** A list of forces with one wind of this velocity, which is as gusty as the first that stood there. */
function blow(forces: unknown, velocity: readonly number[]): unknown {
  if (forces !== undefined && !Array.isArray(forces)) return forces;
  const isWind = (force: unknown) => isEntry(force) && force.force === 'wind';
  const list: readonly unknown[] = forces ?? [];
  const first = (list.find(isWind) ?? { force: 'wind' }) as Entry;
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
