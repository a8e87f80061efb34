import { actorsOf, type SceneData, type SceneEntry, systemsOf } from './studio-document.ts';

/**
 * The location of a value in a scene: at its top, in its time or wind, in one of its actors or systems, or in an entry of a list
 * that a system has.
 */
export type SceneLocation = 'scene' | Part | `actors.${number}` | `systems.${number}` | ListLocation;
/** An object at the top of a scene. */
type Part = 'time' | 'wind';
export type ListLocation = `systems.${number}.${string}.${number}`;

/** Returns the object at a location. Empty if the scene has none. */
export function entryAt(scene: SceneData, location: SceneLocation): SceneEntry {
  if (location === 'scene') return scene;
  if (location === 'time' || location === 'wind') return scene[location] ?? {};
  const { list, index, inner } = splitLocation(location);
  const entry = (list === 'actors' ? actorsOf(scene) : systemsOf(scene))[index] ?? {};
  return inner ? (listAt(entry, inner.list)[inner.index] ?? {}) : entry;
}

/** Returns a list of entries of a system, as data. Empty if there is none. An invalid entry is replaced by an empty one. */
export function listAt(entry: SceneEntry, list: string): readonly SceneEntry[] {
  const value = entry[list];
  if (!Array.isArray(value)) return [];
  return value.map((item) => (typeof item === 'object' && item !== null && !Array.isArray(item) ? item : {}));
}

/**
 * Returns the object at the same location in the opened version of the document. A system is found by its kind and name, and an entry of a
 * list by its name, since others may have been added or removed. Empty for objects that were added later.
 */
export function openedEntryAt(opened: SceneData, scene: SceneData, location: SceneLocation): SceneEntry {
  if (!location.startsWith('systems.')) return entryAt(opened, location);
  const { index, inner } = splitLocation(location as ListLocation);
  const { system, name } = entryAt(scene, `systems.${index}`);
  const before = systemsOf(opened).find((entry) => entry.system === system && entry.name === name) ?? {};
  if (!inner) return before;
  const own = entryAt(scene, location);
  const list = listAt(before, inner.list);
  const named = own.name === undefined ? undefined : list.find((entry) => entry.name === own.name);
  if (named) return named;
  // An object that has no name, or another name, is identified by its index and kind.
  const same = list[inner.index];
  if (!same || same.force !== own.force) return {};
  const others = listAt(entryAt(scene, `systems.${index}`), inner.list);
  const isTaken = same.name !== undefined && others.some((entry) => entry.name === same.name);
  return isTaken ? {} : same;
}

/** Returns a copy of a scene with one value changed. If the value is undefined, the key is removed, so that the default applies. */
export function setValue(scene: SceneData, location: SceneLocation, key: string, value: unknown): SceneData {
  const change = (entry: SceneEntry): SceneEntry => {
    if (value !== undefined) return { ...entry, [key]: value };
    const { [key]: _, ...rest } = entry;
    return rest;
  };
  if (location === 'scene') return change(scene) as SceneData;
  if (location === 'time' || location === 'wind')
    return { ...scene, [location]: change(scene[location] ?? {}) };
  const { list, index, inner } = splitLocation(location);
  const entries = list === 'actors' ? actorsOf(scene) : systemsOf(scene);
  const changeEntry = (entry: SceneEntry): SceneEntry => {
    if (!inner) return change(entry);
    const items = listAt(entry, inner.list);
    return { ...entry, [inner.list]: items.map((item, k) => (k === inner.index ? change(item) : item)) };
  };
  return { ...scene, [list]: entries.map((entry, k) => (k === index ? changeEntry(entry) : entry)) };
}

function splitLocation(location: Exclude<SceneLocation, 'scene' | Part>): {
  list: 'actors' | 'systems';
  index: number;
  inner: { list: string; index: number } | null;
} {
  const [list, index, inner, innerIndex] = location.split('.');
  return {
    list: list as 'actors' | 'systems',
    index: Number(index),
    inner: inner === undefined ? null : { list: inner, index: Number(innerIndex) },
  };
}

/** A value of a scene that differs from the corresponding value of the opened scene. */
export interface SceneChange {
  readonly location: SceneLocation;
  readonly key: string;
  /** The new value. Undefined if the key was removed. */
  readonly value: unknown;
}

/**
 * Returns all values of `scene` that differ from `opened`. Both have the same actors. If systems were added or removed, their whole list is
 * one value.
 */
export function findChanges(opened: SceneData, scene: SceneData): SceneChange[] {
  const hasSameSystems = JSON.stringify(systemNames(opened)) === JSON.stringify(systemNames(scene));
  const locations = placesOf(scene).filter((location) => hasSameSystems || !location.startsWith('systems.'));
  const changes = locations.flatMap((location) => {
    const before = entryAt(opened, location);
    const after = entryAt(scene, location);
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const key of location === 'scene' ? ['time', 'actors', 'systems'] : []) keys.delete(key);
    return [...keys]
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key): SceneChange => ({ location, key, value: after[key] }));
  });
  return hasSameSystems
    ? changes
    : [...changes, { location: 'scene', key: 'systems', value: systemsOf(scene) }];
}

function systemNames(scene: SceneData): unknown[] {
  return systemsOf(scene).map(({ system, name }) => [system, name]);
}

/** Returns every location of a scene whose values are compared one by one. The wind is a single value, because a wind without values is not the same as no wind. */
export function placesOf(scene: SceneData): SceneLocation[] {
  return [
    'scene',
    'time',
    ...actorsOf(scene).map((_, index): SceneLocation => `actors.${index}`),
    ...systemsOf(scene).map((_, index): SceneLocation => `systems.${index}`),
  ];
}
