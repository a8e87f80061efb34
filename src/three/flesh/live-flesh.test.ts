import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  Bone,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
} from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { expect, test } from 'vitest';
import { readGltf } from '../../files/index.ts';
import { InputError } from '../../input-error.ts';
import { makeLumpedPart, makeRod, type Vector } from '../../systems/flesh/testing/lumped-part.ts';
import { loadPlainGlb } from '../testing/load-plain-glb.ts';
import { LiveCrowd } from './live-crowd.ts';
import { LiveFlesh, type LiveFleshOptions } from './live-flesh.ts';

const rod = makeRod();

/** Returns a rod on a bone, drawn `size` times as large. */
function rodOnBone(options: LiveFleshOptions = {}, size = 1) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(24), 3));
  const bone = new Bone();
  const root = new Group().add(bone, new Mesh(geometry, new MeshBasicMaterial()));
  root.scale.setScalar(size);
  return { root, bone, flesh: new LiveFlesh(root, rod, { bones: [bone], gravity: 0, ...options }) };
}

/** Returns the displacement of the tip, m. */
function tipOf({ states: [{ amplitudes }] }: LiveFlesh): number[] {
  const [{ shapes, vertices }] = rod.surfaces;
  return [0, 1, 2].map((axis) =>
    amplitudes.reduce((sum, q, mode) => sum + q * shapes[3 * (mode * vertices.length + 7) + axis], 0),
  );
}

/**
 * Returns the displacements of the tip in every frame of a push along +x: half a second at `fps` frames per second, 2 Hz, with a smooth
 * start.
 */
function push({ bone, flesh }: ReturnType<typeof rodOnBone>, fps: number): number[] {
  return Array.from({ length: fps / 2 }, (_, k) => {
    const turn = 4 * Math.PI * ((k + 1) / fps);
    bone.position.x = (0.5 * (turn - Math.sin(turn))) / (4 * Math.PI);
    flesh.update(1 / fps);
    return tipOf(flesh)[0];
  });
}

test('if a bone moves to +x, its flesh lags behind towards −x, and swings back', () => {
  const path = push(rodOnBone(), 60);
  expect(Math.min(...path)).toBeLessThan(-0.005);
  const lowest = path.indexOf(Math.min(...path));
  expect(Math.max(...path.slice(lowest))).toBeGreaterThan(path[lowest] + 0.003);
});

test('the frame rate has no visible effect', () => {
  const fast = push(rodOnBone(), 240);
  const slow = push(rodOnBone(), 60);
  const size = Math.max(...fast.map(Math.abs));
  slow.forEach((x, k) => {
    expect(Math.abs(x - fast[4 * k + 3])).toBeLessThan(0.02 * size);
  });
});

test('it starts in equilibrium under gravity, and sags sideways if it is rotated', () => {
  const { bone, flesh } = rodOnBone({ gravity: 9.81 });
  const before = tipOf(flesh);
  expect(before[1]).toBeLessThan(-1e-4);
  for (let frame = 0; frame < 30; frame++) flesh.update(1 / 60);
  tipOf(flesh).forEach((value, axis) => {
    expect(value).toBeCloseTo(before[axis], 9);
  });
  bone.rotation.z = Math.PI / 2;
  flesh.reset();
  // The down direction of the world is now −x of the bone.
  expect(tipOf(flesh)[0]).toBeLessThan(-1e-3);
  const settled = rodOnBone({ gravity: 9.81, sagged: true });
  tipOf(settled.flesh).forEach((value) => {
    expect(value).toBeCloseTo(0, 9);
  });
});

test('a frame of zero time, a pause, a jump, a gap and a bone at NaN do not shake it', () => {
  const still = (move: (rig: ReturnType<typeof rodOnBone>) => void) => {
    const rig = rodOnBone();
    for (let frame = 0; frame < 3; frame++) rig.flesh.update(1 / 60);
    move(rig);
    for (let frame = 0; frame < 20; frame++) {
      rig.flesh.update(1 / 60);
      expect(Math.max(...tipOf(rig.flesh).map(Math.abs))).toBeLessThan(1e-9);
    }
  };
  still(({ bone, flesh }) => {
    flesh.paused = true;
    bone.position.x = 1;
    flesh.update(1 / 60);
    flesh.paused = false;
  });
  still(({ bone, flesh }) => {
    bone.position.x = 1;
    flesh.cut();
  });
  still(({ bone, flesh }) => {
    bone.position.x = 1;
    flesh.update(4);
  });
  still(({ bone }) => {
    bone.position.x = 50;
  });
  still(({ bone, flesh }) => {
    bone.position.x = Number.NaN;
    flesh.update(1 / 60);
    bone.position.x = 1;
  });
  const { bone, flesh } = rodOnBone();
  push({ bone, flesh } as ReturnType<typeof rodOnBone>, 60);
  const before = tipOf(flesh);
  flesh.update(0);
  flesh.update(Number.NaN);
  expect(tipOf(flesh)).toEqual(before);
});

