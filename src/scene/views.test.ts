import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { distance, dot } from '../geometry/vector.ts';
import { InputError } from '../input-error.ts';
import { rotateVector } from '../math/quaternion.ts';
import { openScene } from './open-scene.ts';
import { targetOf } from './open-views.ts';
import { parseScene } from './parse-scene.ts';
import { viewsExample } from './scene-page.ts';

const walker = new Uint8Array(readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url)));
const ball = new TextEncoder().encode(
  'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
);
const files = { read: (path: string) => ({ 'walker.glb': walker, 'ball.obj': ball })[path] };

const sceneOf = (views: object) => ({
  version: 1,
  time: { end: 3 },
  actors: [
    { name: 'walker', file: 'walker.glb', clip: 'walk', position: [2, 0.5, 0], heading: '90deg' },
    { name: 'ball', file: 'ball.obj', poses: [{ time: 0 }, { time: 2, position: [4, 0, 0] }] },
  ],
  systems: [{ system: 'ground', cell: 0.1 }],
  ...views,
});
const open = (views: object) => openScene(parseScene(sceneOf(views)), files, { checkOnly: true });

function faultsOf(views: object): string[] {
  try {
    parseScene(sceneOf(views));
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.faults.map(({ path, message }) => `${path}: ${message}`);
  }
}

test('a camera looks at its target, without roll, with its field of view', async () => {
  const camera = { name: 'wide', position: [3, 4, 5], target: [-1, 1, 2], fieldOfView: '40deg' };
  const view = (await open({ cameras: [camera] })).cameras![0].at(1);
  expect(view.position).toEqual([3, 4, 5]);
  expect(view.fieldOfView).toBeCloseTo((40 * Math.PI) / 180, 9);
  expect(view.distance).toBeCloseTo(distance([3, 4, 5], [-1, 1, 2]), 9);
  expect(distance(targetOf(view), [-1, 1, 2])).toBeLessThan(1e-9);
  const right = [0, 0, 0];
  rotateVector(right, view.rotation, [1, 0, 0]);
  expect(right[1]).toBeCloseTo(0, 9);
  const down = (await open({ cameras: [{ ...camera, target: [3, 0, 5] }] })).cameras![0].at(0);
  expect(targetOf(down)[1]).toBeCloseTo(0, 9);
});

test('between poses it moves smoothly, through each of them, and jumps where two have the same time', async () => {
  const poses = [
    { time: 0, position: [0, 1, 0] },
    { time: 1, position: [1, 1, 0] },
    { time: 3, position: [2, 3, 0], fieldOfView: 1 },
    { time: 3, position: [9, 9, 9] },
  ];
  const [camera] = (await open({ cameras: [{ name: 'a', target: [0, 0, -9], poses }] })).cameras!;
  expect(camera.isMoving).toBe(true);
  for (const { time, position } of [poses[0], poses[1]]) expect(camera.at(time).position).toEqual(position);
  expect(camera.at(3).position).toEqual([9, 9, 9]);
  expect(camera.at(3 - 1e-9).position[0]).toBeCloseTo(2, 6);
  expect(camera.at(-5).position).toEqual([0, 1, 0]);
  // The velocity is continuous at a pose, and 0 at the first one and before a cut.
  const speed = (t: number) => (camera.at(t + 5e-5).position[0] - camera.at(t - 5e-5).position[0]) / 1e-4;
  expect(speed(1 - 1e-3)).toBeCloseTo(speed(1 + 1e-3), 2);
  expect(speed(1)).toBeGreaterThan(0.3);
  expect(speed(1e-4)).toBeCloseTo(0, 2);
  expect(speed(3 - 1e-3)).toBeCloseTo(0, 2);
});

