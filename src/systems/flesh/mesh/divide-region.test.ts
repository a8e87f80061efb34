import { expect, test } from 'vitest';
import type { Rig, RigSurface } from '../../../motion/rig.ts';
import { createSurface } from '../../../motion/testing/create-rig.ts';
import { createBox } from '../testing/closed-surfaces.ts';
import { createLimbRig } from '../testing/limb-rig.ts';
import { createTwoBoxes } from '../testing/two-boxes.ts';
import { divideRegion } from './divide-region.ts';
import { extractRegion } from './extract-region.ts';
import type { GeometryOptions } from './prepare-geometry.ts';

const plain: GeometryOptions = { path: 'systems[0]', actorScale: 1, elementCount: 2000 };
const divide = (rig: Rig, options: Partial<GeometryOptions> = {}) =>
  divideRegion(rig, { ...plain, ...options });

/** Returns bone, volume and element count of each body. */
const describeBodies = (rig: Rig, options: Partial<GeometryOptions> = {}) =>
  divide(rig, options).map((body) => {
    const { frame, volume } = extractRegion(rig, body);
    return [rig.nodes[frame.node].name, Number(volume.toPrecision(3)), body.elementCount];
  });

/** Adds a box with separate vertices to the limb. The box follows one of its joints. */
function addBox(rig: Rig, low: readonly number[], high: readonly number[], joint: number, skin = 0): Rig {
  const { positions, triangles } = createBox(
    low as [number, number, number],
    high as [number, number, number],
  );
  const box: RigSurface = {
    ...createSurface([...positions], [...triangles]),
    name: 'box',
    skin,
    influenceCount: 1,
    jointIndices: new Uint16Array(8).fill(joint),
    jointWeights: new Float32Array(8).fill(1),
  };
  return { ...rig, surfaces: [...rig.surfaces, box] };
}

test('bodies that are separate, or only touch, are parts with their own bones', () => {
  for (const gap of [0, 0.05]) {
    expect(describeBodies(createTwoBoxes(gap))).toEqual([
      ['a', 0.008, 2000],
      ['b', 0.008, 2000],
    ]);
  }
});

test('two ends of a limb are two parts, a whole limb is one', () => {
  const rig = createLimbRig();
  expect(divide(rig)).toEqual([plain]);
  expect(describeBodies(rig, { joints: [1, 3] }).map(([bone]) => bone)).toEqual(['low', 'high']);
});

test('a given bone carries the bodies that it moves, or all if it moves none', () => {
  const rig = createTwoBoxes(0.05);
  const bones = (node: number) => divide(rig, { node }).map((body) => body.node);
  expect(bones(1)).toEqual([1, undefined]);
  expect(bones(2)).toEqual([undefined, 2]);
});

test('pieces that are inside a body, or intersect it, belong to it', () => {
  const rig = createLimbRig();
  expect(divide(addBox(rig, [-0.02, -0.02, -0.02], [0.02, 0.02, 0.02], 1))).toHaveLength(1);
  expect(divide(addBox(rig, [0.05, -0.05, -0.05], [0.2, 0.05, 0.05], 1))).toHaveLength(1);
});

test('pieces that no bone holds, or that are very small, belong to the nearest body', () => {
  const limb = createLimbRig();
  const besides = addBox(limb, [0.12, -0.1, -0.1], [0.3, 0.1, 0.1], 1);
  expect(divide(besides)).toHaveLength(1);
  const crumb = addBox(createTwoBoxes(0.05), [0.06, 0.09, 0.21], [0.08, 0.11, 0.23], 1);
  const [a, b] = divide(crumb);
  expect([a.mask![1]?.[0], b.mask![1]?.[0] ?? 1]).toEqual([expect.closeTo(1e-9, 12), 1]);
});

test('skins on separate skeletons are separate bodies, even if they intersect', () => {
  const rig = createTwoBoxes(0.05);
  const [boxes] = rig.surfaces;
  const half = (isFirst: boolean): RigSurface => ({
    ...boxes,
    skin: isFirst ? 0 : 1,
    indices: boxes.indices.filter((_, k) => k < 36 === isFirst),
    positions: isFirst
      ? boxes.positions
      : boxes.positions.map((value, k) => (k % 3 === 0 && k >= 108 ? value - 0.1 : value)),
  });
  const [skin] = rig.skins;
  const twoSkins: Rig = {
    ...rig,
    surfaces: [half(true), half(false)],
    skins: [
      { ...skin, joints: Int32Array.of(1, 1) },
      { ...skin, joints: Int32Array.of(2, 2) },
    ],
  };
  expect(divide(twoSkins)).toHaveLength(2);
  const shared = { ...twoSkins, skins: [skin, skin] };
  expect(divide(shared)).toHaveLength(1);
});

test('a given mesh or core applies to the whole region', () => {
  const { positions, triangles } = createBox([-0.15, 0.05, 0.05], [-0.05, 0.15, 0.15]);
  const core = { kind: 'mesh', surface: { positions, triangles } } as const;
  expect(divide(createTwoBoxes(0.05), { core })).toHaveLength(1);
});
