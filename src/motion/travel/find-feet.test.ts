import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { sharedPath } from '../../testing/shared.ts';
import type { Rig, RigSurface } from '../rig.ts';
import { findFeet } from './find-feet.ts';
import { buildWalker, walkerNodes } from './testing/walker.ts';

const namesOf = (rig: Rig) => {
  return findFeet(rig).feet.map(({ name, leg, attached }) => ({
    name,
    leg: leg.map((node) => rig.nodes[node].name),
    attached,
  }));
};

test('a biped has two feet, each with a leg of two bones', () => {
  const rig = buildWalker();
  expect(findFeet(rig).height).toBeCloseTo(1.7, 6);
  expect(namesOf(rig)).toEqual([
    { name: 'foot.L', leg: ['thigh.L', 'shin.L'], attached: true },
    { name: 'foot.R', leg: ['thigh.R', 'shin.R'], attached: true },
  ]);
  expect(findFeet(rig).feet[0].sole.count).toBe(4);
});

test('a foot attached to the root has the leg that ends in its footprint', () => {
  expect(namesOf(buildWalker({ looseFeet: true }))).toEqual([
    { name: 'foot.L', leg: ['thigh.L', 'shin.L'], attached: false },
    { name: 'foot.R', leg: ['thigh.R', 'shin.R'], attached: false },
  ]);
});

test('a ground plane beside the character is not a foot and adds no height', () => {
  const rig = buildWalker();
  const plane: RigSurface = {
    ...rig.surfaces[0],
    node: rig.nodes.length,
    positions: Float32Array.from([-5, -1, -5, 5, -1, -5, 0, -1, 5]),
    indices: Uint32Array.from([0, 2, 1]),
  };
  const ground = { ...rig.nodes[0], name: 'ground', parent: -1 };
  const scene: Rig = {
    ...rig,
    nodes: [...rig.nodes, ground],
    surfaces: [...rig.surfaces, plane],
    order: Int32Array.from([...rig.order, rig.nodes.length]),
  };
  expect(findFeet(scene).height).toBeCloseTo(1.7, 6);
  expect(namesOf(scene)).toEqual(namesOf(rig));
});

test('a dense sole is thinned, with its outline kept', () => {
  const rig = buildWalker();
  const positions = new Float32Array(3 * 3000);
  for (let k = 0; k < 3000; k++) {
    // A shoe sole: a slightly rounded ellipse with many vertices.
    const [around, out] = [k * 2.4, Math.sqrt((k + 1) / 3000)];
    positions.set(
      [0.05 * out * Math.cos(around), -0.08 + 0.004 * out * out, 0.045 + 0.125 * out * Math.sin(around)],
      3 * k,
    );
  }
  const surfaces = rig.surfaces.map((surface) =>
    surface.node === walkerNodes.feet[0]
      ? { ...surface, positions, indices: Uint32Array.from([0, 1, 2]) }
      : surface,
  );
  const foot = findFeet({ ...rig, surfaces }).feet[0];
  expect(foot.sole.count).toBeLessThan(300);
  expect(foot.sole.count).toBeGreaterThan(30);
  const ahead = Math.max(...foot.sole.offsets.filter((_, k) => k % 4 === 2));
  expect(ahead).toBeCloseTo(0.17, 3);
});

test('a rig without surfaces and nodes has no feet', () => {
  const rig: Rig = {
    ...buildWalker(),
    nodes: [],
    skins: [],
    surfaces: [],
    order: new Int32Array(0),
    clips: [],
  };
  expect(findFeet(rig)).toMatchObject({ height: 0, feet: [] });
});

const robot = sharedPath('assets/glb-robot-expressive/RobotExpressive.glb');
const horse = sharedPath('assets/glb-mesh2motion/horse-animations.glb');
const skip = ' (skipped: no shared/assets beside the checkout)';

test.skipIf(!robot)(
  `the robot's feet are rigid meshes that are not attached to a leg${robot ? '' : skip}`,
  async () => {
    const rig = await readGltf(readFileSync(robot!), { name: 'robot' });
    expect(namesOf(rig)).toEqual([
      { name: 'Foot.L', leg: ['UpperLeg.L', 'LowerLeg.L'], attached: false },
      { name: 'Foot.R', leg: ['UpperLeg.R', 'LowerLeg.R'], attached: false },
    ]);
  },
);

test.skipIf(!horse)(`the horse stands on four hooves${horse ? '' : skip}`, async () => {
  const rig = await readGltf(readFileSync(horse!), { name: 'horse' });
  const names = findFeet(rig).feet.map((foot) => foot.name);
  expect(names.sort()).toEqual(['back_leg_toe_l', 'back_leg_toe_r', 'front_leg_foot_l', 'front_leg_foot_r']);
});