test('a camera follows an actor at the height of its feet, and looks at its middle', async () => {
  const follow = { name: 'a', follow: 'walker', position: [0, 1.5, 4] };
  const plan = await open({ cameras: [follow, { name: 'b', follow: 'ball', position: [0, 0, 2] }] });
  const [camera, onBall] = plan.cameras!;
  const [start, end] = [camera.at(0.5), camera.at(2.5)];
  // It walks along +x, and stands on 0.5 m.
  expect(end.position[0] - start.position[0]).toBeGreaterThan(1);
  expect(Math.abs(end.position[2] - start.position[2])).toBeLessThan(0.05);
  expect(start.position[1]).toBeCloseTo(2, 1);
  expect(targetOf(start)[1]).toBeCloseTo(0.5 + plan.actors[0].report.height / 2, 1);
  expect(onBall.at(1).position).toEqual([2, 0, 2]);
  expect(targetOf(onBall.at(1))[0]).toBeCloseTo(2, 9);
});

test('a rotation is used as it is', async () => {
  const half = Math.SQRT1_2;
  const [camera] = (
    await open({ cameras: [{ name: 'a', position: [0, 1, 0], rotation: [0, half, 0, half] }] })
  ).cameras!;
  const ahead = targetOf(camera.at(0)).map((value, axis) => value - [0, 1, 0][axis]);
  expect(dot(ahead, [-1, 0, 0])).toBeCloseTo(camera.at(0).distance, 9);
});

test('lights of a scene replace those that are chosen; without lights there are none', async () => {
  expect((await open({})).lights).toBeNull();
  const { lights } = await open({
    lights: [
      { light: 'sun', direction: [0, 2, 0], strength: 2, color: [1, 0.5, 0.5] },
      { light: 'sky', strength: 0.3 },
    ],
  });
  expect(lights?.sun?.toSun).toEqual([0, 1, 0]);
  expect(lights?.sun?.strength).toBeCloseTo(2, 9);
  expect(lights?.sun?.color[1]).toBeCloseTo(0.214, 3);
  expect(lights?.sky).toBe(0.3);
});

test('the example of the documentation is valid', () => {
  const example = JSON.parse(viewsExample) as object;
  expect(faultsOf({ ...example, actors: [{ name: 'runner', file: 'walker.glb' }] })).toEqual([]);
});

test('contradictions are refused where they are', () => {
  const at = { name: 'a', position: [0, 1, 0] };
  expect(faultsOf({ cameras: [{ ...at, name: 'follow' }] })[0]).toContain(
    'cameras[0].name: expected another name',
  );
  expect(faultsOf({ cameras: [at, at] })[0]).toContain('cameras[1].name: expected a unique name, got "a"');
  expect(faultsOf({ cameras: [{ name: '1,2' }] })[0]).toContain('begins with a letter');
  expect(faultsOf({ cameras: [{ name: 'a' }] })[0]).toContain('cameras[0].position: expected a position');
  expect(faultsOf({ cameras: [{ ...at, follow: 'wlker' }] })[0]).toContain('did you mean "walker"?');
  expect(faultsOf({ cameras: [{ ...at, target: [0, 0, 0], rotation: [0, 0, 0, 1] }] })[0]).toContain(
    'cameras[0].rotation: expected a target or a rotation, got both',
  );
  const mixed = [
    { time: 0, target: [0, 0, 1] },
    { time: 1, rotation: [0, 0, 0, 1] },
  ];
  expect(faultsOf({ cameras: [{ ...at, poses: mixed }] })[0]).toContain(
    'cameras[0].poses: expected all poses with',
  );
  expect(faultsOf({ cameras: [{ ...at, fieldOfView: 40 }] })[0]).toContain(
    'if degrees are meant, write "40deg"',
  );
  expect(faultsOf({ cameras: [{ ...at, targt: [0, 0, 0] }] })[0]).toContain('did you mean "target"?');
  expect(faultsOf({ lights: [{ light: 'sun', direction: [0, -1, 0] }] })[0]).toContain(
    'a sun above the horizon',
  );
  expect(faultsOf({ lights: [{ light: 'sky' }, { light: 'sky' }] })[0]).toContain(
    'lights[1].light: expected at most one sky',
  );
  expect(faultsOf({ lights: [{ light: 'lamp' }] })[0]).toContain('lights[0].light: expected "sun" or "sky"');
});
