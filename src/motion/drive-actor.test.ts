import { expect, test } from 'vitest';
import { createMatrix } from '../math/matrix.ts';
import { quaternionFromAxisAngle } from '../math/slerp.ts';
import type { Actor } from './actor.ts';
import { driveAngular, driveDown, driveProducts, driveSpin } from './drive.ts';
import { createActorDrives } from './drive-actor.ts';
import { createDriveFrame, readDriveFrame } from './drive-frame.ts';
import { createMovingActor, linearKeys } from './testing/moving-actor.ts';

const bone = { node: 0, inverseBind: createMatrix() };

/** Returns copies of the drive in every step from time 0, at `rate` steps per second. */
function drivesOf(actor: Actor, rate: number, stepCount: number, request = bone) {
  const set = createActorDrives(actor);
  const drive = set.add(request);
  return Array.from({ length: stepCount }, (_, tick) => {
    set.advance((tick - 1) / rate, tick / rate, (tick + 1) / rate, (tick + 2) / rate);
    return { cut: drive.cut, start: drive.start.slice(), end: drive.end.slice() };
  });
}

const near = (value: number, expected: number, within: number) =>
  expect(Math.abs(value - expected)).toBeLessThan(within);

test('on a circle: centripetal acceleration and ω² in the axes of the frame, with the down vector rotated', () => {
  // A body that moves on a circle of 2 m about the z axis at 3 rad/s and rotates with this motion: the centre is always at −x of the frame.
  const actor = createMovingActor((t) => ({
    position: [2 * Math.cos(3 * t), 2 * Math.sin(3 * t), 5],
    rotation: quaternionFromAxisAngle([0, 0, 1], 3 * t),
  }));
  const [, , { end }] = drivesOf(actor, 240, 3);
  near(end[0], -18, 0.01);
  near(end[1], 0, 1e-6);
  for (let axis = 0; axis < 3; axis++) near(end[driveAngular + axis], 0, 1e-7);
  near(end[driveProducts + 2], 9, 1e-9);
  near(end[driveProducts], 0, 1e-9);
  near(end[driveSpin + 2], 3, 1e-9);
  near(end[driveDown], -Math.sin(9 / 240), 1e-9);
  near(end[driveDown + 1], -Math.cos(9 / 240), 1e-9);
});

test('a swing about x: angular acceleration and products of angular velocities', () => {
  const angle = (t: number) => 0.6 * Math.sin(2 * Math.PI * t);
  const actor = createMovingActor((t) => ({
    position: [0, 0, 0],
    rotation: quaternionFromAxisAngle([1, 0, 0], angle(t)),
  }));
  const drives = drivesOf(actor, 480, 300);
  drives.slice(2).forEach(({ end }, k) => {
    const t = (k + 3) / 480;
    near(end[driveAngular], -0.6 * (2 * Math.PI) ** 2 * Math.sin(2 * Math.PI * t), 0.01);
    near(end[driveProducts], (0.6 * 2 * Math.PI * Math.cos(2 * Math.PI * t)) ** 2, 0.01);
  });
});

test.each([24, 100, 240, 997])(
  'linear keys give the change of velocity as an impulse, at %i steps a second',
  (rate) => {
    const path = linearKeys([0, 0.1, 0.4, 0.4, -0.3, 0], 0.1);
    const actor = createMovingActor((t) => ({ position: [path(t), 0, 0] }));
    const drives = drivesOf(actor, rate, rate);
    // Summed up to a time between two keys, the impulses equal the change of velocity since the start.
    for (const [until, velocity] of [
      [0.15, 3],
      [0.25, 0],
      [0.35, -7],
      [0.7, 0],
    ]) {
      const ticks = Math.round(until * rate);
      const before = path(ticks / rate + 1 / rate) - path(ticks / rate);
      const expected = rate > 90 ? velocity : before * rate;
      const sum = drives.slice(0, ticks).reduce((total, { end }) => total + end[0] / rate, 0);
      near(sum, expected - path(1 / rate) * rate, 1e-9);
    }
  },
);

test('a step depends only on its times: a new set of steps is bit-identical', () => {
  const actor = createMovingActor(
    (t) => ({
      position: [Math.sin(7 * t), t * t, 0],
      rotation: quaternionFromAxisAngle([0, 0.6, 0.8], Math.sin(5 * t)),
    }),
    { cuts: [0.5] },
  );
  const whole = drivesOf(actor, 100, 80);
  for (const tick of [0, 1, 7, 48, 49, 50, 51, 79]) {
    const set = createActorDrives(actor);
    const drive = set.add(bone);
    set.advance((tick - 1) / 100, tick / 100, (tick + 1) / 100, (tick + 2) / 100);
    expect(drive.start).toEqual(whole[tick].start);
    expect(drive.end).toEqual(whole[tick].end);
    expect(drive.cut).toBe(whole[tick].cut);
  }
});

