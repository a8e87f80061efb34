import { outputNames } from '../bake/output-kinds.ts';
import type { InputFault } from '../input-error.ts';
import { findNearestName } from '../nearest-name.ts';
import { toFraction } from '../simulation/fraction.ts';
import { checkValues, type ExplainUnknownKey } from '../systems/check-values.ts';
import { findSystem, systemEntries } from '../systems/index.ts';
import { isEntry } from '../systems/map-params.ts';
import { faultMessage, unknownKeyMessage } from '../systems/param-messages.ts';
import type { ParamTable } from '../systems/params.ts';
import { actorParams } from './actor-params.ts';
import { sceneMaterials } from './own-materials.ts';
import { actorKeys, sceneKeys, systemKeys, systemTable, timeKeys } from './scene-keys.ts';
import {
  defaultFrameRate,
  frameRateExpected,
  outputParams,
  seedParam,
  timeParams,
  windParams,
} from './scene-params.ts';
import { viewParams } from './view-params.ts';

/** Maximum length of a name that a scene gives to a material. */
const maxNameLength = 100;

/**
 * Finds the faults of the single values of a scene: unknown keys, wrong types, numbers out of range. `checkScene` finds the faults that
 * involve several values. Texts with units must already be numbers, see `readSceneQuantities`. In the result, unknown keys come first.
 */
export function checkSceneValues(scene: unknown): InputFault[] {
  if (!isEntry(scene)) return [{ path: '', message: faultMessage('a scene in { }', scene) }];
  const known = ['$schema', ...sceneKeys];
  const unknown = checkValues({}, scene, '', { known, explain });
  // A misspelt key is reported once, as an unknown key. The key that was probably meant is not reported as missing too.
  const meant = new Set(unknown.map(({ path }) => findNearestName(path, known)));
  const {
    $schema,
    version,
    seed,
    time = {},
    wind = {},
    materials = {},
    actors = [],
    systems,
    outputs = [],
  } = scene;
  const faults = [
    ...unknown,
    ...faultUnless($schema === undefined || typeof $schema === 'string', '$schema', 'a text', $schema),
    ...faultUnless(
      version === 1 || (version === undefined && meant.has('version')),
      'version',
      '1 (the version of the scene format)',
      version,
    ),
    ...checkValues({ seed: seedParam }, { seed }),
    ...checkTime(time),
    ...checkWind(wind),
    ...checkNamed(materials, 'materials', sceneMaterials.params, 'a material'),
    ...checkList(actors, 'actors', 'a list of actors', checkActor),
    ...(systems === undefined && meant.has('systems') ? [] : checkSystems(systems)),
    ...checkList(outputs, 'outputs', `a list of ${listed(outputNames, ', ')}`, (name, path) =>
      faultUnless(
        outputNames.some((one) => one === name),
        path,
        listed(outputNames, ' or '),
        name,
        outputNames,
      ),
    ),
    ...checkValues(viewParams, scene, '', { known: Object.keys(scene), explain }),
    ...checkValues(outputParams, scene, '', { known: Object.keys(scene) }),
  ];
  const isUnknownKey = ({ message }: InputFault) => message.startsWith('unknown key');
  return [...faults.filter(isUnknownKey), ...faults.filter((fault) => !isUnknownKey(fault))];
}

/** Returns whether a text is a frame rate (`fps`) within the range. */
export function isFrameRate(fps: number | string): boolean {
  try {
    const { numerator, denominator } = toFraction(fps);
    return numerator > 0n && numerator <= 1000n * denominator;
  } catch {
    return false;
  }
}

/** Pattern of a text for `fps`. `isFrameRate` checks its range. */
export const frameRatePattern = '^\\d+(\\.\\d+)?(\\/\\d+)?$';

function checkTime(time: unknown): InputFault[] {
  if (!isEntry(time)) {
    return faultUnless(false, 'time', 'an object such as { "start": 0, "end": 3, "fps": 30 }', time);
  }
  const { fps = defaultFrameRate } = time;
  const isRate =
    typeof fps === 'number'
      ? fps > 0 && fps <= 1000
      : typeof fps === 'string' && RegExp(frameRatePattern).test(fps);
  return [
    ...checkValues(timeParams, time, 'time', { known: timeKeys, explain }),
    ...faultUnless(isRate, 'time.fps', frameRateExpected, fps),
  ];
}

