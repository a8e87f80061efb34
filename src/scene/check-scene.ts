import { pathKey } from '../disk-names.ts';
import type { InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { findNearestName } from '../nearest-name.ts';
import { compareFractions, toFraction } from '../simulation/fraction.ts';
import { findSystem, systemEntries, takesWind } from '../systems/index.ts';
import { isEntry } from '../systems/map-params.ts';
import { showValue } from '../systems/param-messages.ts';
import { fillParams } from '../systems/params.ts';
import { checkOverTime } from '../systems/read-params.ts';
import { createTimedParams } from '../systems/timed-params.ts';
import { checkMotion } from './check-motion.ts';
import { checkProps } from './check-props.ts';
import { isFrameRate } from './check-scene-values.ts';
import { checkViews } from './check-views.ts';
import { isDeviceName, isFileName } from './file-name.ts';
import { checkMaterials } from './own-materials.ts';
import { actorName, systemName } from './scene-names.ts';
import { timeParams } from './scene-params.ts';
import { findActorNames } from './walk-params.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Finds faults that involve several values of a scene: duplicate or unknown names, an end before the start, contradictory keys. `value` is
 * the scene as written. `known` are the faults found so far, so that all faults are reported together. Values of the wrong type are ignored
 * here.
 */
export function checkScene(value: unknown, known: readonly InputFault[]): InputFault[] {
  if (!isEntry(value)) return [];
  const actors = entriesOf(value.actors);
  const systems = entriesOf(value.systems);
  const faults = [
    ...checkTime(value.time),
    ...checkWind(value.wind, systems),
    ...(known.some(({ path }) => path.startsWith('materials')) ? [] : checkMaterials(value)),
    ...checkActors(actors),
    ...checkViews(value.cameras, value.lights, actors.map(actorName)),
    ...checkSystems(systems, actors),
  ];
  systems.forEach((system, index) => {
    const path = `systems[${index}]`;
    const isFaulty = known.some((fault) => fault.path.startsWith(path));
    if (!isFaulty) append(faults, checkParams(path, system));
  });
  return faults.filter((fault) => !known.some((other) => other.path === fault.path));
}

function entriesOf(value: unknown): Entry[] {
  return Array.isArray(value) ? value.map((entry) => (isEntry(entry) ? entry : {})) : [];
}

function checkTime(time: unknown): InputFault[] {
  const faults: InputFault[] = [];
  const { start = timeParams.start.default, end = timeParams.end.default, fps } = isEntry(time) ? time : {};
  if (isTime(start) && isTime(end) && compareFractions(toFraction(end), toFraction(start)) <= 0) {
    faults.push({
      path: 'time.end',
      message: `expected a time after the start (${start} s), got ${end}`,
    });
  }
  if (typeof fps === 'string' && !isFrameRate(fps)) {
    faults.push({
      path: 'time.fps',
      message: `expected frames per second > 0 and ≤ 1000, as in 30, 23.976 or "30000/1001", got ${showValue(fps)}`,
    });
  }
  return faults;
}

function checkWind(wind: unknown, systems: readonly Entry[]): InputFault[] {
  if (!isEntry(wind)) return [];
  const { from, until } = wind;
  const faults: InputFault[] = [];
  if (typeof from === 'number' && typeof until === 'number' && from >= until) {
    faults.push({ path: 'wind.until', message: `expected a time after from (${from} s), got ${until}` });
  }
  if (!systems.some(({ system }) => takesWind(system))) {
    const windy = systemEntries.filter(({ name }) => takesWind(name)).map(({ name }) => `"${name}"`);
    faults.push({
      path: 'wind',
      message: `expected a system that wind moves (${windy.join(', ')}), got none: leave wind out`,
    });
  }
  return faults;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function checkActors(actors: readonly Entry[]): InputFault[] {
  const faults = checkNames(
    'actors',
    actors.map((actor) =>
      typeof actor.file === 'string' || actor.box !== undefined ? actorName(actor) : null,
    ),
  );
  actors.forEach((actor, index) => {
    const path = `actors[${index}]`;
    if (actor.scale !== undefined && actor.height !== undefined) {
      faults.push({
        path: `${path}.height`,
        message: 'expected a scale or a height, got both: leave one out',
      });
    }
  });
  return [...faults, ...checkProps(actors), ...checkMotion(actors)];
}

function checkSystems(systems: readonly Entry[], actors: readonly Entry[]): InputFault[] {
  const names = systems.map((system) => (typeof system.system === 'string' ? systemName(system) : null));
  const faults = checkNames('systems', names);
  const actorNames = actors.map(actorName);
  systems.forEach((system, index) => {
    const path = `systems[${index}]`;
    append(faults, findUnknown(`${path}.actors`, system.actors, actorNames, 'actor'));
    const grounds = systems.flatMap((other, k) =>
      k !== index && showsGround(other) ? (names[k] ?? []) : [],
    );
    append(faults, findUnknown(`${path}.reads`, system.reads, grounds, 'other ground'));
    const table = findSystem(system.system)?.params ?? {};
    for (const named of findActorNames(table, system, path)) {
      const unknown = findUnknown(named.path, [named.name], actorNames, 'actor');
      append(
        faults,
        unknown.map((fault) => ({ ...fault, path: named.path })),
      );
    }
  });
  return faults;
}

function showsGround({ system }: Entry): boolean {
  return findSystem(system)?.shows === 'heightfield';
}

/** Runs a system's own check of its parameters. All values must have valid types. */
function checkParams(path: string, system: Entry): InputFault[] {
  const definition = findSystem(system.system);
  if (!definition) return [];
  const params = fillParams(definition.params, system);
  const faults = checkOverTime(definition, params, createTimedParams(definition.params, params));
  return faults.map((fault) => ({
    path: fault.path ? `${path}.${fault.path}` : path,
    message: fault.message,
  }));
}

/** Checks that names are valid and distinct file names on every file system, also on those that ignore case. */
function checkNames(list: string, names: readonly (string | null)[]): InputFault[] {
  const keys = names.map((name) => (name === null ? null : pathKey(name)));
  const firsts = new Map<string | null, number>();
  keys.forEach((key, index) => {
    if (!firsts.has(key)) firsts.set(key, index);
  });
  return names.flatMap((name, index) => {
    if (name === null) return [];
    if (!isFileName(name)) {
      const reason = isDeviceName(name)
        ? 'Windows reserves this name for a device'
        : 'at most 100 letters and 200 bytes, none of / \\ : * ? " < > |';
      const message = `expected a name that can be a file name (${reason}), got ${showValue(name)}`;
      return [{ path: `${list}[${index}].name`, message }];
    }
    const first = firsts.get(keys[index]) ?? index;
    if (first === index) return [];
    return [
      {
        path: `${list}[${index}].name`,
        message: `expected a unique name, got ${showValue(name)}, which ${list}[${first}] already has`,
      },
    ];
  });
}

function findUnknown(path: string, written: unknown, known: readonly string[], what: string): InputFault[] {
  if (!Array.isArray(written)) return [];
  return written.flatMap((name, index) => {
    if (typeof name !== 'string' || known.includes(name)) return [];
    const suggestion = findNearestName(name, known);
    const there = known.length > 0 ? `known are ${known.map(showValue).join(', ')}` : 'there is none';
    const hint = suggestion ? `did you mean ${showValue(suggestion)}?` : there;
    return [{ path: `${path}[${index}]`, message: `no ${what} is called ${showValue(name)}, ${hint}` }];
  });
}
