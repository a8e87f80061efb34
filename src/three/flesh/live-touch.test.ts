import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint16BufferAttribute,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { makeLumpedPart, type Vector } from '../../systems/flesh/testing/lumped-part.ts';
import { times } from '../../testing/long.ts';
import { LiveFlesh, type LiveFleshOptions } from './live-flesh.ts';
import type { TouchOptions } from './live-touch.ts';

const radius = 0.2;
const ballRadius = 0.06;
const limit = 0.15;
const modeCount = 12;

// Half of a ball with its pole at +z, and a hand in front of it, which another bone moves.
const half = new SphereGeometry(radius, 14, 7, 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(Math.PI / 2);
const fist = new SphereGeometry(ballRadius, 16, 8).translate(0, 0, 0.5);
const geometry = mergeGeometries([half, fist]);
const bellyCount = half.getAttribute('position').count;
const positions = Array.from({ length: bellyCount }, (_, k): Vector => {
  const at = geometry.getAttribute('position');
  return [at.getX(k), at.getY(k), at.getZ(k)];
});
const joints = Array.from({ length: geometry.getAttribute('position').count }, (_, k) =>
  k < bellyCount ? 0 : 1,
);
geometry.setAttribute(
  'skinIndex',
  new Uint16BufferAttribute(
    joints.flatMap((joint) => [joint, 0, 0, 0]),
    4,
  ),
);
geometry.setAttribute(
  'skinWeight',
  new Float32BufferAttribute(
    joints.flatMap(() => [1, 0, 0, 0]),
    4,
  ),
);
const belly = makeLumpedPart({
  points: positions,
  masses: positions.map(() => 6 / bellyCount),
  fields: Array.from({ length: modeCount }, (_, mode) => {
    const [axis, b, c] = [mode % 3, Math.floor(mode / 3) % 2, Math.floor(mode / 6)];
    return positions.map(([x, y, z]): Vector => {
      const value = z * Math.cos(6 * b * x + axis) * Math.cos(6 * c * y + b);
      return [axis === 0 ? value : 0, axis === 1 ? value : 0, axis === 2 ? value : 0];
    });
  }),
  frequencies: Array.from({ length: modeCount }, (_, mode) => 4 + mode),
});

/** A character with a belly and an arm, and a ball beside it, in a scene with `size` units per metre. */
function makeScene(options: LiveFleshOptions = {}, size = 1) {
  const [spine, arm] = [new Bone(), new Bone()];
  arm.position.set(0, 0, 0.5);
  const root = new Group().add(spine.add(arm));
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  root.add(mesh);
  root.updateMatrixWorld(true);
  mesh.bind(new Skeleton([spine, arm]));
  const ball = new Mesh(new SphereGeometry(ballRadius, 16, 12), new MeshBasicMaterial());
  ball.position.set(0, 0, 1);
  const scene = new Group().add(root, ball);
  scene.scale.setScalar(size);
  const flesh = new LiveFlesh(root, belly, {
    bones: [spine],
    meshes: [mesh],
    gravity: 0,
    maxDisplacement: limit,
    ...options,
  });
  return { scene, root, spine, arm, ball, flesh };
}

/** Returns the position of each vertex of the belly in the axes of its bone, metres. */
function shownPoints({ states: [{ amplitudes }] }: LiveFlesh): number[][] {
  const [{ shapes, vertices }] = belly.surfaces;
  return positions.map((at, vertex) =>
    at.map((value, axis) =>
      amplitudes.reduce(
        (sum, q, mode) => sum + q * shapes[3 * (mode * vertices.length + vertex) + axis],
        value,
      ),
    ),
  );
}

function maxDisplacement(flesh: LiveFlesh): number {
  return shownPoints(flesh).reduce(
    (max, at, k) => Math.max(max, Math.hypot(...at.map((value, axis) => value - positions[k][axis]))),
    0,
  );
}

/** Returns how deep the deepest vertex is inside a ball, metres. */
function depthIn(flesh: LiveFlesh, center: readonly number[]): number {
  return shownPoints(flesh).reduce(
    (max, at) => Math.max(max, ballRadius - Math.hypot(...at.map((value, axis) => value - center[axis]))),
    0,
  );
}

/** Moves an object from z = `from` to z = `to` at 0.3 m/s and keeps it there for a second. */
function press(moved: Object3D, flesh: LiveFlesh, fps: number, from: number, to: number): void {
  const frames = Math.ceil((Math.abs(to - from) / 0.3) * fps);
  for (let frame = 0; frame <= frames + fps; frame++) {
    moved.position.z = from + (to - from) * Math.min(1, frame / frames);
    flesh.update(1 / fps);
  }
}

const deep = radius + ballRadius - 0.04;

test('an object presses flesh aside, and the flesh returns when it leaves', () => {
  const { ball, flesh } = makeScene();
  flesh.touch(ball);
  press(ball, flesh, 60, 0.35, deep);
  // The flesh has few shapes, so a small rest of 40 mm is left.
  expect(depthIn(flesh, [0, 0, deep])).toBeLessThan(0.004);
  expect(maxDisplacement(flesh)).toBeGreaterThan(0.03);
  expect(flesh.states[0].totals.touched).toBeGreaterThan(50);
  press(ball, flesh, 60, deep, 1);
  expect(maxDisplacement(flesh)).toBeLessThan(0.002);
  flesh.untouch(ball);
  press(ball, flesh, 60, 0.35, deep);
  expect(maxDisplacement(flesh)).toBeLessThan(1e-3);
});

test('the frame rate and the units of the scene have no visible effect', () => {
  const pressed = (fps: number, size: number, options?: TouchOptions) => {
    const { ball, flesh } = makeScene({}, size);
    flesh.touch(ball, options);
    press(ball, flesh, fps, 0.35, deep);
    return shownPoints(flesh);
  };
  const reference = pressed(120, 1);
  for (const [index, other] of [
    pressed(30, 1),
    pressed(60, 100),
    pressed(60, 1, { shape: 'capsule', radius: ballRadius }),
    pressed(60, 100, { shape: 'capsule', radius: 100 * ballRadius }),
  ].entries()) {
    const apart = other.map((at, k) => Math.hypot(...at.map((value, axis) => value - reference[k][axis])));
    // The dent is 40 mm deep.
    expect(Math.max(...apart), `${index}`).toBeLessThan(0.004);
  }
});

test('a bone of the character itself presses it, and what it covers in the pose of the skin ignores it', () => {
  const { arm, flesh } = makeScene();
  flesh.touch(arm);
  press(arm, flesh, 60, 0.5, deep);
  expect(depthIn(flesh, [0, 0, deep])).toBeLessThan(0.004);
  expect(maxDisplacement(flesh)).toBeGreaterThan(0.03);
  // The surface of the spine is the belly itself.
  const covering = makeScene();
  covering.flesh.touch(covering.spine);
  for (let frame = 0; frame < 30; frame++) covering.flesh.update(1 / 60);
  expect(maxDisplacement(covering.flesh)).toBe(0);
});

test('on a ship, flesh is pressed as on land', () => {
  const land = makeScene();
  const ship = new Object3D();
  const afloat = makeScene({ reference: ship });
  ship.add(afloat.scene);
  for (const { flesh, ball } of [land, afloat]) flesh.touch(ball);
  for (let frame = 0; frame < 60; frame++) {
    ship.position.x = 0.3 * frame;
    ship.rotation.y = 0.02 * frame;
    for (const { flesh, ball } of [land, afloat]) {
      ball.position.z = 0.35 - Math.min(0.13, 0.005 * frame);
      flesh.update(1 / 60);
    }
  }
  expect(maxDisplacement(land.flesh)).toBeGreaterThan(0.02);
  land.flesh.states[0].amplitudes.forEach((q, mode) => {
    expect(afloat.flesh.states[0].amplitudes[mode]).toBeCloseTo(q, 6);
  });
});

test('frames of any length, jumps and overlaps never displace flesh beyond its limit, and it comes to rest', () => {
  const runs = times({ short: 3, long: 400 });
  for (let run = 0; run < runs; run++) {
    let drawn = 0;
    const unit = () => hashUnit(20261130, run, drawn++);
    const signed = () => 2 * unit() - 1;
    const { scene, root, arm, ball, flesh } = makeScene();
    flesh.touch(ball, unit() < 0.5 ? {} : { shape: 'box', size: [0.1, 0.2, 0.3], friction: unit() });
    flesh.touch(arm);
    for (let frame = 0; frame < 60; frame++) {
      const kind = unit();
      for (const object of [ball, arm]) {
        if (unit() < 0.1)
          object.position.set(signed(), signed(), signed()).multiplyScalar(10 ** (2 * signed()));
        else object.position.set(0.1 * signed(), 0.1 * signed(), 0.2 + 0.1 * signed());
        object.rotation.set(signed(), signed(), signed());
      }
      if (kind < 0.1) root.position.set(signed(), signed(), signed()).multiplyScalar(10 ** (3 * unit()));
      else if (kind < 0.4) root.position.addScalar(0.01 * signed());
      if (kind > 0.95) ball.position.x = Number.NaN;
      if (kind > 0.4 && kind < 0.45) ball.scale.setScalar(0);
      else ball.scale.setScalar(1);
      if (kind > 0.45 && kind < 0.5) flesh.cut();
      if (kind > 0.5 && kind < 0.55) flesh.untouch(ball);
      if (kind > 0.55 && kind < 0.6) flesh.touch(ball);
      flesh.update(unit() < 0.1 ? signed() * 1e-3 : 10 ** (-4 + 4.5 * unit()));
      const distance = maxDisplacement(flesh);
      expect(distance).toBeLessThanOrEqual(limit * (1 + 1e-9));
    }
    for (const object of [ball, arm]) object.position.set(0, 0, 3);
    scene.updateMatrixWorld(true);
    flesh.cut();
    for (let frame = 0; frame < 240; frame++) flesh.update(1 / 60);
    expect(maxDisplacement(flesh)).toBeLessThan(1e-3);
  }
});

test('what cannot touch is refused with what to do', () => {
  const { root, scene, flesh, spine } = makeScene();
  const touch =
    (object: unknown, options: object = {}) =>
    () =>
      flesh.touch(object as Object3D, options as TouchOptions);
  expect(touch(undefined)).toThrow('LiveFlesh.touch: expected an object of three.js');
  expect(touch(root)).toThrow('got the character itself');
  expect(touch(scene)).toThrow('got the character itself');
  const empty = new Bone();
  empty.name = 'tail';
  spine.add(empty);
  expect(touch(empty)).toThrow(
    `no surface follows "tail": give its shape, such as { shape: 'capsule', radius: 0.05 }`,
  );
  const plain = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  expect(touch(plain, { shape: 'sphere' })).toThrow('LiveFlesh.touch.shape: no shape is called "sphere"');
  expect(touch(plain, { radius: 0.1 })).toThrow('LiveFlesh.touch.radius: unknown key');
  expect(touch(plain, { shape: 'capsule', radius: -1 })).toThrow(
    'LiveFlesh.touch.radius: expected a size > 0 m',
  );
  expect(flesh.states[0].touch).toBeNull();
});
