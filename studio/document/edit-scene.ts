import { actorsOf, type SceneData, type SceneEntry, systemsOf } from './studio-document.ts';

/** Where in a scene a value stands: at its top, in its time, or in one of its actors or systems. */
export type ScenePlace = 'scene' | 'time' | `actors.${number}` | `systems.${number}`;

/** The object at a place; empty where the scene has none. */
export function entryAt(scene: SceneData, place: ScenePlace): SceneEntry {
  if (place === 'scene') return scene;
  if (place === 'time') return scene.time ?? {};
  const [list, index] = splitPlace(place);
  return (list === 'actors' ? actorsOf(scene) : systemsOf(scene))[index] ?? {};
}

/**
 * The object at a place as the document was opened: a system is found by its kind and name, since others may have come and
 * gone. Empty for what was added since.
 */
export function openedEntryAt(opened: SceneData, scene: SceneData, place: ScenePlace): SceneEntry {
  if (!place.startsWith('systems.')) return entryAt(opened, place);
  const { system, name } = entryAt(scene, place);
  return systemsOf(opened).find((entry) => entry.system === system && entry.name === name) ?? {};
}

/** A copy of a scene with one value changed; undefined takes the key out, so that the default holds. */
export function setValue(scene: SceneData, place: ScenePlace, key: string, value: unknown): SceneData {
  const change = (entry: SceneEntry): SceneEntry => {
    if (value !== undefined) return { ...entry, [key]: value };
    const { [key]: _, ...rest } = entry;
    return rest;
  };
  if (place === 'scene') return change(scene) as SceneData;
  if (place === 'time') return { ...scene, time: change(scene.time ?? {}) };
  const [list, index] = splitPlace(place);
  const entries = list === 'actors' ? actorsOf(scene) : systemsOf(scene);
  return { ...scene, [list]: entries.map((entry, k) => (k === index ? change(entry) : entry)) };
}

function splitPlace(place: `actors.${number}` | `systems.${number}`): ['actors' | 'systems', number] {
  const [list, index] = place.split('.');
  return [list as 'actors' | 'systems', Number(index)];
}

/** A value of a scene that differs from that of the scene it was opened as. */
export interface SceneChange {
  readonly place: ScenePlace;
  readonly key: string;
  /** Undefined where the key was taken out. */
  readonly value: unknown;
}

/**
 * All values of `scene` that differ from `opened`; both have the same actors. Where systems were added or taken out, their
 * whole list is one value.
 */
export function findChanges(opened: SceneData, scene: SceneData): SceneChange[] {
  const hasSameSystems = JSON.stringify(systemNames(opened)) === JSON.stringify(systemNames(scene));
  const places = placesOf(scene).filter((place) => hasSameSystems || !place.startsWith('systems.'));
  const changes = places.flatMap((place) => {
    const before = entryAt(opened, place);
    const after = entryAt(scene, place);
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const key of place === 'scene' ? ['time', 'actors', 'systems'] : []) keys.delete(key);
    return [...keys]
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key): SceneChange => ({ place, key, value: after[key] }));
  });
  return hasSameSystems ? changes : [...changes, { place: 'scene', key: 'systems', value: systemsOf(scene) }];
}

function systemNames(scene: SceneData): unknown[] {
  return systemsOf(scene).map(({ system, name }) => [system, name]);
}

/** Every place that a scene has. */
export function placesOf(scene: SceneData): ScenePlace[] {
  return [
    'scene',
    'time',
    ...actorsOf(scene).map((_, index): ScenePlace => `actors.${index}`),
    ...systemsOf(scene).map((_, index): ScenePlace => `systems.${index}`),
  ];
}
