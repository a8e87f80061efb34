import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { toFraction } from '../simulation/fraction.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { MorphOutput } from '../systems/outputs/morph.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { softLimbFiles } from './testing/soft-limb.ts';

const files = { read: (path: string) => softLimbFiles.get(path) };
const kept = new Map<string, Uint8Array>();
const cache = {
  get: async (key: string) => kept.get(key),
  put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
};

/** A limb that swings, and a board that moves into it. */
function describe(touchedBy: readonly unknown[]) {
  return {
    version: 1,
    time: { start: 0, end: 0.6, fps: 24 },
    actors: [
      { name: 'limb', file: 'limb.glb', clip: 'swing', scale: 1, travel: 'still' },
      {
        name: 'board',
        box: [0.1, 1.2, 1.2],
        poses: [
          { time: 0.3, position: [0.4, 0, 0] },
          { time: 0.45, position: [0.09, 0, 0] },
        ],
      },
    ],
    systems: [
      {
        system: 'flesh',
        name: 'flesh',
        actor: 'limb',
        surfaces: ['limb'],
        elements: 60,
        modes: 6,
        rate: 60,
        maxDisplacement: 10,
        touchedBy,
      },
    ],
  };
}

async function start(touchedBy: readonly unknown[]) {
  const plan = await openScene(parseScene(describe(touchedBy)), files, { cache });
  return new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
}

const amplitudesOf = (simulation: Simulation) =>
  (simulation.outputs('flesh') as MorphOutput[]).flatMap(({ amplitudes }) => [...amplitudes]);

const board = [{ shape: 'fitted', actor: 'board' }];

test('a moving prop pushes flesh aside, and a resumed run has the same bytes', async () => {
  const [touched, resumed, free] = [await start(board), await start(board), await start([])];
  for (const simulation of [touched, free]) simulation.advanceTo(toFraction(0.6));
  const report = touched.report('flesh') as Record<string, unknown>;
  expect(report.touchedSteps).toBeGreaterThan(3);
  expect(report.touchedBy).toEqual([
    {
      name: 'board',
      size: [0.1, 1.2, 1.2].map((edge) => expect.closeTo(edge, 6)),
      radius: 0,
      meanDistance: 0,
    },
  ]);
  expect(free.report('flesh')).not.toHaveProperty('touchedSteps');
  expect(amplitudesOf(touched)).not.toEqual(amplitudesOf(free));
  const earlier = await start(board);
  earlier.advanceTo(toFraction(0.45));
  resumed.load(earlier.save('key'));
  resumed.advanceTo(toFraction(0.6));
  expect(resumed.hash('flesh')).toBe(touched.hash('flesh'));
  expect(amplitudesOf(resumed)).toEqual(amplitudesOf(touched));
});

test('between two steps of which the second touches, flesh moves on a straight line', async () => {
  const simulation = await start(board);
  simulation.advanceTo(toFraction('48/120'));
  const touchedSteps = () => simulation.report('flesh').touchedSteps as number;
  const earlier = touchedSteps();
  let straight = 0;
  for (let tick = 24; tick < 33; tick++) {
    const [from, middle, to] = [2 * tick, 2 * tick + 1, 2 * tick + 2].map((half) => {
      simulation.advanceTo(toFraction(`${half}/120`));
      return amplitudesOf(simulation);
    });
    if (middle.every((value, mode) => Math.abs(value - 0.5 * (from[mode] + to[mode])) < 1e-12)) straight++;
  }
  expect(straight).toBeGreaterThan(3);
  expect(straight).toBe(touchedSteps() - earlier);
});

test('bodies that nothing touches leave every bit of the flesh as it is without them', async () => {
  const far = [{ shape: 'capsule', actor: 'board', from: [50, 0, 0], to: [51, 0, 0], radius: 0.1 }];
  const [without, beside] = [await start([]), await start(far)];
  for (const simulation of [without, beside]) simulation.advanceTo(toFraction(0.45));
  expect(amplitudesOf(beside)).toEqual(amplitudesOf(without));
});

test.each([
  [[{ shape: 'fitted', actor: 'bord' }], 'touchedBy[0].actor', 'did you mean "board"?'],
  [[{ shape: 'fitted' }], 'touchedBy[0].joints', 'expected the joints of the limbs that touch the flesh'],
  [[{ shape: 'fitted', joints: ['hihg'] }], 'touchedBy[0].joints[0]', 'did you mean "high"?'],
  [[...board, { shape: 'capsule' }], 'touchedBy[1].joint', 'expected the name of a joint of limb'],
  [[{ shape: 'box', joint: 'tipp' }], 'touchedBy[0].joint', 'did you mean "tip"?'],
  [[{ shape: 'ground' }], 'touchedBy[0].ground', 'expected a ground in the scene, got none'],
  [[{ shape: 'sphere' }], 'touchedBy[0].shape', 'expected'],
])('refuses %j', async (touchedBy, path, message) => {
  const error = await start(touchedBy).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  const [fault] = (error as InputError).faults;
  expect(fault.path).toBe(`systems[0].${path}`);
  expect(fault.message).toContain(message);
});
