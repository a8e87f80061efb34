import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import type { Collider } from '../../../motion/collider.ts';
import { LiveCollider } from '../../../motion/live/live-collider.ts';
import { Body, type BodyTouch } from './body.ts';
import { ballMesh, movingBody } from './testing/ball.ts';
import { stillCollider } from './testing/still-collider.ts';

const everywhere = Float64Array.of(-10, -10, -10, 10, 10, 10);
const createTouch = (): BodyTouch => ({
  distance: 0,
  normal: new Float64Array(3),
  velocity: new Float64Array(3),
});

function bodyOf(colliders: readonly Collider[], dt = 0.1): Body {
  const body = Body.of(colliders);
  body.begin(everywhere, dt);
  return body;
}

test('a collider that was far away at first has the normals of its corners when it comes near', () => {
  const { positions, indices } = ballMesh(1, 4);
  const collider = new LiveCollider('ball', positions.length / 3, indices);
  const body = Body.of([collider]);
  collider.advance(0, 1, 0.1);
  expect(body.begin(everywhere, 0.1)).toBe(false);
  collider.push(positions, null, true);
  collider.advance(0, 1, 0.1);
  expect(body.begin(everywhere, 0.1)).toBe(true);
  const touch = createTouch();
  expect(body.measure(touch, 0, 1.5, 0, 1, 1)).toBe(true);
  expect(touch.distance).toBeCloseTo(0.5, 9);
  expect(body.measure(touch, 0, 0.9, 0, 1, 1)).toBe(true);
  expect(touch.distance).toBeLessThan(0);
});

/** A box of 12 triangles with sharp edges. */
const box = {
  positions: Float64Array.from({ length: 24 }, (_, k) => ((Math.floor(k / 3) >> (k % 3)) & 1 ? 1 : -1)),
  indices: Uint32Array.of(
    0,
    2,
    1,
    1,
    2,
    3,
    4,
    5,
    6,
    5,
    7,
    6,
    0,
    1,
    4,
    1,
    5,
    4,
    2,
    6,
    3,
    3,
    6,
    7,
    0,
    4,
    2,
    2,
    4,
    6,
    1,
    3,
    5,
    3,
    7,
    5,
  ),
};

/** Returns the exact signed distance to this box. */
function boxDistance(p: readonly number[]): number {
  const out = p.map((c) => Math.abs(c) - 1);
  const beyond = Math.hypot(...out.map((c) => Math.max(0, c)));
  return beyond > 0 ? beyond : Math.max(...out);
}

const places = Array.from({ length: 3000 }, (_, i) =>
  [0, 1, 2].map((axis) => 4 * (hashUnit(1, i, axis) - 0.5)),
);

/** Returns the maximum difference between the measured and the exact distance. */
function worst(body: Body): number {
  const touch = createTouch();
  let max = 0;
  for (const [x, y, z] of places) {
    expect(body.measure(touch, x, y, z, 5, 1)).toBe(true);
    max = Math.max(max, Math.abs(touch.distance - boxDistance([x, y, z])));
    const size = Math.hypot(...touch.normal);
    max = Math.max(max, Math.abs(size - 1));
  }
  return max;
}

describe('signed distance to a box', () => {
  test('at 3000 positions (seed 1): near faces, edges and corners', () => {
    expect(worst(bodyOf([stillCollider('box', box.positions, box.indices)]))).toBeLessThan(1e-12);
  });

  test('if each triangle has its own vertices, as in meshes for rendering', () => {
    const parted = Float64Array.from(
      { length: 3 * box.indices.length },
      (_, k) => box.positions[3 * box.indices[Math.floor(k / 3)] + (k % 3)],
    );
    const indices = Uint32Array.from(box.indices, (_, k) => k);
    expect(worst(bodyOf([stillCollider('box', parted, indices)]))).toBeLessThan(1e-12);
  });

  test('to an actor that is cut into pieces at its joints', () => {
    for (const cut of [6, 15, 24]) {
      const pieces = [box.indices.slice(0, cut), box.indices.slice(cut)];
      const colliders = pieces.map((indices, k) => stillCollider(`actor/skin/${k}`, box.positions, indices));
      expect(worst(bodyOf(colliders))).toBeLessThan(1e-12);
    }
  });
});

test('a surface beyond the limit is not found', () => {
  const body = bodyOf([stillCollider('box', box.positions, box.indices)]);
  const touch = createTouch();
  expect(body.measure(touch, 1.6, 0, 0, 0.5, 1)).toBe(false);
  expect(body.measure(touch, 1.4, 0, 0, 0.5, 1)).toBe(true);
  expect([...touch.normal]).toEqual([1, 0, 0]);
  expect(body.measure(touch, 0, 0, 0, 0.5, 1)).toBe(false);
});

test('within a step, position and velocity of a moving body are interpolated', () => {
  const moving = movingBody('ball', ballMesh(0.2), [0, 0, 0], [1, 0, 0], 0.1);
  moving.advance(0, 0.1);
  const body = bodyOf(moving.colliders);
  expect(body.maxStep).toBeCloseTo(1, 12);
  expect(body.countSamples(1, 1)).toBe(8);
  expect(body.countSamples(0.01, 1)).toBe(16);
  expect(body.countSamples(0.01, 0)).toBe(1);
  const touch = createTouch();
  for (const fraction of [0, 0.3, 1]) {
    expect(body.measure(touch, fraction, 0.3, 0, 0.5, fraction)).toBe(true);
    expect(touch.distance).toBeCloseTo(0.1, 9);
    expect(touch.velocity[0]).toBeCloseTo(10, 9);
  }
});

test('on the surface, the normal is the mean of the adjacent faces', () => {
  const body = bodyOf([stillCollider('box', box.positions, box.indices)]);
  const touch = createTouch();
  expect(body.measure(touch, 1, 1, 1, 0.5, 1)).toBe(true);
  for (const c of touch.normal) expect(c).toBeCloseTo(1 / Math.sqrt(3), 9);
  expect(body.measure(touch, 1, 1, 0.2, 0.5, 1)).toBe(true);
  expect(touch.normal[0]).toBeCloseTo(Math.SQRT1_2, 9);
  expect(touch.normal[2]).toBeCloseTo(0, 9);
});

test('triangles without area are ignored', () => {
  const flat = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
  const body = bodyOf([stillCollider('flat', flat, Uint32Array.of(0, 1, 2))]);
  const touch = createTouch();
  expect(body.measure(touch, 1, 0.1, 0, 0.5, 1)).toBe(true);
  expect(Number.isFinite(touch.distance) && touch.normal.every(Number.isFinite)).toBe(true);
});
