import { describe, expect, test } from 'vitest';
import { transformPoint } from '../../math/matrix.ts';
import { hashUnit } from '../../math/random.ts';
import { Pose } from '../../motion/pose.ts';
import { sampleClip } from '../../motion/sample-clip.ts';
import type { BvhRecording } from './bvh-recording.ts';
import { readBvhRecording } from './read-bvh-recording.ts';
import { createRecordingRig, type RecordingUp } from './recording-rig.ts';
import { type JointSource, positions, writeBvh } from './testing/write-bvh.ts';

const open = (source: JointSource, frames: readonly number[][]) =>
  readBvhRecording(writeBvh(source, frames), 'walk.bvh');

/** Returns the world positions at a frame of all joints, then of their ends. */
function positionsAt(recording: BvhRecording, frame: number, up: RecordingUp = 'y'): number[][] {
  const rig = createRecordingRig(recording, up);
  const pose = new Pose(rig);
  sampleClip(rig.clips[0], frame * recording.frameTime, pose);
  pose.updateWorld();
  const at = (joint: number, local: readonly number[]) => {
    const out = [0, 0, 0];
    transformPoint(out, pose.world, local, 16 * joint);
    return out;
  };
  const { joints } = recording;
  return [
    ...joints.map((_, joint) => at(joint, [0, 0, 0])),
    ...joints.flatMap(({ ends }, joint) => ends.map((end) => at(joint, end))),
  ];
}

type Rows = readonly (readonly number[])[];
const product = (a: Rows, b: Rows) =>
  a.map((row) => b[0].map((_, c) => row.reduce((sum, x, k) => sum + x * b[k][c], 0)));
const apply = (m: Rows, v: readonly number[]) => m.map((row) => row.reduce((sum, x, k) => sum + x * v[k], 0));

/** Returns the textbook matrix of a rotation about one axis, in degrees. */
function turn(axis: number, degrees: number): Rows {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  if (axis === 0)
    return [
      [1, 0, 0],
      [0, c, -s],
      [0, s, c],
    ];
  if (axis === 1)
    return [
      [c, 0, s],
      [0, 1, 0],
      [-s, 0, c],
    ];
  return [
    [c, -s, 0],
    [s, c, 0],
    [0, 0, 1],
  ];
}

/** Returns a reference implementation with matrices: v = parent + R_parent t, R = R_parent R₁ R₂ R₃. */
function slowPositions({ joints, values, columnCount }: BvhRecording, frame: number): number[][] {
  const turns: Rows[] = [];
  const positions: number[][] = [];
  for (const { parent, offset, channels } of joints) {
    const local = [...offset];
    let own: Rows = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    for (const { kind, axis, column } of channels) {
      const value = values[frame * columnCount + column];
      if (kind === 'position') local[axis] = value;
      else own = product(own, turn(axis, value));
    }
    if (parent < 0) {
      turns.push(own);
      positions.push(local);
      continue;
    }
    const moved = apply(turns[parent], local);
    positions.push(positions[parent].map((x, axis) => x + moved[axis]));
    turns.push(product(turns[parent], own));
  }
  const ends = joints.flatMap(({ ends }, joint) =>
    ends.map((end) => apply(turns[joint], end).map((x, axis) => x + positions[joint][axis])),
  );
  return [...positions, ...ends];
}

