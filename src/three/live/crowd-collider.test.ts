import {
  BatchedMesh,
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { expect, test } from 'vitest';
import { createFullSimulation } from '../../live/full-simulation.ts';
import type { LiveReply } from '../../live/live-messages.ts';
import { hashUnit } from '../../math/random.ts';
import { PosedCrowd } from '../../motion/live/posed-crowd.ts';
import { groundParams } from '../../systems/ground/params.ts';
import { defaultParams } from '../../systems/params.ts';
import { FleshCrowd } from '../flesh/flesh-crowd.ts';
import { colliderFrom, type ObjectCollider } from './collider-from.ts';
import { type CrowdCollider, crowdColliderFrom } from './crowd-collider.ts';

const params = { ...defaultParams(groundParams), material: 'snow', rate: 60, cell: 0.02 } as const;

/** Simulates a ground. Returns the height of every changed column, and the bytes of poses of each frame. */
function simulate(
  colliders: readonly (ObjectCollider | CrowdCollider)[],
  frameCount: number,
  move: (frame: number) => void,
) {
  const simulation = createFullSimulation();
  simulation.receive({ type: 'start', params, seed: 1 });
  const firsts: number[] = [];
  let next = 0;
  for (const collider of colliders) {
    firsts.push(next);
    if ('surfaces' in collider) {
      simulation.receive({ type: 'addCrowd', id: next++, name: 'crowd', parts: collider.surfaces });
    } else {
      const first = next;
      simulation.receive({
        type: 'add',
        parts: collider.parts.map((part, k) => ({ ...part, id: first + k })),
      });
      next += collider.parts.length;
    }
  }
  const heights = new Map<string, number>();
  const bytes: number[] = [];
  for (let frame = 0; frame < frameCount; frame++) {
    move(frame);
    const poses = [];
    const crowds = [];
    for (const [k, collider] of colliders.entries()) {
      if ('surfaces' in collider) crowds.push({ id: firsts[k], ...collider.read(0.05, 1 / 60) });
      else
        poses.push(
          ...collider.read(0.05, 1 / 60).map(({ part, ...pose }) => ({ ...pose, id: firsts[k] + part })),
        );
    }
    bytes.push(crowds.reduce((sum, { length }) => sum + 8 * length, 0));
    const reply: LiveReply | null = simulation.receive({
      type: 'frame',
      seconds: 1 / 60,
      steps: 1,
      poses,
      crowds,
      spent: [],
    });
    if (reply?.type !== 'stepped') throw new Error(JSON.stringify(reply));
    for (const { rectangle, heights: values } of reply.changes) {
      values.forEach((value, k) => {
        const i = rectangle.i0 + (k % rectangle.columns);
        heights.set(`${i} ${rectangle.j0 + Math.floor(k / rectangle.columns)}`, value);
      });
    }
    for (const [k, collider] of colliders.entries()) {
      if ('surfaces' in collider)
        for (const { id, values } of reply.crowds) if (id === firsts[k]) collider.recycle(values);
    }
  }
  return { heights, bytes };
}

/** A leg of 0.5 m on three bones: hip, ankle and toes. Its foot is at the origin and 0.25 m long. */
function createLeg(): { root: Group; mesh: SkinnedMesh } {
  const geometry = new BoxGeometry(0.1, 0.5, 0.1, 3, 12, 3).translate(0, 0.25, 0);
  const foot = new BoxGeometry(0.25, 0.06, 0.1, 16, 4, 6).translate(0.08, 0.03, 0);
  const joined = [geometry.toNonIndexed(), foot.toNonIndexed()];
  const positions = joined.flatMap((part) => [...part.getAttribute('position').array]);
  const both = new BoxGeometry();
  both.deleteAttribute('normal');
  both.deleteAttribute('uv');
  both.setIndex(null);
  both.setAttribute('position', new Float32BufferAttribute(positions, 3));
  const joints: number[] = [];
  const weights: number[] = [];
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y] = [positions[k], positions[k + 1]];
    const toes = Math.min(1, Math.max(0, (x - 0.1) / 0.05));
    const hip = Math.min(1, Math.max(0, (y - 0.06) / 0.1));
    joints.push(0, 1, 2, 0);
    weights.push(hip, (1 - hip) * (1 - toes), (1 - hip) * toes, 0);
  }
  both.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
  both.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(both, new MeshBasicMaterial());
  mesh.name = 'leg';
  const bones = ['hip', 'foot.L', 'toes.L'].map((name) => Object.assign(new Bone(), { name }));
  const [hip, ankle, toes] = bones;
  hip.position.y = 0.5;
  ankle.position.y = -0.45;
  toes.position.set(0.12, -0.05, 0);
  hip.add(ankle.add(toes));
  const root = new Group();
  root.name = 'walker';
  root.add(mesh, hip);
  root.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  return { root, mesh };
}

