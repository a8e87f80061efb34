import { actorName, systemName } from '../../src/scene/index.ts';
import { listAt } from '../document/edit-scene.ts';
import { actorsOf, type SceneData, type SceneEntry, systemsOf } from '../document/studio-document.ts';
import { freeName } from '../flesh/scene-flesh.ts';
import { timeFrameOf } from './key-bars.ts';

/** A system of particles of a scene, as data. */
export interface SceneParticles {
  /** Index of the system among the systems of the scene. */
  readonly index: number;
  readonly name: string;
  readonly entry: SceneEntry;
}

/** The lists of a system that the page edits entry by entry. */
export const particlesLists = ['shapes', 'sources', 'bursts', 'forces', 'keys'] as const;
export type ParticlesList = (typeof particlesLists)[number];

/** Returns the systems of particles of a scene. */
export function particlesOf(scene: SceneData): SceneParticles[] {
  return systemsOf(scene).flatMap((entry, index) =>
    entry.system === 'particles' ? [{ index, entry, name: systemName(entry) }] : [],
  );
}

/** Returns the names of a system's shapes, or of its sources. A source without a name is called by its shape. */
export function namesIn(entry: SceneEntry, list: 'shapes' | 'sources'): string[] {
  return listAt(entry, list).map((one) => String(one.name ?? one.from ?? ''));
}

/** Returns a copy of a scene in which one of a system's lists is replaced by the result of `change`. */
export function changeList(
  scene: SceneData,
  system: number,
  list: ParticlesList,
  change: (entries: readonly SceneEntry[], system: SceneEntry) => readonly SceneEntry[],
): SceneData {
  return {
    ...scene,
    systems: systemsOf(scene).map((entry, index) =>
      index === system ? { ...entry, [list]: change(listAt(entry, list), entry) } : entry,
    ),
  };
}

/** Returns a copy of a scene without an entry of a list. References to the entry become invalid, which the check of the scene reports. */
export function removeEntry(scene: SceneData, system: number, list: ParticlesList, index: number): SceneData {
  return changeList(scene, system, list, (entries) => entries.filter((_, k) => k !== index));
}

/** Returns a copy of a scene with a new entry at the end of a list. `kind`: kind of the entry, if there are several. */
export function addEntry(
  scene: SceneData,
  system: number,
  list: ParticlesList,
  kind: string,
  values: SceneEntry = {},
): SceneData {
  return changeList(scene, system, list, (entries, own) => [
    ...entries,
    { ...firstEntry(scene, own, list, kind), ...values },
  ]);
}

/** Returns the values of a new entry. They make its effect visible if the scene contains everything that the entry needs. */
function firstEntry(scene: SceneData, system: SceneEntry, list: ParticlesList, kind: string): SceneEntry {
  const shapes = namesIn(system, 'shapes');
  const sources = namesIn(system, 'sources');
  switch (list) {
    case 'shapes':
      return { shape: kind, name: freeOf(kind, shapes), ...firstShape(kind) };
    case 'sources': {
      const from = shapes[0] ?? '';
      return { from, name: freeOf(from || 'source', sources), count: 1000 };
    }
    case 'bursts':
      return { of: actorsOf(scene).map(actorName)[0] ?? '' };
    case 'forces':
      return { force: kind };
    case 'keys': {
      const { start, end } = timeFrameOf(scene);
      const keys = listAt(system, 'keys');
      // The new key starts after the existing keys, if there is time left, because only one key at a time controls a particle.
      const busy = keys.reduce((latest, key) => Math.max(latest, releaseOf(key, end)), start);
      const from = end - busy > 0.2 ? busy : start + 0.25 * (end - start);
      const to = busy > from ? start + 0.75 * (end - start) : from + 0.8 * (end - from);
      const names = keys.map((key) => String(key.name ?? ''));
      const goal = shapes.at(-1);
      return {
        name: freeOf(goal ?? 'key', names),
        ...(goal === undefined ? { opacity: 0 } : { to: [goal] }),
        start: tidy(from),
        end: tidy(to),
      };
    }
  }
}

function firstShape(kind: string): SceneEntry {
  const above = { position: [0, 1, 0] };
  switch (kind) {
    case 'polygon':
      return { ...above, corners: [-0.5, -0.4, 0.5, -0.4, 0, 0.5] };
    case 'text':
      return { ...above, text: 'Hello', height: 0.6 };
    case 'points':
      return { coordinates: [-0.5, 1, 0, 0, 1, 0, 0.5, 1, 0] };
    case 'actor':
    case 'heightMap':
      return {};
    default:
      return above;
  }
}

