import { expect, test } from 'vitest';
import { allParts } from '../systems/ground/all-parts.ts';
import { createGroundKernel } from '../systems/ground/load-kernel.ts';
import { settleSettings } from '../systems/ground/rules/settings.ts';
import { GroundState } from '../systems/ground/state.ts';
import { stepGround } from '../systems/ground/step.ts';
import { createGround } from '../systems/ground/system.ts';
import { createPost, moveTo, placeAt } from '../systems/ground/testing/shapes.ts';
import { hashGround } from '../systems/ground/tiles/save.ts';
import { createParticles } from '../systems/particles/index.ts';
import { createTimed } from '../systems/timed-params.ts';
import { groundOptionNames, readGroundOptions } from './ground-options.ts';

const keys = {
  keys: [
    { time: 0.1, value: 0 },
    { time: '200ms', value: 1 },
  ],
} as const;

/** Presses a post into a ground and pulls it through, from `time` on. */
function plough(ground: GroundState, time: number): string {
  const post = createPost(0.1, 0.3);
  placeAt(post, 0, 0.01, 0);
  for (let k = 1; k <= 12; k++) {
    moveTo(post, 0.02 * k, -0.04, 0);
    stepGround(ground, [post], time + k / 60, 1 / 60);
  }
  return hashGround(ground);
}

test('the options of a live ground take keys over time, which can be sent to its Worker', () => {
  const options = { displacedFraction: keys, cell: 0.02, rate: 60, noiseAmplitude: 0, softDepth: 0 } as const;
  const { params, timed, seed } = readGroundOptions(options, groundOptionNames, 'LiveGround');
  const create = () => {
    const received = createTimed(structuredClone(timed!));
    const settings = settleSettings(structuredClone(params), seed, null, allParts, received);
    return new GroundState(settings, createGroundKernel(), received);
  };
  const ofValue = (displacedFraction: number) => {
    const { displacedFraction: _, softDepth, ...others } = options;
    return createGround({ ...others, displacedFraction });
  };
  expect(plough(create(), -1)).toBe(plough(ofValue(0), -1));
  expect(plough(create(), 0.5)).toBe(plough(ofValue(1), 0.5));
  const between = plough(create(), 0);
  expect(between).not.toBe(plough(ofValue(0), 0));
  expect(between).not.toBe(plough(ofValue(1), 0));
});

test('particles of a program follow keys over time, and are born with the values of their moment', async () => {
  const particles = await createParticles({
    params: {
      shapes: [{ shape: 'points', name: 'point', coordinates: [0, 0, 0] }],
      sources: [
        { from: 'point', name: 'first', count: 1 },
        {
          from: 'point',
          count: 1,
          start: 1.5,
          velocity: {
            keys: [
              { time: 1, value: [0, 0, 0] },
              { time: 2, value: ['36km/h', 0, 0] },
            ],
          },
        },
      ],
      forces: [
        {
          force: 'gravity',
          acceleration: {
            keys: [
              { time: 0, value: [0, 0, 0] },
              { time: 1, value: [0, -10, 0] },
            ],
            interpolation: 'step',
          },
          sources: ['first'],
        },
      ],
      drag: 0,
    },
    end: 3,
  });
  const velocities = () => [...particles.points.velocities.subarray(0, 3 * particles.points.count)];
  particles.advance(1);
  expect(velocities()).toEqual([0, 0, 0]);
  particles.advance(1);
  const [x, y, , bornX, bornY] = velocities();
  expect([x, bornX, bornY]).toEqual([0, 5, 0]);
  expect(y).toBeCloseTo(-10, 5);
  particles.seek(1);
  expect(velocities()).toEqual([0, 0, 0]);
});
