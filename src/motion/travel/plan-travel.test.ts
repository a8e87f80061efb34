import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { Pose } from '../pose.ts';
import type { Clip, Rig } from '../rig.ts';
import { planTravel } from './plan-travel.ts';
import { measureSoles } from './testing/measure-soles.ts';
import { buildWalker, type WalkerOptions, walkerNodes } from './testing/walker.ts';
import type { Travel } from './travel.ts';

function plan(walker: WalkerOptions, options: Parameters<typeof planTravel>[2] = {}) {
  const rig = buildWalker(walker);
  return { rig, travel: planTravel(rig, rig.clips[0], options) };
}

/** Returns the world position of a node at time t. */
function placeAt(rig: Rig, travel: Travel, node: number, t: number): number[] {
  const pose = new Pose(rig);
  travel.apply(pose, t);
  pose.updateWorld();
  return [...pose.world.subarray(16 * node + 12, 16 * node + 15)];
}

/** Returns a rig whose clip is replaced. */
const withClip = (rig: Rig, clip: Partial<Clip>): Rig => ({ ...rig, clips: [{ ...rig.clips[0], ...clip }] });

const planted: [string, WalkerOptions, number][] = [
  ['a walk', {}, 1.2],
  ['a run with flight', { duty: 0.35, speed: 2.2, period: 0.7 }, 2.2],
  [
    'a walk whose planted feet run from a third to five thirds of their mean speed',
    { swayOfSpeed: 0.66 },
    1.2,
  ],
  ['an armature scaled by 100', { scale: [100, 100, 100], swayOfSpeed: 0.5 }, 120],
  ['an armature scaled by 0.01', { scale: [0.01, 0.01, 0.01], swayOfSpeed: 0.5 }, 0.012],
  ['a mirrored armature', { scale: [-1, 1, 1], heading: 2, swayOfSpeed: 0.5 }, 1.2],
  ['feet that hang from the root', { looseFeet: true, swayOfSpeed: 0.5 }, 1.2],
  ['a recording with root motion', { rootMotion: true, swayOfSpeed: 0.3 }, 1.2],
];

describe.each(planted)('%s', (_, walker, speed) => {
  const { rig, travel } = plan(walker);
  const { height } = travel;

  test('moves at the speed of its feet', () => {
    expect(travel.kind).toBe(walker.rootMotion ? 'travelling' : 'inPlace');
    expect(Math.abs(travel.speed / speed - 1)).toBeLessThan(walker.swayOfSpeed ? 0.15 : 0.01);
  });

  test('its planted soles stay exactly at the soft depth, and swinging feet do not touch the ground', () => {
    const measured = measureSoles(rig, travel, 0.015 * height, 0.2, 2.2 * travel.period, 173);
    expect(measured.slides).toBeGreaterThan(8);
    expect(measured.worst).toBeLessThan(0.004);
    expect(measured.below).toBeLessThan(0.01);
    expect(measured.depth).toBeCloseTo(0.015, 3);
    expect(travel.slide!.pinnedMax).toBeLessThan(0.004);
    expect(travel.slide!.correction).toBeLessThan(0.1);
    expect(travel.warnings).toEqual([]);
  });

  test('has the same pose after a period, one stride further', () => {
    const [early, late] = [new Pose(rig), new Pose(rig)];
    for (const t of [0.013, 0.31, 0.58]) {
      travel.apply(early, t);
      travel.apply(late, t + 3 * travel.period);
      for (let k = 0; k < early.rotation.length; k++)
        expect(late.rotation[k]).toBeCloseTo(early.rotation[k], 9);
      const stride = Math.hypot(late.carry[0] - early.carry[0], late.carry[2] - early.carry[2]);
      expect(stride / height).toBeCloseTo((3 * travel.speed * travel.period) / height, 9);
      expect(late.carry[1]).toBe(early.carry[1]);
    }
  });
});

test('the path follows the feet, not an axis of the file', () => {
  for (const heading of [0, 0.7, 2, Math.PI, -1.1]) {
    const { rig, travel } = plan({ heading });
    const from = placeAt(rig, travel, walkerNodes.pelvis, 0);
    const to = placeAt(rig, travel, walkerNodes.pelvis, 2);
    expect(to[0] - from[0]).toBeCloseTo(2 * 1.2 * Math.sin(heading), 2);
    expect(to[2] - from[2]).toBeCloseTo(2 * 1.2 * Math.cos(heading), 2);
  }
});

