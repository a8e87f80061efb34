import { expect, test } from 'vitest';
import { rotateVector } from '../math/quaternion.ts';
import { quaternionFromAxisAngle } from '../math/slerp.ts';
import { carryColliders } from './carried-colliders.ts';
import type { Collider, RigidPose } from './collider.ts';
import { createRigidCollider } from './keyed-collider.ts';
import { LiveCollider } from './live/live-collider.ts';
import { measureCarry } from './motion-reference.ts';
import { movePoints } from './move-points.ts';
import { createRigidPose, type RigidMotion } from './rigid-motion.ts';

const axis = [0.36, 0.48, 0.8];
const ship: RigidMotion = {
  knots: null,
  cutBetween: () => false,
  sample(out, t) {
    out.position.set([100 + 7 * t, 2 * Math.sin(3 * t), -50 + t * t]);
    out.rotation.set(quaternionFromAxisAngle(axis, 0.8 * t));
  },
};
const poseAt = (t: number): RigidPose => {
  const pose = createRigidPose();
  ship.sample(pose, t);
  return pose;
};

/** Returns the world positions at time t of points that are given relative to the deck. */
function onDeck(points: readonly number[], t: number): Float64Array {
  const out = new Float64Array(points.length);
  movePoints(out, poseAt(t), points);
  return out;
}

const corners = [1, 0, 0, 2, 0, 1, 1, 1, 1];
const later = corners.map((value, k) => value + (k % 3 === 0 ? 0.1 : 0));
const [t0, t1] = [0.5, 0.6];

function standOnDeck(): { collider: Collider; crate: Collider } {
  const collider = new LiveCollider('foot', 3, Uint32Array.of(0, 1, 2));
  collider.push(onDeck(later, t1), onDeck(corners, t0), false);
  collider.advance(0, 1, t1 - t0);
  const mesh = { positions: Float64Array.from(corners), indices: Uint32Array.of(0, 1, 2) };
  const driver = createRigidCollider('crate', mesh, ship, { startTime: 0 });
  driver.advance(t0, t1);
  return { collider, crate: driver.colliders[0] };
}

const near = (values: ArrayLike<number>, expected: ArrayLike<number>, within = 1e-11) => {
  for (let k = 0; k < expected.length; k++) expect(Math.abs(values[k] - expected[k])).toBeLessThan(within);
};

test.each([
  ['the space of a ground, which stays where the ship was at 0.2 s', 0.2],
  ['the end of a step', null],
])('relative to %s, a character that stands or walks on a ship stands or walks', (_, base) => {
  const { collider, crate } = standOnDeck();
  const carried = carryColliders([collider, crate], { motion: ship, factor: 0 }, base);
  carried.advance(t0, t1);
  const [foot, still] = carried.colliders;
  const at = base ?? t1;
  if (foot.kind !== 'deforming' || still.kind !== 'rigid') throw new Error('kinds stay');
  near(foot.start, onDeck(corners, at));
  near(foot.end, onDeck(later, at));
  const walk = new Float64Array(3);
  rotateVector(walk, poseAt(at).rotation, [0.1 / (t1 - t0), 0, 0]);
  near(foot.velocity, [...walk, ...walk, ...walk], 1e-9);
  const lowest = Math.min(...[1, 4, 7].flatMap((k) => [foot.start[k], foot.end[k]]));
  expect(foot.lowest).toBeLessThanOrEqual(lowest);
  for (const pose of [still.start, still.end]) {
    near(pose.position, poseAt(at).position);
    near(pose.rotation, poseAt(at).rotation);
  }
  near(still.linearVelocity, [0, 0, 0], 1e-9);
  near(still.angularVelocity, [0, 0, 0], 1e-9);
});

test('a cut is kept, and an absent collider remains absent', () => {
  const collider = new LiveCollider('foot', 3, Uint32Array.of(0, 1, 2));
  collider.push(onDeck(later, t1), null, true);
  collider.advance(0, 1, t1 - t0);
  const carried = carryColliders([collider], { motion: ship, factor: 0.5 }, 0);
  carried.advance(t0, t1);
  const [foot] = carried.colliders;
  expect(foot.cut).toBe(true);
  expect(foot.kind === 'deforming' && [...foot.velocity]).toEqual(new Array(9).fill(0));
  collider.leave();
  expect(foot.kind === 'deforming' && foot.lowest).toBe(Number.POSITIVE_INFINITY);
});

test('a fraction of a motion is that fraction of its rotation and displacement; the inverse restores it', () => {
  const [there, back] = [createRigidPose(), createRigidPose()];
  for (const fraction of [0, 0.3, 1]) {
    measureCarry(there, poseAt(t0), poseAt(t1), fraction);
    measureCarry(back, poseAt(t1), poseAt(t0), fraction);
    const moved = new Float64Array(9);
    movePoints(moved, there, onDeck(corners, t0));
    if (fraction === 0) near(moved, onDeck(corners, t0));
    if (fraction === 1) near(moved, onDeck(corners, t1));
    movePoints(moved, back, moved);
    near(moved, onDeck(corners, t0));
    expect(2 * Math.acos(there.rotation[3])).toBeCloseTo(fraction * 0.8 * (t1 - t0), 7);
  }
});
