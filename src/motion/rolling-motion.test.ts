import { describe, expect, test } from 'vitest';
import { rotateVector } from '../math/quaternion.ts';
import { hashUnit } from '../math/random.ts';
import { quaternionFromAxisAngle } from '../math/slerp.ts';
import { facePath } from './face-path.ts';
import type { RigidKey } from './keyed-collider.ts';
import { createKeyedMotion, createRigidPose, type RigidMotion } from './rigid-motion.ts';
import { createRollingMotion, type Wheel } from './rolling-motion.ts';

type Vector = [number, number, number];

const wheel: Wheel = { radius: 0.25, axle: [1, 0, 0], centre: [0, 0, 0] };
const still: [number, number, number, number] = [0, 0, 0, 1];

function keysAlong(positions: readonly (readonly number[])[], rotation = still): RigidKey[] {
  return positions.map(([x, y, z], time) => ({ time, position: [x, y, z], rotation }));
}

/** Rolls along keys without rotations. */
function roll(keys: readonly RigidKey[], own = wheel) {
  return createRollingMotion(facePath(keys, own), own, { facesPath: true });
}

function poseAt(motion: RigidMotion, t: number) {
  const pose = createRigidPose();
  motion.sample(pose, t);
  return { position: [...pose.position], rotation: [...pose.rotation] };
}

/** Returns the world position of a point of the body. */
function pointAt(motion: RigidMotion, t: number, point: Vector): Vector {
  const { position, rotation } = poseAt(motion, t);
  const out: Vector = [0, 0, 0];
  rotateVector(out, rotation, point);
  return [out[0] + position[0], out[1] + position[1], out[2] + position[2]];
}

describe('a wheel along a straight line', () => {
  const motion = roll(
    keysAlong([
      [0, 0.25, 0],
      [0, 0.25, 1],
      [0, 0.25, 3],
      [0, 0.25, 2],
    ]),
  );

  test('has rotated by distance / radius, faster if it moves faster, backward if it moves backward', () => {
    expect([0, 0.5, 1, 1.5, 2, 2.5, 3, 9].map((t) => motion.distanceAt(t))).toEqual([
      0, 0.5, 1, 2, 3, 2.5, 2, 2,
    ]);
    for (const t of [0, 0.3, 1, 1.7, 2.6, 3]) {
      const turn = quaternionFromAxisAngle([1, 0, 0], motion.distanceAt(t) / 0.25);
      const dot = poseAt(motion, t).rotation.reduce((sum, part, c) => sum + part * turn[c], 0);
      expect(Math.abs(dot)).toBeCloseTo(1, 12);
    }
  });

  test('its lowest point does not move on the ground: the cycloid', () => {
    // A rim point that is at the bottom at t = 0 moves along x = s − r sin(s/r), y = r − r cos(s/r).
    for (const t of [0.1, 0.4, 0.9]) {
      const s = motion.distanceAt(t);
      const [, y, z] = pointAt(motion, t, [0, -0.25, 0]);
      expect(z).toBeCloseTo(s - 0.25 * Math.sin(s / 0.25), 10);
      expect(y).toBeCloseTo(0.25 - 0.25 * Math.cos(s / 0.25), 10);
    }
  });
});

