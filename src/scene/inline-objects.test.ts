import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { createRigidPose } from '../motion/rigid-motion.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { objectsExample } from './scene-page.ts';

const examples = JSON.parse(objectsExample) as Record<string, unknown>[];

const open = (actors: readonly Record<string, unknown>[], files: Record<string, string> = {}) =>
  openScene(
    parseScene({
      version: 1,
      time: { start: 0, end: 0.5, fps: 10 },
      actors,
      systems: [{ system: 'ground', name: 'yard' }],
    }),
    { read: (path) => (files[path] === undefined ? undefined : new TextEncoder().encode(files[path])) },
  );

function faultsOf(actor: Record<string, unknown>): string {
  try {
    parseScene({ version: 1, actors: [actor], systems: [{ system: 'ground', name: 'yard' }] });
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return '';
}

test('the example of the documentation: a box that stays, and a box that falls through its poses', async () => {
  const { actors } = await open(examples);
  const [step, crate] = actors.map(({ body }) => body!);
  const corners = Array.from(step.mesh.positions);
  expect([0, 1, 2].map((axis) => Math.max(...corners.filter((_, k) => k % 3 === axis)))).toEqual([
    1, 0.075, 0.15,
  ]);
  const pose = createRigidPose();
  step.motion.sample(pose, 3);
  expect([...pose.position]).toEqual([0, 0.075, 2]);
  crate.motion.sample(pose, 0.225);
  expect(pose.position[1]).toBeCloseTo((1 + 0.18) / 2, 9);
  expect(2 * Math.asin(pose.rotation[1])).toBeCloseTo((10 * Math.PI) / 180, 9);
  expect(actors.map(({ name }) => name)).toEqual(['step', 'crate']);
});

test('poses in the scene move an object exactly like the same keys in a file', async () => {
  const poses = [
    { time: 0.4, position: [1, 0.1, 0], rotation: [0, 0, 2, 2] },
    { time: 0, position: [0, 0.5, 0], rotation: [0, 0, 0, 1] },
  ];
  const { actors } = await open(
    [
      { name: 'a', box: [0.2, 0.2, 0.2], poses },
      { name: 'b', box: [0.2, 0.2, 0.2], keys: 'keys.json' },
    ],
    { 'keys.json': JSON.stringify({ keys: poses }) },
  );
  const [a, b] = [createRigidPose(), createRigidPose()];
  for (const t of [-1, 0, 0.13, 0.4, 2]) {
    actors[0].body!.motion.sample(a, t);
    actors[1].body!.motion.sample(b, t);
    expect(a).toEqual(b);
  }
  expect(actors[0].report.warnings).toEqual(actors[1].report.warnings);
});

test.each<[string, Record<string, unknown>, string]>([
  [
    'neither file nor box',
    { name: 'a' },
    'actors[0].file: expected a file name, relative to the scene, or a box',
  ],
  ['both', { file: 'a.obj', box: [1, 1, 1] }, 'actors[0].box: expected a file or a box, got both'],
  ['an empty box', { box: [1, 0, 1] }, 'actors[0].box[1]: expected'],
  [
    'poses and keys',
    { box: [1, 1, 1], keys: 'a.csv', poses: [{}] },
    'actors[0].poses: expected poses or keys',
  ],
  [
    'a pose without a time',
    { box: [1, 1, 1], poses: [{}, { time: 1 }] },
    'actors[0].poses[0].time: expected the time',
  ],
  [
    'a rotation and a heading',
    { box: [1, 1, 1], poses: [{ rotation: [0, 0, 0, 1], heading: 1 }] },
    'actors[0].poses[0].heading: expected a rotation or a heading',
  ],
])('%s is refused', (_, actor, expected) => {
  expect(faultsOf(actor)).toContain(expected);
});