test('a jump is a cut without acceleration: a marked one, and keys that connect two positions linearly', () => {
  const jump = (t: number) => (t < 0.5 ? 0 : 50);
  const rush = linearKeys([0, 0, 0, 0, 0, 50, 50, 50], 0.1);
  for (const [path, cuts] of [
    [jump, [0.5]],
    [rush, []],
  ] as const) {
    const actor = createMovingActor((t) => ({ position: [path(t), 0, 0] }), { cuts });
    const drives = drivesOf(actor, 240, 200);
    expect(drives.some(({ cut }) => cut)).toBe(true);
    for (const { start, end } of drives) {
      for (const moment of [start, end]) near(Math.hypot(moment[0], moment[1], moment[2]), 0, 1e-6);
    }
  }
});

test('a jump of another node is no cut for a bone that moves uniformly', () => {
  const actor = createMovingActor((t) => ({ position: [Math.sin(4 * t), 0, 0] }), { cuts: [0.3, 0.31, 0.6] });
  const plain = createMovingActor((t) => ({ position: [Math.sin(4 * t), 0, 0] }));
  expect(drivesOf(actor, 240, 200)).toEqual(drivesOf(plain, 240, 200));
});

test('a repeated motion starts in its periodic state: the first step equals that of the next period', () => {
  const actor = createMovingActor((t) => ({ position: [Math.sin(2 * Math.PI * t), 0, 0.7 * t] }), {
    period: 1,
  });
  const drives = drivesOf(actor, 200, 201);
  for (let k = 0; k < 3; k++) near(drives[0].start[k], drives[200].start[k], 1e-7);
});

test('a frame is the polar factor: non-uniform scale and a mirror do not change its axes', () => {
  const turn = quaternionFromAxisAngle([0.48, 0.6, 0.64], 0.7);
  const still = createMovingActor((t) => ({ position: [0, 0, t * t], rotation: turn, scale: [2, 2, 2] }));
  const mirrored = createMovingActor((t) => ({ position: [0, 0, t * t], rotation: turn, scale: [-2, 2, 2] }));
  const [a] = drivesOf(still, 100, 2).slice(-1);
  const [b] = drivesOf(mirrored, 100, 2).slice(-1);
  near(Math.hypot(a.end[0], a.end[1], a.end[2]), 2, 1e-6);
  near(b.end[0], -a.end[0], 1e-6);
  near(b.end[1], a.end[1], 1e-6);
  near(b.end[driveDown], -a.end[driveDown], 1e-12);

  const frame = createDriveFrame();
  const stretched = createMatrix();
  // A shear of the x axis along y rotates the frame by half of its angle, to first order.
  stretched[1] = 0.02;
  readDriveFrame(frame, stretched);
  near(frame.rotation[2], 0.005, 1e-5);
});

test('a rotation with a mirror: angular velocity in the mirrored axes', () => {
  const actor = createMovingActor((t) => ({
    position: [0, 0, 0],
    rotation: quaternionFromAxisAngle([1, 0, 0], 2 * t),
    scale: [-1, 1, 1],
  }));
  const [{ end }] = drivesOf(actor, 100, 3).slice(-1);
  // In the axes of the frame, the down vector rotates: d(down)/dt = −ω × down.
  const [next] = drivesOf(actor, 100, 4).slice(-1);
  const rate = [0, 1, 2].map((k) => (next.end[driveDown + k] - end[driveDown + k]) * 100);
  const [wx] = end.slice(driveSpin);
  near(rate[1], wx * end[driveDown + 2], 0.03);
  near(rate[2], -wx * end[driveDown + 1], 0.03);
});

test('scaling a stationary bone to 0 and back causes no drive, even if its mesh is far from its origin', () => {
  const size = (t: number) => Math.abs(1 - t / 0.4);
  const actor = createMovingActor((t) => ({
    position: [1, 2, 3],
    rotation: quaternionFromAxisAngle([0, 0, 1], 0.7),
    scale: [size(t), size(t), size(t)],
  }));
  const inverseBind = createMatrix();
  inverseBind.set([-20, 0, 7], 12);
  const set = createActorDrives(actor);
  const drive = set.add({ node: 0, inverseBind });
  const vanishing: number[] = [];
  for (let tick = 0; tick < 80; tick++) {
    set.advance((tick - 1) / 100, tick / 100, (tick + 1) / 100, (tick + 2) / 100);
    if (drive.vanishes) vanishing.push(tick);
    expect(drive.cut).toBe(tick === 0 ? drive.cut : drive.vanishes);
    for (const moment of [drive.start, drive.end]) {
      for (let k = 0; k < driveDown; k++) near(moment[k], 0, 1e-8);
      expect(moment.every(Number.isFinite)).toBe(true);
    }
  }
  // The step that ends at 0.4 s and the step that begins at 0.4 s.
  expect(vanishing).toEqual([39, 40]);
});
