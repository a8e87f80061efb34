import { VRMSpringBoneLoaderPlugin, type VRMSpringBoneManager } from '@pixiv/three-vrm-springbone';
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { buildSpringCharacter, springNodes } from '../files/testing/spring-character.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

/** Bakes a character with spring bones. Returns its GLB, as three-vrm opens it. */
async function bake(version: '0' | '1', springBones: boolean) {
  const plan = await openScene(
    parseScene({
      version: 1,
      time: { end: 1, fps: 30 },
      actors: [{ file: 'hair.vrm', springBones, travel: 'still', scale: 1 }],
      systems: [{ system: 'ground', material: 'sand', cell: 0.05 }],
      outputs: ['character'],
    }),
    { read: () => buildSpringCharacter(version).toGlb() },
  );
  const written = new Map<string, Uint8Array>();
  await bakeScene(plan, { write: (name, bytes) => void written.set(name, bytes) });
  const bytes = Uint8Array.from(written.get('hair-travel.glb')!);
  const gltf = await new GLTFLoader()
    .register((parser) => new VRMSpringBoneLoaderPlugin(parser))
    .parseAsync(bytes.buffer, '');
  const manager = gltf.userData.vrmSpringBoneManager as VRMSpringBoneManager | undefined;
  return { plan, bytes, gltf, jointCount: manager?.joints.size ?? 0 };
}

describe.each(['0', '1'] as const)('spring bones of VRM %s', (version) => {
  test('that were simulated are keys in the output, and three-vrm finds none to simulate on top', async () => {
    const { plan, bytes, gltf, jointCount } = await bake(version, true);
    expect(jointCount).toBe(0);
    expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
    const { actor } = plan.actors[0].character!;
    const nodes: Object3D[] = await gltf.parser.getDependencies('node');
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    const position = new Vector3();
    for (const t of [0, 0.3, 0.6, 0.9]) {
      mixer.setTime(t);
      gltf.scene.updateMatrixWorld(true);
      const pose = actor.poseAt(t);
      for (const node of [springNodes.hairEnd, springNodes.ribbonEnd]) {
        const [x, y, z] = pose.world.subarray(16 * node + 12, 16 * node + 15);
        expect(nodes[node].getWorldPosition(position).distanceTo(new Vector3(x, y, z))).toBeLessThan(1e-4);
      }
    }
  });

  test('stay in the output if they were not simulated', async () => {
    expect((await bake(version, false)).jointCount).toBeGreaterThan(0);
  });
});
