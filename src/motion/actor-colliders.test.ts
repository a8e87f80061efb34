import { expect, test } from 'vitest';
import { createActor } from './actor.ts';
import { createActorColliders } from './actor-colliders.ts';
import type { DeformingCollider, RigidCollider } from './collider.ts';
import { combineDrivers } from './collider-driver.ts';
import { createKeyedCollider } from './keyed-collider.ts';
import { createChannel, createClip, createRig, createSurface } from './testing/create-rig.ts';

/** Creates two plates on two nodes. The second has a repeated vertex, moves at 2 m/s along x, and jumps at 2 s. */
function createMoving() {
  const plate = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const doubled = [...plate, 1, 0, 0, 1, 1, 0, 0, 1, 0];
  const rig = createRig({
    nodes: [{}, {}],
    surfaces: [
      { ...createSurface(plate, [0, 1, 2]), name: 'still' },
      { ...createSurface(doubled, [0, 1, 2, 3, 4, 5, 1, 3, 4], 1), name: 'moving' },
    ],
    clips: [
      createClip('move', [
        createChannel('translation', 'LINEAR', [0, 4], [0, 0, 0, 8, 0, 0], 1),
        createChannel('scale', 'STEP', [0, 2], [1, 1, 1, 2, 2, 2], 1),
      ]),
    ],
  });
  return createActor(rig, { name: 'actor', scale: 1 });
}

test('one collider per surface, welded, without collapsed triangles', () => {
  const { colliders } = createActorColliders(createMoving());
  expect(colliders.map(({ name, vertexCount }) => [name, vertexCount])).toEqual([
    ['actor/still', 3],
    ['actor/moving', 4],
  ]);
  expect([...colliders[1].indices]).toEqual([0, 1, 2, 1, 3, 2]);
});

test('actors of one rig share the triangles of their parts, and each has positions of its own', () => {
  const first = createMoving();
  const second = createActor(first.rig, { name: 'second', scale: 1, position: [0, 0, 3] });
  const [a, b] = [first, second].map((actor) => {
    const driver = createActorColliders(actor);
    driver.advance(0, 0.5);
    return driver.colliders as DeformingCollider[];
  });
  expect(b.map(({ name }) => name)).toEqual(['second/still', 'second/moving']);
  expect(b[1].indices).toBe(a[1].indices);
  expect([...b[1].end]).toEqual([...a[1].end].map((value, k) => value + (k % 3 === 2 ? 3 : 0)));
});

test('vertices that move differently are not welded', () => {
  const surface = createSurface([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0], [0, 1, 2, 3, 1, 2]);
  const morphTargets = [Float32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)];
  const rig = createRig({ nodes: [{ weights: [1] }], surfaces: [{ ...surface, morphTargets }] });
  expect(createActorColliders(createActor(rig, { name: 'a', scale: 1 })).colliders[0].vertexCount).toBe(4);
});

test('a part that was not read for some steps is posed when it is read', () => {
  const driver = createActorColliders(createMoving());
  const moving = driver.colliders[1] as DeformingCollider;
  driver.advance(0, 0.25);
  driver.advance(0.25, 0.5);
  expect(moving.lowest).toBeCloseTo(0, 5);
  driver.advance(0.5, 0.75);
  expect([moving.velocity[0], moving.end[0], moving.start[0]]).toEqual([2, 1.5, 1]);
  driver.advance(0.75, 1);
  expect([moving.start[0], moving.end[0]]).toEqual([1.5, 2]);
});

test('start, end and velocity of a step; the first step is a cut without velocity', () => {
  const driver = createActorColliders(createMoving());
  const [still, moving] = driver.colliders as DeformingCollider[];
  driver.advance(0, 0.5);
  expect([moving.cut, moving.start[0], moving.end[0], moving.velocity[0]]).toEqual([true, 0, 1, 0]);
  driver.advance(0.5, 1);
  expect([moving.cut, moving.start[0], moving.end[0], moving.velocity[0]]).toEqual([false, 1, 2, 2]);
  expect([...moving.velocity.subarray(0, 6)]).toEqual([2, 0, 0, 2, 0, 0]);
  expect(still.velocity.every((value) => value === 0)).toBe(true);
});

