import { expect, test } from 'vitest';
import howdy from '../../scenes/howdy/scene.json' with { type: 'json' };
import { parseScene } from '../../src/index.ts';
import { forceKinds } from '../../src/systems/particles/force-params.ts';
import { listAt, openedEntryAt, setValue } from '../document/edit-scene.ts';
import { type SceneData, systemsOf } from '../document/studio-document.ts';
import { addEntry, addParticles, namesIn, particlesOf, removeEntry, renameEntry } from './scene-particles.ts';

const scene = howdy as SceneData;
const keysOf = (of: SceneData) => listAt(systemsOf(of)[0], 'keys');

test('a new entry of every kind that needs no file is valid', () => {
  for (const kind of ['ball', 'box', 'cylinder', 'disc', 'polygon', 'points']) {
    const added = addEntry(scene, 0, 'shapes', kind);
    expect(() => parseScene(addEntry(added, 0, 'sources', 'one')), kind).not.toThrow();
  }
  for (const kind of Object.keys(forceKinds)) {
    expect(() => parseScene(addEntry(scene, 0, 'forces', kind)), kind).not.toThrow();
  }
  const onGround: SceneData = {
    ...scene,
    actors: [{ box: [0.1, 0.1, 0.1], name: 'crate', position: [0, 1, 0] }],
    // Particles with keys have no bursts.
    systems: [...systemsOf(setValue(scene, 'systems.0', 'keys', [])), { system: 'ground' }],
  };
  expect(() => parseScene(addEntry(onGround, 0, 'bursts', 'one'))).not.toThrow();
  const twice = addEntry(addEntry(scene, 0, 'shapes', 'ball'), 0, 'shapes', 'ball');
  expect(namesIn(systemsOf(twice)[0], 'shapes')).toEqual(['ball', 'howdy', 'ball-2', 'ball-3']);
});

test('a new key uses the time after the others', () => {
  const free = removeEntry(removeEntry(scene, 0, 'keys', 1), 0, 'keys', 0);
  expect(keysOf(free)).toEqual([]);
  const one = addEntry(free, 0, 'keys', 'one');
  expect(keysOf(one)[0]).toMatchObject({ name: 'howdy', to: ['howdy'], start: 0 });
  expect(() => parseScene(one)).not.toThrow();
  const two = addEntry(one, 0, 'keys', 'one');
  expect(() => parseScene(two)).not.toThrow();
  expect(keysOf(two)[1]).toMatchObject({ name: 'howdy-2', start: keysOf(one)[0].end });
});

test('renaming an entry also changes the references to it', () => {
  const shape = renameEntry(scene, 0, 'shapes', 1, 'greeting');
  expect(keysOf(shape)[0].to).toEqual(['greeting']);
  expect(() => parseScene(shape)).not.toThrow();
  const withSources = setValue(scene, 'systems.0.keys.0', 'sources', ['ball']);
  const source = renameEntry(withSources, 0, 'sources', 0, 'smoke ring');
  expect(keysOf(source)[0].sources).toEqual(['smoke ring']);
  // A source that has no name keeps the name by which keys refer to it.
  const bare = setValue(withSources, 'systems.0.sources.0', 'name', undefined);
  const moved = renameEntry(bare, 0, 'shapes', 0, 'puff');
  expect(listAt(systemsOf(moved)[0], 'sources')[0]).toMatchObject({ from: 'puff', name: 'ball' });
  expect(() => parseScene(moved)).not.toThrow();
});

test('entries are changed one by one, and found again by their names', () => {
  const changed = setValue(scene, 'systems.0.keys.0', 'start', 1);
  expect(keysOf(changed)[0].start).toBe(1);
  expect(keysOf(changed)[1]).toEqual(keysOf(scene)[1]);
  expect(openedEntryAt(scene, changed, 'systems.0.keys.0')).toEqual(keysOf(scene)[0]);
  const renamed = renameEntry(changed, 0, 'keys', 0, 'Hello');
  expect(openedEntryAt(scene, renamed, 'systems.0.keys.0')).toEqual(keysOf(scene)[0]);
  const longer = addEntry(changed, 0, 'keys', 'one');
  expect(openedEntryAt(scene, longer, 'systems.0.keys.2')).toEqual({});
  const shorter = removeEntry(changed, 0, 'keys', 0);
  expect(openedEntryAt(scene, shorter, 'systems.0.keys.0')).toEqual(keysOf(scene)[1]);
  expect(openedEntryAt(scene, removeEntry(scene, 0, 'forces', 0), 'systems.0.forces.0')).toEqual({});
});

test('particles can be added to a scene with and without a character', () => {
  const empty: SceneData = { version: 1, time: { start: 0, end: 2 }, systems: [] };
  const alone = addParticles(empty);
  expect(() => parseScene(alone)).not.toThrow();
  expect(particlesOf(alone)).toHaveLength(1);
  const actors = [{ file: 'a/hero.glb' }];
  expect(() => parseScene(addParticles(addParticles({ ...empty, actors })))).not.toThrow();
  const crowd = addParticles({ ...empty, actors: [...actors, { file: 'other.glb' }] });
  expect(() => parseScene(crowd)).not.toThrow();
  expect(listAt(systemsOf(crowd)[0], 'shapes')[0].actor).toBe('hero');
});
