import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pose } from '../pose.ts';
import { sampleClip } from '../sample-clip.ts';
import { restMatrices } from './character-points.ts';
import { findFeet } from './find-feet.ts';
import { FootMover } from './move-foot.ts';
import { buildWalker, walkerNodes } from './testing/walker.ts';

const at = (pose: Pose, node: number) => [...pose.world.subarray(16 * node + 12, 16 * node + 15)];
const turnOf = (pose: Pose, node: number) => [...pose.world.subarray(16 * node, 16 * node + 12)];
const between = (a: number[], b: number[]) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const offset = fc.double({ min: -0.06, max: 0.06, noNaN: true });
const scales = fc.constantFrom([1, 1, 1], [0.01, 0.01, 0.01], [100, 100, 100], [-1, 1, 1], [
  2, 2, -2,
] as const);

test('moves the foot exactly, keeps its direction, and leaves the other leg alone, under any scale', () => {
  fc.assert(
    fc.property(
      scales,
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.tuple(offset, offset, offset),
      fc.boolean(),
      (scale, heading, t, [x, y, z], looseFeet) => {
        const size = Math.abs(scale[0]);
        const rig = buildWalker({ scale: scale as [number, number, number], heading, looseFeet });
        const foot = findFeet(rig).feet.find((found) => found.node === walkerNodes.feet[0])!;
        expect(foot.leg).toEqual([walkerNodes.thighs[0], walkerNodes.shins[0]]);
        expect(foot.attached).toBe(!looseFeet);
        const before = new Pose(rig);
        sampleClip(rig.clips[0], t, before);
        before.updateWorld();
        const after = new Pose(rig);
        sampleClip(rig.clips[0], t, after);
        new FootMover(rig, foot, restMatrices(rig)).move(after, size * x, size * y, size * z);
        after.updateWorld();

        const [old, moved] = [at(before, foot.node), at(after, foot.node)];
        expect(between(moved, [old[0] + size * x, old[1] + size * y, old[2] + size * z])).toBeLessThan(
          1e-9 * size,
        );
        turnOf(before, foot.node).forEach((value, k) => {
          expect(Math.abs(turnOf(after, foot.node)[k] - value)).toBeLessThan(1e-6 * size);
        });
        for (const node of [walkerNodes.thighs[1], walkerNodes.shins[1], walkerNodes.feet[1]]) {
          expect(between(at(before, node), at(after, node))).toBe(0);
        }
        // The hip does not move. The two bones change their lengths only by the part that the knee could not provide.
        const [thigh, shin] = foot.leg;
        expect(between(at(before, thigh), at(after, thigh))).toBeLessThan(1e-12 * size);
        expect(Math.abs(between(at(after, thigh), at(after, shin)) / (0.45 * size) - 1)).toBeLessThan(0.12);
      },
    ),
    { seed: 5, numRuns: 150 },
  );
});

test('a bent knee takes a small offset without stretching the leg', () => {
  const rig = buildWalker();
  const foot = findFeet(rig).feet[0];
  const pose = new Pose(rig);
  sampleClip(rig.clips[0], 0.3, pose);
  new FootMover(rig, foot, restMatrices(rig)).move(pose, 0, 0.01, 0.01);
  pose.updateWorld();
  expect(between(at(pose, foot.leg[0]), at(pose, foot.leg[1]))).toBeCloseTo(0.45, 3);
  expect(between(at(pose, foot.leg[1]), at(pose, foot.node))).toBeCloseTo(0.45, 3);
});

test('a straight leg is stretched, not snapped at the knee', () => {
  const rig = buildWalker();
  const foot = findFeet(rig).feet[0];
  const pose = new Pose(rig);
  const rest = pose.rotation.slice();
  new FootMover(rig, foot, restMatrices(rig)).move(pose, 0, 0.03, 0);
  for (let k = 0; k < rest.length; k++) expect(pose.rotation[k]).toBeCloseTo(rest[k], 6);
  pose.updateWorld();
  expect(at(pose, foot.node)[1]).toBeCloseTo(0.03, 9);
});