/** Poses instance k of a crowd at a frame: it steps down, rolls over its toes and moves on. */
function poseLeg(root: Object3D, k: number, frame: number): void {
  const phase = frame / 5 + hashUnit(1, k);
  root.position.set(0.9 * (k % 3) + 0.01 * frame, 0.06 * Math.sin(7 * phase) - 0.01, 0.7 * Math.floor(k / 3));
  root.rotation.y = 6 * hashUnit(2, k);
  root.getObjectByName('foot.L')!.rotation.z = 0.3 * Math.sin(5 * phase);
  root.getObjectByName('toes.L')!.rotation.z = 0.2 + 0.2 * Math.sin(5 * phase);
}

test('clones of a character leave the same prints as a collider of each of them, bit for bit', () => {
  const { root } = createLeg();
  const clones = Array.from({ length: 4 }, () => clone(root));
  const pose = (frame: number) => {
    clones.forEach((root, k) => {
      poseLeg(root, k, frame);
    });
  };
  pose(0);
  const alone = simulate(
    clones.map((root) => colliderFrom(root)),
    10,
    pose,
  );
  pose(0);
  const together = simulate([crowdColliderFrom(clones)], 10, pose);
  expect(alone.heights.size).toBeGreaterThan(200);
  expect(together.heights).toEqual(alone.heights);
  // Feet only, in any order of the characters.
  pose(0);
  const feet = simulate([crowdColliderFrom(clones, { bones: ['foot.L'] })], 10, pose);
  expect(depths(feet.heights)).toBeGreaterThan(200);
  pose(0);
  const shuffled = simulate([crowdColliderFrom(clones.toReversed(), { bones: ['foot.L'] })], 10, pose);
  expect(shuffled.heights).toEqual(feet.heights);
  // No more than the matrices of three joints for each part, now and before, ever cross.
  for (const bytes of feet.bytes) expect(bytes).toBeLessThanOrEqual(4 * 2 * 8 * (2 + 2 * 16 * 3));
});

/** Number of columns that are deeper than 5 mm. */
function depths(heights: ReadonlyMap<string, number>): number {
  return [...heights.values()].filter((height) => height < -0.005 * 2 ** 20).length;
}

test('instances of a rigid mesh leave the same prints as separate meshes; hidden and removed ones leave none', () => {
  const geometry = new SphereGeometry(0.2, 24, 16);
  const balls = Array.from({ length: 5 }, () => new Mesh(geometry));
  const instanced = new InstancedMesh(geometry, new MeshBasicMaterial(), 5);
  const move = (frame: number) => {
    balls.forEach((ball, k) => {
      ball.position.set(0.5 * k + 0.015625 * frame, 0.125, 0.0078125 * frame * k);
      ball.updateMatrixWorld(true);
      instanced.setMatrixAt(k, ball.matrixWorld);
    });
  };
  move(0);
  const alone = simulate(
    balls.map((ball) => colliderFrom(ball)),
    8,
    move,
  );
  const together = simulate([crowdColliderFrom(instanced)], 8, move);
  expect(depths(alone.heights)).toBeGreaterThan(200);
  expect(together.heights).toEqual(alone.heights);
  const fewer = simulate([crowdColliderFrom(instanced)], 8, (frame) => {
    move(frame);
    instanced.count = 2;
  });
  const two = simulate(
    balls.slice(0, 2).map((ball) => colliderFrom(ball)),
    8,
    move,
  );
  expect(fewer.heights).toEqual(two.heights);
});

test('a batch has several geometries; deleted and hidden instances do not collide', () => {
  const [ball, box] = [new SphereGeometry(0.2, 24, 16), new BoxGeometry(0.3, 0.2, 0.2)];
  const batch = new BatchedMesh(8, 2000, 8000, new MeshBasicMaterial());
  const geometries = [batch.addGeometry(ball), batch.addGeometry(box)];
  const ids = [0, 1, 0, 1, 0].map((which) => batch.addInstance(geometries[which]));
  batch.deleteInstance(ids[2]);
  batch.setVisibleAt(ids[4], false);
  const shown = [0, 1, 3];
  const meshes = shown.map((k) => new Mesh(k % 2 ? box : ball));
  const move = (frame: number) => {
    ids.forEach((id, k) => {
      if (k === 2) return;
      const matrix = new Matrix4().makeTranslation(0.5 * k + 0.015625 * frame, 0.0625, 0);
      batch.setMatrixAt(id, matrix);
      meshes[shown.indexOf(k)]?.position.setFromMatrixPosition(matrix);
    });
  };
  move(0);
  const alone = simulate(
    meshes.map((mesh) => colliderFrom(mesh)),
    8,
    move,
  );
  const together = simulate([crowdColliderFrom(batch)], 8, move);
  expect(depths(alone.heights)).toBeGreaterThan(200);
  expect(together.heights).toEqual(alone.heights);
});

