import { describe, expect, test } from 'vitest';
import { measureRest } from '../../../motion/measure-rest.ts';
import type { Rig } from '../../../motion/rig.ts';
import { signedVolume } from '../../testing/shapes.ts';
import { readBvh } from '../read-bvh.ts';
import { person, walkFrames, writeBvh } from '../testing/write-bvh.ts';
import { mannequinBuildNames, mannequinBuilds, sinkageOf } from './builds.ts';

const bytes = writeBvh(person, walkFrames(), { frameTime: 0.04 });
const rigs = new Map(
  mannequinBuildNames.map((build) => [build, readBvh(bytes, { name: 'walk.bvh', build })]),
);

/** Volume of all parts at the height of the build, m³. Parts that overlap count twice. */
function volumeOf(rig: Rig, height: number): number {
  const scale = height / measureRest(rig).height;
  const units = rig.surfaces.reduce(
    (sum, { positions, indices }) => sum + signedVolume(positions, indices),
    0,
  );
  return units * scale ** 3;
}

describe.each(mannequinBuildNames)('%s', (name) => {
  const rig = rigs.get(name)!;
  const { height, mass } = mannequinBuilds[name];

  test('has the density of a human body, about 1000 kg/m³', () => {
    const density = mass / volumeOf(rig, height);
    expect(density).toBeGreaterThan(950);
    expect(density).toBeLessThan(1100);
  });

  test('has the joints and the clip of the recording, unchanged', () => {
    const medium = rigs.get('medium')!;
    expect(rig.clips).toEqual(medium.clips);
    expect(rig.surfaces.map((surface) => surface.name)).toEqual(
      medium.surfaces.map((surface) => surface.name),
    );
  });
});

test('without a build it is medium, and heavier people sink deeper', () => {
  expect(readBvh(bytes, { name: 'walk.bvh' })).toEqual(rigs.get('medium'));
  expect(sinkageOf('medium')).toBe(1);
  expect(sinkageOf('heavy')).toBeCloseTo(110 / 75, 12);
  expect(sinkageOf('light')).toBeLessThan(1);
});
