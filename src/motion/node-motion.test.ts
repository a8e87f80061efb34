import { describe, expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { createActor } from './actor.ts';
import { createJointMotion } from './joint-motion.ts';
import { createNodeMotion, measureNodeScale, nodeTurns } from './node-motion.ts';
import {
  createAttachedMotion,
  createKeyedMotion,
  createRigidPose,
  type RigidMotion,
} from './rigid-motion.ts';
import { rigidOfMatrix } from './rigid-of-matrix.ts';
import { sampleMotion } from './sample-motion.ts';
import { createChannel, createClip, createRig } from './testing/create-rig.ts';

const half = Math.SQRT1_2;

function poseAt(motion: RigidMotion, t: number) {
  const pose = createRigidPose();
  motion.sample(pose, t);
  return { position: [...pose.position], rotation: [...pose.rotation] };
}

const near = (values: readonly number[], digits = 6) => values.map((value) => expect.closeTo(value, digits));

/** Returns a car: a body with the given scale that moves and rotates, an arm on the body, and a rotating wheel on the arm. */
function car(scales: { body?: number[]; arm?: number[] } = {}) {
  const clip = createClip('drive', [
    createChannel('translation', 'LINEAR', [0, 1], [0, 0, 0, 200, 0, 0], 0),
    createChannel('rotation', 'LINEAR', [0, 1], [0, 0, 0, 1, 0, half, 0, half], 0),
    createChannel('rotation', 'LINEAR', [0, 1], [0, 0, 0, 1, half, 0, 0, half], 2),
    createChannel('translation', 'STEP', [0, 0.5], [0, 0, 0, 9, 9, 9], 3),
  ]);
  const rig = createRig({
    nodes: [
      { name: 'body', scale: (scales.body ?? [0.01, 0.01, 0.01]) as never },
      { name: 'arm', parent: 0, translation: [0, 0, 50], scale: (scales.arm ?? [1, 1, 1]) as never },
      { name: 'wheel', parent: 1, translation: [0, 20, 0] },
      { name: 'other' },
    ],
    clips: [clip],
  });
  return { rig, clip };
}

describe('the motion of a node', () => {
  test('is in world space: the scale of ancestors affects its position, not its rotation', () => {
    const { rig, clip } = car();
    const motion = createNodeMotion(rig, clip, 2);
    expect(poseAt(motion, 0)).toEqual({ position: near([0, 0.2, 0.5]), rotation: near([0, 0, 0, 1]) });
    // At the end the body has moved by 200 and rotated by 90° about y: z of the body is x of the world.
    expect(poseAt(motion, 1).position).toEqual(near([200.5, 0.2, 0]));
    // q and −q are the same rotation.
    expect(poseAt(motion, 1).rotation.map((part) => part * 2)).toEqual(near([-1, -1, 1, -1]));
    expect(poseAt(motion, 7)).toEqual(poseAt(motion, 1));
  });

  test('jumps at STEP keys of its ancestors, not of other nodes', () => {
    const { rig, clip } = car();
    expect(createNodeMotion(rig, clip, 2).cutBetween(0, 1)).toBe(false);
    const other = createNodeMotion(rig, clip, 3);
    expect([other.cutBetween(0, 0.5), other.cutBetween(0.5, 1), other.cutBetween(0.4, 0.6)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('is constant without a clip', () => {
    const { rig } = car();
    expect(poseAt(createNodeMotion(rig, null, 2), 3).position).toEqual(near([0, 0.2, 0.5]));
    expect(createNodeMotion(rig, null, 2).cutBetween(0, 9)).toBe(false);
  });

  test('is a rotation for all scales: non-uniform, mirrored, zero', () => {
    for (const [body, arm] of [
      [[1, 2, 3], undefined],
      [[-1, 1, 1], undefined],
      [
        [1, 1, 1],
        [0, 0, 0],
      ],
      [
        [0, 1, 1],
        [2, 1, 1],
      ],
      [
        [3, 1, 1],
        [1, -2, 1],
      ],
    ]) {
      const { rig, clip } = car({ body, arm });
      const motion = createNodeMotion(rig, clip, 2);
      for (let k = 0; k < 10; k++) {
        const { position, rotation } = poseAt(motion, hashUnit(3, k, 0));
        expect(Math.hypot(...rotation)).toBeCloseTo(1, 12);
        expect(position.every(Number.isFinite)).toBe(true);
      }
    }
  });

  test.each([
    ['an even scale', { body: [0.5, 0.5, 0.5] }, { first: near([0.5, 0.5, 0.5]) }],
    // A rotating node below a non-uniform scale is stretched along changing axes.
    ['an uneven one', { body: [1, 2, 1] }, { isUneven: true, varies: true }],
    ['a mirror', { body: [-1, 1, 1] }, { isMirrored: true, isUneven: false }],
    ['nothing', { body: [0, 0, 0] }, { vanishes: true }],
  ])('%s of a node is reported', (_, scales, expected) => {
    const { rig, clip } = car(scales);
    expect(measureNodeScale(rig, clip, 2)).toMatchObject({ varies: false, ...expected });
  });

  test('a changing scale is reported', () => {
    const rig = createRig({ nodes: [{ name: 'a' }] });
    const clip = createClip('grow', [createChannel('scale', 'LINEAR', [0, 1], [1, 1, 1, 2, 2, 2], 0)]);
    expect(measureNodeScale(rig, clip, 0)).toMatchObject({ varies: true, isUneven: false });
  });

  test('reports whether the node rotates', () => {
    const { rig, clip } = car();
    expect([0, 1, 2, 3].map((node) => nodeTurns(rig, clip, node))).toEqual([true, true, true, false]);
  });
});

test('a rigid pose of a sheared matrix is orthonormal and keeps the second axis', () => {
  const pose = createRigidPose();
  expect(rigidOfMatrix(pose, [2, 0, 0, 0, 1, 3, 0, 0, 0.5, 0.25, 4, 0, 5, 6, 7, 1])).toBe(true);
  expect([...pose.position]).toEqual([5, 6, 7]);
  const length = Math.sqrt(10);
  const [x, y, z, w] = pose.rotation;
  expect([2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)]).toEqual(
    near([1 / length, 3 / length, 0], 12),
  );
  expect(rigidOfMatrix(pose, new Array(16).fill(0))).toBe(false);
});

describe('an object on a joint', () => {
  const { rig } = car();
  const placed = { position: [3, 1, -2], heading: 1.1, scale: 2, clip: 'drive' } as const;
  const actor = createActor(rig, { name: 'car', ...placed });

  test('is at its offset in the rest pose, along the axes of the character', () => {
    const upright = createActor(rig, { name: 'car', scale: 2, clip: null });
    const motion = createJointMotion(upright, 2, { position: [0.1, 0.2, 0.3], rotation: [0, half, 0, half] });
    expect(poseAt(motion, 0)).toEqual({
      position: near([0.1, 0.6, 1.3]),
      rotation: near([0, half, 0, half]),
    });
  });

  test('moves as a point of the joint: position, heading, scale and clip', () => {
    const motion = createJointMotion(actor, 2, { position: [0.1, 0.2, 0.3], rotation: [0, 0, 0, 1] });
    for (const t of [0, 0.25, 0.8, 1]) {
      // The point in the joint's own space: the offset divided by the scales above. Joints are not rotated in the rest pose.
      const { world } = actor.poseAt(t);
      const local = [0.1 / 0.02, 0.2 / 0.02, 0.3 / 0.02];
      const expected = [0, 1, 2].map(
        (row) =>
          world[32 + row] * local[0] +
          world[36 + row] * local[1] +
          world[40 + row] * local[2] +
          world[44 + row],
      );
      expect(poseAt(motion, t).position).toEqual(near(expected, 9));
    }
  });

  test('cuts where its actor cuts', () => {
    const motion = createJointMotion(actor, 2, { position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    expect(motion.cutBetween(0.4, 0.6)).toBe(actor.cutBetween(0.4, 0.6));
    expect(motion.cutBetween(0.4, 0.6)).toBe(true);
  });

  test('has a defined position on a joint with scale 0 in the rest pose', () => {
    const nothing = car({ arm: [0, 0, 0] });
    const motion = createJointMotion(createActor(nothing.rig, { name: 'car', clip: 'drive', scale: 1 }), 2, {
      position: [0, 0, 0],
      rotation: [0, 0, 0, 1],
    });
    const { position, rotation } = poseAt(motion, 0.5);
    expect(position.every(Number.isFinite)).toBe(true);
    expect(Math.hypot(...rotation)).toBeCloseTo(1, 12);
  });
});

test('an object on another rigid object rotates with it', () => {
  const base = createKeyedMotion([
    { time: 0, position: [0, 1, 0], rotation: [0, 0, 0, 1] },
    { time: 1, position: [5, 1, 0], rotation: [0, half, 0, half] },
  ]);
  const motion = createAttachedMotion(base, { position: [0, 0, 2], rotation: [0, 1, 0, 0] });
  expect(poseAt(motion, 0)).toEqual({ position: [0, 1, 2], rotation: [0, 1, 0, 0] });
  expect(poseAt(motion, 1).position).toEqual(near([7, 1, 0], 12));
  expect(motion.knots).toBeNull();
});

describe('a motion as keys', () => {
  const keyed = createKeyedMotion([
    { time: 0, position: [0, 0, 0], rotation: [0, 0, 0, 1] },
    { time: 1, position: [1, 0, 0], rotation: [0, 0, 0, -1] },
    { time: 1, position: [9, 0, 0], rotation: [0, 1, 0, 0] },
    { time: 2, position: [9, 1, 0], rotation: [0, 1, 0, 0] },
  ]);

  test('keeps its knots and jumps; neighbouring quaternions have one sign', () => {
    const keys = sampleMotion(keyed, 0.5, 2, 120);
    expect(keys.map(({ time }) => time)).toEqual([0.5, 1, 1, 2]);
    expect(keys[1].position).toEqual(near([1, 0, 0], 5));
    expect(keys[2].position).toEqual([9, 0, 0]);
    for (let k = 1; k < keys.length; k++) {
      const dot = keys[k].rotation.reduce((sum, part, c) => sum + part * keys[k - 1].rotation[c], 0);
      expect(dot).toBeGreaterThanOrEqual(0);
    }
  });

  test('is sampled if it has no knots, including jumps and the end', () => {
    const keys = sampleMotion({ ...keyed, knots: null }, 0, 1.5, 4);
    expect(keys.map(({ time }) => time)).toEqual([0, 0.25, 0.5, 0.75, 1, 1, 1.25, 1.5]);
    expect(sampleMotion(keyed, 3, 3, 4)).toHaveLength(1);
  });
});