/** Returns the world positions of the vertices of all parts of a crowd's frame, as sorted text. */
function positionsOf(collider: CrowdCollider): string[] {
  const crowd = new PosedCrowd('crowd', collider.surfaces);
  crowd.push(collider.read(Number.POSITIVE_INFINITY, 1 / 60));
  const all = crowd.colliders.flatMap(({ last }) =>
    Array.from({ length: last.length / 3 }, (_, v) =>
      showPoint(last[3 * v], last[3 * v + 1], last[3 * v + 2]),
    ),
  );
  return [...new Set(all)].sort();
}

function showPoint(...point: number[]): string {
  return point.map((value) => (value + 0).toFixed(4)).join(' ');
}

test('an instanced skinned mesh: all instances have the pose of its skeleton, as three draws them', () => {
  const { root, mesh } = createLeg();
  const places = [
    new Matrix4().makeTranslation(1, 0, 2),
    new Matrix4().makeRotationY(1).setPosition(-1, 0.5, 0),
  ];
  const instanced = Object.assign(mesh, {
    isInstancedMesh: true,
    instanceMatrix: new InstancedBufferAttribute(new Float32Array(32), 16),
    count: 2,
  });
  places.forEach((place, k) => {
    place.toArray(instanced.instanceMatrix.array, 16 * k);
  });
  const collider = crowdColliderFrom(root);
  root.position.set(3, 0, 1);
  root.getObjectByName('foot.L')!.rotation.set(0.3, 0.2, 0.5);
  root.updateMatrixWorld(true);
  mesh.skeleton.update();
  const point = new Vector3();
  const expected = places.flatMap((place) =>
    Array.from({ length: mesh.geometry.getAttribute('position').count }, (_, v) =>
      showPoint(...mesh.getVertexPosition(v, point).applyMatrix4(place).applyMatrix4(mesh.matrixWorld)),
    ),
  );
  expect(positionsOf(collider)).toEqual([...new Set(expected)].sort());
});

test('readBones gives each instance its own pose, as a texture of bones does', () => {
  const { root, mesh } = createLeg();
  const count = 3;
  const instanced = new InstancedMesh(mesh.geometry, new MeshBasicMaterial(), count);
  const matrices = new Float32Array(16 * 3 * count);
  const expected: string[] = [];
  const [place, point] = [new Matrix4(), new Vector3()];
  for (let k = 0; k < count; k++) {
    poseLeg(root, k, 3 * k);
    root.position.set(0, 0, 0);
    root.updateMatrixWorld(true);
    mesh.skeleton.update();
    matrices.set(mesh.skeleton.boneMatrices!.subarray(0, 48), 48 * k);
    place.makeTranslation(2 * k, 0.25 * k, 1);
    instanced.setMatrixAt(k, place);
    for (let v = 0; v < mesh.geometry.getAttribute('position').count; v++) {
      mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld).applyMatrix4(place);
      expected.push(showPoint(...point));
    }
  }
  const readBones = (k: number, out: Float64Array) => {
    out.set(matrices.subarray(48 * k, 48 * (k + 1)));
  };
  const found = positionsOf(crowdColliderFrom(instanced, { readBones, skeleton: mesh.skeleton }));
  // The texture has 32-bit numbers, so the last digit may differ.
  const wanted = [...new Set(expected)].sort();
  const differing = found.filter((text) => !wanted.includes(text)).length;
  expect(found.length).toBeGreaterThan(0.95 * wanted.length);
  expect(differing / found.length).toBeLessThan(0.05);
});

