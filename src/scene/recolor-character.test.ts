import { readFileSync } from 'node:fs';
import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { writeTravelledCharacter } from '../bake/characters/travelled-character.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { linearOfSrgb } from '../math/srgb.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const mannequin = new Uint8Array(readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url)));
const runner = { file: 'runner.glb', clip: 'run' };

const open = async (...actors: readonly Record<string, unknown>[]) =>
  openScene(
    parseScene({
      version: 1,
      time: { start: 0, end: 0.5, fps: 10 },
      actors: actors.map((actor, index) => ({ ...runner, name: `actor-${index}`, ...actor })),
      systems: [{ system: 'ground', cell: 0.05 }],
    }),
    {
      read: (path) =>
        ({
          'runner.glb': mannequin,
          'box.obj': new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3'),
        })[path],
    },
  );

test('actors of one file have their own colours in pictures and in their files, and nothing else changes', async () => {
  const shirt = [0.2, 0.6, 0.9];
  const plan = await open({}, { colors: [{ material: 'shirt', color: shirt }] }, {});
  const [plain, blue, other] = plan.actors;
  const linear = shirt.map(linearOfSrgb);
  const [plainMeshes, blueMeshes] = [plain.posedMeshesAt(0.2), blue.posedMeshesAt(0.2)];
  const { rig } = plain.character!.actor;
  expect(rig.surfaces.length).toBe(blueMeshes.length);
  const changed = blueMeshes.flatMap((mesh, k) =>
    mesh.color.every((c, i) => c === plainMeshes[k].color[i]) ? [] : [k],
  );
  expect(changed).toEqual([4]);
  expect(blueMeshes[4].color).toEqual(linear);
  for (const [k, { positions }] of blueMeshes.entries()) expect(positions).toEqual(plainMeshes[k].positions);
  // Actors without colours share their character.
  expect(other.character!.actor.rig).toBe(rig);

  const { actor, bytes, resolve } = blue.character!;
  const { bytes: written } = writeTravelledCharacter(bytes, {
    name: 'blue',
    actor,
    start: 0,
    end: 0.5,
    fps: 10,
    resolve,
  });
  expect((await validateBytes(written)).issues.numErrors).toBe(0);
  const read = await readGltf(written, { name: 'blue' });
  expect(read.surfaces[4].color).toEqual(linear);
  expect(read.surfaces[0].color).toEqual(rig.surfaces[0].color);
});

test('an unknown material is refused with the nearest one, and so are colours of a prop', async () => {
  await expect(open({ colors: [{ material: 'shrt', color: [1, 0, 0] }] })).rejects.toThrow(
    'actors[0].colors[0].material: no material of runner.glb is called "shrt", did you mean "shirt"?',
  );
  await expect(open({ colors: [{ material: 'shirt', color: [2, 0, 0] }] })).rejects.toThrow(
    'colors[0].color',
  );
  await expect(
    open({ file: 'box.obj', clip: undefined, colors: [{ material: 'shirt', color: [1, 0, 0] }] }),
  ).rejects.toThrow('actors[0].colors');
});
