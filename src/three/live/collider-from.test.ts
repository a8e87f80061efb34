import {
  AnimationClip,
  AnimationMixer,
  Bone,
  BoxGeometry,
  BufferAttribute,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  NumberKeyframeTrack,
  Object3D,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { hashUnit } from '../../math/random.ts';
import { colliderFrom, type ObjectCollider } from './collider-from.ts';

const everything = Number.POSITIVE_INFINITY;

/**
 * Returns the corners of all triangles of a collider as sorted text, because vertices are welded and parts are split, so that indices
 * differ.
 */
function cornersOf(collider: ObjectCollider, dt = 1 / 60): string[] {
  return collider
    .read(everything, dt)
    .flatMap(({ part, base, to }) =>
      [...collider.parts[part].indices].map((vertex) =>
        base.map((value, axis) => (value + to[3 * vertex + axis]).toFixed(4)).join(' '),
      ),
    )
    .sort();
}

/** Returns the corners of all triangles, computed by the skinning and morphing of three.js. */
function expectedCorners(mesh: Mesh): string[] {
  mesh.parent!.updateMatrixWorld(true);
  const point = new Vector3();
  const corners = mesh.geometry.index
    ? [...mesh.geometry.index.array]
    : [...new Array(mesh.geometry.getAttribute('position').count).keys()];
  return corners
    .map((vertex) => {
      mesh.getVertexPosition(vertex, point).applyMatrix4(mesh.matrixWorld);
      return point
        .toArray()
        .map((value) => (value + 0).toFixed(4))
        .join(' ');
    })
    .sort();
}

/** Creates a bar of 3 m along y on two bones, with a morph target that widens it. */
function createBar(bindMode: 'attached' | 'detached' = 'attached') {
  const geometry = new BoxGeometry(0.4, 3, 0.4, 1, 12, 1).translate(0, 1.5, 0);
  const position = geometry.getAttribute('position');
  const joints: number[] = [];
  const weights: number[] = [];
  const wider: number[] = [];
  for (let vertex = 0; vertex < position.count; vertex++) {
    const fraction = Math.min(1, Math.max(0, position.getY(vertex) - 1));
    joints.push(0, 1, 0, 0);
    weights.push(1 - fraction, fraction, 0, 0);
    wider.push(position.getX(vertex) * 0.5, 0, position.getZ(vertex) * hashUnit(4, vertex));
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  geometry.morphAttributes.position = [new Float32BufferAttribute(wider, 3)];
  geometry.morphTargetsRelative = true;
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  mesh.name = 'bar';
  const [hip, knee] = [new Bone(), new Bone()];
  hip.name = 'hip';
  knee.name = 'knee';
  knee.position.y = 1.5;
  hip.add(knee);
  const root = new Group();
  root.add(mesh, hip);
  root.updateMatrixWorld(true);
  mesh.bindMode = bindMode;
  mesh.bind(new Skeleton([hip, knee]));
  return { root, mesh, hip, knee };
}

test.each(['attached', 'detached'] as const)(
  'a skinned and morphed mesh moves as three moves it: %s',
  (bindMode) => {
    const { root, mesh, hip, knee } = createBar(bindMode);
    const collider = colliderFrom(root);
    const turn = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    const clip = new AnimationClip('bend', 1, [
      new QuaternionKeyframeTrack('knee.quaternion', [0, 1], [...turn(0), ...turn(2)]),
      new NumberKeyframeTrack('bar.morphTargetInfluences[0]', [0, 1], [0, 1]),
    ]);
    const mixer = new AnimationMixer(root);
    mixer.clipAction(clip).play();
    for (let frame = 0; frame < 5; frame++) {
      mixer.update(0.19);
      root.position.x = frame;
      root.scale.setScalar(1 + 0.1 * frame);
      hip.rotation.x = 0.3 * frame;
      expect(cornersOf(collider)).toEqual(expectedCorners(mesh));
    }
    expect(mesh.morphTargetInfluences![0]).toBeCloseTo(0.95, 6);
    expect(knee.quaternion.z).toBeGreaterThan(0.5);
  },
);

test('plain meshes at any depth, quantised, without an index, mirrored', () => {
  const root = new Group();
  root.scale.x = -1;
  const box = new Mesh(new BoxGeometry(1, 1, 1).toNonIndexed());
  const quantised = new Mesh(new BoxGeometry(2, 2, 2));
  const source = quantised.geometry.getAttribute('position');
  const bytes = Int8Array.from(source.array, (value) => value * 127);
  quantised.geometry.setAttribute('position', new BufferAttribute(bytes, 3, true));
  const middle = new Object3D();
  middle.position.set(3, 1, 2);
  middle.rotation.set(0.3, 0.2, 0.1);
  root.add(box, middle.add(quantised));
  const collider = colliderFrom(root);
  const expected = [...expectedCorners(box), ...expectedCorners(quantised)].sort();
  expect(cornersOf(collider)).toEqual(expected);
  // Triangles face outward, so the enclosed volume is positive.
  for (const { part, to } of collider.read(everything, 1)) {
    const { indices } = collider.parts[part];
    const corner = (k: number) => new Vector3().fromArray(to, 3 * indices[k]);
    const center = new Vector3();
    for (let k = 0; k < indices.length; k++) center.add(corner(k).divideScalar(indices.length));
    let volume = 0;
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = [corner(k).sub(center), corner(k + 1).sub(center), corner(k + 2).sub(center)];
      volume += a.dot(b.cross(c)) / 6;
    }
    expect(volume).toBeGreaterThan(0.5);
  }
});

test('only parts near the ground are returned, with their previous positions', () => {
  const ball = new Mesh(new SphereGeometry(1, 64, 48));
  ball.position.y = 3;
  const collider = colliderFrom(ball);
  expect(collider.parts.length).toBeGreaterThan(10);
  expect(collider.read(1, 1 / 60)).toEqual([]);
  ball.position.y = 1.2;
  const near = collider.read(0.5, 0.1);
  expect(near.length).toBeGreaterThan(0);
  expect(near.length).toBeLessThanOrEqual(collider.parts.length / 2);
  for (const { to, from, cut } of near) {
    expect(cut).toBe(false);
    to.forEach((value, k) => {
      expect(from![k] - value).toBeCloseTo(k % 3 === 1 ? 1.8 : 0, 5);
    });
  }
  ball.position.x = 0.1;
  for (const { from } of collider.read(0.5, 0.1)) expect(from).toBeNull();
  // The ball leaves the range: its pose is returned once more, then no longer.
  ball.position.y = 5;
  expect(collider.read(0.5, 0.1).length).toBe(near.length);
  expect(collider.read(0.5, 0.1)).toEqual([]);
});

test('an object that is placed elsewhere is a cut', () => {
  const box = new Mesh(new BoxGeometry(1, 1, 1));
  const collider = colliderFrom(box);
  const cuts = () => collider.read(everything, 1 / 60).map((pose) => [pose.cut, pose.from]);
  expect(cuts()).toEqual([[true, null]]);
  box.position.x += 0.5;
  expect(cuts()).toEqual([[false, null]]);
  box.position.x += 5;
  expect(cuts()).toEqual([[true, null]]);
  expect(cuts()).toEqual([[false, null]]);
  collider.cut();
  expect(cuts()).toEqual([[true, null]]);
});

test('objects that cannot collide are refused with a message', () => {
  const empty = new Group();
  empty.name = 'nothing here';
  expect(() => colliderFrom(empty)).toThrow(InputError);
  expect(() => colliderFrom(empty)).toThrow('nothing here: expected an object with meshes');
  expect(() => colliderFrom(new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 3))).toThrow(
    'instanced',
  );
});