function checkWind(wind: unknown): InputFault[] {
  if (!isEntry(wind)) return faultUnless(false, 'wind', 'an object such as { "velocity": [3, 0, 0] }', wind);
  return checkValues(windParams, wind, 'wind', { explain });
}

/** Checks an object whose keys are names of the user and whose values belong to one table. */
function checkNamed(value: unknown, path: string, table: ParamTable, what: string): InputFault[] {
  if (!isEntry(value))
    return faultUnless(false, path, `an object with the name of ${what} as each key`, value);
  return Object.entries(value).flatMap(([name, entry]) => {
    if (name === '$comment') return [];
    const location = `${path}.${name}`;
    if (name === '' || name.length > maxNameLength) {
      return faultUnless(false, location, `a name of 1 to ${maxNameLength} letters`, name);
    }
    if (!isEntry(entry)) return faultUnless(false, location, `${what} in { }`, entry);
    return checkValues(table, entry, location, { explain });
  });
}

function checkActor(entry: unknown, path: string): InputFault[] {
  if (!isEntry(entry)) return faultUnless(false, path, 'an actor in { }', entry);
  const faults = checkValues(actorParams, entry, path, { explain });
  const known = Object.keys(actorParams);
  const isMisspelt = Object.keys(entry).some(
    (key) => !known.includes(key) && findNearestName(key, known) === 'file',
  );
  if (entry.file !== undefined || entry.box !== undefined || isMisspelt) return faults;
  return [
    ...faults,
    ...faultUnless(false, `${path}.file`, 'a file name, relative to the scene, or a box', undefined),
  ];
}

function checkSystems(systems: unknown): InputFault[] {
  const isEmpty = Array.isArray(systems) && systems.length === 0;
  const message = 'expected at least one system, such as { "system": "ground" }, got none';
  if (isEmpty) return [{ path: 'systems', message }];
  return checkList(systems, 'systems', 'a list of systems', checkSystem);
}

function checkSystem(entry: unknown, path: string): InputFault[] {
  if (!isEntry(entry)) return faultUnless(false, path, 'a system in { }', entry);
  const definition = findSystem(entry.system);
  const names = systemEntries.map(({ name }) => name);
  if (!definition) return faultUnless(false, `${path}.system`, listed(names, ' or '), entry.system, names);
  return checkValues(systemTable(definition), entry, path, { known: systemKeys(definition), explain });
}

function checkList(
  value: unknown,
  path: string,
  expected: string,
  check: (entry: unknown, path: string) => InputFault[],
): InputFault[] {
  if (!Array.isArray(value)) return faultUnless(false, path, expected, value);
  return value.flatMap((entry, k) => check(entry, `${path}[${k}]`));
}

function faultUnless(
  isRight: boolean,
  path: string,
  expected: string,
  value: unknown,
  choices?: readonly string[],
): InputFault[] {
  return isRight ? [] : [{ path, message: faultMessage(expected, value, choices) }];
}

function listed(names: readonly string[], separator: string): string {
  return names.map((name) => `"${name}"`).join(separator);
}

/** The message of an unknown key, which names the part of a scene that has such a key. */
const explain: ExplainUnknownKey = (key, known, table) =>
  findElsewhere(key, known) ?? unknownKeyMessage(key, known, table);

/**
 * Returns the message for an unknown key that is valid elsewhere in a scene. Null if it is not valid anywhere, or if it resembles a key
 * that is valid here.
 */
function findElsewhere(key: string, known: readonly string[]): string | null {
  if (findNearestName(key, known) !== null) return null;
  if (timeKeys.includes(key)) return 'unknown key, it belongs into "time"';
  if (sceneKeys.includes(key)) return 'unknown key, it belongs to the top of the scene';
  if (actorKeys.includes(key)) return 'unknown key, an actor has it';
  const owners = systemEntries.filter(({ params }) => Object.hasOwn(params, key));
  if (owners.length === 0) return null;
  return `unknown key, a system ${listed(
    owners.map(({ name }) => name),
    ' or ',
  )} has it`;
}
