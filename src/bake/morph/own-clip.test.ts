import { expect, test } from 'vitest';
import { type Actor, createActor } from '../../motion/actor.ts';
import type { Clip, Rig } from '../../motion/rig.ts';
import type { Travel } from '../../motion/travel/travel.ts';
import { planOwnClip } from './own-clip.ts';

/** Creates an actor with one joint and a clip from 0.25 s to 1.25 s. */
function createTestActor(travel: Partial<Travel> | null, offset = 0): Actor {
  const clip: Clip = {
    name: 'walk',
    start: 0.25,
    end: 1.25,
    channels: [
      {
        node: 0,
        path: 'translation',
        interpolation: 'LINEAR',
        times: Float64Array.of(0.25, 1.25),
        values: Float32Array.of(0, 0, 0, 0, 1, 0),
        width: 3,
      },
    ],
  };
  const node = {
    name: 'root',
    parent: -1,
    translation: [0, 0, 0],
    rotation: [0, 0, 0, 1],
    scale: [1, 1, 1],
    weights: [],
  };
  const rig = {
    name: 'figure',
    nodes: [node],
    order: Int32Array.of(0),
    skins: [],
    surfaces: [],
    clips: [clip],
    warnings: [],
  };
  const plan: Travel | null = travel && {
    kind: 'still',
    height: 1,
    speed: 0,
    period: 1,
    origin: 0.25,
    repeats: true,
    floor: 0,
    slide: null,
    warnings: [],
    apply() {},
    cutBetween: () => false,
    ...travel,
  };
  return createActor(rig as unknown as Rig, { name: 'figure', scale: 1, offset, travel: plan });
}

/** Returns the clip times of the first and the last key, and the scene times that these keys show. */
function ends(actor: Actor, start: number, end: number) {
  const plan = planOwnClip(actor, start, end, 24)!;
  const last = plan.times.length - 1;
  expect(plan.sceneTimes.length).toBe(plan.times.length);
  for (let k = 1; k <= last; k++) expect(plan.times[k]).toBeGreaterThan(plan.times[k - 1]);
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  return {
    clip: [plan.times[0], plan.times[last]].map(round),
    scene: [plan.sceneTimes[0], plan.sceneTimes[last]].map(round),
    loops: plan.loops,
    warned: plan.warnings.length > 0,
  };
}

test.each([
  ['the last whole round of a clip that repeats', {}, 0, [0, 3.5], [0.25, 1.25], [2, 3], true],
  [
    'one cycle except for the rounding of single floats',
    {},
    0,
    [0, 0.999999],
    [0.25, 1.249999],
    [0, 0.999999],
    true,
  ],
  ['exactly one round', {}, 0, [0, 1], [0.25, 1.25], [0, 1], true],
  [
    'a cycle that an offset cuts at the start is replaced by the next one',
    {},
    0.3,
    [0, 1.8],
    [0.25, 1.25],
    [0.7, 1.7],
    true,
  ],
  [
    'a clip with a transition beside its keys',
    { origin: 0, period: 1.25 },
    0,
    [0, 2.5],
    [0.25, 1.25],
    [1.5, 2.5],
    false,
  ],
  ['a clip that is held at its end', { repeats: false }, 0, [0, 5], [0.25, 1.25], [0, 1], false],
  ['a character without travel: the clip’s own time', null, 0, [0, 5], [0.25, 1.25], [0.25, 1.25], false],
  [
    'a first frame that travel omits',
    { origin: 0.5, period: 0.75 },
    0,
    [0, 1.6],
    [0.5, 1.25],
    [0.75, 1.5],
    true,
  ],
] as const)('%s', (_, travel, offset, [start, end], clip, scene, loops) => {
  expect(ends(createTestActor(travel, offset), start, end)).toEqual({ clip, scene, loops, warned: false });
});

test.each([
  ['ends too early', [0, 0.5], [0.25, 0.75], [0, 0.5]],
  ['begins too late', [0.6, 1.2], [0.85, 1.25], [0.6, 1]],
] as const)('a scene that %s moves part of the clip, and says so', (_, [start, end], clip, scene) => {
  expect(ends(createTestActor({}), start, end)).toEqual({ clip, scene, loops: false, warned: true });
});

test('without a clip there are no keys; a single time gives one key', () => {
  const still = { ...createTestActor({}), clip: null };
  expect(planOwnClip(still, 0, 1, 24)).toBeNull();
  expect(ends(createTestActor({}), 0.5, 0.5)).toMatchObject({
    clip: [0.75, 0.75],
    scene: [0.5, 0.5],
    loops: false,
  });
});