test('speed overrides the measured speed, and feet are pinned for it', () => {
  const { rig, travel } = plan({}, { speed: 1.3 });
  expect(travel.speed).toBeCloseTo(1.3, 9);
  const measured = measureSoles(rig, travel, 0.015 * travel.height, 0, 2.2, 173);
  expect(measured.worst).toBeLessThan(0.002);
  expect(travel.slide!.constantMax).toBeGreaterThan(0.02);
  const far = plan({}, { speed: 2.5 }).travel;
  expect(far.warnings.join()).toContain('had to be moved');
});

test('softDepth is the depth of planted soles, also 0', () => {
  for (const softDepth of [0, 0.01, 0.06]) {
    const { rig, travel } = plan({ swayOfSpeed: 0.5 }, { softDepth });
    const { depth } = measureSoles(rig, travel, softDepth, 0, 2, 240);
    expect(depth * travel.height).toBeCloseTo(softDepth, 4);
  }
});

test('options out of range are refused with their path', () => {
  const rig = buildWalker();
  const attempt = (options: object) => () => planTravel(rig, rig.clips[0], { ...options, path: 'actors[0]' });
  expect(attempt({ speed: 0 })).toThrow(InputError);
  expect(attempt({ speed: Number.NaN })).toThrow('actors[0].speed: expected a speed > 0, got NaN');
  expect(attempt({ softDepth: -1 })).toThrow('actors[0].softDepth: expected a depth ≥ 0, got -1');
});

describe('period', () => {
  test('a closed clip has the period of its keys, regardless of its start time', () => {
    expect(plan({}).travel.period).toBeCloseTo(1, 9);
    expect(plan({ start: 3 }).travel.period).toBeCloseTo(1, 9);
  });

  test('an open clip gets one more key interval as a bridge', () => {
    const { travel } = plan({ open: true });
    expect(travel.period).toBeCloseTo(1, 9);
    expect(travel.cutBetween(0.5, 10)).toBe(false);
  });

  test('a lead-in of one key interval is bridged, not held', () => {
    const { rig, travel } = plan({ open: true, start: 1 / 60 });
    expect(travel.period).toBeCloseTo(1, 9);
    const pose = new Pose(rig);
    const thighAt = (t: number) => {
      travel.apply(pose, t);
      return pose.rotation[4 * walkerNodes.thighs[0]];
    };
    const [before, within, after] = [thighAt(1), thighAt(1 + 0.5 / 60), thighAt(1 + 1 / 60)];
    const fraction = (within - before) / (after - before);
    expect(Math.abs(after - before)).toBeGreaterThan(0.01);
    expect(fraction).toBeGreaterThan(0.3);
    expect(fraction).toBeLessThan(0.7);
  });
});

describe('a recording with root motion', () => {
  test('continues at its end position with every repeat', () => {
    for (const open of [false, true]) {
      const { rig, travel } = plan({ rootMotion: true, open });
      let before = placeAt(rig, travel, walkerNodes.pelvis, 0);
      for (let k = 1; k <= 3 * 120; k++) {
        const here = placeAt(rig, travel, walkerNodes.pelvis, k / 120);
        expect(here[2] - before[2]).toBeCloseTo(1.2 / 120, 3);
        before = here;
      }
    }
  });

  test('a T-pose in its first frame is left out', () => {
    const rig = buildWalker({ rootMotion: true });
    const [clip] = rig.clips;
    const channels = clip.channels.map((channel) => {
      const values = channel.values.slice();
      // Poses as in many recordings: straight legs, arms out, far from the start of the recording.
      values.set(channel.path === 'rotation' ? [0, 0, 0, 1] : [4, 0.98, -6]);
      return { ...channel, values };
    });
    const take = withClip(rig, { channels });
    const travel = planTravel(take, take.clips[0]);
    expect(travel.kind).toBe('travelling');
    expect(travel.period).toBeCloseTo(1, 1);
    expect(travel.speed).toBeCloseTo(1.2, 2);
    expect(travel.warnings.join()).toContain('first frame');
    expect(Math.abs(placeAt(take, travel, walkerNodes.pelvis, 0)[0])).toBeLessThan(1e-6);
  });
});