test('a jump inside a step is a cut', () => {
  const driver = createActorColliders(createMoving());
  const [, moving] = driver.colliders as DeformingCollider[];
  driver.advance(1.75, 2);
  expect([moving.cut, moving.velocity[0]]).toEqual([true, 0]);
  driver.advance(2, 2.25);
  expect([moving.cut, moving.velocity[0]]).toEqual([false, 2]);
});

test('a step after a jump to its time equals that step of a run from the start', () => {
  const keys = [
    { time: 0, position: [0, 0, 0], rotation: [0, 0, 0, 1] },
    { time: 1, position: [0, 1, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
  ] as const;
  const create = () =>
    combineDrivers([
      createActorColliders(createMoving()),
      createKeyedCollider(
        'wheel',
        { positions: Float64Array.of(0, 0, 0), indices: new Uint32Array(0) },
        keys,
      ),
    ]);
  const whole = create();
  for (let step = 0; step < 50; step++) whole.advance(step / 64, (step + 1) / 64);
  const resumed = create();
  resumed.advance(49 / 64, 50 / 64);
  const read = (driver: typeof whole) =>
    driver.colliders.map((collider) =>
      collider.kind === 'rigid'
        ? { ...collider }
        : { start: collider.start, end: collider.end, velocity: collider.velocity, cut: collider.cut },
    );
  expect(read(resumed)).toEqual(read(whole));
  expect(read(whole)[1]).toMatchObject({
    cut: false,
    velocity: new Float64Array(12).map((_, k) => (k % 3 ? 0 : 2)),
  });
});

test('a keyed body moves and rotates between keys, stays constant outside of them, and has exact velocities', () => {
  const mesh = {
    positions: Float64Array.of(1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    indices: Uint32Array.of(0, 2, 3, 1, 3, 2),
  };
  const keys = [
    { time: 1, position: [0, 0, 0], rotation: [0, 0, 0, 1] },
    // A rotation by 90° about +Y, as the quaternion with the opposite sign.
    { time: 3, position: [4, 0, -2], rotation: [0, -Math.SQRT1_2, 0, -Math.SQRT1_2] },
  ] as const;
  const driver = createKeyedCollider('wheel', mesh, keys, { scale: 2, profile: 'rounded' });
  const [wheel] = driver.colliders as RigidCollider[];
  expect(wheel).toMatchObject({ kind: 'rigid', name: 'wheel', profile: 'rounded', vertexCount: 3 });
  expect([...wheel.positions]).toEqual([2, 0, 0, 0, 2, 0, 0, 0, 2]);
  expect([...wheel.indices]).toEqual([0, 1, 2, 0, 2, 1]);

  driver.advance(0, 0.5);
  expect(wheel.cut).toBe(true);
  expect([...wheel.end.position]).toEqual([0, 0, 0]);
  driver.advance(1.5, 2);
  expect(wheel.cut).toBe(false);
  expect([...wheel.end.position]).toEqual([2, 0, -1]);
  expect(wheel.end.rotation[1]).toBeCloseTo(Math.sin(Math.PI / 8), 12);
  expect([...wheel.linearVelocity]).toEqual([2, 0, -1]);
  expect(wheel.angularVelocity[1]).toBeCloseTo(Math.PI / 4, 12);
  expect(wheel.angularVelocity[0]).toBe(0);
  driver.advance(5, 6);
  expect([...wheel.start.position]).toEqual([4, 0, -2]);
  expect([...wheel.linearVelocity, ...wheel.angularVelocity]).toEqual([0, 0, 0, 0, 0, 0]);
});
