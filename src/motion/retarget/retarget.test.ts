import { createVRMAnimationClip, VRMAnimationLoaderPlugin } from '@pixiv/three-vrm-animation';
import { VRMHumanoidLoaderPlugin } from '@pixiv/three-vrm-core';
import { AnimationMixer, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { buildHumanoid, type HumanoidOptions } from '../../files/testing/humanoid.ts';
import { Pose } from '../pose.ts';
import type { Clip, Rig } from '../rig.ts';
import { sampleClip } from '../sample-clip.ts';
import { matchRigs } from './match-rigs.ts';
import { retargetClip } from './retarget-clip.ts';

async function open(options: HumanoidOptions): Promise<{ bytes: Uint8Array; rig: Rig }> {
  const bytes = buildHumanoid(options).toGlb();
  return { bytes, rig: await readGltf(bytes, { name: `${options.kind}.glb` }) };
}

function poseOf(rig: Rig, clip: Clip, t: number): Pose {
  const pose = new Pose(rig);
  sampleClip(clip, t, pose);
  pose.updateWorld();
  return pose;
}

const positionOf = (pose: Pose, node: number) => pose.world.subarray(16 * node + 12, 16 * node + 15);

describe.each(['VRM 0', 'VRM 1'] as const)('a VRM animation on a character of %s', (kind) => {
  test('has the poses of three-vrm at its keys, to 1 µm', async () => {
    const source = await open({ kind: 'animation', size: 1, seed: 3, clip: {} });
    const target = await open({ kind, size: 1.7, seed: kind === 'VRM 1' ? 8 : undefined });
    const [clip] = source.rig.clips;
    const { map, missing } = matchRigs(clip, source.rig, target.rig);
    expect(missing).toEqual([]);
    const moved = retargetClip(clip, source.rig, target.rig, map);

    const animation = await new GLTFLoader()
      .register((parser) => new VRMAnimationLoaderPlugin(parser))
      .parseAsync(source.bytes.buffer as ArrayBuffer, '');
    const model = await new GLTFLoader()
      .register((parser) => new VRMHumanoidLoaderPlugin(parser))
      .parseAsync(target.bytes.buffer as ArrayBuffer, '');
    const { vrmHumanoid } = model.userData;
    model.scene.add(vrmHumanoid.normalizedHumanBonesRoot);
    const vrm = {
      humanoid: vrmHumanoid,
      meta: { metaVersion: kind === 'VRM 0' ? '0' : '1' },
      scene: model.scene,
    };
    const mixer = new AnimationMixer(model.scene);
    mixer.clipAction(createVRMAnimationClip(animation.userData.vrmAnimations[0], vrm)).play();
    const objects: Object3D[] = await model.parser.getDependencies('node');
    const position = new Vector3();
    for (const t of [0, 0.25, 0.5, 0.75]) {
      mixer.setTime(t);
      vrmHumanoid.update();
      model.scene.updateMatrixWorld(true);
      const pose = poseOf(target.rig, moved, t);
      for (const [node, object] of objects.entries()) {
        const [x, y, z] = positionOf(pose, node);
        expect(object.getWorldPosition(position).distanceTo(new Vector3(x, y, z))).toBeLessThan(1e-6);
      }
    }
  });
});

test.each(['LINEAR', 'CUBICSPLINE'] as const)(
  'a clip for the same skeleton keeps its values, also if names differ in case and punctuation (%s)',
  async (interpolation) => {
    const source = await open({ kind: 'plain', seed: 5, prefix: 'mixamorig:', clip: { interpolation } });
    const target = await open({ kind: 'plain', seed: 5 });
    const [clip] = source.rig.clips;
    const { map, found, missing } = matchRigs(clip, source.rig, target.rig);
    expect([found, missing]).toEqual([15, []]);
    const moved = retargetClip(clip, source.rig, target.rig, map);
    for (const [k, channel] of clip.channels.entries()) {
      expect(moved.channels[k].interpolation).toBe(interpolation);
      channel.values.forEach((value, index) => {
        expect(moved.channels[k].values[index]).toBeCloseTo(value, 6);
      });
    }
  },
);

test('skeletons with other axes and another size have the same pose in the world, in proportion', async () => {
  const source = await open({ kind: 'plain', seed: 5, clip: {} });
  const target = await open({ kind: 'plain', seed: 9, size: 2.5 });
  const [clip] = source.rig.clips;
  const moved = retargetClip(clip, source.rig, target.rig, matchRigs(clip, source.rig, target.rig).map);
  for (const t of [0, 0.25, 0.75]) {
    const pose = poseOf(target.rig, moved, t);
    const own = poseOf(source.rig, clip, t);
    for (let node = 0; node < source.rig.nodes.length; node++) {
      positionOf(own, node).forEach((value, axis) => {
        expect(positionOf(pose, node)[axis]).toBeCloseTo(2.5 * value, 5);
      });
    }
  }
});
