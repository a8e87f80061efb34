import { expect, test } from 'vitest';
import { composeMatrix } from '../../math/matrix.ts';
import { cos, sin } from '../../math/portable.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { LiveDrive } from './live-drive.ts';

/** Returns a bone that moves on a circle of 2 m about the y axis and rotates with this motion, at 3 rad/s. */
function poseAt(t: number): Float64Array {
  const out = new Float64Array(16);
  const position = [2 * cos(3 * t), 1, -2 * sin(3 * t)];
  composeMatrix(out, 0, position, 0, quaternionFromAxisAngle([0, 1, 0], 3 * t), 0, [2, 2, 2], 0);
  return out;
}

test('a circular motion in irregular frames: v = ωr, a = ω²r towards the centre', () => {
  const drive = new LiveDrive('head');
  let t = 0;
  drive.push(poseAt(t), 0);
  expect(drive.cut).toBe(true);
  for (let frame = 0; frame < 50; frame++) {
    const dt = frame % 2 ? 0.0011 : 0.0009;
    t += dt;
    drive.push(poseAt(t), dt);
  }
  expect(drive.cut).toBe(false);
  const [x, , z] = drive.position;
  const near = (value: number, expected: number, within: number) =>
    expect(Math.abs(value - expected)).toBeLessThan(within);
  near(drive.velocity[0], 3 * z, 0.02);
  near(drive.velocity[2], -3 * x, 0.02);
  near(drive.velocity[4], 3, 1e-6);
  near(drive.acceleration[0], -9 * x, 0.1);
  near(drive.acceleration[2], -9 * z, 0.1);
  near(drive.acceleration[4], 0, 1e-3);
});

test('a teleport is a cut: no velocity, no acceleration until two frames later', () => {
  const drive = new LiveDrive('head');
  for (let frame = 0; frame < 5; frame++) drive.push(poseAt(0.01 * frame), 0.01);
  expect(drive.velocity.some((value) => value !== 0)).toBe(true);
  drive.push(poseAt(7), 0.01, true);
  expect(drive.cut).toBe(true);
  expect([...drive.velocity, ...drive.acceleration]).toEqual(new Array(12).fill(0));
  drive.push(poseAt(7.01), 0.01);
  expect(drive.cut).toBe(false);
  expect(drive.velocity[4]).toBeCloseTo(3, 6);
  expect([...drive.acceleration]).toEqual(new Array(6).fill(0));
});

test('a frame of zero time changes nothing', () => {
  const drive = new LiveDrive('head');
  for (let frame = 0; frame < 5; frame++) drive.push(poseAt(0.01 * frame), 0.01);
  const [velocity, acceleration] = [[...drive.velocity], [...drive.acceleration]];
  drive.push(poseAt(0.04), 0);
  expect([...drive.velocity]).toEqual(velocity);
  expect([...drive.acceleration]).toEqual(acceleration);
});
