import { readFileSync } from 'node:fs';
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { writeBody } from '../bake/characters/write-body.ts';
import { describeActor } from '../cli/show-report.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { GltfBuilder } from '../files/testing/gltf-builder.ts';
import { cube } from '../files/testing/shapes.ts';
import { InputError } from '../input-error.ts';
import { transformPoint } from '../math/matrix.ts';
import { hashUnit } from '../math/random.ts';
import { createActor } from '../motion/actor.ts';
import { createRigidPose } from '../motion/rigid-motion.ts';
import { sharedPath } from '../testing/shared.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { buildHopper } from './testing/hopper.ts';

const half = Math.SQRT1_2;
const encode = (text: string) => new TextEncoder().encode(text);

/** A box of 2 × 0.4 × 0.6 about the origin. All faces are quads. */
const box = `v -1 -0.2 -0.3
v 1 -0.2 -0.3
v 1 0.2 -0.3
v -1 0.2 -0.3
v -1 -0.2 0.3
v 1 -0.2 0.3
v 1 0.2 0.3
v -1 0.2 0.3
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`;

/** Returns a drum of radius 0.5 and width 0.2 about x. */
function drum(): string {
  const lines: string[] = [];
  const sides = 24;
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides;
    for (const x of [-0.1, 0.1]) lines.push(`v ${x} ${0.5 * Math.cos(angle)} ${0.5 * Math.sin(angle)}`);
  }
  const corner = (k: number, side: 0 | 1) => 2 * (k % sides) + side + 1;
  const rim = (side: 0 | 1) => Array.from({ length: sides }, (_, k) => corner(k, side));
  for (let k = 0; k < sides; k++) {
    lines.push(`f ${corner(k, 0)} ${corner(k + 1, 0)} ${corner(k + 1, 1)} ${corner(k, 1)}`);
  }
  lines.push(`f ${rim(0).reverse().join(' ')}`, `f ${rim(1).join(' ')}`);
  return `${lines.join('\n')}\n`;
}

/**
 * Returns a car of 1 : 100 whose hub rotates while the car drives 2 m along z and then through a curve, and a marker that only moves
 * straight.
 */
function drive(): GltfBuilder {
  const builder = new GltfBuilder();
  builder.addNode({ name: 'Car', scale: [0.01, 0.01, 0.01], children: [1, 2] });
  builder.addNode({ name: 'Wheel_FL', translation: [50, 30, 80] });
  builder.addNode({ name: 'Wheel_FR', translation: [-50, 30, 80] });
  builder.addNode({ name: 'Path' });
  builder.addAnimation('Drive', [
    { node: 0, path: 'translation', times: [0, 1], values: [0, 0, 0, 0, 0, 2] },
    { node: 0, path: 'rotation', times: [0, 1], values: [0, 0, 0, 1, 0, half, 0, half] },
  ]);
  builder.addAnimation('Roll on', [
    { node: 3, path: 'translation', times: [0, 1, 1.5], values: [0, 0.5, 0, 0, 0.5, 2, 1, 0.5, 2] },
    { node: 3, path: 'scale', times: [0], values: [1, 1, 1] },
  ]);
  builder.addAnimation('Blink', [
    { node: 1, path: 'translation', times: [0, 0.5], values: [0, 0, 0, 5, 5, 5], interpolation: 'STEP' },
  ]);
  return builder;
}

const files = new Map<string, Uint8Array>([
  ['box.obj', encode(box)],
  ['drum.obj', encode(drum())],
  ['motion.glb', drive().toGlb()],
  ['hopper.glb', buildHopper().toGlb()],
  ['box.glb', boxGlb()],
  ['empty.glb', drive().toGlb()],
  [
    'straight.json',
    encode(
      '[{"time":0,"position":[0,0.5,0]},{"time":2,"position":[0,0.5,4]},{"time":3,"position":[0,0.5,3]}]',
    ),
  ],
  ['straight.csv', encode('time,x,y,z\n0,0,0.5,0\n2,0,0.5,4\n3,0,0.5,3\n')],
  ['spinning.json', encode(JSON.stringify(spin()))],
]);

