import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readGltf } from '../../src/files/gltf/read-gltf.ts';
import { parseScene } from '../../src/index.ts';
import { composeScene } from '../document/compose-scene.ts';
import { openedEntryAt, setValue } from '../document/edit-scene.ts';
import { applyChanges, decodeLink, encodeLink, needsMadeFiles } from '../document/link.ts';
import { openFiles } from '../document/open-files.ts';
import { type SceneData, type StudioDocument, systemsOf } from '../document/studio-document.ts';
import { HandSpring } from './hand-spring.ts';
import { maskOf, setMask } from './painted-mask.ts';
import { addFlesh, chooseFleshMaterial, fleshOf, freeName, removeSystem } from './scene-flesh.ts';

const bytes = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../../scenes/assets/heavy-mannequin.glb', import.meta.url))),
);
const rig = await readGltf(bytes, { name: 'heavy.glb' });

const opened: SceneData = {
  version: 1,
  actors: [{ name: 'runner', file: 'heavy.glb' }],
  systems: [{ system: 'ground', name: 'beach' }],
};
const withBelly = addFlesh(opened, [{ actor: 'runner', joints: ['spine.1', 'spine.2'], name: 'belly' }]);

function documentOf(scene: SceneData): StudioDocument {
  const origin = { kind: 'dropped', file: 'heavy.glb' } as const;
  return { name: 'heavy', origin, scene, opened, files: new Map([['heavy.glb', bytes]]), strokes: [] };
}

test('parts are added with unique names, and the scene is valid', () => {
  const twice = addFlesh(withBelly, [{ actor: 'runner', joints: [], name: 'belly' }]);
  expect(fleshOf(twice).map(({ name, index }) => [name, index])).toEqual([
    ['belly', 1],
    ['belly-2', 2],
  ]);
  expect(parseScene(twice).systems).toHaveLength(3);
  expect(fleshOf(removeSystem(twice, 1)).map(({ name }) => name)).toEqual(['belly-2']);
  expect(freeName(opened, 'runner')).toBe('runner-2');
  expect(freeName(opened, '  / ')).toBe('flesh');
});

test('another material removes the values that override it', () => {
  const stiff = setValue(withBelly, 'systems.1', 'stiffness', 1);
  const jelly = chooseFleshMaterial(setValue(stiff, 'systems.1', 'halfLife', 2), 1, 'jelly');
  expect(systemsOf(jelly)[1]).toEqual({ ...systemsOf(withBelly)[1], material: 'jelly' });
});

test('a part is reset to its state in the opened scene, at any index in the list', () => {
  const moved = removeSystem(withBelly, 0);
  expect(openedEntryAt(withBelly, moved, 'systems.0')).toBe(systemsOf(withBelly)[1]);
  expect(openedEntryAt(opened, withBelly, 'systems.1')).toEqual({});
});

test.each([
  ['added', opened, withBelly],
  ['taken out', withBelly, removeSystem(withBelly, 1)],
  ['changed', withBelly, setValue(withBelly, 'systems.1', 'stiffness', 9000)],
])('a link carries a part that was %s', (_, before, after) => {
  const origin = { kind: 'dropped', file: 'heavy.glb' } as const;
  const link = decodeLink(encodeLink({ origin, opened: before, scene: after }))!;
  expect(applyChanges(before, link.changes)).toEqual(after);
});

test('a painted mask is part of a download and not of a link, and opens again', async () => {
  const document = documentOf(withBelly);
  const [part] = fleshOf(withBelly);
  const weights = maskOf(document, part, rig);
  const total = weights.reduce((sum, own) => sum + own.reduce((a, b) => a + b, 0), 0);
  expect(total).toBeGreaterThan(50);
  weights[0].fill(0.25);
  const painted = setMask(document, part, weights, 'spine.1');
  expect(systemsOf(painted.scene)[1]).toEqual({
    system: 'flesh',
    name: 'belly',
    actor: 'runner',
    mask: 'belly.mask.json',
    bone: 'spine.1',
  });
  const again = maskOf(painted, fleshOf(painted.scene)[0], rig);
  again.forEach((own, surface) => {
    own.forEach((weight, vertex) => {
      expect(Math.abs(weight - weights[surface][vertex])).toBeLessThan(6e-4);
    });
  });

  expect(needsMadeFiles(painted)).toBe(true);
  expect(encodeLink(painted)).toBe('#character=heavy.glb');
  const { scene, files } = composeScene(painted);
  expect(systemsOf(scene)[1].mask).toBe('source/belly.mask.json');
  const given = [...files].map(([path, content]) => ({ path, bytes: content }));
  given.push({ path: 'scene.json', bytes: new TextEncoder().encode(JSON.stringify(scene)) });
  const reopened = await openFiles(given);
  expect(maskOf(reopened, fleshOf(reopened.scene)[0], rig)).toEqual(again);
});

test('a mask of another character is painted again from the start', () => {
  const [part] = fleshOf(setValue(withBelly, 'systems.1', 'mask', 'other.json'));
  const files = new Map([
    ['other.json', new TextEncoder().encode('{ "surfaces": [{ "surface": 0, "weights": [1] }] }')],
  ]);
  const plain = maskOf(documentOf(withBelly), fleshOf(withBelly)[0], rig);
  expect(maskOf({ ...documentOf(withBelly), files }, part, rig)).toEqual(plain);
});

test('a hand moves it smoothly, and after release it springs back and stops', () => {
  const spring = new HandSpring();
  spring.target = [0.5, 0, -0.25];
  for (let k = 0; k < 60; k++) expect(spring.advance(1 / 60)).toBe(true);
  expect(spring.value[0]).toBeCloseTo(0.5, 3);
  expect(spring.value[2]).toBeCloseTo(-0.25, 3);
  spring.target = null;
  let lowest = 0;
  for (let k = 0; k < 300; k++) {
    spring.advance(1 / 60);
    lowest = Math.min(lowest, spring.value[0]);
  }
  expect(lowest).toBeLessThan(-0.02);
  expect(Math.abs(spring.value[0])).toBeLessThan(1e-4);
  expect(spring.advance(1 / 60)).toBe(false);
  // A long frame must not cause a jump.
  spring.target = [1, 0, 0];
  spring.advance(0.25);
  expect(spring.value[0]).toBeLessThan(1.01);
});
