import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openScene, parseScene, systemEntries } from '../../src/index.ts';
import { openShippedScene, shippedScenes } from '../document/shipped-scenes.ts';
import { createSceneFiles } from '../document/studio-document.ts';
import { createUntouched, isFromFile, listBareGrounds } from './untouched-grounds.ts';

const definitions = new Map(
  await Promise.all(
    systemEntries
      .filter(({ shows }) => shows === 'heightfield')
      .map(async ({ name, load }) => [name, await load()] as const),
  ),
);

test.each(shippedScenes.map(({ id }) => id))('%s: the page shows its untouched grounds', async (id) => {
  const { scene: data } = await openShippedScene(id, async () => new Uint8Array());
  const scene = parseScene(data);
  const grounds = listBareGrounds(scene);
  // Before its files are read, a ground that depends on them is not shown.
  if (grounds.some(({ system, params }) => isFromFile(system, params))) {
    expect(() => createUntouched(scene, null, definitions)).toThrow('has not been read');
    return;
  }
  const shown = createUntouched(scene, null, definitions);
  expect(shown.map(({ name }) => name)).toEqual(grounds.map(({ name }) => name));
  const height = new Int32Array(1);
  for (const ground of shown) {
    ground.readInitial(height, { i0: 0, j0: 0, columns: 1, rows: 1 });
    expect(Math.abs(height[0] * ground.heightUnit)).toBeLessThan(1);
  }
});

test('a terrain is a file, stamps are changes of the run', async () => {
  expect(isFromFile('ground', { terrain: 'a.png' })).toBe(true);
  expect(isFromFile('ground', { stoneMap: 'a.png' })).toBe(true);
  expect(isFromFile('ground', { stamps: [{ file: 'a.ground' }] })).toBe(false);
  const { scene } = await openShippedScene('dunes-walk', async () => new Uint8Array());
  const png = new Uint8Array(readFileSync(new URL('../../scenes/dunes-walk/terrain.png', import.meta.url)));
  const parsed = parseScene({ ...scene, actors: [] });
  const files = createSceneFiles(new Map([['terrain.png', png]]));
  const { systems } = await openScene({ ...parsed, systems: listBareGrounds(parsed) }, files, {
    name: 'dunes',
  });
  expect(createUntouched(parsed, systems, definitions)).toHaveLength(1);
});
