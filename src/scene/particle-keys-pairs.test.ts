import { expect, test } from 'vitest';
import type { ParamTable } from '../systems/params.ts';
import { keyFields } from '../systems/particles/key-params.ts';
import { isLong } from '../testing/long.ts';
import { observeParticles, particleFiles, particlesScene } from './testing/particles-walk.ts';
import { findIgnoredParams, findNeedlessParams, type PairWalk } from './testing/walk-pairs.ts';

const table: ParamTable = {
  ...keyFields,
  stateOnly: { type: 'flag', default: false, description: 'A key without a shape.' },
};

/** A key that leads particles past a plate to a picture. Every value is one that its scene does not have. */
const keys: PairWalk = {
  system: 'particles',
  table,
  files: particleFiles,
  times: [0.2, 0.35, 0.45],
  switches: ['kind', 'law', 'arrive', 'confinement', 'refine', 'paper', 'stateOnly'],
  scene: ({ stateOnly, ...values }) =>
    particlesScene({
      maxAcceleration: 14,
      shapes: [
        { shape: 'ball', name: 'ball', radius: 0.2 },
        { shape: 'box', name: 'box', position: [0, 1, 0], size: [0.8, 0.8, 0.8] },
        { shape: 'picture', name: 'picture', file: 'picture.png', height: 0.6, position: [0.8, 0, 0] },
      ],
      sources: [
        { from: 'ball', count: 24, spin: 4, jitter: 0.5 },
        { from: 'box', count: 12, sampling: 'random' },
      ],
      // Toward the goals: a weak force is smooth, and a strong one leads near to them.
      forces: [
        { force: 'gravity', acceleration: [0, -2, 0] },
        { force: 'attractor', center: [0.8, 0, 0], acceleration: 6, radius: 0.5 },
      ],
      attributes: [{ name: 'heat' }],
      keys: [{ end: 0.4, ...(stateOnly ? { color: [1, 0, 0] } : { to: ['picture'] }), ...values }],
    }),
  values: {
    name: ['arrival'],
    to: [['box']],
    start: [0.075],
    end: [0.37],
    kind: ['density'],
    counts: [[20]],
    sources: [['ball']],
    fraction: [0.5],
    selection: ['nearest', 'first'],
    law: ['constant', 'velocity'],
    velocity: [[0, 1, 0]],
    assign: ['random', 'order'],
    sampling: ['random'],
    randomness: [0.9],
    ease: [0.3],
    stagger: [0.1],
    staggerBy: ['distance', 'x'],
    arrive: ['bounded'],
    hold: [0.08],
    colors: ['keep'],
    color: [[0, 0, 1]],
    opacity: [0.5],
    size: [0.1],
    orientation: [[0, 1, 0, 0]],
    spin: [[0, 2, 0]],
    attributes: [[{ name: 'heat', value: 1 }]],
    confinement: ['morph'],
    refine: ['own', 'never'],
    randomPer: ['step'],
    attempts: [6],
    lookAhead: [1],
    judgeEvery: [1],
    level: [0.01],
    accept: ['chance'],
    acceptance: [1.05],
    distanceSpread: [3],
    sharpness: [1000],
    smoothness: [10],
    paper: [true],
    enabled: [false],
    stateOnly: [true],
  },
  needs: {
    selection: { fraction: 0.5 },
    velocity: { law: 'velocity' },
    staggerBy: { stagger: 0.1 },
    spin: { orientation: [0, 1, 0, 0] },
    refine: { kind: 'density' },
    randomPer: { randomness: 0.9 },
    ...Object.fromEntries(
      [
        'attempts',
        'lookAhead',
        'judgeEvery',
        'level',
        'accept',
        'acceptance',
        'distanceSpread',
        'smoothness',
      ].map((name) => [name, { randomness: 0.9, ...(name !== 'attempts' && { attempts: 6 }) }]),
    ),
    sharpness: { confinement: 'morph', randomness: 0.9, attempts: 6 },
  },
  allowed: {
    ...Object.fromEntries(
      Object.keys(table)
        .filter((name) => name !== 'enabled')
        .map((name) => [`${name} with enabled`, 'a key that is not enabled is ignored']),
    ),
    'colors with to': 'the box has no colours',
    'refine with paper': '"own" is a rule of the paper',
  },
  observe: observeParticles,
};

test('no parameter of a key of particles is ignored, alone or beside another one', async () => {
  expect(await findIgnoredParams(keys, isLong)).toEqual([]);
  expect(await findNeedlessParams(keys)).toEqual([]);
}, 300_000);
