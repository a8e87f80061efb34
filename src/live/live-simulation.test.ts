import { BoxGeometry, Mesh } from 'three';
import { expect, test } from 'vitest';
import { createPlainGroundKernel } from '../systems/ground/load-plain-kernel.ts';
import { type GroundParams, groundParams } from '../systems/ground/params.ts';
import { isPlain } from '../systems/ground/plain-ground.ts';
import { resolveSettings } from '../systems/ground/rules/resolve-settings.ts';
import { defaultParams } from '../systems/params.ts';
import { colliderFrom } from '../three/live/collider-from.ts';
import { createFullSimulation } from './full-simulation.ts';
import { buffersOf, type LiveReply } from './live-messages.ts';
import { LiveSimulation } from './live-simulation.ts';

const params = { ...defaultParams(groundParams), material: 'snow', noiseAmplitude: 0 } as const;

/** Moves a box of 0.1 m along x, frame by frame. Its lower side is 0.03 m deep in the ground. */
function plough(
  frames: { x: number; steps: number; cut?: boolean }[],
  simulation = createFullSimulation(),
  settings: object = params,
) {
  expect(simulation.receive({ type: 'start', params: settings, seed: 1 })).toBeNull();
  const box = new Mesh(new BoxGeometry(0.1, 0.1, 0.1));
  box.position.y = 0.02;
  const collider = colliderFrom(box, { teleportSpeed: 1000 });
  const parts = collider.parts.map((part, id) => ({ ...part, id }));
  expect(simulation.receive({ type: 'add', parts })).toBeNull();
  const heights = new Map<string, number>();
  const replies: LiveReply[] = [];
  for (const { x, steps, cut } of frames) {
    box.position.x = x;
    if (cut) collider.cut();
    const poses = collider.read(0.1, 1 / 30).map(({ part, ...pose }) => ({ ...pose, id: part }));
    const reply = simulation.receive({
      type: 'frame',
      seconds: 1 / 30,
      steps,
      poses,
      crowds: [],
      spent: [],
    })!;
    replies.push(reply);
    if (reply.type !== 'stepped') throw new Error(JSON.stringify(reply));
    for (const { rectangle, heights: values } of reply.changes) {
      values.forEach((value, k) => {
        const i = rectangle.i0 + (k % rectangle.columns);
        const j = rectangle.j0 + Math.floor(k / rectangle.columns);
        heights.set(`${i} ${j}`, value * 2 ** -20);
      });
    }
  }
  const depthAt = (i: number) => 0 - (heights.get(`${i} 0`) ?? 0);
  return { depthAt, replies, simulation };
}

test.each([1, 4])(
  'a box drawn through snow in frames of %i steps leaves one groove without gaps',
  (steps) => {
    const { depthAt } = plough([0, 0.4, 0.8, 1.2].map((x) => ({ x, steps })));
    for (let i = -4; i <= 124; i++) expect(depthAt(i)).toBeCloseTo(0.03, 3);
    expect(depthAt(-8)).toBe(0);
    expect(depthAt(128)).toBe(0);
  },
);

const createPlain = () => new LiveSimulation(() => createPlainGroundKernel()!, null);

test.each(['sand', 'mud', 'snow'])(
  'the simulation of the smaller Worker gives the same changes: %s',
  (material) => {
    const settings = { ...defaultParams(groundParams), material };
    const way = [0, 0.4, 0.8].map((x) => ({ x, steps: 3 }));
    const [plain, full] = [createPlain(), createFullSimulation()].map((simulation) =>
      plough(way, simulation, settings).replies.map((reply) => ({ ...reply, milliseconds: 0 })),
    );
    expect(plain).toEqual(full);
  },
);

test('grounds are plain if they need no further code, and the smaller Worker refuses all others', () => {
  const standard = { ...defaultParams(groundParams), stoneRadius: [0.01, 0.05] };
  const variants: Partial<GroundParams>[] = [
    {},
    { material: 'mud', paper: '1999' },
    { displacedMaterial: 'compacted', extraFlow: 'all' },
    { forwardBias: 0.5 },
    { insideSlopeRule: 'neighbor' },
    { paper: '1998' },
    { spray: true },
    { looseDepth: 0.01 },
    { waterLevel: 0 },
    { stonesPerSquareMetre: 3 },
    { stones: [{ position: [0, 0], radius: 0.1 }] },
  ];
  const plain = variants.map((variant) => isPlain({ ...standard, ...variant } as GroundParams));
  expect(plain).toEqual([true, true, true, ...variants.slice(3).map(() => false)]);
  variants.forEach((variant, k) => {
    const all = { ...standard, ...variant } as GroundParams;
    const { spray, fillStones, firmSurface, beyond } = resolveSettings(all, 1);
    const { hasCohesion, hasDrift } = beyond.extras;
    const needs = spray ?? fillStones ?? firmSurface ?? beyond.wetness;
    const isEnough = needs === null && beyond.looseDepth === 0 && !hasCohesion && !hasDrift;
    expect(isEnough, JSON.stringify(variant)).toBe(plain[k]);
    const reply = createPlain().receive({ type: 'start', params: all, seed: 1 });
    if (plain[k]) expect(reply).toBeNull();
    else expect(reply).toMatchObject({ type: 'failed', message: expect.stringMatching(/was not loaded$/) });
  });
});

test('a cut leaves two prints and nothing in between', () => {
  const { depthAt } = plough([
    { x: 0, steps: 4 },
    { x: 1.2, steps: 4, cut: true },
  ]);
  expect(depthAt(0)).toBeCloseTo(0.03, 3);
  expect(depthAt(120)).toBeCloseTo(0.03, 3);
  for (let i = 10; i <= 110; i++) expect(depthAt(i)).toBe(0);
});

test('all changes of a frame are transferred in one buffer; removed colliders have no effect', () => {
  const { replies, simulation } = plough([{ x: 0.3, steps: 2 }]);
  const [first] = replies;
  if (first.type !== 'stepped') throw new Error(JSON.stringify(first));
  expect(first.changes.length).toBeGreaterThan(1);
  const memory = first.changes.flatMap(({ heights, pressed }) => [heights.buffer, pressed.buffer]);
  expect(new Set(memory)).toEqual(new Set(buffersOf(first)));
  expect(simulation.receive({ type: 'remove', ids: [0] })).toBeNull();
  const to = new Float32Array(72);
  const pose = { id: 0, base: [0, 0, 0] as const, to, from: null, cut: true };
  const reply = simulation.receive({
    type: 'frame',
    seconds: 0.1,
    steps: 1,
    poses: [pose],
    crowds: [],
    spent: [],
  })!;
  expect(reply.type).toBe('stepped');
});

test('faults are answered with a message', () => {
  const simulation = createFullSimulation();
  const early = simulation.receive({
    type: 'frame',
    seconds: 0.1,
    steps: 1,
    poses: [],
    crowds: [],
    spent: [],
  });
  expect(early).toEqual({ type: 'failed', message: 'a frame came before the ground' });
  const wrong = simulation.receive({ type: 'start', params: { ...params, material: 'wool' }, seed: 1 })!;
  expect(wrong.type).toBe('failed');
});
