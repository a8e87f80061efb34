import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { GltfBuilder } from '../files/testing/gltf-builder.ts';
import { cube } from '../files/testing/shapes.ts';
import { InputError } from '../input-error.ts';
import { createActor } from '../motion/actor.ts';
import { deformSurface } from '../motion/deform-surface.ts';
import { sharedPath } from '../testing/shared.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const [east, north] = [354000, 4181000];
const encode = (text: string) => new TextEncoder().encode(text);

/** Returns a roof of 2 × 2 m on a map. Its coordinates have decimals that single-precision floats cannot represent there. z is up. */
function roof(dx = 0): Uint8Array {
  const corners = [
    [0.125, 0.375, 100.001],
    [2.125, 0.375, 100.002],
    [2.125, 2.375, 100.003],
    [0.125, 2.375, 100.004],
    [1.1, 1.3, 101.007],
  ];
  const lines = corners.map(([x, y, z]) => `v ${(east + dx + x).toFixed(3)} ${(north + y).toFixed(3)} ${z}`);
  return encode(`${[...lines, 'f 1 2 5', 'f 2 3 5', 'f 3 4 5', 'f 4 1 5'].join('\n')}\n`);
}

/** Returns a hill as a grid on the map, y up: x east, z south. */
function hill(): Uint8Array {
  const lines: string[] = [];
  for (let j = 0; j < 5; j++)
    for (let i = 0; i < 5; i++) lines.push(`v ${east + i} ${99 + 0.25 * i} ${-north - 4 + j}`);
  for (let j = 0; j < 4; j++) {
    for (let i = 0; i < 4; i++) {
      const k = 5 * j + i + 1;
      lines.push(`f ${k} ${k + 5} ${k + 1}`, `f ${k + 1} ${k + 5} ${k + 6}`);
    }
  }
  return encode(lines.join('\n'));
}

function farGlb(): Uint8Array {
  const builder = new GltfBuilder();
  const mesh = builder.addMesh(cube.positions, cube.indices);
  builder.addNode({ name: 'Rock', mesh, translation: [east + 0.3, 5, -north - 0.7] });
  return builder.toGlb();
}

const files = new Map<string, Uint8Array>([
  ['roof.obj', roof()],
  ['roof-next.obj', roof(3)],
  ['hill.obj', hill()],
  ['rock.glb', farGlb()],
  ['near.obj', encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')],
  ['still.csv', encode('time,x,y,z,qx,qy,qz,qw\n0,0,1,0,0,0,0,1\n1,0,2,0,0,1,0,0\n')],
  [
    'track.csv',
    encode(
      `time,x,y,z\n0,${east + 0.1},101,${-north - 0.2}\n1,${east + 2.1},101,${-north - 0.2}\n2,${east + 4.1},102,${-north - 2.2}\n`,
    ),
  ],
  // Rotates objects on the map by 90° about a point beside them.
  [
    'pivot.csv',
    encode(
      `time,x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,0,1\n1,${east + north},0,${east - north},0,${Math.SQRT1_2},0,${Math.SQRT1_2}\n`,
    ),
  ],
  ['elsewhere.csv', encode('time,x,y,z\n0,5000000,0,0\n1,5000001,0,0\n')],
]);

function open(
  actors: readonly Record<string, unknown>[],
  ground: Record<string, unknown> = {},
  outputs?: readonly string[],
) {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 1, fps: 4 },
    actors,
    systems: [{ system: 'ground', ...ground }],
    ...(outputs && { outputs }),
  });
  return openScene(scene, { read: (name: string) => files.get(name) });
}

type Plan = Awaited<ReturnType<typeof open>>;

function placesOf({ actors }: Plan, index: number, t: number): number[] {
  return Array.from(actors[index].posedMeshesAt(t)[0].positions);
}

/** Returns the positions of an actor at a time, with the offset of the scene added. */
function putBack({ actors, offsets = [] }: Plan, name: string, t = 0): number[] {
  const [mesh] = actors.find((actor) => actor.name === name)!.posedMeshesAt(t);
  const metres = offsets.find(({ names }) => names.includes(name))?.metres ?? [0, 0, 0];
  return Array.from(mesh.positions).map((part, k) => part + metres[k % 3]);
}

const roofUp = [...new TextDecoder().decode(roof()).matchAll(/^v (\S+) (\S+) (\S+)$/gm)].flatMap(
  ([, x, y, z]) => [Number(x), Number(z), -Number(y)],
);

