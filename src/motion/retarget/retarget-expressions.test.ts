import { createVRMAnimationClip, VRMAnimationLoaderPlugin } from '@pixiv/three-vrm-animation';
import { VRMExpressionLoaderPlugin, VRMHumanoidLoaderPlugin } from '@pixiv/three-vrm-core';
import { AnimationMixer, type Mesh, type Object3D } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { buildFace, buildFaceAnimation } from '../../files/testing/face.ts';
import { Pose } from '../pose.ts';
import { sampleClip } from '../sample-clip.ts';
import { retargetExpressions } from './retarget-expressions.ts';

async function open(kind: 'VRM 0' | 'VRM 1') {
  const [face, animation] = [buildFace(kind).toGlb(), buildFaceAnimation().toGlb()];
  return {
    face,
    animation,
    target: await readGltf(face, { name: 'face.vrm' }),
    source: await readGltf(animation, { name: 'talk.vrma' }),
  };
}

describe.each(['VRM 0', 'VRM 1'] as const)('expressions of a VRM animation on a character of %s', (kind) => {
  test('have the weights of morph targets of three-vrm', async () => {
    const { face, animation, source, target } = await open(kind);
    const [clip] = source.clips;
    const { channels } = retargetExpressions(clip, source, target);
    const loaded = await new GLTFLoader()
      .register((parser) => new VRMAnimationLoaderPlugin(parser))
      .parseAsync(animation.buffer as ArrayBuffer, '');
    const model = await new GLTFLoader()
      .register((parser) => new VRMHumanoidLoaderPlugin(parser))
      .register((parser) => new VRMExpressionLoaderPlugin(parser))
      .parseAsync(face.buffer as ArrayBuffer, '');
    const { vrmHumanoid, vrmExpressionManager } = model.userData;
    const vrm = {
      humanoid: vrmHumanoid,
      expressionManager: vrmExpressionManager,
      meta: { metaVersion: kind === 'VRM 0' ? '0' : '1' },
      scene: model.scene,
    };
    const mixer = new AnimationMixer(model.scene);
    mixer.clipAction(createVRMAnimationClip(loaded.userData.vrmAnimations[0], vrm)).play();
    const objects: Object3D[] = await model.parser.getDependencies('node');
    const moved = { ...clip, channels };
    let [highest, compared] = [0, 0];
    for (const t of [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9]) {
      mixer.setTime(t);
      vrmExpressionManager.update();
      const pose = new Pose(target);
      sampleClip(moved, t, pose);
      for (const [node, object] of objects.entries()) {
        const influences = (object as Mesh).morphTargetInfluences ?? [];
        for (const [k, influence] of influences.entries()) {
          // A weight that is blended or either on or off is sampled 60 times per second.
          expect(Math.abs(pose.weights[node][k] - influence), `${t} s, node ${node}, ${k}`).toBeLessThan(
            1e-3,
          );
          highest = Math.max(highest, influence);
          compared++;
        }
      }
    }
    expect(compared).toBe(8 * 2 * 3);
    expect(highest).toBeGreaterThan(0.5);
  });
});

test('what the character cannot show is reported: unknown expressions, materials, the direction of the eyes', async () => {
  const { source, target } = await open('VRM 1');
  const { warnings } = retargetExpressions(source.clips[0], source, target);
  expect(warnings).toEqual([
    'moves the eyes (lookAt), which is left out: they look straight ahead',
    'shows the expressions surprised, which the character does not have',
    'shows the expressions relaxed, whose changes of materials are left out',
  ]);
});
