import { describe, expect, test } from 'vitest';
import { createActor } from '../motion/actor.ts';
import type { Rig } from '../motion/rig.ts';
import { describeGeometry } from './flesh/describe-geometry.ts';
import { type FleshParams, fleshParams } from './flesh/params.ts';
import { createTwoBoxes } from './flesh/testing/two-boxes.ts';
import { prepareFurRun } from './fur/testing/fur-run.ts';
import { nodesNamed } from './joint-names.ts';
import { defaultParams } from './params.ts';
import type { PrepareContext } from './prepare-context.ts';
import { noFiles } from './testing/no-files.ts';

/** Creates two boxes whose joints have these names. */
function createRigOf(names: readonly [string, string]): Rig {
  const rig = createTwoBoxes(0.05);
  return { ...rig, nodes: rig.nodes.map((node, k) => (k === 0 ? node : { ...node, name: names[k - 1] })) };
}

const actorOf = (rig: Rig) => createActor(rig, { name: 'boxes', clip: null });

/** Nodes and notes of flesh on some joints. */
function flesh(rig: Rig, given: Partial<FleshParams>) {
  const context: PrepareContext = {
    ...noFiles,
    path: 'systems[0]',
    name: 'flesh',
    actors: new Map(),
    results: new Map(),
  };
  const notes: string[] = [];
  const params = { ...defaultParams(fleshParams), ...given } as FleshParams;
  const { joints, node } = describeGeometry(params, actorOf(rig), context, notes);
  return { joints, node, notes };
}

test('digits are a node number only if no node has this name', () => {
  const rig = createRigOf(['2', 'b']);
  expect(['2', 2, '1', 'b', '7', 7, 'c'].map((wanted) => nodesNamed(rig, wanted))).toEqual([
    [1],
    [2],
    [1],
    [2],
    [],
    [],
    [],
  ]);
});

describe('flesh', () => {
  const same = createRigOf(['hip', 'hip']);

  test('joints and the bone may be numbers', () => {
    expect(flesh(same, { joints: [2, '1'], bone: 2 })).toEqual({ joints: [2, 1], node: 2, notes: [] });
    expect(() => flesh(same, { joints: [9] })).toThrow(
      /systems\[0\]\.joints\[0\]: no joint of boxes is called "9"/,
    );
  });

  test('joints with the same name are reported, with their numbers', () => {
    expect(flesh(same, { joints: ['hip'] })).toEqual({
      joints: [1],
      node: undefined,
      notes: [
        '2 joints of boxes are called "hip", numbers 1, 2: the first is used; to use another one, give its number instead of the name',
      ],
    });
  });
});

test('fur grows on the skin of all joints with a name, and a warning says so', async () => {
  const actor = actorOf(createRigOf(['hip', 'hip']));
  const both = (await prepareFurRun({ joints: ['hip'] }, { actor })).prepared;
  expect(both.carrier.mesh.vertexCount).toBe(16);
  expect(both.warnings).toEqual([
    '2 joints of boxes are called "hip", numbers 1, 2: all are used; to use one of them, give its number instead of the name',
  ]);
  const one = (await prepareFurRun({ joints: [2] }, { actor })).prepared;
  expect([one.carrier.mesh.vertexCount, one.warnings]).toEqual([8, []]);
});
