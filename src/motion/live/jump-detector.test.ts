import { expect, test } from 'vitest';
import { JumpDetector } from './jump-detector.ts';

/** Yields the displacement in each frame of a body at `speed` m/s. The physics steps at `physics` Hz, the screen renders at `screen` Hz. */
function* watch(speed: number, physics: number, screen: number, seconds: number) {
  let [time, stepped] = [0, 0];
  for (let frame = 0; frame < seconds * screen; frame++) {
    time += 1 / screen;
    let distance = 0;
    for (; stepped + 1 / physics <= time + 1e-12; stepped += 1 / physics) distance += speed / physics;
    yield { distance, dt: 1 / screen };
  }
}

test('if physics steps more slowly than the screen, motion is not a jump', () => {
  for (const screen of [30, 60, 90, 120, 144, 240]) {
    for (const physics of [20, 30, 50, 60, 120]) {
      const detector = new JumpDetector(40);
      for (const { distance, dt } of watch(30, physics, screen, 2)) detector.judge(distance, dt);
      // The first displacement of a stationary body may look like a jump.
      expect(detector.count, `${physics} Hz on ${screen} Hz`).toBeLessThanOrEqual(1);
      expect(detector.isRepeated).toBe(false);
    }
  }
});

test('a walker who is moved by 1 m has jumped once, and continues to walk', () => {
  for (const screen of [30, 60, 144]) {
    const detector = new JumpDetector(20);
    for (const { distance, dt } of watch(1.5, screen, screen, 1)) {
      expect(detector.judge(distance, dt)).toBe(false);
    }
    expect(detector.judge(1, 1 / screen)).toBe(true);
    for (const { distance, dt } of watch(1.5, screen, screen, 1)) {
      expect(detector.judge(distance, dt)).toBe(false);
    }
  }
});

test('a body above the speed limit jumps in every frame, which is reported as repeated', () => {
  const detector = new JumpDetector(40);
  for (const { distance, dt } of watch(60, 60, 60, 1)) expect(detector.judge(distance, dt)).toBe(true);
  expect(detector.isRepeated).toBe(true);
  expect(detector.maxJumpSpeed).toBeCloseTo(60, 6);
  for (const { distance, dt } of watch(1, 60, 60, 2)) detector.judge(distance, dt);
  expect(detector.isRepeated).toBe(false);
});
