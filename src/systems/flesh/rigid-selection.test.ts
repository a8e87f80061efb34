import { expect, test } from 'vitest';
import type { Rig, RigSurface } from '../../motion/rig.ts';
import { createRig, createSurface } from '../../motion/testing/create-rig.ts';
import { findJointNodes } from './find-joint-nodes.ts';
import { measureSelection } from './measure-selection.ts';
import { findCarriers, weighRegion } from './mesh/region-weights.ts';
import { createLimbRig } from './testing/limb-rig.ts';

/** Returns a box of side 1 on a node. */
const boxOn = (node: number, name: string): RigSurface => ({ ...createSurface(corners, faces, node), name });
const corners = Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, k >> 2]).flat();
const faces = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
].flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);

/**
 * A robot of rigid parts. The shell of the chest is a sibling of the joint with the same name. The head is on a joint above
 * it, and a badge on a plain node below the chest's joint.
 */
const robot: Rig = createRig({
  nodes: [
    { name: 'body' },
    { name: 'chest', parent: 0 },
    { name: 'chest', parent: 0 },
    { name: 'head', parent: 2 },
    { name: 'helmet', parent: 3 },
    { name: 'badge', parent: 2 },
  ],
  skins: [{ name: 'skin', joints: Int32Array.of(0, 2, 3), inverseBind: new Float64Array(48) }],
  surfaces: [boxOn(1, 'shell'), boxOn(4, 'helmet'), boxOn(5, 'badge')],
});

test('a rigid surface belongs only to its nearest joint upward in the hierarchy', () => {
  expect(findCarriers(robot, [])).toEqual([0, 3, 2]);
  const chosen = (joints: number[]) => weighRegion(robot, { joints }, '').map((weights) => weights !== null);
  expect(chosen([2])).toEqual([false, false, true]);
  expect(chosen([3])).toEqual([false, true, false]);
  expect(chosen([0])).toEqual([true, false, false]);
});

test('without skins, the nodes that a clip moves are joints', () => {
  const { skins: _, ...rest } = robot;
  const channel = {
    path: 'rotation',
    interpolation: 'LINEAR',
    times: new Float64Array(1),
    values: new Float32Array(4),
    width: 4,
  } as const;
  const clip = { name: 'nod', start: 0, end: 1, channels: [{ ...channel, node: 3 }] };
  const rig = { ...rest, skins: [], clips: [clip] };
  expect(findCarriers(rig, [2])).toEqual([1, 3, 2]);
});

test('a name denotes both the joint and the rigid part that have it', () => {
  expect(findJointNodes(robot, 'chest')).toEqual([1, 2]);
  expect(findJointNodes(robot, 'head')).toEqual([3]);
  expect(findJointNodes(robot, 'tail')).toEqual([]);
  const weights = weighRegion(robot, { joints: findJointNodes(robot, 'chest') }, '');
  expect(weights.map((own) => own !== null)).toEqual([true, false, true]);
});

test('the selection states which surfaces move and the fraction of each', () => {
  const vertices = Uint32Array.of(0, 1, 2, 3);
  const named = new Map([['chest', [1]]]);
  const moved = [{ surface: 0, vertices, shapes: new Float32Array(0), normals: new Float32Array(0) }];
  const { selection, warnings } = measureSelection(robot, moved, 1, { named });
  expect(selection).toMatchObject({
    bone: 'chest',
    surfaces: [{ surface: 0, name: 'shell', vertices: 4, vertexCount: 8, triangles: 10, movingFraction: 1 }],
  });
  expect(selection.surfaces[0].areaFraction).toBeCloseTo(0.5, 1);
  expect(selection.areaFraction).toBeCloseTo(selection.surfaces[0].areaFraction / 3, 3);
  expect(warnings).toEqual([]);
});

test('warns of named joints that move nothing or little, and of a part that mostly follows other joints', () => {
  const moved = [
    {
      surface: 1,
      vertices: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7),
      shapes: new Float32Array(0),
      normals: new Float32Array(0),
    },
  ];
  const warningsFor = (named: [string, number[]][]) =>
    measureSelection(robot, moved, 3, { named: new Map(named) }).warnings.join('\n');
  expect(warningsFor([['head', [3]]])).toBe('');
  expect(
    warningsFor([
      ['tail', [4]],
      ['head', [3]],
    ]),
  ).toBe('');
  expect(warningsFor([['chest', [1, 2]]])).toContain(
    'only 0 % of what the joint "chest" moves is in the part',
  );
  expect(warningsFor([['chest', [1, 2]]])).toContain('only 0 % of what moves follows the named joints');
  const limb = createLimbRig();
  const none = measureSelection(limb, [], 1, { named: new Map([['armature', [0]]]) });
  expect(none.warnings).toEqual([
    'the joint "armature" moves no vertex of the character, so it adds nothing to the part',
  ]);
});
