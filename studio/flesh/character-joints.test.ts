import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readGltf } from '../../src/files/gltf/read-gltf.ts';
import { createRig, createSurface } from '../../src/motion/testing/create-rig.ts';
import { sharedPath } from '../../src/testing/shared.ts';
import {
  guessGroups,
  heaviestJoint,
  listJoints,
  namePart,
  splitJoints,
  wordsOf,
} from './character-joints.ts';

const mannequin = await readGltf(
  new Uint8Array(
    readFileSync(fileURLToPath(new URL('../../scenes/assets/heavy-mannequin.glb', import.meta.url))),
  ),
  { name: 'heavy-mannequin.glb' },
);

test('joints are listed as a tree', () => {
  const joints = listJoints(mannequin);
  joints.forEach(({ node, parent, depth, name }, index) => {
    expect(parent).toBeLessThan(index);
    expect(depth).toBe(parent < 0 ? 0 : joints[parent].depth + 1);
    expect(mannequin.nodes[node].name).toBe(name);
  });
  expect(joints.find(({ name }) => name === 'thigh.L')?.movesSkin).toBe(true);
});

test('joints without a unique name are omitted; a body without skins has its nodes', () => {
  const names = ['root', '', 'arm', 'arm'];
  const rig = createRig({
    nodes: names.map((name, node) => ({ name, parent: node - 1 })),
    surfaces: [createSurface([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], 2)],
  });
  const joints = listJoints(rig);
  expect(joints.map(({ name, depth, movesSkin }) => [name, depth, movesSkin])).toEqual([
    ['root', 0, false],
    ['arm', 1, true],
  ]);
  expect(heaviestJoint(rig, 0, [0, 1, 2], [1, 0, 0])).toBe('arm');
});

test('the joint at a point is the one with the max weight there', () => {
  const surface = {
    ...createSurface([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]),
    skin: 0,
    influenceCount: 2,
    jointIndices: Uint16Array.from([0, 1, 0, 1, 0, 1]),
    jointWeights: Float32Array.from([0.9, 0.1, 0.6, 0.4, 0, 1]),
  };
  const skin = { name: '', joints: Int32Array.from([0, 1]), inverseBind: new Float64Array(32) };
  const rig = createRig({
    nodes: [{ name: 'hip' }, { name: 'knee', parent: 0 }],
    skins: [skin],
    surfaces: [surface],
  });
  expect(heaviestJoint(rig, 0, [0, 1, 2], [0.8, 0.1, 0.1])).toBe('hip');
  expect(heaviestJoint(rig, 0, [0, 1, 2], [0.1, 0.1, 0.8])).toBe('knee');
});

test('connected chosen joints are one part, others are separate parts', () => {
  const joints = listJoints(mannequin);
  const split = (...names: string[]) => splitJoints(joints, new Set(names));
  expect(split('thigh.L', 'thigh.R')).toEqual([['thigh.L'], ['thigh.R']]);
  expect(split('spine.2', 'spine.1')).toEqual([['spine.1', 'spine.2']]);
  expect(split()).toEqual([]);
  expect(split('nothing that is called so')).toEqual([]);
});

test('soft parts are guessed by the names of joints, and parts are named after them', () => {
  const joints = listJoints(mannequin);
  const groups = guessGroups(joints);
  const called = (label: string) => groups.find((group) => group.label === label)?.joints;
  expect(called('Thighs')).toEqual(['thigh.L', 'thigh.R']);
  expect(called('Belly')).toEqual(['spine.1', 'spine.2']);
  expect(namePart(['thigh.L'], groups)).toBe('left-thigh');
  expect(namePart(['thigh.R'], groups)).toBe('right-thigh');
  expect(namePart(['spine.1', 'spine.2'], groups)).toBe('belly');
  expect(namePart(['head'], groups)).toBe('head');
});

test('joint names of common rigs are divided into words', () => {
  expect(wordsOf('mixamorig:LeftUpLeg')).toBe('left up leg');
  expect(wordsOf('DEF-thigh.L')).toBe('thigh l');
  expect(wordsOf('b_RightUpperArm_06')).toBe('right upper arm');
  expect(wordsOf('Bip01 L Thigh')).toBe('l thigh');
  expect(wordsOf('Skeleton_torso_joint_1')).toBe('torso');
  expect(wordsOf('骨')).toBe('骨');
});

const fox = sharedPath('assets/glb-fox/Fox.glb');
const cesiumMan = sharedPath('assets/glb-cesium-man/CesiumMan.glb');
const robot = sharedPath('assets/glb-robot-expressive/RobotExpressive.glb');

test.skipIf(!fox || !cesiumMan || !robot)(
  'real characters: a tail, a belly, thighs of rigid parts',
  async () => {
    const groupsOf = async (path: string) => {
      const rig = await readGltf(new Uint8Array(readFileSync(path)), { name: path });
      return Object.fromEntries(guessGroups(listJoints(rig)).map(({ label, joints }) => [label, joints]));
    };
    expect((await groupsOf(fox!)).Tail).toHaveLength(3);
    const man = await groupsOf(cesiumMan!);
    expect(man.Belly).toEqual(['Skeleton_torso_joint_1', 'Skeleton_torso_joint_2']);
    expect(man['Upper arms']).toHaveLength(2);
    expect((await groupsOf(robot!)).Thighs).toEqual(['UpperLeg.L', 'UpperLeg.R']);
  },
);
