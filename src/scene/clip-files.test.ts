import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { buildHumanoid } from '../files/testing/humanoid.ts';
import { buildSkinnedBar } from '../files/testing/shapes.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const files = new Map([
  ['avatar.vrm', buildHumanoid({ kind: 'VRM 1', size: 1.2, seed: 4 }).toGlb()],
  ['poses/wave.vrma', buildHumanoid({ kind: 'animation', seed: 2, clip: {} }).toGlb()],
  ['named.glb', buildHumanoid({ kind: 'plain', seed: 7, clip: { name: 'dance' } }).toGlb()],
  ['bar.glb', buildSkinnedBar().toGlb()],
  ['still.glb', buildHumanoid({ kind: 'plain' }).toGlb()],
]);

const open = (actor: object) =>
  openScene(
    parseScene({
      version: 1,
      time: { end: 1, fps: 10 },
      actors: [{ file: 'avatar.vrm', ...actor }],
      systems: [{ system: 'ground', material: 'sand', cell: 0.05 }],
      outputs: ['character'],
    }),
    { read: (path) => files.get(path) },
  );

test('clips of other files follow after those of the character, and are in its GLB', async () => {
  const plan = await open({ clipFiles: ['poses/wave.vrma', 'named.glb'], clip: 'dance', travel: 'still' });
  const { rig } = plan.actors[0].character!.actor;
  expect(rig.clips.map(({ name }) => name)).toEqual(['wave', 'dance']);
  const written = new Map<string, Uint8Array>();
  await bakeScene(plan, { write: (name, bytes) => void written.set(name, bytes) });
  const bytes = written.get('avatar-travel.glb')!;
  expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
  const again = await readGltf(bytes, { name: 'avatar-travel.glb' });
  expect(again.clips.map(({ name }) => name)).toEqual(['dance (travelled)', 'wave', 'dance']);
  expect(again.clips[1].channels.map(({ values }) => values)).toEqual(
    rig.clips[0].channels.map(({ values }) => values),
  );
});

test.each([
  [['missing.vrma'], 'actors[0].clipFiles[0]: no file "missing.vrma"'],
  [['named.glb', 'still.glb'], 'actors[0].clipFiles[1]: expected a file with clips, but still.glb has none'],
  [
    ['bar.glb'],
    'actors[0].clipFiles[0]: expected clips for the skeleton of avatar.vrm, got those of another one: bar.glb moves nodes that avatar.vrm does not have: node 2; ' +
      'use a VRM character with a .vrma, or a file whose joints have the same names',
  ],
])('%j is refused', async (clipFiles, message) => {
  await expect(open({ clipFiles })).rejects.toThrow(message);
});

test('an animation for VRM characters is refused for a character that is none and has other names', async () => {
  await expect(open({ file: 'bar.glb', clipFiles: ['poses/wave.vrma'] })).rejects.toThrow(
    'wave.vrma is an animation for VRM characters, which bar.glb is not, and their nodes have other names',
  );
});
