import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { buildKeyedBody } from '../bake/characters/keyed-body.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { transformPoint } from '../math/matrix.ts';
import { rotateVector } from '../math/quaternion.ts';
import { hashUnit } from '../math/random.ts';
import { sampleRigidKeys } from '../motion/rigid-motion.ts';
import { toFraction } from '../simulation/fraction.ts';
import { Simulation } from '../simulation/simulation.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

/** A box of 0.4 × 0.2 × 0.3 m about the origin, in centimetres. */
const box = `v -20 -10 -15
v 20 -10 -15
v 20 10 -15
v -20 10 -15
v -20 -10 15
v 20 -10 15
v 20 10 15
v -20 10 15
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`;
const keys = [
  { time: 0, position: [0, 1, 0], rotation: [0, 0, 0, 1] },
  { time: 0.3, position: [0.2, 1.1, 0], rotation: [0, 0.6, 0, 0.8] },
  { time: 1, position: [0, 1, 0.5], rotation: [0.6, 0, 0, -0.8] },
] as const;

function open(
  flesh: Record<string, unknown> | null,
  file = 'box.obj',
  motion: Record<string, unknown> = { keys: 'box.keys.json' },
) {
  const files = new Map([
    ['box.obj', new TextEncoder().encode(box)],
    ['core.obj', new TextEncoder().encode(box.replace(/(?<=[ -])(20|10|15)(?=\s)/g, '4'))],
    ['box.glb', bodyBytes()],
    ['box.keys.json', new TextEncoder().encode(JSON.stringify(keys))],
  ]);
  const system = flesh
    ? { system: 'flesh', name: 'jelly', elements: 200, modes: 3, ...flesh }
    : { system: 'ground', name: 'ground' };
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 1, fps: 30 },
    actors: [
      { name: 'box', file, scale: 0.01, ...motion },
      ...(motion.parent ? [{ name: 'cart', file: 'box.obj', keys: 'box.keys.json', scale: 0.01 }] : []),
    ],
    systems: [system],
  });
  return openScene(scene, { read: (name: string) => files.get(name) });
}

function bodyBytes() {
  const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) };
  return buildKeyedBody({ name: 'body', mesh, keys, scale: 2, color: [0.5, 0.5, 0.5] });
}

test('the texture coordinates of an .obj reach the rig, seams and all', async () => {
  const mesh = {
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    cornerTexcoords: Float32Array.of(0, 1, 1, 1, 1, 0, 0.5, 1, 1, 0, 0, 0),
  };
  const bytes = buildKeyedBody({ name: 'body', mesh, keys, scale: 1, color: [0.5, 0.5, 0.5] });
  expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
  const [surface] = (await readGltf(bytes, { name: 'body.glb' })).surfaces;
  expect([...(surface.texcoords ?? [])]).toEqual([0, 1, 1, 1, 1, 0, 0, 0, 0.5, 1]);
  expect([...surface.indices]).toEqual([0, 1, 2, 4, 2, 3]);
});

test('an object with keys is a character only if it has flesh', async () => {
  expect((await open(null)).actors[0].character).toBe(null);
  expect((await open({ free: true })).actors[0].character).not.toBe(null);
});

test('its file moves like its collider, and is valid', async () => {
  const plan = await open({ actor: 'box', free: true });
  const { actor, bytes } = plan.actors[0].character!;
  expect((await validateBytes(bytes)).issues.messages).toEqual([]);
  const pose = { position: new Float64Array(3), rotation: new Float64Array(4) };
  for (let i = 0; i < 50; i++) {
    const t = 1.2 * hashUnit(9, i, 0);
    sampleRigidKeys(pose, keys, t);
    const corner = [0.2, -0.1, 0.15];
    const turned: [number, number, number] = [0, 0, 0];
    rotateVector(turned, pose.rotation, corner);
    const seen = [0, 0, 0];
    transformPoint(seen, actor.poseAt(t).world, [20, -10, 15]);
    for (let k = 0; k < 3; k++) expect(seen[k]).toBeCloseTo(turned[k] + pose.position[k], 6);
  }
});

test.each([
  ['free, it feels its turning', { free: true, material: 'rubber' }, 0],
  ['held in its middle, it lags', { core: 'core.obj' }, 10],
])('%s', async (_, params, fewest) => {
  const plan = await open(params);
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: 1,
    start: plan.times.start,
  });
  simulation.advanceTo(toFraction(1));
  const report = simulation.report('jelly') as { peakDisplacement: number; fixedNodes: number };
  expect(report.fixedNodes).toBeGreaterThanOrEqual(fewest);
  expect(report.peakDisplacement).toBeGreaterThan(1e-5);
});

test('a glTF with keys cannot have flesh: the message recommends a clip in the file instead', async () => {
  await expect(open({}, 'box.glb')).rejects.toThrow(
    /actors\[0\]\.keys: expected an \.obj, \.stl or \.ply, .* a clip of its own/,
  );
  await expect(open({ actor: 'box' }, 'box.glb', { parent: 'cart' })).rejects.toThrow(
    /actors\[0\]\.parent: expected .* an object with a parent has flesh/,
  );
});
