import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distance, type Vector } from '../../geometry/vector.ts';
import type { Quaternion } from '../../math/quaternion.ts';
import { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { createRig } from '../testing/create-rig.ts';
import { selectCharacterPoints } from './character-points.ts';
import type { Foot } from './find-feet.ts';
import { addHinges, type FootGoal, finishHinges, foldLeg } from './fold-leg.ts';
import { NodeMover } from './node-mover.ts';
import { originOf } from './origin-of.ts';
import { RigSpace } from './rig-space.ts';

const none = selectCharacterPoints(
  { count: 0, starts: new Int32Array(1), nodes: new Int32Array(), offsets: new Float64Array() },
  [],
);

/** Creates a chain of bones from a hip at the origin of a scaled root, each bent relative to the previous one. The foot is the end. */
function createLeg(bends: readonly number[], scale: readonly [number, number, number] = [1, 1, 1]) {
  const nodes = [
    { translation: [0, 0, 0] as [number, number, number], parent: -1, scale: [...scale] as Vector },
    ...[0, ...bends, 0].map((bend, k) => ({
      translation: (k === 0 ? [0, 0, 0] : [0, -1, 0]) as [number, number, number],
      parent: k,
      rotation: [Math.sin(bend / 2), 0, 0, Math.cos(bend / 2)] as Quaternion,
    })),
  ];
  const rig: Rig = createRig({ nodes });
  const chain = Array.from({ length: bends.length + 2 }, (_, k) => k + 1);
  const foot: Foot = {
    name: 'foot',
    node: chain.at(-1)!,
    leg: chain.slice(0, -1),
    attached: true,
    sole: none,
  };
  const space = new RigSpace(rig, chain);
  const pose = new Pose(rig);
  space.update(pose);
  const hinges = new Float64Array(3 * bends.length);
  addHinges(hinges, chain, space.matrices);
  finishHinges(hinges);
  const fold = (goal: Partial<FootGoal> & { target: Vector }) =>
    foldLeg(pose, foot, hinges, space, new NodeMover(rig, space), { turn: [0, 0, 0, 1], hold: 1, ...goal });
  const places = () => {
    space.update(pose);
    return chain.map((node) => originOf(space.matrices, node));
  };
  return { fold, places, pose, rig };
}

const lengths = (places: readonly Vector[]) =>
  places.slice(1).map((position, k) => distance(position, places[k]));

test('a foot within reach ends at its goal, and bones keep their lengths (seeded)', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.3, max: 1.2, noNaN: true }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom<[number, number, number]>([1, 1, 1], [-1, 1, 1], [0.01, 0.01, 0.01]),
      fc.double({ min: 0.6, max: 1.05, noNaN: true }),
      fc.double({ min: -0.4, max: 0.4, noNaN: true }),
      (bends, scale, fraction, aside) => {
        const { fold, places } = createLeg(bends, scale);
        const before = places();
        const end = before.at(-1)!;
        const size = Math.abs(scale[0]);
        const full = (bends.length + 1) * size;
        const target: Vector = [end[0] + aside * size, end[1] * fraction, end[2] * fraction];
        const wanted = distance(before[0], target);
        fc.pre(wanted < 0.95 * full && wanted > 0.5 * distance(before[0], end));
        fold({ target });
        const after = places();
        expect(distance(after.at(-1)!, target) / size).toBeLessThan(1e-9);
        const [old, now] = [lengths(before), lengths(after)];
        now.forEach((length, k) => {
          expect(Math.abs(length / old[k] - 1)).toBeLessThan(0.012);
        });
      },
    ),
    { seed: 7, numRuns: 150 },
  );
});

test('nothing changes if the foot is already at its goal', () => {
  const { fold, places, pose } = createLeg([0.4, -0.6]);
  const before = [...pose.rotation];
  fold({ target: places().at(-1)! });
  pose.rotation.forEach((value, k) => {
    expect(value).toBeCloseTo(before[k], 9);
  });
});

test('a straight leg does not snap: a small step of its foot is a small step of its knee', () => {
  let last = 0;
  for (let step = 0; step <= 40; step++) {
    const { fold, places, pose } = createLeg([1e-6]);
    const end = places().at(-1)!;
    fold({ target: [end[0], end[1] + step * 0.001, end[2]] });
    const bend = 2 * Math.acos(Math.min(1, Math.abs(pose.rotation[4 * 2 + 3])));
    expect(bend - last).toBeLessThan(0.09);
    expect(bend).toBeGreaterThanOrEqual(last - 1e-9);
    last = bend;
  }
  expect(last).toBeGreaterThan(0.3);
});

test('out of reach, a foot that is not held falls short; one that is held ends at its goal', () => {
  const far: Vector = [0, -3, 0];
  const free = createLeg([0.5]);
  free.fold({ target: far, hold: 0 });
  expect(Math.max(...lengths(free.places()))).toBeCloseTo(1, 6);
  const held = createLeg([0.5]);
  held.fold({ target: far });
  expect(distance(held.places().at(-1)!, far)).toBeLessThan(1e-9);
});
