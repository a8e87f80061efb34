import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { buildSkinnedBar } from '../../files/testing/shapes.ts';
import { createActor } from '../../motion/actor.ts';
import { sharedPath } from '../../testing/shared.ts';
import { leaveOutPictures } from '../testing/leave-out-pictures.ts';
import { playInBabylon } from '../testing/play-in-babylon.ts';
import { playInThree } from '../testing/play-in-three.ts';
import { createSwingTrack } from '../testing/swing-track.ts';
import { writeMorphedCharacter } from './morphed-character.ts';

const man = sharedPath('assets/glb-cesium-man/CesiumMan.glb');
const cases: readonly (readonly [string, (() => Uint8Array) | null])[] = [
  ['a skinned bar', () => buildSkinnedBar().toGlb()],
  ['CesiumMan (skips without the shared folder)', man ? () => readFileSync(man) : null],
];

describe.each(cases)('%s', (_, make) => {
  test.skipIf(!make)('three.js and Babylon.js show the same surface', async () => {
    const source = make!();
    const rig = await readGltf(source, { name: 'figure' });
    const actor = createActor(rig, { name: 'figure', scale: 1 });
    const tracks = [createSwingTrack(actor, { size: 0.05, end: 1, modeCount: 3 })];
    const options = { name: 'figure', actor, start: 0, end: 1, fps: 30, tracks, travels: false };
    const bytes = leaveOutPictures((await writeMorphedCharacter(source, options)).bytes);
    const [three, babylon] = await Promise.all([playInThree(bytes), playInBabylon(bytes)]);
    const node = rig.surfaces[0].node;
    const [ours] = three.meshesOf(node);
    const [theirs] = babylon.meshes;
    for (const time of [0.1, 0.35, 0.9]) {
      three.show(0, time);
      babylon.show(0, time);
      const expected = three.positions(ours);
      const found = babylon.positions(theirs);
      expect(found.length).toBe(expected.length);
      expect(Math.max(...found.map((value, k) => Math.abs(value - expected[k])))).toBeLessThan(1e-5);
      if (!ours.geometry.attributes.normal) continue;
      const normals = three.normals(ours);
      expect(
        Math.max(...babylon.normals(theirs).map((value, k) => Math.abs(value - normals[k]))),
      ).toBeLessThan(1e-5);
    }
    babylon.dispose();
  });
});
