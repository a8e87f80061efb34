import { describe, expect, test } from 'vitest';
import { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { poseCharacterPoints } from './character-points.ts';
import { findFeet } from './find-feet.ts';
import { layGroundPath } from './ground-path.ts';
import {
  planSequence,
  type Sequence,
  type SequenceClip,
  type SequenceOptions,
  sequenceLead,
} from './plan-sequence.ts';
import { planTravel } from './plan-travel.ts';
import { buildWalker, type WalkerOptions, walkerNodes } from './testing/walker.ts';

const lead = sequenceLead(0);

const circle = (radius: number) =>
  layGroundPath({
    points: Array.from({ length: 24 }, (_, k) => {
      const angle = (k * Math.PI) / 12;
      return [radius * Math.sin(angle), radius * Math.cos(angle) - radius];
    }).flat(),
    isClosed: true,
  });

function entry(rig: Rig, options: Partial<SequenceClip> = {}): SequenceClip {
  return { clip: rig.clips[0], start: 0, playSpeed: 1, loop: true, blend: 0.3, ...options };
}

function plan(walker: WalkerOptions, options: Partial<SequenceOptions> = {}) {
  const rig = buildWalker(walker);
  const clips = options.clips ?? [entry(rig)];
  return { rig, sequence: planSequence(rig, { groundPath: null, lead, to: 3, ...options, clips }) };
}

/** Positions of a foot's sole vertices at a time of the sequence. */
function soleAt(rig: Rig, { travel }: Sequence, foot: number, t: number): Float64Array {
  const pose = new Pose(rig);
  travel.apply(pose, t + lead);
  pose.updateWorld();
  const { sole } = findFeet(rig).feet[foot];
  const out = new Float64Array(3 * sole.count);
  poseCharacterPoints(out, sole, pose.world);
  return out;
}

function nodeAt(rig: Rig, { travel }: Sequence, node: number, t: number): number[] {
  const pose = new Pose(rig);
  travel.apply(pose, t + lead);
  pose.updateWorld();
  return [...pose.world.subarray(16 * node + 12, 16 * node + 15)];
}

/** The max distance that a sole vertex moves in one stance, over all complete stances from 0 to `end`, rig units. */
function maxStanceMotion(rig: Rig, sequence: Sequence, end: number): { motion: number; stances: number } {
  const { travel } = sequence;
  const { count, stances } = travel.steps!;
  let motion = 0;
  let found = 0;
  stances.forEach((list, foot) => {
    for (const stance of list) {
      const [from, to] = [stance.start, stance.end].map((i) => (i * travel.period) / count - lead);
      if (from < 0 || to > end) continue;
      found++;
      const first = soleAt(rig, sequence, foot, from);
      for (let k = 0; k <= 12; k++) {
        const here = soleAt(rig, sequence, foot, from + ((to - from) * k) / 12);
        for (let p = 0; p < here.length; p += 3) {
          motion = Math.max(motion, Math.hypot(here[p] - first[p], here[p + 2] - first[p + 2]));
        }
      }
    }
  });
  return { motion, stances: found };
}

describe('one clip that repeats', () => {
  test.each<[string, WalkerOptions]>([
    ['in place', { swayOfSpeed: 0.3 }],
    ['with root motion', { rootMotion: true }],
  ])('a clip %s moves like its own travel', (_, walker) => {
    const { rig, sequence } = plan(walker);
    const alone = planTravel(rig, rig.clips[0]);
    expect(sequence.travel.speed).toBeCloseTo(alone.speed, 2);
    const pose = new Pose(rig);
    alone.apply(pose, 0);
    pose.updateWorld();
    const start = pose.world[16 * walkerNodes.pelvis + 14];
    for (const t of [0.3, 1.7, 2.9]) {
      alone.apply(pose, t);
      pose.updateWorld();
      const [, y, z] = nodeAt(rig, sequence, walkerNodes.pelvis, t);
      const zero = nodeAt(rig, sequence, walkerNodes.pelvis, 0)[2];
      expect(z - zero).toBeCloseTo(pose.world[16 * walkerNodes.pelvis + 14] - start, 2);
      expect(y).toBeCloseTo(pose.world[16 * walkerNodes.pelvis + 13] - alone.floor, 2);
    }
  });

  test('twice the playing speed moves it twice as fast, with half as long steps in time', () => {
    const rig = buildWalker();
    const [once, twice] = [1, 2].map((playSpeed) => {
      return planSequence(rig, { clips: [entry(rig, { playSpeed })], groundPath: null, lead, to: 3 });
    });
    expect(twice.travel.speed / once.travel.speed).toBeCloseTo(2, 2);
    expect(maxStanceMotion(rig, twice, 3).motion).toBeLessThan(0.001);
  });

  test('a longer plan does not change what comes before', () => {
    const [short, long] = [2, 4].map((to) => plan({ swayOfSpeed: 0.3 }, { to }).sequence.travel);
    const rig = buildWalker({ swayOfSpeed: 0.3 });
    const [a, b] = [new Pose(rig), new Pose(rig)];
    for (const t of [0.5, 1.25, 1.9]) {
      short.apply(a, t);
      long.apply(b, t);
      expect([...b.rotation, ...b.carry]).toEqual([...a.rotation, ...a.carry]);
    }
  });
});

describe('a path', () => {
  const radius = 2;

  const { rig, sequence } = plan({}, { groundPath: circle(radius) });

  test('the body stays on a circle, faces along it, and covers its arc length', () => {
    const speed = planTravel(rig, rig.clips[0]).speed;
    for (const t of [0, 1, 2.5]) {
      const [x, , z] = nodeAt(rig, sequence, walkerNodes.pelvis, t);
      expect(Math.hypot(x, z + radius)).toBeCloseTo(radius, 2);
      // The circle begins at (0, 0) in the direction of +X.
      const angle = Math.atan2(x, z + radius);
      const turns = Math.round(((speed * t) / radius - angle) / (2 * Math.PI));
      expect(radius * (angle + 2 * Math.PI * turns)).toBeCloseTo(speed * t, 1);
    }
    expect(sequence.distance).toBeCloseTo(speed * 3, 1);
  });

  test('planted soles move less than 1 mm, heel and toe, also while the body rotates', () => {
    const { motion, stances } = maxStanceMotion(rig, sequence, 4);
    expect(stances).toBeGreaterThan(4);
    expect(motion).toBeLessThan(0.001);
    expect(sequence.travel.slide!.pinnedMax * sequence.travel.height).toBeLessThan(0.003);
  });

  test('a clip with root motion walks along it too', () => {
    const moving = plan({ rootMotion: true }, { groundPath: circle(radius) });
    expect(maxStanceMotion(moving.rig, moving.sequence, 4).motion).toBeLessThan(0.001);
    const [x, , z] = nodeAt(moving.rig, moving.sequence, walkerNodes.pelvis, 2.5);
    expect(Math.hypot(x, z + radius)).toBeCloseTo(radius, 2);
  });
});

describe('several clips', () => {
  /** The walker with a second clip in which it stands with straight legs, one metre to the side. */
  function walkAndStand(): Rig {
    const rig = buildWalker();
    const times = Float64Array.of(0, 1);
    const stand = {
      name: 'stand',
      start: 0,
      end: 1,
      channels: [
        {
          node: walkerNodes.pelvis,
          path: 'translation' as const,
          interpolation: 'LINEAR' as const,
          times,
          values: Float32Array.from([1, 0.97, 0, 1, 0.98, 0]),
          width: 3,
        },
      ],
    };
    return { ...rig, clips: [...rig.clips, stand] };
  }

  const rig = walkAndStand();
  const clips = [entry(rig), entry(rig, { clip: rig.clips[1], start: 2, loop: false, blend: 0.4 })];
  const sequence = planSequence(rig, { clips, groundPath: null, lead, to: 5 });

  test('the second begins where the first has brought the character, and holds its last pose', () => {
    const speed = planTravel(rig, rig.clips[0]).speed;
    const before = nodeAt(rig, sequence, walkerNodes.pelvis, 1.99);
    const after = nodeAt(rig, sequence, walkerNodes.pelvis, 2.01);
    expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(0.005);
    // The speed fades over 0.4 s, which is half of that time at full speed.
    const end =
      nodeAt(rig, sequence, walkerNodes.pelvis, 4)[2] - nodeAt(rig, sequence, walkerNodes.pelvis, 0)[2];
    expect(end).toBeCloseTo(speed * 2.2, 1);
    const held = [3.1, 4, 5].map((t) => nodeAt(rig, sequence, walkerNodes.pelvis, t));
    expect(held[1]).toEqual(held[0]);
    expect(held[2]).toEqual(held[0]);
  });

  test('planted feet stay in place while one clip fades into the other', () => {
    const { motion, stances } = maxStanceMotion(rig, sequence, 4);
    expect(stances).toBeGreaterThan(4);
    expect(motion).toBeLessThan(0.001);
  });

  test('a change without a blend is a cut', () => {
    const cut = planSequence(rig, {
      clips: [clips[0], { ...clips[1], blend: 0 }],
      groundPath: null,
      lead,
      to: 5,
    });
    expect(cut.travel.cutBetween(1.9 + lead, 2.1 + lead)).toBe(true);
    expect(cut.travel.cutBetween(2.1 + lead, 2.3 + lead)).toBe(false);
    expect(sequence.travel.cutBetween(1.9 + lead, 2.1 + lead)).toBe(false);
  });
});

test('a part of a clip is played from its first time to its last', () => {
  const rig = buildWalker({ period: 2 });
  const sequence = planSequence(rig, {
    clips: [entry(rig, { from: 0.5, to: 1, loop: false, start: 1 })],
    groundPath: null,
    lead,
    to: 4,
  });
  const alone = new Pose(rig);
  const pose = new Pose(rig);
  const thigh = (p: Pose) => [
    ...p.rotation.subarray(4 * walkerNodes.thighs[0], 4 * walkerNodes.thighs[0] + 4),
  ];
  planTravel(rig, rig.clips[0]).apply(alone, 0.5);
  sequence.travel.apply(pose, 0.2 + lead);
  thigh(pose).forEach((value, c) => {
    expect(value).toBeCloseTo(thigh(alone)[c], 1);
  });
});