test.each([1, 2, 3, 4])('it does not slip, for any path and direction of its axle (seed %i)', (seed) => {
  const random = (k: number, low: number, high: number) => low + (high - low) * hashUnit(seed, k, 0);
  // A smooth path over hills, of random size and direction. The axle of the mesh has a random horizontal direction.
  const [wide, high, turn] = [random(1, 0.5, 3), random(2, 0, 0.2), random(3, 0, 2 * Math.PI)];
  const keys = Array.from({ length: 601 }, (_, k): RigidKey => {
    const s = k / 200;
    const [x, z] = [wide * s, Math.sin(1.5 * s)];
    const position: Vector = [
      x * Math.cos(turn) - z * Math.sin(turn),
      0.3 + high * Math.sin(2 * s),
      x * Math.sin(turn) + z * Math.cos(turn),
    ];
    return { time: s, position, rotation: still };
  });
  const side = random(4, 0, 2 * Math.PI);
  const own: Wheel = { radius: 0.3, axle: [Math.cos(side), 0, Math.sin(side)], centre: [0, 0, 0] };
  const motion = roll(keys, own);
  let length = 0;
  for (let k = 1; k < keys.length; k++) {
    length += Math.hypot(...[0, 1, 2].map((axis) => keys[k].position[axis] - keys[k - 1].position[axis]));
  }
  expect(Math.abs(motion.distanceAt(3))).toBeCloseTo(length, 9);
  for (let k = 0; k < 20; k++) {
    const t = 0.1 + 2.8 * hashUnit(seed, 100 + k, 0);
    const [before, after] = [poseAt(motion, t - 1e-4), poseAt(motion, t + 1e-4)];
    const velocity = [0, 1, 2].map((axis) => (after.position[axis] - before.position[axis]) / 2e-4);
    const speed = Math.hypot(...velocity);
    // The lowest point of the rim has the velocity of the ground, 0.
    const axle: Vector = [0, 0, 0];
    rotateVector(axle, poseAt(motion, t).rotation, own.axle);
    expect(Math.abs(axle[1])).toBeLessThan(1e-9);
    const way = velocity.map((part) => part / speed);
    const down: Vector = [
      axle[1] * way[2] - axle[2] * way[1],
      axle[2] * way[0] - axle[0] * way[2],
      axle[0] * way[1] - axle[1] * way[0],
    ];
    const sign = down[1] > 0 ? -1 : 1;
    const inverse = poseAt(motion, t).rotation.map((part, c) => (c < 3 ? -part : part));
    const rim: Vector = [0, 0, 0];
    rotateVector(rim, inverse, down.map((part) => 0.3 * sign * part) as Vector);
    const slip = [0, 1, 2].map(
      (axis) => (pointAt(motion, t + 1e-4, rim)[axis] - pointAt(motion, t - 1e-4, rim)[axis]) / 2e-4,
    );
    // On a slope, the point moves perpendicular to the path, because the wheel pivots about the vertical.
    expect(Math.abs(slip.reduce((sum, part, axis) => sum + part * way[axis], 0))).toBeLessThan(0.003 * speed);
  }
});

describe('without rotation keys, a wheel faces its path', () => {
  const axleAt = (motion: RigidMotion, t: number, axle: Vector = [1, 0, 0]) => {
    const out: Vector = [0, 0, 0];
    rotateVector(out, poseAt(motion, t).rotation, axle);
    return out;
  };
  /** Heading, radians from +z about +y. */
  const headingAt = (motion: RigidMotion, t: number) => {
    const [x, , z] = axleAt(motion, t);
    return Math.atan2(-z, x);
  };

  test('on a circle its axle points at the centre', () => {
    const keys = Array.from({ length: 121 }, (_, k): RigidKey => {
      const angle = (2 * Math.PI * k) / 120;
      return { time: k / 30, position: [2 * Math.cos(angle), 0.25, 2 * Math.sin(angle)], rotation: still };
    });
    const motion = roll(keys);
    for (const t of [0.5, 1.23, 2.7, 3.9]) {
      const [x, , z] = pointAt(motion, t, [0, 0, 0]);
      const axle = axleAt(motion, t);
      expect(Math.abs((axle[0] * x + axle[2] * z) / 2)).toBeGreaterThan(0.999);
    }
  });

  test('at a corner it pivots within one radius of path length, and is straight elsewhere', () => {
    const motion = roll(
      keysAlong([
        [0, 0.25, 0],
        [0, 0.25, 2],
        [1, 0.25, 3],
      ]),
    );
    expect(headingAt(motion, 0.85)).toBeCloseTo(0, 9);
    expect(headingAt(motion, 1)).toBeCloseTo(Math.PI / 8, 9);
    expect(headingAt(motion, 1.2)).toBeCloseTo(Math.PI / 4, 9);
    expect(headingAt(motion, 1 - 0.0625)).toBeCloseTo(Math.PI / 16, 9);
  });

  test('where the path reverses it rolls backward and does not turn round', () => {
    const motion = roll(
      keysAlong([
        [0, 0.25, 0],
        [0, 0.25, 1],
        [0.05, 0.25, 0],
      ]),
    );
    expect(motion.distanceAt(2)).toBeLessThan(0.01);
    for (const t of [0.3, 1.2, 1.9]) expect(Math.abs(headingAt(motion, t))).toBeLessThan(0.06);
  });

  test('while it stands still it keeps its heading, also if its keys jitter', () => {
    const keys = Array.from({ length: 200 }, (_, k): RigidKey => {
      const shake = (axis: number) => 0.001 * (hashUnit(7, k, axis) - 0.5);
      const z = k < 100 ? k * 0.02 : 2;
      return { time: k / 60, position: [shake(0), 0.25, z + shake(1)], rotation: still };
    });
    const motion = roll(keys);
    for (let t = 1.9; t < 3.3; t += 0.05) expect(Math.abs(headingAt(motion, t))).toBeLessThan(0.08);
    // Jitter does not count as motion: the wheel returns to where it started.
    expect(Math.abs(motion.distanceAt(3.3) - motion.distanceAt(1.7))).toBeLessThan(0.01);
  });

  test('a wheel that lies flat in its file is made upright', () => {
    const lying: Wheel = { ...wheel, axle: [0, 1, 0] };
    const motion = roll(
      keysAlong([
        [0, 0.25, 0],
        [3, 0.25, 0],
      ]),
      lying,
    );
    const axle = axleAt(motion, 0.5, [0, 1, 0]);
    expect(Math.abs(axle[2])).toBeCloseTo(1, 9);
    expect(Math.abs(motion.distanceAt(1))).toBeCloseTo(3, 12);
  });

  test('its mesh is rotated as little as possible: if aligned with the path in its file, it is not rotated', () => {
    for (const axle of [
      [1, 0, 0],
      [-1, 0, 0],
    ] as const) {
      const motion = roll(
        keysAlong([
          [0, 0, 0],
          [0, 0, 5],
        ]),
        { ...wheel, axle },
      );
      expect(poseAt(motion, 0).rotation[3]).toBeCloseTo(1, 12);
    }
  });

  test('without motion it has the orientation of its file', () => {
    const motion = roll(keysAlong([[1, 2, 3]]));
    expect(poseAt(motion, 5)).toEqual({ position: [1, 2, 3], rotation: [0, 0, 0, 1] });
  });
});

