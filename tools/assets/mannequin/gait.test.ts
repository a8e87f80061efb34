import { describe, expect, test } from 'vitest';
import { evaluate, runCurves, walkCurves } from './gait-curves.ts';
import { rollSole } from './sole-roll.ts';

describe('the series give the published curves', () => {
  // Values from Fukuchi 2017, running at 3.5 m/s: phase of the gait cycle (0..1); angles of the thigh, the knee and the foot, degrees.
  test.each([
    [0, 21.03, 10.26, 13.73],
    [0.14, 17.83, 42.91, -1.94],
    [0.3, -17.36, 16.53, -35.98],
    [0.4, -26.37, 17.94, -68.7],
    [0.67, 19.25, 105.15, -90.88],
    [0.79, 34.43, 77.12, -42.47],
    [0.92, 24.43, 17.48, 9.82],
  ])('running, phase %f', (phase, thigh, knee, foot) => {
    expect(Math.abs(evaluate(runCurves.thigh, phase) - thigh)).toBeLessThan(0.3);
    expect(Math.abs(evaluate(runCurves.knee, phase) - knee)).toBeLessThan(0.3);
    expect(Math.abs(evaluate(runCurves.foot, phase) - foot)).toBeLessThan(0.9);
  });

  // Values from Fukuchi 2018, walking: phase of the gait cycle (0..1); angles of the hip (with the tilt of the pelvis, 10.5°), the knee and
  // the ankle, degrees.
  test.each([
    [0, 31.9, 2.4, 2.9],
    [0.14, 26.8, 17.9, 3],
    [0.4, 0, 3.9, 11.4],
    [0.54, -7.9, 13.4, 7.2],
    [0.74, 20.3, 62.4, -0.7],
    [0.92, 32.8 + 0.7, 9.5 + 7, 3.8],
  ])('walking, phase %f', (phase, hip, knee, ankle) => {
    const thigh = evaluate(walkCurves.thigh, phase);
    expect(Math.abs(thigh - (hip - 10.5))).toBeLessThan(0.8);
    expect(Math.abs(evaluate(walkCurves.knee, phase) - knee)).toBeLessThan(0.8);
    expect(Math.abs(evaluate(walkCurves.foot, phase) - (hip - 10.5 - knee + ankle))).toBeLessThan(1.2);
  });
});

test('a flat sole leaves the ankle where it stands', () => {
  const flat = rollSole(0);
  expect(flat.ankleForward).toBeCloseTo(0, 6);
  expect(flat.ankleUp).toBeCloseTo(0.095, 3);
  expect(flat.toePitch).toBe(0);
});

test('over the heel the ankle moves as a wheel does: forwards by its height times the turn', () => {
  for (let pitch = 1; pitch < 25; pitch++) {
    const [a, b] = [rollSole(pitch - 0.5), rollSole(pitch + 0.5)];
    const forward = (a.ankleForward - b.ankleForward) / (Math.PI / 180);
    const height = (a.ankleUp + b.ankleUp) / 2;
    expect(forward).toBeCloseTo(height, 2);
  }
});

test('at push-off the toes bend first and roll last, and the ankle only rises', () => {
  let before = rollSole(0);
  for (let pitch = -1; pitch >= -70; pitch--) {
    const now = rollSole(pitch);
    expect(now.ankleUp).toBeGreaterThan(before.ankleUp);
    expect(now.toePitch).toBeLessThanOrEqual(before.toePitch);
    expect(now.toePitch - pitch).toBeGreaterThanOrEqual(before.toePitch - (pitch + 1) - 1e-9);
    before = now;
  }
  expect(rollSole(-10).toePitch).toBeCloseTo(0, 6);
  expect(rollSole(-50).toePitch).toBeLessThan(-10);
});