function expectNear(values: readonly number[], expected: readonly number[], within: number): void {
  expect(values.length).toBe(expected.length);
  const worst = values.reduce((max, value, k) => Math.max(max, Math.abs(value - expected[k])), 0);
  expect(worst).toBeLessThanOrEqual(within);
}

test('a mesh with map coordinates is moved near the origin without rounding, and the offset gives its original position', async () => {
  const plan = await open([{ name: 'roof', file: 'roof.obj', up: 'z' }]);
  expect(plan.offsets).toEqual([{ metres: [east + 1, 0, -north - 1], names: ['roof'] }]);
  const positions = placesOf(plan, 0, 0);
  expect(Math.max(...positions.filter((_, k) => k % 3 !== 1).map(Math.abs))).toBeLessThan(2);
  expectNear(putBack(plan, 'roof'), roofUp, 1e-8);
});

test('its outputs are within 0.5 mm of the text of its file, and report the offset once', async () => {
  const plan = await open([{ name: 'roof', file: 'roof.obj', up: 'z', keys: 'still.csv' }], {}, [
    'character',
  ]);
  const written = new Map<string, Uint8Array>();
  const report = await bakeScene(plan, { write: (name, bytes) => void written.set(name, bytes) });
  const rig = await readGltf(written.get('roof-travel.glb')!, { name: 'roof.glb' });
  const actor = createActor(rig, { name: 'roof', scale: 1, clip: 0, path: '' });
  const { positions, surfaces } = { positions: new Float64Array(3 * 12), surfaces: rig.surfaces };
  deformSurface(surfaces[0], actor.poseAt(0), positions);
  const [x, , z] = plan.offsets![0].metres;
  const corners = new Set<number>();
  for (let k = 0; k < positions.length; k += 3) {
    const corner = [0, 1, 2, 3, 4].find((c) => {
      const position = [positions[k] + x, positions[k + 1] - 1, positions[k + 2] + z];
      return position.every((part, axis) => Math.abs(part - roofUp[3 * c + axis]) < 5e-4);
    });
    expect(corner).toBeDefined();
    corners.add(corner!);
  }
  expect(corners.size).toBe(5);
  const position = `${east + 1}, 0, ${-north - 1} m`;
  expect(report.offsets).toEqual([
    { metres: [east + 1, 0, -north - 1], metresZUp: [east + 1, north + 1, 0], names: ['roof'] },
  ]);
  expect(new TextDecoder().decode(written.get('README.txt')).split(position).length - 1).toBe(1);
  expect(report.warnings.filter((warning) => warning.includes(position))).toHaveLength(1);
});

test('a far mesh with keys near the origin rotates about its centre, not about the origin of the map', async () => {
  const plan = await open([{ name: 'roof', file: 'roof.obj', up: 'z', keys: 'still.csv' }]);
  const positions = placesOf(plan, 0, 1);
  expect(Math.max(...positions.filter((_, k) => k % 3 !== 1).map(Math.abs))).toBeLessThan(2);
});

test('objects of one map keep their relative positions, whichever of them is far', async () => {
  const plan = await open([
    { name: 'roof', file: 'roof.obj', up: 'z' },
    { name: 'next', file: 'roof-next.obj', up: 'z' },
    { name: 'car', file: 'near.obj', keys: 'track.csv' },
    { name: 'rock', file: 'rock.glb', keys: 'still.csv' },
    { name: 'lid', file: 'roof-next.obj', up: 'z', parent: 'roof' },
    { name: 'flag', file: 'near.obj', parent: 'car', position: [0, 1, 0] },
    { name: 'crate', file: 'near.obj', position: [1, 0, 0] },
  ]);
  expect(plan.offsets).toEqual([
    { metres: [east + 1, 0, -north - 1], names: ['roof', 'next', 'car', 'rock'] },
  ]);
  const roofAt = placesOf(plan, 0, 0);
  const nextAt = placesOf(plan, 1, 0);
  const lidAt = placesOf(plan, 4, 0);
  expectNear(
    [...nextAt],
    [...roofAt].map((part, k) => part + (k % 3 === 0 ? 3 : 0)),
    1e-8,
  );
  expectNear([...lidAt], [...nextAt], 1e-8);
  expectNear(putBack(plan, 'car').slice(0, 3), [east + 0.1, 101, -north - 0.2], 1e-8);
  expectNear(putBack(plan, 'car', 0.5).slice(0, 3), [east + 1.1, 101, -north - 0.2], 1e-8);
  const flag = placesOf(plan, 5, 0);
  expectNear([...flag].slice(0, 3), [0.1 - 1, 102, -0.2 + 1], 1e-8);
  expectNear(placesOf(plan, 6, 0).slice(0, 3), [1, 0, 0], 0);
});

