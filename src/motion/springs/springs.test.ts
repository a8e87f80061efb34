import { VRMSpringBoneLoaderPlugin, type VRMSpringBoneManager } from '@pixiv/three-vrm-springbone';
import type { Object3D } from 'three';
import { Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { buildSpringCharacter, springNodes } from '../../files/testing/spring-character.ts';
import { createActor } from '../actor.ts';
import { Pose } from '../pose.ts';
import { withSprings } from './spring-actor.ts';
import { springRate } from './spring-simulation.ts';

async function open(version: '0' | '1', more: object = {}) {
  const bytes = buildSpringCharacter(version).toGlb();
  const rig = await readGltf(bytes, { name: 'springs.vrm' });
  const still = createActor(rig, { name: 'springs', scale: 1, ...more });
  return { bytes, rig, still, actor: withSprings(still, rig.springs!) };
}

const positionOf = (pose: Pose, node: number) => [...pose.world.subarray(16 * node + 12, 16 * node + 15)];

describe.each(['0', '1'] as const)('spring bones of VRM %s', (version) => {
  test('swing as three-vrm simulates them, to 1 µm', async () => {
    const { bytes, rig, still, actor } = await open(version);
    expect(rig.warnings).toEqual([]);
    expect(rig.springs!.version).toBe(version);
    const gltf = await new GLTFLoader()
      .register((parser) => new VRMSpringBoneLoaderPlugin(parser))
      .parseAsync(bytes.buffer as ArrayBuffer, '');
    const manager = gltf.userData.vrmSpringBoneManager as VRMSpringBoneManager;
    // three-vrm 3.5 measures the length of a bone to the position that its child had before the parent turned. The specification defines a
    // constant length.
    for (const joint of manager.joints) {
      const _worldSpaceBoneLength = joint.initialLocalChildPosition.length();
      Object.assign(joint, { _worldSpaceBoneLength, _calcWorldSpaceBoneLength() {} });
    }
    const objects: Object3D[] = await gltf.parser.getDependencies('node');
    const swinging = new Set(rig.springs!.joints.map(({ node }) => node));
    const show = (time: number) => {
      const pose = still.poseAt(time);
      for (const [node, object] of objects.entries()) {
        object.position.fromArray(pose.translation, 3 * node);
        if (!swinging.has(node)) object.quaternion.fromArray(pose.rotation, 4 * node);
      }
      gltf.scene.updateMatrixWorld(true);
    };
    show(0);
    manager.reset();
    const position = new Vector3();
    let worst = 0;
    let swing = 0;
    for (let step = -springRate; step <= 2 * springRate; step++) {
      show(Math.max(0, step) / springRate);
      manager.update(1 / springRate);
      gltf.scene.updateMatrixWorld(true);
      if (step < 0) continue;
      const pose = actor.poseAt(step / springRate, new Pose(rig));
      const rest = still.poseAt(step / springRate, new Pose(rig));
      for (const node of [springNodes.hairMiddle, springNodes.hairEnd, springNodes.ribbonEnd]) {
        const [x, y, z] = positionOf(pose, node);
        worst = Math.max(worst, objects[node].getWorldPosition(position).distanceTo(new Vector3(x, y, z)));
        swing = Math.max(swing, position.distanceTo(new Vector3(...positionOf(rest, node))));
      }
    }
    expect(swing).toBeGreaterThan(0.08);
    expect(worst).toBeLessThan(1e-6);
  });

  test('keep the lengths of bones, stay out of colliders, and are a function of time', async () => {
    const { rig, actor } = await open(version);
    const again = await open(version);
    const order = Array.from({ length: 121 }, (_, k) => ((k * 37) % 121) / 60);
    for (const t of order) {
      const pose = actor.poseAt(t, new Pose(rig));
      const other = again.actor.poseAt(t, new Pose(again.rig));
      expect(other.world).toEqual(pose.world);
      const top = positionOf(pose, springNodes.hairTop);
      const middle = positionOf(pose, springNodes.hairMiddle);
      expect(Math.hypot(...middle.map((value, c) => value - top[c]))).toBeCloseTo(
        Math.hypot(...rig.nodes[springNodes.hairMiddle].translation),
        6,
      );
    }
    for (const t of order) expect(again.actor.poseAt(2 - t).world).toEqual(actor.poseAt(2 - t).world);
  });

  test('swing in proportion if the character is scaled', async () => {
    const { actor } = await open(version);
    const { actor: large } = await open(version, { scale: 3 });
    for (const t of [0, 0.5, 1.2]) {
      const small = Float64Array.from(actor.poseAt(t).rotation);
      const rotation = large.poseAt(t).rotation;
      small.forEach((value, k) => {
        expect(rotation[k]).toBeCloseTo(value, 9);
      });
    }
  });
});

test('spring bones with invalid references or values are left out with a warning', async () => {
  const builder = buildSpringCharacter('1');
  const { VRMC_springBone: springs } = builder.json.extensions as {
    VRMC_springBone: { springs: { joints: { node: number }[] }[]; colliders: { node: number }[] };
  };
  springs.colliders[0].node = -1;
  springs.springs[1].joints[0].node = 99;
  const rig = await readGltf(builder.toGlb(), { name: 'springs.vrm' });
  expect(rig.springs!.joints.map(({ node }) => node)).toEqual([springNodes.hairTop, springNodes.hairMiddle]);
  expect(rig.warnings).toEqual([
    'extensions.VRMC_springBone.colliders[0].node: there is no node -1; what needs it is left out',
    'extensions.VRMC_springBone.springs[1].joints[0].node: there is no node 99; what needs it is left out',
  ]);
  Object.assign(springs.springs[0].joints[0], { stiffness: 'much' });
  const plain = await readGltf(builder.toGlb(), { name: 'springs.vrm' });
  expect(plain.springs).toBeUndefined();
  expect(plain.warnings.at(-1)).toBe(
    'its spring bones are not simulated: springs.vrm extensions.VRMC_springBone.springs[0].joints[0].stiffness: expected a number, got "much"',
  );
});