describe('clips that do not travel', () => {
  test('standing and waving is still, and repeats', () => {
    const rig = buildWalker();
    const channels = rig.clips[0].channels.filter((channel) => channel.node === walkerNodes.thighs[1]);
    const wave = withClip({ ...rig, surfaces: rig.surfaces.slice(0, 2) }, { channels });
    const travel = planTravel(wave, wave.clips[0]);
    expect(travel).toMatchObject({ kind: 'still', speed: 0, slide: null });
    const [a, b] = [new Pose(wave), new Pose(wave)];
    travel.apply(a, 0.4);
    travel.apply(b, 5.4);
    for (let k = 0; k < a.rotation.length; k++) expect(b.rotation[k]).toBeCloseTo(a.rotation[k], 9);
    expect(b.carry[0]).toBe(0);
    expect(b.carry[2]).toBe(0);
  });

  test('falling over is still and held at its last pose: its feet stay behind', () => {
    const rig = buildWalker();
    const times = Float64Array.from({ length: 31 }, (_, k) => k / 30);
    const fall = (k: number) => [Math.sin((k / 30) * 0.7), 0, 0, Math.cos((k / 30) * 0.7)];
    const values = Float32Array.from(Array.from({ length: 31 }, (_, k) => fall(k)).flat());
    const fallen = withClip(rig, {
      channels: [{ node: 0, path: 'rotation', interpolation: 'LINEAR', times, values, width: 4 }],
    });
    const travel = planTravel(fallen, fallen.clips[0]);
    expect(travel.kind).toBe('still');
    expect(travel.warnings.join()).toContain('last pose is held');
    expect(placeAt(fallen, travel, 1, 50)).toEqual(placeAt(fallen, travel, 1, 1));
    expect(travel.cutBetween(0.5, 100)).toBe(false);
  });

  describe('a recording that drifts upward', () => {
    const drifting = (rise: number, rootMotion: boolean) => {
      const rig = buildWalker({ period: 1, rootMotion });
      const times = Float64Array.from({ length: 241 }, (_, k) => k / 60);
      const channels = rig.clips[0].channels.map((channel) => ({
        ...channel,
        times,
        values: Float32Array.from({ length: 241 * channel.width }, (_, k) => {
          const [frame, part] = [Math.floor(k / channel.width), k % channel.width];
          const value = channel.values[(frame % 60) * channel.width + part];
          if (channel.node !== walkerNodes.pelvis) return value;
          if (part === 1) return value + (rise * frame) / 240;
          return part === 2 && rootMotion ? (1.2 * frame) / 60 : value;
        }),
      }));
      return withClip(rig, { start: 0, end: 4, channels });
    };
    const warningsOf = (rig: Rig) => planTravel(rig, rig.clips[0]).warnings.join();

    test.each([true, false])('is reported with the amount; travels: %j', (rootMotion) => {
      // 0.17 is a tenth of the height, 1.7.
      expect(warningsOf(drifting(0.17, rootMotion))).toMatch(/rises steadily, by (9|10)\.\d % of its height/);
    });

    test('no warning if it keeps its height, rises slightly, descends, or jumps up once', () => {
      for (const rise of [0, 0.02, -0.17]) expect(warningsOf(drifting(rise, true))).not.toContain('rises');
      const rig = drifting(0, true);
      const jump = rig.clips[0].channels.map((channel) =>
        channel.node === walkerNodes.pelvis
          ? {
              ...channel,
              values: channel.values.map((v, k) => (k % 3 === 1 && k > 360 ? v + 0.3 : v)),
            }
          : channel,
      );
      expect(warningsOf(withClip(rig, { channels: jump }))).not.toContain('rises');
    });
  });

  test('a turning wheel is still: one foot is not a gait', () => {
    const walker = buildWalker();
    const times = Float64Array.from({ length: 13 }, (_, k) => k / 12);
    const turn = (k: number) => [Math.sin((k / 12) * Math.PI), 0, 0, Math.cos((k / 12) * Math.PI)];
    const values = Float32Array.from(Array.from({ length: 13 }, (_, k) => turn(k)).flat());
    const wheel = withClip(
      { ...walker, surfaces: [{ ...walker.surfaces[1], node: 0 }] },
      { channels: [{ node: 0, path: 'rotation', interpolation: 'LINEAR', times, values, width: 4 }] },
    );
    const still = planTravel(wheel, wheel.clips[0]);
    expect(still.kind).toBe('still');
    expect(still.stillReason).toMatch(/^it stands on a single part, "root", .*give a speed/);
    // If a speed is given, the wheel is moved forward without pinning, since the foot is the whole character.
    const carried = planTravel(wheel, wheel.clips[0], { speed: 1.5 });
    expect(carried).toMatchObject({ kind: 'inPlace', slide: null });
    expect(carried.warnings.join()).toContain('stands on a single part without a leg, "root"');
    const [turned, own] = [new Pose(wheel), new Pose(wheel)];
    for (const t of [0, 0.3, 2.7]) {
      carried.apply(turned, t);
      still.apply(own, t);
      expect([...turned.rotation]).toEqual([...own.rotation]);
      expect([...turned.translation]).toEqual([...own.translation]);
      expect(Math.hypot(turned.carry[0], turned.carry[2])).toBeCloseTo(1.5 * t, 4);
    }
  });

  test('kind can be given: a walk of kind still stays in place', () => {
    const { rig, travel } = plan({}, { kind: 'still' });
    expect(travel).toMatchObject({ kind: 'still', stillReason: 'travel is "still"' });
    expect(placeAt(rig, travel, walkerNodes.pelvis, 7.3)[2]).toBe(0);
  });
});

