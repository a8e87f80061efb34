import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readBvh } from '../../files/bvh/read-bvh.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { sharedPath } from '../../testing/shared.ts';
import type { Rig } from '../rig.ts';
import { planTravel } from './plan-travel.ts';
import { measureSoles } from './testing/measure-soles.ts';

/** In-place gaits: file, clip, then height, period, and speed in heights / s, measured by hand in these files. */
const gaits: [string, string, number, number, number][] = [
  ['glb-robot-expressive/RobotExpressive.glb', 'Walking', 4.46, 0.96, 0.92],
  ['glb-robot-expressive/RobotExpressive.glb', 'Running', 4.46, 0.96, 3.2],
  ['glb-fox/Fox.glb', 'Walk', 79, 0.71, 1.61],
  ['glb-fox/Fox.glb', 'Run', 79, 1.16, 3.05],
  ['glb-mesh2motion/fox-animations.glb', 'Walk', 1.69, 1, 0.88],
  ['glb-mesh2motion/fox-animations.glb', 'Run', 1.69, 0.47, 5.2],
  ['glb-mesh2motion/fox-animations.glb', 'Sneak', 1.69, 1.3, 0.63],
  ['glb-mesh2motion/horse-animations.glb', 'Walk', 2.03, 0.97, 0.96],
  ['glb-mesh2motion/horse-animations.glb', 'Trot', 2.03, 0.7, 1.76],
  ['glb-mesh2motion/horse-animations.glb', 'Run', 2.03, 0.43, 3.6],
  ['glb-cesium-man/CesiumMan.glb', '', 1.51, 2, 0.61],
];
const files = [...new Set(gaits.map(([file]) => file))];
const reason = (found: boolean) => (found ? '' : ' (skipped: no shared/assets beside the checkout)');
const rigs = new Map<string, ReturnType<typeof readGltf>>();

function open(file: string): ReturnType<typeof readGltf> {
  const rig = rigs.get(file) ?? readGltf(readFileSync(sharedPath(`assets/${file}`)!), { name: file });
  rigs.set(file, rig);
  return rig;
}

describe.each(gaits)('%s %s', (file, name, height, period, speed) => {
  const found = sharedPath(`assets/${file}`) !== null;

  test.skipIf(!found)(`is moved forward with its planted feet fixed${reason(found)}`, async () => {
    const rig = await open(file);
    const travel = planTravel(rig, rig.clips.find((clip) => clip.name === name)!);
    expect(travel.kind).toBe('inPlace');
    expect(Math.abs(travel.height / height - 1)).toBeLessThan(0.01);
    expect(travel.period).toBeCloseTo(period, 1);
    expect(Math.abs(travel.speed / travel.height / speed - 1)).toBeLessThan(0.1);

    const slide = travel.slide!;
    expect(slide.pinnedMax).toBeLessThan(0.015);
    expect(slide.pinnedPercentile90).toBeLessThan(0.006);
    expect(slide.correction).toBeLessThan(0.1);
    expect(slide.varyingMax).toBeLessThan(slide.constantMax);
    expect(travel.warnings).toEqual([]);

    // Every vertex, at a rate unrelated to that of the plan, across a repeat.
    const softDepth = 0.015 * travel.height;
    const measured = measureSoles(rig, travel, softDepth, 0.6 * period, 1.2 * period + 0.3, 173);
    expect(measured.slides).toBeGreaterThan(10);
    expect(measured.worst).toBeLessThan(0.015);
    expect(measured.percentile90).toBeLessThan(0.006);
    expect(measured.below).toBeLessThan(0.025);
    expect(measured.depth).toBeGreaterThan(0.0149);
    expect(measured.depth).toBeLessThan(0.0165);
  });
});

describe.each(files)('%s', (file) => {
  const found = sharedPath(`assets/${file}`) !== null;

  test.skipIf(!found)(`its gaits are distinguished from its other clips${reason(found)}`, async () => {
    const rig = await open(file);
    const expected = gaits.filter(([from]) => from === file).map(([, name]) => name);
    const carried = rig.clips
      .filter((clip) => planTravel(rig, clip).kind !== 'still')
      .map((clip) => clip.name);
    expect(carried.sort()).toEqual(expected.sort());
  });
});

const walk = sharedPath('assets/bvh-cmu-12-01-walk/cmu_12_01_walk.bvh');
/** Metres per unit of these recordings. */
const unit = 0.056444;

/** Returns the recording with the horizontal position of its root fixed at that of the second frame: an in-place walk. */
function holdRoot(rig: Rig): Rig {
  const channels = rig.clips[0].channels.map((channel) => {
    if (channel.path !== 'translation') return channel;
    const { values } = channel;
    return { ...channel, values: values.map((value, k) => (k % 3 === 1 ? value : values[3 + (k % 3)])) };
  });
  return { ...rig, clips: [{ ...rig.clips[0], channels }] };
}

test.skipIf(!walk)(
  `the speed of a recorded walk is found from its in-place version${reason(walk !== null)}`,
  () => {
    const held = holdRoot(readBvh(readFileSync(walk!), { name: 'walk.bvh' }));
    const travel = planTravel(held, held.clips[0]);
    expect(travel.kind).toBe('inPlace');
    expect(Math.abs((travel.speed * unit) / 0.89 - 1)).toBeLessThan(0.1);
    expect(travel.slide!.pinnedMax).toBeLessThan(0.015);
    expect(travel.warnings.join()).toContain('first frame');
  },
);

test.skipIf(!walk)(`the recorded walk keeps its own displacement${reason(walk !== null)}`, () => {
  const take = readBvh(readFileSync(walk!), { name: 'walk.bvh' });
  const travel = planTravel(take, take.clips[0]);
  expect(travel.kind).toBe('travelling');
  expect(Math.abs((travel.speed * unit) / 0.89 - 1)).toBeLessThan(0.03);
  expect(travel.slide!.pinnedMax).toBeLessThan(0.015);
  expect(travel.slide!.correction).toBeLessThan(0.1);
});