function boxGlb(): Uint8Array {
  const builder = new GltfBuilder();
  const material = builder.json.materials.push({ name: 'paint', extras: { kept: true } }) - 1;
  const mesh = builder.addMesh(cube.positions, cube.indices, { material });
  builder.addNode({ name: 'Box', mesh, rotation: [half, 0, 0, half], translation: [0, 0, 1] });
  return builder.toGlb();
}

/** Returns the motion of a wheel whose keys already rotate it. */
function spin() {
  return Array.from({ length: 41 }, (_, k) => {
    const angle = k * 0.2;
    return {
      time: k / 20,
      position: [0, 0.5, 0.1 * k],
      rotation: [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)],
    };
  });
}

function open(actors: readonly Record<string, unknown>[], end = 2) {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end, fps: 30 },
    actors,
    systems: [{ system: 'ground' }],
  });
  return openScene(scene, { read: (name: string) => files.get(name) });
}

async function faultsOf(actors: readonly Record<string, unknown>[]): Promise<string> {
  try {
    await open(actors);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  throw new Error('nothing was refused');
}

type Plan = Awaited<ReturnType<typeof open>>;

function poseAt({ actors }: Plan, name: string, t: number) {
  const pose = createRigidPose();
  actors.find((actor) => actor.name === name)!.body!.motion.sample(pose, t);
  return { position: [...pose.position], rotation: [...pose.rotation] };
}

function reportOf({ actors }: Plan, name: string) {
  return actors.find((actor) => actor.name === name)!.report;
}

const near = (values: readonly number[], digits = 5) => values.map((value) => expect.closeTo(value, digits));

describe('keys from a node of a glTF', () => {
  const follow = (more: Record<string, unknown>) =>
    open([{ name: 'wheel', file: 'box.obj', keys: 'motion.glb', ...more }]);

  test('the object follows the node and its ancestors, and keeps its own size', async () => {
    const plan = await follow({ node: 'Wheel_FR', clip: 'Drive', scale: 0.5 });
    expect(poseAt(plan, 'wheel', 0)).toEqual({
      position: near([-0.5, 0.3, 0.8]),
      rotation: near([0, 0, 0, 1]),
    });
    expect(poseAt(plan, 'wheel', 1)).toEqual({
      position: near([0.8, 0.3, 2.5]),
      rotation: near([0, half, 0, half]),
    });
    expect(reportOf(plan, 'wheel').height).toBeCloseTo(0.2, 12);
    expect(reportOf(plan, 'wheel').warnings).toEqual([
      'node "Wheel_FR" is scaled by 0.01, which changes the position but not the size of the object that follows it: set "scale": 0.01 to change its size',
    ]);
  });

  test('the node and the clip may be numbers; by default the first clip that moves the node is used', async () => {
    const [named, numbered] = [await follow({ node: 'Path' }), await follow({ node: 3, clip: 1 })];
    for (const t of [0, 0.4, 1.2]) expect(poseAt(named, 'wheel', t)).toEqual(poseAt(numbered, 'wheel', t));
    const several = await follow({ node: '1' });
    expect(reportOf(several, 'wheel').warnings[0]).toBe(
      'follows "Drive", since no clip is given; "Blink" move it too',
    );
  });

  test('a STEP key is a cut', async () => {
    const plan = await follow({ node: 'Wheel_FL', clip: 'Blink' });
    const { motion } = plan.actors[0].body!;
    expect(motion.cutBetween(0.49, 0.5)).toBe(true);
    const driver = plan.actors[0].colliders.createColliders();
    driver.advance(0.45, 0.55);
    expect(driver.colliders[0].cut).toBe(true);
    driver.advance(0.55, 0.6);
    expect(driver.colliders[0].cut).toBe(false);
  });

  test('a node that does not move is reported', async () => {
    const plan = await follow({ node: 'Wheel_FR', clip: 'Roll on' });
    expect(reportOf(plan, 'wheel').warnings[0]).toContain('is not animated by "Roll on": it does not move');
  });

  test.each([
    [{}, 'actors[0].node: expected the name or number of a node of motion.glb, got nothing: it has "Car", '],
    [{ node: 'wheel_fl' }, 'got "wheel_fl", did you mean "Wheel_FL"?'],
    [{ node: 9 }, 'actors[0].node: expected the name or number of a node of motion.glb, got 9: it has "Car"'],
    [
      { node: 'Path', clip: 'Rol on' },
      'actors[0].clip: expected a clip of motion.glb, got "Rol on": did you mean "Roll on"?',
    ],
    [{ node: 'Path', keys: 'straight.json' }, 'actors[0].node: expected keys beside it, a .glb or .gltf'],
    [{ clip: 'Drive', keys: 'straight.json' }, 'actors[0].keys: expected a clip or keys, got both'],
    [{ node: 'Box', keys: 'box.glb' }, 'actors[0].keys: expected a character with an animation, but box.glb'],
    [{ node: 'Path', keys: 'motions.glb' }, 'actors[0].keys: no file "motions.glb"'],
    [{ node: 'Path', position: [1, 0, 0] }, 'actors[0].position: only a character with a clip has this'],
  ])('%j is refused', async (more, message) => {
    expect(await faultsOf([{ name: 'wheel', file: 'box.obj', keys: 'motion.glb', ...more }])).toContain(
      message,
    );
  });
});

describe('an object that is fixed to another actor', () => {
  const hopper = { name: 'hopper', file: 'hopper.glb', clip: 'Run', position: [2, 0, 1], heading: 0.7 };
  const ski = { name: 'ski', file: 'box.obj', parent: 'hopper', joint: 'body', position: [0.1, -0.1, 0] };

  test('follows its final pose, whichever comes first in the scene', async () => {
    const [after, before] = [await open([hopper, ski]), await open([ski, hopper])];
    expect(before.actors.map(({ name }) => name)).toEqual(['ski', 'hopper']);
    const { actor } = after.actors[0].character!;
    for (const t of [0, 0.13, 0.9, 1.7]) {
      expect(poseAt(after, 'ski', t)).toEqual(poseAt(before, 'ski', t));
      // The joint has no rotation in the rest pose, so in the joint's space the offset is the given one divided by the character's scale.
      const { world } = actor.poseAt(t);
      const point = [0, 1, 2].map(
        (row) => world[12 + row] + (world[row] * 0.1 - world[4 + row] * 0.1) / actor.scale,
      );
      expect(poseAt(after, 'ski', t).position).toEqual(near(point, 9));
    }
    // The ski was moved and rotated with the character.
    expect(poseAt(after, 'ski', 1.7).position[0]).toBeGreaterThan(2.5);
    expect(poseAt(after, 'ski', 0).rotation).toEqual(near([0, Math.sin(0.35), 0, Math.cos(0.35)], 9));
  });

  test('has its offset and rotation relative to another rigid object, also in a chain', async () => {
    const plan = await open([
      { name: 'c', file: 'box.obj', parent: 'b', position: [0, 0, 1] },
      { name: 'b', file: 'box.obj', parent: 'a', position: [0, 2, 0], rotation: [0, 3, 0, 3] },
      { name: 'a', file: 'box.obj', keys: 'straight.json' },
    ]);
    expect(poseAt(plan, 'b', 1)).toEqual({ position: near([0, 2.5, 2]), rotation: near([0, half, 0, half]) });
    expect(poseAt(plan, 'c', 1).position).toEqual(near([1, 2.5, 2]));
  });

  const boxOn = (parent: string, name: string) => ({ name, file: 'box.obj', parent });
  test.each([
    [
      [hopper, { ...ski, parent: 'hoper' }],
      'actors[1].parent: no actor is called "hoper", did you mean "hopper"?',
    ],
    [[ski], 'actors[0].parent: no actor is called "hopper", there is no other one'],
    [[{ ...ski, parent: 'ski' }], 'actors[0].parent: expected another actor, got "ski" itself'],
    [
      [boxOn('b', 'a'), boxOn('c', 'b'), boxOn('a', 'c')],
      'actors[0].parent: expected an actor that is not fixed to this one, got the cycle "a" → "b" → "c" → "a"',
    ],
    [
      [hopper, { ...ski, joint: undefined }],
      'actors[1].joint: expected the name or number of a node of hopper.glb',
    ],
    [[hopper, { ...ski, joint: 'bodi' }], 'got "bodi", did you mean "body"? it has "body"'],
    [[hopper, { ...ski, keys: 'straight.json' }], 'actors[1].parent: expected keys or a parent, got both'],
    [[hopper, { ...ski, clip: 'Run' }], 'actors[1].clip: an actor with a parent moves with the parent'],
    [[hopper, { ...ski, heading: 1 }], 'actors[1].heading: only a character with a clip has this'],
    [[hopper, { ...ski, rotation: [0, 0, 0, 0] }], 'actors[1].rotation: expected a quaternion x, y, z, w'],
    [
      [
        { name: 'a', file: 'box.obj', keys: 'straight.json' },
        { ...boxOn('a', 'b'), joint: 'x' },
      ],
      'actors[1].joint: "a" is a rigid object without joints: leave joint out',
    ],
    [
      [{ name: 'a', file: 'box.obj', keys: 'no.json' }, boxOn('a', 'b')],
      'actors[1].parent: "a" has faults: correct them first',
    ],
    [
      [{ name: 'a', file: 'box.obj', keys: 'straight.json', joint: 'x', rotation: [0, 0, 0, 1] }],
      'actors[0].joint: expected a parent beside it',
    ],
  ])('%# is refused', async (actors, message) => {
    expect(await faultsOf(actors as Record<string, unknown>[])).toContain(message);
  });
});

describe('a wheel', () => {
  const wheel = { name: 'wheel', file: 'drum.obj', roll: true };

  test.each(['straight.json', 'straight.csv'])('rolls along %s, there and back', async (keys) => {
    const plan = await open([{ ...wheel, keys }], 3);
    expect(reportOf(plan, 'wheel')).toMatchObject({
      roll: { radius: 0.5, axle: [1, 0, 0], turns: Number((3 / Math.PI).toPrecision(5)) },
      warnings: [],
    });
    expect(poseAt(plan, 'wheel', 1).rotation.map(Math.abs)).toEqual(
      near([Math.abs(Math.sin(2)), 0, 0, Math.abs(Math.cos(2))], 9),
    );
  });

  test('has the given radius and axle; its size is respected', async () => {
    const plan = await open([{ ...wheel, keys: 'straight.json', scale: 2 }], 3);
    expect(reportOf(plan, 'wheel').roll).toMatchObject({ radius: 1 });
    const given = await open([{ ...wheel, keys: 'straight.json', radius: 0.25, axle: [0, 0, 2] }], 3);
    expect(reportOf(given, 'wheel').roll).toEqual({
      radius: 0.25,
      axle: [0, 0, 1],
      turns: expect.closeTo((2 * 3) / Math.PI, 3),
    });
  });

  test('with z up is rotated first, together with its axle', async () => {
    const plan = await open([{ ...wheel, keys: 'straight.json', up: 'z', axle: [1, 0, 0] }], 3);
    expect(reportOf(plan, 'wheel').roll?.axle).toEqual([1, 0, 0]);
    const lying = await open([{ ...wheel, keys: 'straight.json', up: 'z', axle: [0, 1, 0] }], 3);
    expect(lying.actors[0].report.roll?.axle.map(Math.abs)).toEqual([0, 0, 1]);
  });

  test('rolls on the joint of another actor, and along a node', async () => {
    const plan = await open(
      [
        { name: 'frame', file: 'box.obj', keys: 'straight.json' },
        { ...wheel, parent: 'frame', position: [1, 0, 0] },
      ],
      3,
    );
    expect(reportOf(plan, 'wheel').roll?.turns).toBeCloseTo(3 / Math.PI, 4);
    // The node rotates, so the outer wheel has the longer path.
    const turning = await open(
      ['Wheel_FL', 'Wheel_FR'].map((node) => ({
        ...wheel,
        name: node,
        keys: 'motion.glb',
        clip: 'Drive',
        node,
      })),
      1,
    );
    const [left, right] = ['Wheel_FL', 'Wheel_FR'].map((name) => reportOf(turning, name).roll!.turns);
    expect(right).toBeGreaterThan(left + 0.2);
    // The node does not rotate, so the wheel faces along its path, also in the curve.
    const straight = await open([{ ...wheel, keys: 'motion.glb', node: 'Path' }], 1.5);
    expect(reportOf(straight, 'wheel').roll?.turns).toBeCloseTo(3 / Math.PI, 2);
  });

  test('that its keys already rotate is reported', async () => {
    const plan = await open([{ ...wheel, keys: 'spinning.json' }], 2);
    expect(reportOf(plan, 'wheel').warnings.join()).toMatch(
      /already rotates it 1\.27\d* times about its axle/,
    );
  });

  test('that has no axle is reported', async () => {
    const cubic = { name: 'wheel', file: 'box.glb', keys: 'straight.json', roll: true };
    const plan = await open([cubic]);
    expect(reportOf(plan, 'wheel').warnings.join()).toContain('the axle of box.glb is not clear');
    const beside = await open([{ ...cubic, axle: [1, 0, 0] }]);
    expect(reportOf(beside, 'wheel').warnings).toEqual([
      'its axle passes its origin at 0, 0, 1 m: the mesh rotates about the axle, and its origin moves',
    ]);
  });

  test.each([
    [{ ...wheel }, 'actors[0].roll: expected keys, poses or a parent beside it'],
    [
      { name: 'a', file: 'drum.obj', keys: 'straight.json', radius: 1 },
      'actors[0].radius: only a wheel that rolls',
    ],
    [
      { name: 'a', file: 'drum.obj', keys: 'straight.json', axle: [1, 0, 0] },
      'actors[0].axle: only a wheel that',
    ],
    [{ ...wheel, keys: 'straight.json', axle: [0, 0, 0] }, 'actors[0].axle: expected a direction'],
    [{ ...wheel, keys: 'straight.json', radius: 0 }, 'actors[0].radius: expected a size > 0'],
    [{ ...wheel, keys: 'straight.json', roll: 'yes' }, 'actors[0].roll: expected true or false, got "yes"'],
  ])('%j is refused', async (actor, message) => {
    expect(await faultsOf([actor])).toContain(message);
  });
});

describe('the mesh of an object', () => {
  const openFile = async (text: string, more: Record<string, unknown> = {}) => {
    files.set('odd.obj', encode(text));
    const plan = await open([{ name: 'odd', file: 'odd.obj', keys: 'straight.json', ...more }]);
    return reportOf(plan, 'odd');
  };

  test('is reported with its defects', async () => {
    const odd = `${box}v 7 7 7\nf 1 1 2\nf 1 4 3 2\n`.replace('f 3 4 8 7\n', '');
    expect((await openFile(odd)).warnings).toEqual([
      '4 edges are open: its prints in a ground are correct, but flesh and volumes of particles need a closed surface',
      '2 triangles are duplicates: duplicates count once, and take time',
      '1 triangle has no area: they leave no prints',
      '1 vertex is part of no triangle: ignored',
    ]);
  });

  test('that seems to be in millimetres is reported, unless the scene sets its size', async () => {
    const large = box.replace(/(?<=[ -])(\d\S*)/g, (word) => String(Number(word) * 1000));
    const lines = large.replace(/f .*\n/g, '') + box.replace(/v .*\n/g, '');
    expect((await openFile(lines)).warnings).toEqual([
      'it is 2000 × 400 × 600 units in size and its file has no unit, so metres are assumed; set "scale": 0.001 if it is in millimetres (2 × 0.4 × 0.6 m), 0.01 in centimetres, or "height"',
    ]);
    expect(await openFile(lines, { scale: 0.001 })).toMatchObject({ warnings: [], height: 0.4 });
    expect(await openFile(lines, { height: 1, up: 'z' })).toMatchObject({ height: 1, scale: 1 / 600 });
  });

  test('has the colours of its materials, of its vertices, of its glTF', async () => {
    files.set('paint.mtl', encode('newmtl red\nKd 1 0 0\nmap_Kd a.png\nnewmtl dull blue\r\nKd 0 0 0.5'));
    const painted = box
      .replace('v -1', 'mtllib paint.mtl\nv -1')
      .replace('f 1 4', 'usemtl red\nf 1 4')
      .replace('f 5 6', 'usemtl dull blue\nf 5 6');
    files.set('painted.obj', encode(painted));
    const shown = await open([{ name: 'a', file: 'painted.obj', keys: 'straight.json' }]);
    const [mesh] = shown.actors[0].posedMeshesAt(0);
    const colorOf = (corner: number) =>
      Array.from(mesh.colors as Float32Array).slice(3 * mesh.indices[corner], 3 * mesh.indices[corner] + 3);
    expect(colorOf(0)).toEqual([1, 0, 0]);
    expect(colorOf(7)).toEqual([0, 0, 0.5]);
    const glb = await open([{ name: 'a', file: 'box.glb', keys: 'straight.json' }]);
    expect(glb.actors[0].posedMeshesAt(0)[0].colors).toHaveLength(24);
  });

  test('without triangles or without height is refused', async () => {
    expect(await faultsOf([{ name: 'a', file: 'empty.glb', keys: 'straight.json' }])).toContain(
      'actors[0].file: expected an object with a surface, but empty.glb has no triangle',
    );
    files.set('flat.obj', encode('v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n'));
    expect(await faultsOf([{ name: 'a', file: 'flat.obj', keys: 'straight.json', height: 1 }])).toContain(
      'actors[0].height: expected a mesh with a height, but flat.obj is flat: set scale',
    );
  });
});

describe('its file', () => {
  const moving = async (actor: Record<string, unknown>, start = 0.4) => {
    const plan = await open([actor], 3);
    const { body, file } = plan.actors[0];
    const written = await writeBody(body!, { name: 'thing', file, start, end: 3 });
    expect(
      (await validateBytes(written.bytes)).issues.messages.filter(
        (issue: { severity: number }) => issue.severity < 2,
      ),
    ).toEqual([]);
    const rig = await readGltf(written.bytes, { name: 'out.glb' });
    return {
      plan,
      written,
      rig,
      actor: createActor(rig, { name: 'out', scale: 1, clip: 0 }),
    };
  };

  test.each([
    ['from keys', { name: 'thing', file: 'box.obj', keys: 'straight.json', scale: 0.5 }],
    ['that rolls', { name: 'thing', file: 'drum.obj', keys: 'straight.json', roll: true }],
    ['from a glTF, z up', { name: 'thing', file: 'box.glb', keys: 'straight.json', up: 'z', roll: true }],
    ['that jumps', { name: 'thing', file: 'box.obj', keys: 'motion.glb', node: 1, clip: 'Blink' }],
  ])('%s moves as it did', async (_, entry) => {
    const { plan, written, actor } = await moving(entry);
    expect(written.clipName).toBe('keys');
    for (let k = 0; k < 12; k++) {
      // In the file, the jump is 0.25 ms earlier.
      const t = 0.401 + 2.59 * hashUnit(5, k, 0);
      const [mesh] = plan.actors[0].posedMeshesAt(t);
      const pose = actor.poseAt(t - 0.4);
      const seen = actor.rig.surfaces.flatMap(({ positions, indices, node }) =>
        Array.from(indices).flatMap((vertex) => {
          const out = [0, 0, 0];
          transformPoint(out, pose.world, positions.subarray(3 * vertex, 3 * vertex + 3), 16 * node);
          return out;
        }),
      );
      const shown = Array.from(mesh.indices).flatMap((vertex) =>
        Array.from(mesh.positions).slice(3 * vertex, 3 * vertex + 3),
      );
      expect(seen).toEqual(near(shown, 3));
    }
  });

  test('keeps the whole content of a glTF', async () => {
    const { written, rig } = await moving({ name: 'thing', file: 'box.glb', keys: 'straight.json' });
    const text = new TextDecoder().decode(written.bytes);
    expect(text).toContain('"kept":true');
    expect(rig.nodes.map(({ name }) => name)).toEqual(['Box', 'thing travel']);
  });

  test('of a stationary object has no clip', async () => {
    const plan = await open([{ name: 'thing', file: 'box.obj', keys: 'motion.glb', node: 3, clip: 'Drive' }]);
    const { body } = plan.actors[0];
    const written = await writeBody(body!, { name: 'thing', file: 'box.obj', start: 0, end: 2 });
    expect(written.clipName).toBeNull();
  });
});

describe('a mesh without keys and without a parent', () => {
  const rock = { name: 'rock', file: 'box.obj', position: [1, 0.1, -2], heading: 0.6 };

  test('stays at its position, is written without a clip, and leaves prints', async () => {
    const plan = await open([rock], 0.2);
    const placed = { position: [1, 0.1, -2], rotation: near([0, Math.sin(0.3), 0, Math.cos(0.3)], 12) };
    for (const t of [0, 0.07, 5]) expect(poseAt(plan, 'rock', t)).toEqual(placed);
    expect(reportOf(plan, 'rock')).toMatchObject({ isStatic: true, travel: null });
    expect(describeActor(plan.actors[0].report)).toContain('does not move');
    const written = await writeBody(plan.actors[0].body!, {
      name: 'rock',
      file: 'box.obj',
      start: 0,
      end: 0.2,
    });
    expect(written.clipName).toBeNull();
    const { nodes } = await readGltf(written.bytes, { name: 'rock.glb' });
    expect([...nodes[0].translation]).toEqual(near([1, 0.1, -2], 6));

    // The rock leaves a print if its position is in the ground, and no print if it is above the ground.
    const pressed = async (height: number) => {
      const report = await bakeScene(await open([{ ...rock, position: [1, height, -2] }], 0.1), {
        write() {},
      });
      return Number(/"columnsTouched":(\d+)/.exec(JSON.stringify(report.systems))![1]);
    };
    expect(await pressed(0.1)).toBeGreaterThan(10_000);
    expect(await pressed(1)).toBe(0);
  });

  test('a glTF without a clip does not move if travel is "still", and is otherwise refused with that remedy', async () => {
    const plan = await open([{ name: 'box', file: 'box.glb', travel: 'still', position: [0, 1, 0] }]);
    expect(reportOf(plan, 'box').warnings).toContain('has no clip: it does not move');
    expect(plan.actors[0].posedMeshesAt(0)).toHaveLength(1);
    expect(await faultsOf([{ name: 'box', file: 'box.glb' }])).toContain('or set "travel": "still"');
  });

  test('a rig without a surface is refused with both remedies', async () => {
    const builder = new GltfBuilder();
    builder.addNode({ name: 'Hips' });
    builder.addAnimation('Walk', [
      { node: 0, path: 'translation', times: [0, 1], values: [0, 1, 0, 0, 1, 1] },
    ]);
    files.set('bones.glb', builder.toGlb());
    expect(await faultsOf([{ name: 'bones', file: 'bones.glb' }])).toMatch(
      /actors\[0\]\.file: expected a character with a surface, .*export it with its mesh, or export its motion as BVH/,
    );
  });

  test.each([
    [
      { speed: 1 },
      'actors[0].speed: only a character with a clip has this; an object without keys or poses stays',
    ],
    [{ clip: 'Run' }, 'actors[0].clip: only a character with a clip has this'],
    [{ roll: true }, 'actors[0].roll: expected keys, poses or a parent beside it'],
  ])('%j is refused', async (more, message) => {
    expect(await faultsOf([{ ...rock, ...more }])).toContain(message);
  });
});

const wheels = sharedPath('assets/mesh-wheel');

describe.skipIf(!wheels)(`real wheels${wheels ? '' : ' (skipped: no folder shared/assets)'}`, () => {
  test.each([
    ['left_front_wheel.obj', 0.05, [0, 0, 1], 0],
    ['husky_wheel.stl', 0.1778, [0, 1, 0], 762],
  ])('%s rolls', async (name, radius, axle, openEdges) => {
    files.set(name, readFileSync(`${wheels}/${name}`));
    const plan = await open([{ name: 'wheel', file: name, keys: 'straight.json', roll: true }], 3);
    const { roll, warnings } = reportOf(plan, 'wheel');
    expect(roll).toMatchObject({ axle });
    expect(roll!.radius).toBeCloseTo(radius, 4);
    expect(roll!.turns).toBeCloseTo(3 / (2 * Math.PI * roll!.radius), 2);
    expect(warnings.join()).toContain(openEdges > 0 ? `${openEdges} edges are open` : '');
    const driver = plan.actors[0].colliders.createColliders();
    driver.advance(0.5, 0.5 + 1 / 120);
    const [body] = driver.colliders;
    // The wheel rolls without slip: its angular speed times its radius is the speed of its centre, 2 m/s.
    if (body.kind !== 'rigid') throw new Error('expected a rigid body');
    expect(Math.hypot(...body.angularVelocity) * roll!.radius).toBeCloseTo(2, 3);
  });
});