test('a STEP key that jumps is a cut, in every period', () => {
  const rig = buildWalker();
  const jump = {
    node: walkerNodes.pelvis,
    path: 'scale' as const,
    interpolation: 'STEP' as const,
    times: Float64Array.from([0, 0.5, 0.75]),
    values: Float32Array.from([1, 1, 1, 1, 1.2, 1, 1, 1, 1]),
    width: 3,
  };
  const jumping = withClip(rig, { channels: [...rig.clips[0].channels, jump] });
  const travel = planTravel(jumping, jumping.clips[0]);
  expect(travel.cutBetween(0.45, 0.5)).toBe(true);
  expect(travel.cutBetween(0.5, 0.6)).toBe(false);
  expect(travel.cutBetween(4.49, 4.51)).toBe(true);
});

test('the same clip gives the same bytes', () => {
  const poses = [0, 1].map(() => {
    const { rig, travel } = plan({ swayOfSpeed: 0.5, heading: 0.3 });
    const pose = new Pose(rig);
    travel.apply(pose, 12.345);
    return [...pose.rotation, ...pose.translation, ...pose.carry];
  });
  expect(poses[0]).toEqual(poses[1]);
});

test('walkers of any gait keep their planted soles still (seed 21)', () => {
  fc.assert(
    fc.property(
      fc.record({
        duty: fc.double({ min: 0.25, max: 0.7, noNaN: true }),
        period: fc.double({ min: 0.5, max: 1.4, noNaN: true }),
        heading: fc.double({ min: -3, max: 3, noNaN: true }),
        swayOfSpeed: fc.double({ min: 0, max: 0.7, noNaN: true }),
        keyCount: fc.integer({ min: 15, max: 60 }),
        open: fc.boolean(),
        looseFeet: fc.boolean(),
        stride: fc.double({ min: 0.45, max: 0.65, noNaN: true }),
        softDepth: fc.double({ min: 0.013, max: 0.04, noNaN: true }),
      }),
      ({ stride, softDepth, ...walker }) => {
        // The reach of the leg limits the stance, and the speed follows from it.
        const speed = stride / (walker.duty * walker.period);
        const { rig, travel } = plan({ ...walker, speed }, { softDepth: softDepth * 1.7 });
        expect(travel.kind).toBe('inPlace');
        const measured = measureSoles(rig, travel, softDepth * 1.7, 0.3, 1.5 * travel.period, 151);
        expect(measured.worst).toBeLessThan(0.015);
        expect(measured.percentile90).toBeLessThan(0.006);
        expect(measured.depth).toBeGreaterThan(softDepth - 1e-3);
        expect(measured.depth).toBeLessThan(softDepth + 3e-3);
      },
    ),
    { seed: 21, numRuns: 40 },
  );
});
