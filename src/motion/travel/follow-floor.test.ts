import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readBvh } from '../../files/bvh/read-bvh.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { distance } from '../../geometry/vector.ts';
import { Hasher } from '../../math/hash.ts';
import { sin } from '../../math/portable.ts';
import { sharedPath } from '../../testing/shared.ts';
import { type Actor, type ActorOptions, createActor } from '../actor.ts';
import type { Floor } from '../floor.ts';
import { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { planPaths } from './body-ground.ts';
import { findFeet } from './find-feet.ts';
import type { GroundHeight } from './fit-ground.ts';
import { sampleOf, tabulateFlat } from './flat-table.ts';
import { legChain } from './fold-leg.ts';
import { measureFollow } from './measure-follow.ts';
import { originOf } from './origin-of.ts';
import { planTravel, type TravelOptions } from './plan-travel.ts';
import { standingFeet } from './standing-feet.ts';
import { buildWalker, type WalkerOptions, walkerNodes } from './testing/walker.ts';

/** Tangents of 15° and 20°. */
const tangent15 = 0.26794919243112;
const tangent20 = 0.3639702342662;
const wave = (2 * Math.PI) / 5;
/** Hills 0.3 m high, 5 m long, up to 20° steep. */
const hills: Floor = (x, z) => 0.3 * sin(wave * (z + 0.3 * x));
const slopes: [string, Floor][] = [
  ['15° up', (_, z) => tangent15 * z + 2],
  ['15° down', (_, z) => -tangent15 * z],
  ['20° up', (_, z) => tangent20 * z],
  ['20° down', (_, z) => -tangent20 * z],
  ['15° across', (x) => tangent15 * x],
];

function place(rig: Rig, more: Partial<ActorOptions> = {}, options: TravelOptions = {}): Actor {
  const clip = more.clip ?? 0;
  const travel = typeof clip === 'number' ? planTravel(rig, rig.clips[clip], options) : null;
  return createActor(rig, { name: 'figure', scale: 1, clip, travel, ...more });
}

/** Returns the positions of every node at t. */
function worldAt(actor: Actor, t: number): Float64Array {
  const pose = new Pose(actor.rig);
  actor.poseAt(t, pose);
  return pose.world;
}

function largestGap(a: Float64Array, b: Float64Array): number {
  return a.reduce((max, value, k) => Math.max(max, Math.abs(value - b[k])), 0);
}

/** Returns the maximum change of the length of a leg's bone relative to level ground, as a fraction. */
function largestStretch(followed: Actor, level: Actor, end: number): number {
  const chains = standingFeet(followed.rig).map(legChain);
  let max = 0;
  for (let t = 0; t < end; t += 1 / 30) {
    const [here, there] = [worldAt(followed, t), worldAt(level, t)];
    for (const chain of chains) {
      for (let k = 1; k < chain.length; k++) {
        const length = distance(originOf(there, chain[k]), originOf(there, chain[k - 1]));
        const now = distance(originOf(here, chain[k]), originOf(here, chain[k - 1]));
        max = Math.max(max, Math.abs(now / length - 1));
      }
    }
  }
  return max;
}

const walkers: [string, WalkerOptions][] = [
  ['a walk', {}],
  ['a run with flight', { duty: 0.35, speed: 2.2, period: 0.7 }],
  ['a mirrored armature', { scale: [-1, 1, 1], heading: 2, swayOfSpeed: 0.5 }],
  ['feet that hang from the root', { looseFeet: true, swayOfSpeed: 0.5 }],
  ['a take with root motion', { rootMotion: true, swayOfSpeed: 0.3 }],
];

describe.each(walkers)('%s', (_, options) => {
  const rig = buildWalker(options);

  test.each(slopes)('stands on a slope %s at the soft depth, without sliding', (_name, floor) => {
    const measured = measureFollow(
      place(rig, { floor, heading: 1.1, position: [0.4, 0.1, -0.7] }),
      0.2,
      1.4,
    )!;
    expect(Math.abs(measured.soles)).toBeLessThan(0.0005);
    expect(measured.deepest).toBeLessThan(0.002);
    expect(measured.slide).toBeLessThan(0.006);
  });

  test('walks over hills with no foot below the ground, and bones keep their lengths', () => {
    const followed = place(rig, { floor: hills, heading: 0.3 });
    const measured = measureFollow(followed, 0, 3)!;
    expect(Math.abs(measured.soles)).toBeLessThan(0.002);
    expect(measured.deepest).toBeLessThan(0.01);
    expect(measured.slide).toBeLessThan(0.01);
    if (!options.looseFeet)
      expect(largestStretch(followed, place(rig, { heading: 0.3 }), 2)).toBeLessThan(0.04);
  });

  test('on a level floor the motion is that without a floor, at the floor’s height', () => {
    const [followed, level] = [place(rig, { floor: () => 3 }), place(rig, { position: [0, 3, 0] })];
    for (const t of [0, 0.21, 0.77, 4.04]) {
      expect(largestGap(worldAt(followed, t), worldAt(level, t))).toBeLessThan(1e-9);
    }
  });
});

test('a pose is bit-identical, regardless of earlier calls', () => {
  const rig = buildWalker();
  const hash = (times: readonly number[]) => {
    const actor = place(rig, { floor: hills });
    let last = '';
    for (const t of times) {
      const bytes = new Uint8Array(worldAt(actor, t).buffer);
      last = new Hasher().bytes(bytes).digest();
    }
    return last;
  };
  const forward = Array.from({ length: 400 }, (_, k) => (k * 7.3) / 400);
  expect(hash([...forward, 7.31])).toBe(hash([7.31]));
  expect(hash([90, 7.31])).toBe(hash([7.31]));
});

test('position adds to the floor, and an offset does not change the start position', () => {
  const rig = buildWalker();
  const plane: Floor = (x, z) => 0.1 * x - 0.2 * z;
  const pelvis = (more: Partial<ActorOptions>, t: number) =>
    originOf(worldAt(place(rig, { floor: plane, ...more }), t), walkerNodes.pelvis);
  const [low, high] = [0, 0.5].map((y) => pelvis({ position: [1, y, 2] }, 0.4));
  expect(high[1] - low[1]).toBeCloseTo(0.5, 9);
  const started = pelvis({ position: [1, 0, 2], offset: 0.3 }, 0);
  expect(started[0]).toBeCloseTo(1, 2);
  expect(started[2]).toBeCloseTo(2, 2);
  // The body starts on the plane, apart from the lowering that two straight legs on a slope need.
  expect(started[1]).toBeGreaterThan(0.4);
  expect(started[1]).toBeLessThan(0.6);
});

test('the body does not bob over stones', () => {
  // Stones of 2 cm every 15 cm hardly move the body.
  const rig = buildWalker();
  const [followed, level] = [
    place(rig, { floor: (x, z) => 0.02 * sin(42 * z) * sin(42 * x + 1.5) }),
    place(rig),
  ];
  for (let t = 0; t < 2; t += 1 / 60) {
    const heights = [followed, level].map((actor) => originOf(worldAt(actor, t), walkerNodes.pelvis)[1]);
    expect(Math.abs(heights[0] - heights[1])).toBeLessThan(0.012);
  }
});

test('the path of the body is symmetric about a hill, without delay', () => {
  const rig = buildWalker();
  const travel = planTravel(rig, rig.clips[0]);
  const table = tabulateFlat(rig, { ...travel, softDepth: 0 });
  const hill: GroundHeight = (_, z) => 0.2 * sin(1.4 * z);
  const [path] = planPaths(table, hill);
  let early = 0;
  let whole = 0;
  for (let n = 0; n < 600; n++) {
    const [before, here] = [n - 1, n].map((k) => hill(0, sampleOf(table, table.feet[0].hips, k)[2]));
    early += (path.levelAt(n) - here) * (here - before);
    whole += (here - before) ** 2;
  }
  // The rate is measured in samples of 1/60 s.
  expect(Math.abs(early / whole)).toBeLessThan(0.2);
});

test('a floor without a height somewhere is refused', () => {
  expect(() => place(buildWalker(), { floor: () => Number.NaN })).toThrow('must have a height everywhere');
});

test('a character without feet is only raised', () => {
  const rig = buildWalker();
  const body: Rig = { ...rig, surfaces: rig.surfaces.slice(0, 1), clips: [] };
  const [followed, level] = [
    createActor(body, { name: 'a', clip: null, scale: 1, floor: () => 2 }),
    createActor(body, { name: 'a', clip: null, scale: 1 }),
  ];
  const [here, there] = [worldAt(followed, 0.3), worldAt(level, 0.3)];
  expect(originOf(here, walkerNodes.pelvis)[1]).toBeCloseTo(originOf(there, walkerNodes.pelvis)[1] + 2, 9);
  expect(measureFollow(level, 0, 1)).toBeNull();
});

const reason = (found: boolean) => (found ? '' : ' (skipped: no shared/assets beside the checkout)');
const files: [string, string | null, string, number][] = [
  [
    'mannequin walk',
    fileURLToPath(new URL('../../../scenes/assets/mannequin.glb', import.meta.url)),
    'walk',
    1.75,
  ],
  [
    'mannequin run',
    fileURLToPath(new URL('../../../scenes/assets/mannequin.glb', import.meta.url)),
    'run',
    1.75,
  ],
  ['fox walk', sharedPath('assets/glb-fox/Fox.glb'), 'Walk', 0.7],
  ['fox run', sharedPath('assets/glb-fox/Fox.glb'), 'Run', 0.7],
  ['horse walk', sharedPath('assets/glb-mesh2motion/horse-animations.glb'), 'Walk', 2],
  ['robot running', sharedPath('assets/glb-robot-expressive/RobotExpressive.glb'), 'Running', 1.75],
  ['recorded walk', sharedPath('assets/bvh-cmu-12-01-walk/cmu_12_01_walk.bvh'), '', 1.75],
];

describe.each(files)('%s', (_, path, clipName, height) => {
  const found = path !== null;
  const open = async () => {
    const bytes = readFileSync(path!);
    const rig = path!.endsWith('.bvh')
      ? readBvh(bytes, { name: 'take' })
      : await readGltf(bytes, { name: 'file' });
    const clip = clipName === '' ? 0 : clipName;
    const chosen = clipName === '' ? rig.clips[0] : rig.clips.find(({ name }) => name === clipName)!;
    const travel = planTravel(rig, chosen);
    return (floor: Floor) => createActor(rig, { name: 'figure', clip, travel, height, floor, heading: 0.4 });
  };

  test.skipIf(!found)(`stays within the limits on slopes and hills${reason(found)}`, async () => {
    const create = await open();
    const bar = create(() => 0).travel!.slide!.pinnedMax;
    for (const floor of [slopes[0][1], slopes[3][1], slopes[4][1], hills]) {
      const measured = measureFollow(create(floor), 0.3, 1.8)!;
      expect(Math.abs(measured.soles)).toBeLessThan(0.002);
      expect(measured.deepest).toBeLessThan(0.01);
      expect(measured.slide).toBeLessThan(0.015);
      expect(measured.slide).toBeLessThan(bar + 0.004);
    }
  });
});

const fox = sharedPath('assets/glb-fox/Fox.glb');

test.skipIf(!fox)(`a fox pitches with the slope${reason(fox !== null)}`, async () => {
  const rig = await readGltf(readFileSync(fox!), { name: 'fox' });
  const travel = planTravel(rig, rig.clips.find(({ name }) => name === 'Walk')!);
  const pitchOn = (floor: Floor | null) => {
    const actor = createActor(rig, { name: 'fox', clip: 'Walk', travel, height: 0.7, floor });
    const world = worldAt(actor, 0.9);
    const hips = findFeet(rig).feet.map(({ leg }) => originOf(world, leg[0]));
    const ends = [hips.slice(2), hips.slice(0, 2)].map(([a, b]) => a.map((value, k) => (value + b[k]) / 2));
    return Math.atan2(ends[0][1] - ends[1][1], Math.hypot(ends[0][0] - ends[1][0], ends[0][2] - ends[1][2]));
  };
  const level = pitchOn(null);
  expect(pitchOn(slopes[0][1]) - level).toBeCloseTo(Math.PI / 12, 1);
  expect(pitchOn(slopes[1][1]) - level).toBeCloseTo(-Math.PI / 12, 1);
  expect(pitchOn(slopes[4][1])).toBeCloseTo(level, 2);
});

const robot = sharedPath('assets/glb-robot-expressive/RobotExpressive.glb');

test.skipIf(!robot)(
  `a dance stands at the height under it, both feet on the slope${reason(robot !== null)}`,
  async () => {
    const rig = await readGltf(readFileSync(robot!), { name: 'robot' });
    const travel = planTravel(rig, rig.clips.find(({ name }) => name === 'Dance')!);
    expect(travel.kind).toBe('still');
    for (const floor of [slopes[0][1], slopes[4][1], hills]) {
      const actor = createActor(rig, {
        name: 'robot',
        clip: 'Dance',
        travel,
        height: 1.75,
        floor,
        position: [0, 0, 1],
      });
      const measured = measureFollow(actor, 0, 1.5)!;
      expect(measured.deepest).toBeLessThan(0.004);
      expect(measured.deepest).toBeGreaterThan(-0.004);
    }
  },
);