describe('the order of each joint’s CHANNELS line is the order of its rotations', () => {
  test('rotations by 90° about two axes, in two orders in one file', () => {
    const recording = open(
      {
        name: 'A',
        channels: ['Zrotation', 'Xrotation', 'Yrotation'],
        children: [
          { name: 'B', offset: [0, 1, 0], channels: ['Zrotation', 'Yrotation', 'Xrotation'], end: [0, 1, 0] },
        ],
      },
      [
        [90, 90, 0, 0, 0, 0],
        [0, 0, 0, 90, 0, 90],
      ],
    );
    // The channels are Z, then X, intrinsic: Rz Rx (0, 1, 0) = Rz (0, 0, 1) = (0, 0, 1).
    const [, b, end] = positionsAt(recording, 0);
    for (let axis = 0; axis < 3; axis++) expect(b[axis]).toBeCloseTo([0, 0, 1][axis], 6);
    for (let axis = 0; axis < 3; axis++) expect(end[axis]).toBeCloseTo([0, 0, 2][axis], 6);
    const [, , second] = positionsAt(recording, 1);
    for (let axis = 0; axis < 3; axis++) expect(second[axis]).toBeCloseTo([0, 1, 1][axis], 6);
  });

  test('any order, rotations before positions, 0 to 6 channels agree with matrices (seed 1)', () => {
    const draw = (...what: number[]) => hashUnit(1, ...(what as [number]));
    const orders = ['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX', 'ZXZ', 'Y', ''];
    const chain = (depth: number): JointSource => {
      const turns = [...orders[depth % orders.length]].map((axis) => `${axis}rotation`);
      const moves = depth % 3 === 0 ? positions : depth % 3 === 1 ? [] : ['Zposition'];
      return {
        name: `joint ${depth}`,
        offset: [draw(depth, 1) - 0.5, draw(depth, 2) - 0.5, draw(depth, 3) - 0.5],
        channels: depth % 2 === 0 ? [...turns, ...moves] : [...moves, ...turns],
        children: depth < 11 ? [chain(depth + 1)] : [],
        end: depth === 11 ? [0.1, 0.2, 0.3] : null,
      };
    };
    const countOf = ({ channels = [], children = [] }: JointSource): number =>
      channels.length + children.reduce((sum, child) => sum + countOf(child), 0);
    const width = countOf(chain(0));
    const rows = Array.from({ length: 8 }, (_, frame) =>
      Array.from({ length: width }, (_, column) => 720 * (draw(frame, column, 4) - 0.5)),
    );
    const recording = open(chain(0), rows);
    for (let frame = 0; frame < 8; frame++) {
      const fast = positionsAt(recording, frame);
      slowPositions(recording, frame).forEach((position, point) => {
        for (let axis = 0; axis < 3; axis++)
          expect(Math.abs(fast[point][axis] - position[axis])).toBeLessThan(2e-3);
      });
    }
  });
});

describe('positions on any joint', () => {
  const recording = open(
    {
      name: 'A',
      offset: [9, 9, 9],
      channels: positions,
      children: [{ name: 'B', offset: [1, 2, 3], channels: ['Yposition', 'Yrotation'], end: [1, 0, 0] }],
    },
    [
      [1, 1, 1, 5, 0],
      [2, 2, 2, 6, 90],
    ],
  );

  test('they replace the offset along their axes, and keep it along the others', () => {
    expect(positionsAt(recording, 0)).toEqual([
      [1, 1, 1],
      [2, 6, 4],
      [3, 6, 4],
    ]);
    const [, joint, end] = positionsAt(recording, 1);
    expect(joint).toEqual([3, 8, 5]);
    expect(end[0]).toBeCloseTo(3, 6);
    expect(end[2]).toBeCloseTo(4, 6);
  });

  test('joints without channels have no keys', () => {
    const { clips } = createRecordingRig(
      open({ name: 'A', channels: positions, children: [{ name: 'B' }] }, [[1, 2, 3]]),
      'y',
    );
    expect(clips[0].channels.map(({ node, path }) => [node, path])).toEqual([[0, 'translation']]);
  });
});

test('joints are bound by index, so equal or missing names cause no error', () => {
  const twin = { name: 'twin', offset: [1, 0, 0], channels: ['Zrotation'], end: [1, 0, 0] };
  const recording = open({ name: 'A', channels: [], children: [twin, twin] }, [[0, 90]]);
  const [, , , first, second] = positionsAt(recording, 0);
  expect(first).toEqual([2, 0, 0]);
  expect(second[1]).toBeCloseTo(1, 6);
});

test('Z up is rotated to Y up: x is kept, z becomes y, −y becomes z', () => {
  const recording = open({ name: 'A', channels: [...positions, 'Zrotation'], end: [0, 0, 1] }, [
    [1, 2, 3, 0],
    [1, 2, 3, 90],
  ]);
  expect(positionsAt(recording, 0, 'z')[0]).toEqual([1, 3, -2]);
  const [, end] = positionsAt(recording, 1, 'z');
  for (let axis = 0; axis < 3; axis++) expect(end[axis]).toBeCloseTo([1, 4, -2][axis], 6);
});

test('the clip is named after the file; rotations beyond 180° do not flip', () => {
  const recording = open(
    { name: 'A', channels: ['Yrotation'], end: [1, 0, 0] },
    Array.from({ length: 40 }, (_, frame) => [frame * 30]),
  );
  const [clip] = createRecordingRig(recording, 'y').clips;
  expect([clip.name, clip.start]).toEqual(['walk', 0]);
  expect(clip.end).toBeCloseTo(3.9, 12);
  const { values } = clip.channels[0];
  for (let k = 4; k < values.length; k += 4) {
    const dot = [0, 1, 2, 3].reduce((sum, c) => sum + values[k + c] * values[k + c - 4], 0);
    expect(dot).toBeCloseTo(Math.cos(Math.PI / 12), 6);
  }
});