test('the instances of a FleshCrowd, whose meshes are drawn from a texture of poses', () => {
  const { root, mesh } = createLeg();
  const amplitudes = new Float64Array(0);
  const crowd = new FleshCrowd(root, { name: 'none', modeCount: 0, surfaces: [], amplitudes }, { count: 2 });
  const expected: string[] = [];
  const [place, point] = [new Matrix4(), new Vector3()];
  for (let k = 0; k < 2; k++) {
    poseLeg(root, k, 3 * k);
    root.position.set(0, 0, 0);
    crowd.readPose(k);
    crowd.setPlace(k, place.makeTranslation(2 * k, 0, 1));
    mesh.skeleton.update();
    for (let v = 0; v < mesh.geometry.getAttribute('position').count; v++) {
      mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld);
      expected.push(showPoint(...point.applyMatrix4(root.matrixWorld.clone().invert()).applyMatrix4(place)));
    }
  }
  const { readBones, object } = crowd;
  const found = positionsOf(crowdColliderFrom(object, { readBones, skeleton: mesh.skeleton }));
  const wanted = new Set(expected);
  expect(found.length).toBeGreaterThan(0.95 * wanted.size);
  expect(found.filter((text) => !wanted.has(text)).length / found.length).toBeLessThan(0.05);
});

test('a crowd on a ground that is rotated and far away, and instances that jump', () => {
  const geometry = new BoxGeometry(0.2, 0.2, 0.2);
  const instanced = new InstancedMesh(geometry, new MeshBasicMaterial(), 2);
  const collider = crowdColliderFrom(instanced);
  const origin = new Vector3(5000, 10, -3000);
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2);
  const place = (k: number, along: number) => {
    const own = new Matrix4().makeTranslation(along, 0.05, k);
    const user = new Matrix4().makeRotationFromQuaternion(turn).setPosition(origin);
    instanced.setMatrixAt(k, own.premultiply(user));
  };
  const flags = () => {
    const { values, length } = collider.read(0.1, 1 / 60, origin, turn);
    const found: number[] = [];
    for (let at = 0; at < length; at += 18 + (values[at + 1] & 2 ? 16 : 0)) found.push(values[at + 1]);
    return { found, x: values[2 + 12], y: values[2 + 13] };
  };
  place(0, 0);
  place(1, 0);
  // Both are new, which is a cut.
  expect(flags().found).toEqual([1, 1]);
  place(0, 0.1);
  place(1, 30);
  const { found, x, y } = flags();
  // The second one jumps.
  expect(found).toEqual([0, 1]);
  expect([x, y].map((value) => Math.round(1000 * value) / 1000)).toEqual([0.1, 0.05]);
  collider.cut(0);
  expect(flags().found).toEqual([1, 0]);
  collider.cut();
  expect(flags().found).toEqual([1, 1]);
});

test('detail merges vertices: fewer triangles, no point farther than the diagonal of a cell', () => {
  const geometry = new SphereGeometry(0.2, 48, 32);
  const balls = new InstancedMesh(geometry, new MeshBasicMaterial(), 1);
  const count = (collider: CrowdCollider) =>
    collider.surfaces.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  const fine = crowdColliderFrom(balls);
  const coarse = crowdColliderFrom(balls, { detail: 0.04 });
  expect(count(coarse)).toBeGreaterThan(100);
  expect(count(coarse)).toBeLessThan(count(fine) / 4);
  // Vertices are those of the mesh, and every vertex of the mesh has one within the diagonal.
  const kept = coarse.surfaces.flatMap(({ positions }) =>
    Array.from({ length: positions.length / 3 }, (_, v) => new Vector3().fromArray(positions, 3 * v)),
  );
  const position = geometry.getAttribute('position');
  const point = new Vector3();
  for (let v = 0; v < position.count; v += 5) {
    point.fromBufferAttribute(position, v);
    expect(Math.min(...kept.map((one) => one.distanceTo(point)))).toBeLessThan(0.04 * Math.sqrt(3));
  }
  for (const one of kept) expect(one.length()).toBeCloseTo(0.2, 6);
});

test('what no crowd can be made of is refused with a message', () => {
  const { root, mesh } = createLeg();
  expect(() => crowdColliderFrom(new Group())).toThrow('expected an InstancedMesh');
  expect(() => crowdColliderFrom([])).toThrow('expected at least one clone');
  expect(() => crowdColliderFrom([root, createLeg().root])).toThrow('expected a clone of "walker"');
  expect(() => crowdColliderFrom([root], { bones: ['paw'] })).toThrow('known are hip, foot.L, toes.L');
  const bare = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 1);
  expect(() => crowdColliderFrom(bare, { readBones: () => {} })).toThrow('skinIndex');
  expect(() => crowdColliderFrom(bare, { bones: ['foot.L'] })).toThrow('the meshes have no skeleton');
  expect(crowdColliderFrom([root], { bones: ['toes.L'] }).surfaces.length).toBeGreaterThan(0);
  expect(mesh.name).toBe('leg');
});