function releaseOf(key: SceneEntry, sceneEnd: number): number {
  const end = typeof key.end === 'number' ? key.end : sceneEnd;
  return end + (typeof key.hold === 'number' ? key.hold : 0);
}

function tidy(seconds: number): number {
  return Number(seconds.toFixed(2));
}

/** Returns a name that is not among `taken`. If the wanted name is taken, a number is added. */
export function freeOf(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let count = 2; taken.includes(name); count++) name = `${wanted}-${count}`;
  return name;
}

/**
 * Returns a copy of a scene in which an entry of a list has another name. References to the entry are changed too. If the name is
 * undefined, a source is called by its shape.
 */
export function renameEntry(
  scene: SceneData,
  system: number,
  list: ParticlesList,
  index: number,
  name: string | undefined,
): SceneData {
  const own = systemsOf(scene)[system] ?? {};
  const before = list === 'shapes' || list === 'sources' ? namesIn(own, list)[index] : undefined;
  const named = changeList(scene, system, list, (entries) =>
    entries.map((entry, k) => (k === index ? withValue(entry, 'name', name) : entry)),
  );
  if (before === undefined) return named;
  const after = namesIn(systemsOf(named)[system], list as 'shapes' | 'sources')[index];
  const swap = (value: unknown) => (value === before ? after : value);
  const swapAll = (entry: SceneEntry, key: string) =>
    Array.isArray(entry[key]) ? { ...entry, [key]: entry[key].map(swap) } : entry;
  if (list === 'shapes') {
    const led = changeList(named, system, 'keys', (keys) => keys.map((key) => swapAll(key, 'to')));
    // If a source without a name is called by this shape, the references of keys to that source are changed too.
    return listAt(own, 'sources').reduce<SceneData>((next, source, k) => {
      if (source.from !== before) return next;
      const moved = changeList(next, system, 'sources', (sources) =>
        sources.map((one, index) =>
          index === k ? { ...one, from: after, ...(one.name === undefined ? { name: before } : {}) } : one,
        ),
      );
      return moved;
    }, led);
  }
  const forced = changeList(named, system, 'forces', (all) => all.map((force) => swapAll(force, 'sources')));
  return changeList(forced, system, 'keys', (all) => all.map((key) => swapAll(key, 'sources')));
}

function withValue(entry: SceneEntry, key: string, value: unknown): SceneEntry {
  if (value !== undefined) return { ...entry, [key]: value };
  const { [key]: _, ...rest } = entry;
  return rest;
}

/** Returns a copy of a scene with particles: dust from the skin of its first character, or from a ball that becomes a box. */
export function addParticles(scene: SceneData): SceneData {
  const { start, end } = timeFrameOf(scene);
  const at = (fraction: number) => tidy(start + fraction * (end - start));
  const onSkin = actorsOf(scene).length > 0;
  const entry: SceneEntry = onSkin
    ? {
        system: 'particles',
        name: freeName(scene, 'dust'),
        size: 0.016,
        color: [1, 0.6, 0.2],
        drag: 0.8,
        collide: false,
        shapes: [{ shape: 'actor', name: 'skin', ...firstActor(scene) }],
        sources: [{ from: 'skin', count: 3000, duration: tidy(end - start), life: 1.2, outward: 0.3 }],
        forces: [
          { force: 'buoyancy', acceleration: 1 },
          { force: 'turbulence', acceleration: 2, size: 0.4 },
        ],
        keys: [],
      }
    : {
        system: 'particles',
        name: freeName(scene, 'grains'),
        shapes: [
          { shape: 'ball', name: 'ball', radius: 0.4, position: [0, 1, 0] },
          { shape: 'box', name: 'box', size: [0.8, 0.8, 0.8], position: [0, 1, 0] },
        ],
        sources: [{ from: 'ball', count: 3000 }],
        forces: [{ force: 'turbulence', acceleration: 2, size: 0.5 }],
        keys: [{ name: 'box', to: ['box'], start: at(0.25), end: at(0.75) }],
      };
  return { ...scene, systems: [...systemsOf(scene), entry] };
}

/** Returns the first character. It is named only if the scene has several characters. */
function firstActor(scene: SceneData): SceneEntry {
  const [first, ...others] = actorsOf(scene);
  if (others.length === 0) return {};
  const file = String(first.file ?? '');
  return { actor: String(first.name ?? file.replace(/^.*\//, '').replace(/\.[^.]*$/, '')) };
}