describe('with rotation keys', () => {
  test('sideways motion does not roll it', () => {
    const base = createKeyedMotion(
      keysAlong([
        [0, 0.25, 0],
        [3, 0.25, 4],
      ]),
    );
    expect(createRollingMotion(base, wheel).distanceAt(1)).toBeCloseTo(4, 12);
  });

  test('falling does not roll it', () => {
    const base = createKeyedMotion(
      keysAlong([
        [0, 5, 0],
        [0, 0.25, 0.5],
        [0, 0.25, 1.5],
      ]),
    );
    expect(createRollingMotion(base, wheel).distanceAt(1)).toBeCloseTo(0.5, 12);
    expect(createRollingMotion(base, wheel).distanceAt(2)).toBeCloseTo(1.5, 12);
  });

  test('a wheel that lies flat does not roll', () => {
    const base = createKeyedMotion(
      keysAlong([
        [0, 0.25, 0],
        [3, 0.25, 4],
      ]),
    );
    expect(createRollingMotion(base, { ...wheel, axle: [0, 1, 0] }).distanceAt(1)).toBe(0);
  });

  test('there is no rolling across a cut', () => {
    const keys = keysAlong([
      [0, 0.25, 0],
      [0, 0.25, 1],
      [0, 0.25, 51],
      [0, 0.25, 52],
    ]);
    const cut = [keys[0], keys[1], { ...keys[2], time: 1 }, keys[3]];
    const motion = createRollingMotion(createKeyedMotion(cut), wheel);
    expect(motion.distanceAt(3)).toBeCloseTo(2, 5);
    expect(motion.cutBetween(0.9, 1)).toBe(true);
    expect(motion.cutBetween(1, 1.1)).toBe(false);
    expect(poseAt(motion, 1).position).toEqual([0, 0.25, 51]);
  });

  test('a motion without knots rolls as far as one with knots, in any order of calls', () => {
    const keyed = createKeyedMotion(
      keysAlong([
        [0, 0.25, 0],
        [0, 0.3, 1],
        [0, 0.25, -1],
      ]),
    );
    const asked: RigidMotion = { ...keyed, knots: null };
    const [a, b, c] = [
      createRollingMotion(keyed, wheel),
      createRollingMotion(asked, wheel),
      createRollingMotion(asked, wheel),
    ];
    b.distanceAt(2);
    for (const t of [0.31, 1.77, 0.5, 2]) {
      expect(b.distanceAt(t)).toBe(c.distanceAt(t));
      expect(b.distanceAt(t)).toBeCloseTo(a.distanceAt(t), 9);
    }
  });

  test('it rotates about its axle, also if the axle is not at the origin', () => {
    const own: Wheel = { ...wheel, centre: [0.1, 1, 2] };
    const base = createKeyedMotion(
      keysAlong([
        [0, 0, 0],
        [0, 0, 1],
      ]),
    );
    const motion = createRollingMotion(base, own);
    for (const t of [0, 0.4, 1]) {
      const [x, y, z] = pointAt(motion, t, [0.1, 1, 2]);
      expect([x, y]).toEqual([expect.closeTo(0.1, 12), expect.closeTo(1, 12)]);
      expect(z).toBeCloseTo(2 + t, 12);
    }
  });
});