test('keys that rotate a far mesh about a point of the map give the position of both together', async () => {
  const plan = await open([{ name: 'roof', file: 'roof.obj', up: 'z', keys: 'pivot.csv' }]);
  expect(plan.offsets).toBeDefined();
  const turned = roofUp.map((_, k) => {
    const [x, y, z] = roofUp.slice(k - (k % 3), k - (k % 3) + 3);
    return [z + east + north, y, -x + east - north][k % 3];
  });
  expectNear(putBack(plan, 'roof', 1), turned, 1e-6);
});

test('objects on a terrain of the same map keep their positions on the map', async () => {
  const plan = await open(
    [
      { name: 'car', file: 'near.obj', keys: 'track.csv' },
      { name: 'roof', file: 'roof.obj', up: 'z' },
    ],
    { name: 'hill', terrain: 'hill.obj', terrainSpacing: [1, 1], cell: 0.25, center: [0, 0], datum: 3 },
  );
  expect(plan.offsets).toEqual([{ metres: [east + 2, -3, -north - 2], names: ['hill', 'car', 'roof'] }]);
  expectNear(putBack(plan, 'roof'), roofUp, 1e-8);
  expectNear(putBack(plan, 'car').slice(0, 3), [east + 0.1, 101, -north - 0.2], 1e-8);
});

test('a scene that is itself far from the origin is not moved', async () => {
  const plan = await open([{ name: 'roof', file: 'roof.obj', up: 'z', scale: 0.1 }], {
    center: [east / 10, -north / 10],
    size: [10, 10],
    cell: 0.25,
  });
  expect(plan.offsets).toEqual([]);
  expectNear(
    putBack(plan, 'roof'),
    roofUp.map((part) => part / 10),
    1e-8,
  );
});

test('a position in the scene that compensates far coordinates is respected', async () => {
  const plan = await open([
    { name: 'roof', file: 'roof.obj', up: 'z', scale: 0.1, position: [-east / 10, 0, north / 10] },
  ]);
  expect(plan.offsets).toEqual([]);
  const expected = roofUp.map((part, k) => part / 10 + [-east / 10, 0, north / 10][k % 3]);
  expectNear(putBack(plan, 'roof'), expected, 1e-8);
});

describe('a glTF far from the origin', () => {
  test('keeps its whole content, below a node that moves it near the origin', async () => {
    const plan = await open([{ name: 'rock', file: 'rock.glb', keys: 'still.csv' }], {}, ['character']);
    const written = new Map<string, Uint8Array>();
    await bakeScene(plan, { write: (name, bytes) => void written.set(name, bytes) });
    const rig = await readGltf(written.get('rock-travel.glb')!, { name: 'rock.glb' });
    expect(rig.nodes.map(({ name }) => name)).toEqual(['Rock', 'rock offset', 'rock travel']);
    const actor = createActor(rig, { name: 'rock', scale: 1, clip: 0, path: '' });
    const positions = new Float64Array(cube.positions.length);
    deformSurface(rig.surfaces[0], actor.poseAt(0), positions);
    expectNear([...positions], placesOf(plan, 0, 0), 1e-5);
  });
});

test('keys far from the rest of the scene are refused with the reason', async () => {
  const refused = open([
    { name: 'roof', file: 'roof.obj', up: 'z' },
    { name: 'car', file: 'near.obj', keys: 'elsewhere.csv' },
  ]);
  await expect(refused).rejects.toThrow(InputError);
  await expect(refused).rejects.toThrow(/actors\[1\]\.keys: expected keys within 1000000 m of the rest/);
});

const shared = sharedPath('cases-2/N-06/hill-utm.obj');
test.skipIf(!shared)(
  'the hill of the shared cases is near the origin, accurate to 0.5 mm (needs ../shared)',
  async () => {
    const bytes = readFileSync(shared!);
    files.set('hill-utm.obj', bytes);
    const plan = await open([{ name: 'hill', file: 'hill-utm.obj', up: 'z', keys: 'still.csv' }]);
    const truth = [...bytes.toString('latin1').matchAll(/^v (\S+) (\S+) (\S+)/gm)].flatMap(([, x, y, z]) => [
      Number(x),
      Number(z) + 1,
      -Number(y),
    ]);
    const single = placesOf(plan, 0, 0).map(Math.fround);
    const { metres } = plan.offsets![0];
    const worst = single.reduce(
      (max, part, k) => Math.max(max, Math.abs(part + metres[k % 3] - truth[k])),
      0,
    );
    expect(worst).toBeLessThan(5e-4);
  },
);