test('a character in other units moves as prepared, with a note', () => {
  const path = push(rodOnBone(), 60);
  const notes: string[] = [];
  // The whole scene is in centimetres, including the motion of the bone, which its parent scales.
  const large = push(rodOnBone({ onNote: (note) => notes.push(note) }, 100), 60);
  large.forEach((x, k) => {
    expect(x).toBeCloseTo(path[k], 9);
  });
  expect(notes).toEqual([expect.stringContaining('"lumps" is drawn 100 times as large')]);
});

test('bone and mesh are found by their positions in the file, in the loaded objects and in clones', async () => {
  const bytes = new Uint8Array(
    readFileSync(fileURLToPath(new URL('../../../scenes/assets/mannequin.glb', import.meta.url))),
  );
  const rig = await readGltf(bytes, { name: 'mannequin' });
  const gltf = await loadPlainGlb(bytes);
  const [surface] = rig.surfaces;
  const joint = rig.skins[surface.skin].joints[1];
  const points = [...Array(20).keys()].map((k): Vector => [0.1, 1 + 0.01 * k, 0]);
  const part = makeLumpedPart({
    points,
    masses: points.map(() => 0.1),
    fields: [points.map(() => [1, 0, 0] as const)],
    frequencies: [3],
    node: joint,
  });
  const twin = clone(gltf.scene);
  twin.add(new Object3D());
  for (const root of [gltf.scene, twin, new Group().add(gltf.scene)]) {
    const flesh = new LiveFlesh(root, part, { gltf });
    const [mesh] = flesh.binding.meshes;
    expect(mesh.geometry.getAttribute('position').count).toBe(surface.positions.length / 3);
    let owner: Object3D | null = mesh;
    while (owner && owner !== root) owner = owner.parent;
    expect(owner).toBe(root);
    flesh.dispose();
  }
  expect(() => new LiveFlesh(gltf.scene, part)).toThrow(
    /lumps: its bone, node \d+ of the file, was not found: give `gltf`/,
  );
});

test('a copy in a crowd moves like a single character', () => {
  const { root, bone } = rodOnBone();
  const people = new LiveCrowd(root, rod, { count: 3, bones: [bone], gravity: 9.81 });
  const alone = rodOnBone({ gravity: 9.81 });
  const position = new Matrix4();
  const { modeCount } = rod;
  const own = (copy: number) => [
    ...people.crowd.amplitudes[0].subarray(copy * modeCount, (copy + 1) * modeCount),
  ];
  // Sets the start positions of the copies.
  for (let copy = 0; copy < 3; copy++) {
    if (copy === 1) people.setPlace(1, position.makeScale(0.5, 0.5, 0.5));
    people.readPose(copy, 0);
  }
  people.update(1 / 60);
  for (let frame = 0; frame < 30; frame++) {
    const turn = (4 * Math.PI * (frame + 1)) / 60;
    const x = 0.04 * (turn - Math.sin(turn));
    // The first copy is moved by its bone. The second, half as large, is moved by its position. The third does not move until it is placed
    // elsewhere.
    for (let copy = 0; copy < 3; copy++) {
      bone.position.x = copy === 0 ? x : 0;
      if (copy === 1) people.setPlace(1, position.makeScale(0.5, 0.5, 0.5).setPosition(0.5 * x, 0, 0));
      if (copy === 2 && frame === 10) {
        people.setPlace(2, position.makeTranslation(1, 0, 0));
        people.cut(2);
      }
      people.readPose(copy, 1 / 60);
    }
    people.update(1 / 60);
    alone.bone.position.x = x;
    alone.flesh.update(1 / 60);
    alone.flesh.states[0].amplitudes.forEach((amplitude, mode) => {
      expect(own(0)[mode]).toBeCloseTo(amplitude, 6);
      expect(own(1)[mode]).toBeCloseTo(amplitude, 6);
    });
  }
  expect(Math.abs(own(0)[0] - own(2)[0])).toBeGreaterThan(0.001);
  const still = rodOnBone({ gravity: 9.81 }).flesh.states[0].amplitudes;
  own(2).forEach((amplitude, mode) => {
    expect(amplitude).toBeCloseTo(still[mode], 9);
  });
  people.dispose();
});

test('values out of range are refused with one message for all', () => {
  const make = (options: LiveFleshOptions) => () => rodOnBone(options);
  expect(make({ damping: -1, stiffness: 0, material: 'stone' as never })).toThrow(
    [
      'LiveFlesh.material: expected "fat" or "belly" or "muscle" or "jelly" or "tail" or "ear" or "rubber", got "stone"',
      'LiveFlesh.stiffness: expected a number > 0 Pa, got 0',
      'LiveFlesh.damping: expected a number ≥ 0, got -1',
    ].join('\n'),
  );
  expect(make({ gravity: Number.NaN })).toThrow(InputError);
  expect(make({ dampng: 1 } as never)).toThrow('LiveFlesh.dampng: unknown key, did you mean "damping"?');
  // Parameters of the preparation can no longer be changed.
  expect(make({ elements: 100 } as never)).toThrow('LiveFlesh.elements: unknown key');
  expect(make({ damping: 0.1, halfLife: 1 })).toThrow(
    /LiveFlesh.halfLife: expected a damping ratio or a half-life/,
  );
});
