import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { quaternionFromAxisAngle } from '../math/slerp.ts';
import { findJumps, jumpsBetween } from './find-jumps.ts';
import { Pose } from './pose.ts';
import { sampleChannel, sampleClip } from './sample-clip.ts';
import { createChannel, createClip, createRig } from './testing/create-rig.ts';

const valueAt = (channel: ReturnType<typeof createChannel>, t: number) => {
  const out = new Float64Array(channel.width + 1).fill(Number.NaN);
  sampleChannel(channel, t, out, 1);
  return [...out.subarray(1)];
};

test('LINEAR interpolates between keys and is constant outside', () => {
  const channel = createChannel('translation', 'LINEAR', [1, 3], [0, 10, 20, 4, 10, 0]);
  expect(valueAt(channel, 0)).toEqual([0, 10, 20]);
  expect(valueAt(channel, 1.5)).toEqual([1, 10, 15]);
  expect(valueAt(channel, 3)).toEqual([4, 10, 0]);
  expect(valueAt(channel, 99)).toEqual([4, 10, 0]);
});

test('a single key is constant for every interpolation', () => {
  expect(valueAt(createChannel('scale', 'STEP', [2], [1, 2, 3]), 0)).toEqual([1, 2, 3]);
  expect(valueAt(createChannel('scale', 'LINEAR', [2], [1, 2, 3]), 5)).toEqual([1, 2, 3]);
  expect(valueAt(createChannel('scale', 'CUBICSPLINE', [2], [9, 9, 9, 1, 2, 3, 9, 9, 9]), 2)).toEqual([
    1, 2, 3,
  ]);
});

test('CUBICSPLINE reproduces a cubic from its values and slopes', () => {
  const cubic = (t: number) => 2 - t + 0.5 * t ** 2 + 0.25 * t ** 3;
  const slope = (t: number) => -1 + t + 0.75 * t ** 2;
  const times = [0, 2, 3];
  const values = times.flatMap((t) => [slope(t), cubic(t), slope(t)]);
  const channel = createChannel('weights', 'CUBICSPLINE', times, values);
  expect(channel.width).toBe(1);
  for (let t = 0; t <= 3; t += 0.125) expect(valueAt(channel, t)[0]).toBeCloseTo(cubic(t), 6);
});

test('the key search agrees with a linear search over random keys (seed 1)', () => {
  const times = [0];
  for (let k = 1; k < 40; k++) times.push(times[k - 1] + 0.01 + hashUnit(1, k));
  const channel = createChannel('weights', 'STEP', times, [...times.keys()]);
  for (let k = 0; k < 400; k++) {
    const t = hashUnit(2, k) * (times[39] + 1) - 0.5;
    const walked = Math.max(0, times.filter((time) => time <= t).length - 1);
    expect(valueAt(channel, t)).toEqual([walked]);
  }
  expect(valueAt(channel, times[17])).toEqual([17]);
});

test('quaternions of any length give unit quaternions, halfway along the arc', () => {
  const end = quaternionFromAxisAngle([1, 0, 0], 1.2).map((part) => part * 3);
  const channel = createChannel('rotation', 'LINEAR', [0, 1], [0, 0, 0, 0.5, ...end]);
  const expected = quaternionFromAxisAngle([1, 0, 0], 0.6);
  valueAt(channel, 0.5).forEach((part, k) => {
    expect(part).toBeCloseTo(expected[k], 6);
  });
});

test('channels write only their own node and property', () => {
  const rig = createRig({ nodes: [{ translation: [7, 7, 7] }, { weights: [0, 0.25], parent: 0 }] });
  const clip = createClip('move', [
    createChannel('scale', 'STEP', [0], [2, 2, 2], 1),
    createChannel('weights', 'LINEAR', [0, 1], [0, 0, 1, 2], 1),
  ]);
  const pose = new Pose(rig);
  sampleClip(clip, 0.5, pose);
  expect([...pose.translation]).toEqual([7, 7, 7, 0, 0, 0]);
  expect([...pose.scale]).toEqual([1, 1, 1, 2, 2, 2]);
  expect([...pose.weights[1]]).toEqual([0.5, 1]);
  pose.reset();
  expect([...pose.weights[1]]).toEqual([0, 0.25]);
  expect([...pose.scale]).toEqual([1, 1, 1, 1, 1, 1]);
});

test('jumps are only STEP keys that change; q and −q are the same rotation', () => {
  const turn = quaternionFromAxisAngle([0, 1, 0], 0.5);
  const clip = createClip('jumps', [
    createChannel('rotation', 'STEP', [0, 1, 2, 3], [0, 0, 0, 1, 0, 0, 0, -1, ...turn, ...turn]),
    createChannel('translation', 'STEP', [0, 4, 5], [100, 0, 0, 100.05, 0, 0, 101, 0, 0]),
    createChannel('scale', 'LINEAR', [0, 0.5], [1, 1, 1, 9, 9, 9]),
  ]);
  // At 4 s the change is 0.05 % of the value, which counts as rounding, not as a jump.
  expect([...findJumps(clip)]).toEqual([2, 5]);
  expect(jumpsBetween(clip, 1.9, 2)).toBe(true);
  expect(jumpsBetween(clip, 2, 2.1)).toBe(false);
  expect(jumpsBetween(clip, 0, 9)).toBe(true);
});
