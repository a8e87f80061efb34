import { InputError, type InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { checkKeys, checkValues } from '../systems/check-values.ts';
import { windVelocityPart } from '../systems/force-parts.ts';
import { systemEntries } from '../systems/index.ts';
import { isEntry } from '../systems/map-params.ts';
import { faultMessage } from '../systems/param-messages.ts';
import type { ParamTable } from '../systems/params.ts';
import { actorParams } from './actor-params.ts';
import type { SceneOverrides } from './override-scene.ts';
import { sceneKeys, systemKeys, timeKeys } from './scene-keys.ts';
import { formParams } from './scene-params.ts';

const plainTable = {
  duration: { type: 'number', unit: 's', min: 0, max: 1e5, open: true, description: '' },
  wind: windVelocityPart,
} as const satisfies ParamTable;

/** Keys of each part of the overrides. */
const keysOfParts: ReadonlyMap<string, readonly string[]> = new Map([
  ['scene', sceneKeys.filter((key) => !['version', 'time', 'actors', 'systems'].includes(key))],
  ['time', timeKeys],
  ['actor', Object.keys(actorParams)],
  ['form', Object.keys(formParams)],
  ...systemEntries.map((definition) => [definition.name, systemKeys(definition)] as const),
]);

/**
 * Throws InputError for overrides with unknown keys, or with parts that are not objects, since such overrides would have no effect or a
 * wrong one. The values are validated later, together with the scene to which they are applied.
 */
export function checkOverrides(overrides: SceneOverrides): void {
  if (!isEntry(overrides)) throw InputError.at('overrides', faultMessage('overrides in { }', overrides));
  const { duration, form, wind } = overrides;
  const faults: InputFault[] = [
    ...checkKeys(overrides, [...keysOfParts.keys(), 'duration', 'wind'], 'overrides'),
    ...checkValues(plainTable, { duration, wind }, 'overrides'),
    ...(isEntry(form) ? checkValues(formParams, form, 'overrides.form') : []),
  ];
  for (const [part, keys] of keysOfParts) {
    const values: unknown = (overrides as Readonly<Record<string, unknown>>)[part];
    const path = `overrides.${part}`;
    if (values === undefined) continue;
    if (!isEntry(values)) faults.push({ path, message: faultMessage('values in { }', values) });
    else if (part !== 'form') append(faults, checkKeys(values, keys, path));
  }
  if (faults.length > 0) throw new InputError(faults);
}
