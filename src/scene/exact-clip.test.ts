import { expect, test } from 'vitest';
import { GltfBuilder } from '../files/testing/gltf-builder.ts';
import { cube } from '../files/testing/shapes.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

/** A box whose last pose is its first one, so that its clip would be repeated, and whose first key is later than 0. */
function boxFile(): Uint8Array {
  const builder = new GltfBuilder();
  const node = builder.addNode({ name: 'box', mesh: builder.addMesh(cube.positions, cube.indices) });
  builder.addAnimation('hop', [
    { node, path: 'translation', times: [0, 0.5, 1], values: [0, 0, 0, 1, 2, 3, 0, 0, 0.001] },
  ]);
  return builder.toGlb();
}

test('a clip with the travel exact is played once as it is: not repeated, lowered or moved', async () => {
  const bytes = boxFile();
  const scene = {
    version: 1,
    time: { end: 2 },
    actors: [{ name: 'box', file: 'box.glb', scale: 1, travel: 'exact' }],
    systems: [{ system: 'ground' }],
  };
  const plan = await openScene(parseScene(scene), {
    read: (name) => (name === 'box.glb' ? bytes : undefined),
  });
  const [{ character, report }] = plan.actors;
  const { actor } = character!;
  const positionAt = (t: number) => {
    const pose = actor.poseAt(t);
    return [12, 13, 14].map((k) => pose.world[k]);
  };
  for (const [t, expected] of [
    [0, [0, 0, 0]],
    [0.25, [0.5, 1, 1.5]],
    [0.5, [1, 2, 3]],
    [1, [0, 0, 0.001]],
    [1.5, [0, 0, 0.001]],
  ] as const)
    positionAt(t).forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k], 6);
    });
  expect(report).toMatchObject({ travel: null, isExact: true });
});
