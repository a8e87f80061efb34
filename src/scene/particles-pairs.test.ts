import { describe, expect, test } from 'vitest';
import type { ParamTable } from '../systems/params.ts';
import { forceKinds } from '../systems/particles/force-params.ts';
import { particlesParams } from '../systems/particles/params.ts';
import { shapeKinds } from '../systems/particles/shape-params.ts';
import { isLong } from '../testing/long.ts';
import { observeParticles, particleFiles, particlesScene, steppedScene } from './testing/particles-walk.ts';
import { findIgnoredParams, findNeedlessParams, type PairWalk } from './testing/walk-pairs.ts';

/** A source that gravity moves, beside another one. Every value is one that its scene does not have. */
const sources: PairWalk = {
  system: 'particles',
  // What appears on the ground is tested in `leaves.test.ts`.
  table: without(particlesParams.sources.kinds.one.fields, ['name', 'onGround']),
  files: particleFiles,
  times: [0.1, 0.3],
  switches: ['from', 'sampling'],
  scene: (values) =>
    particlesScene({
      shapes: [
        { shape: 'ball', name: 'ball', radius: 0.2, position: [0.8, 0, 0] },
        { shape: 'ball', name: 'far', position: [2, 0, 0] },
        { shape: 'points', name: 'points', coordinates: [0, 0, 0, 1, 0, 0, 0, 1, 0] },
      ],
      sources: [
        { from: 'ball', name: 'spring', count: 5, ...values },
        { from: 'far', count: 3 },
      ],
      forces: [{ force: 'gravity', sources: ['spring'] }],
    }),
  values: {
    from: ['points'],
    count: [7],
    sampling: ['random'],
    start: [0.05],
    duration: [0.2],
    life: [0.15],
    lifeSpread: [0.9],
    velocity: [[0, 1, 0]],
    outward: [1],
    jitter: [1],
    size: [0.1],
    sizeSpread: [0.5],
    color: [[1, 0, 0]],
    opacity: [0.5],
    spin: [4],
    fade: [0.12],
    colorSpread: [0.5],
  },
  needs: { lifeSpread: { life: 0.15 }, fade: { life: 0.35 } },
  observe: observeParticles,
};

/** Parameters of particles that cannot have keys. */
const leafParams = ['bursts', 'flight', 'arealMass', 'thickness', 'settle', 'grip', 'liftWind', 'wake'];

/** Leaves on a ground into which a box steps. */
const leaves: PairWalk = {
  system: 'particles',
  table: Object.fromEntries(
    [...leafParams, 'restitution', 'friction', 'size', 'drag'].map((name) => [
      name,
      particlesParams[name as keyof typeof particlesParams],
    ]),
  ),
  files: particleFiles,
  times: [0.1, 0.3],
  scene: (values) =>
    steppedScene({
      flight: 'leaf',
      settle: true,
      shapes: [{ shape: 'box', name: 'floor', size: [0.7, 0.03, 0.7], position: [0, 0.03, 0] }],
      sources: [
        { from: 'floor', name: 'fallen', count: 30 },
        { from: 'floor', name: 'thrown', count: 30, velocity: [1, 0, 0.4], spin: 5 },
      ],
      forces: [{ force: 'gravity' }, { force: 'wind', velocity: [1, 0, 0], gusts: 0 }],
      ...values,
    }),
  values: {
    bursts: [[{ of: 'foot' }]],
    flight: ['ball'],
    arealMass: [0.02],
    thickness: [0.01],
    settle: [false],
    grip: [0.1],
    liftWind: [1.1],
    wake: [20],
    restitution: [0.9],
    friction: [0.9],
    size: [0.1],
    drag: [3],
  },
  needs: { drag: { flight: 'ball' } },
  allowed: {},
  observe: observeParticles,
};

/** What a box throws that steps into a ground. */
const bursts: PairWalk = {
  system: 'particles',
  // With other joints nothing is thrown: see `bursts.test.ts`.
  table: without(particlesParams.bursts.kinds.one.fields, ['name', 'joints']),
  files: particleFiles,
  times: [0.1, 0.3],
  scene: (values) =>
    steppedScene({ bursts: [{ of: 'foot', count: 40, ...values }], forces: [{ force: 'gravity' }] }),
  values: {
    of: ['other'],
    count: [20],
    perLitre: [150],
    minSpeed: [1.2],
    speed: [0.3],
    angle: [0.3],
    spread: [0.8],
    follow: [1],
    life: [0.1],
    lifeSpread: [0.9],
    fade: [0.12],
    size: [0.04],
    sizeSpread: [0.5],
    color: [[1, 0, 0]],
    colorSpread: [0.5],
    opacity: [0.5],
    spin: [4],
  },
  needs: { lifeSpread: { life: 0.15 }, fade: { life: 0.25 } },
  allowed: {},
  observe: observeParticles,
};

/** The parameters of the whole system. Every value is one that its scene does not have. */
const whole: PairWalk = {
  system: 'particles',
  table: without(particlesParams, leafParams),
  files: particleFiles,
  times: [0.1, 0.3],
  scene: (values) =>
    particlesScene({
      shapes: [{ shape: 'ball', name: 'ball', radius: 0.2 }],
      sources: [{ from: 'ball', count: 9, velocity: [4, 2, 0] }],
      keys: [{ to: ['ball'], start: 0.2 }],
      ...values,
    }),
  values: {
    shapes: [[{ shape: 'ball', name: 'ball', radius: 0.15 }]],
    sources: [[{ from: 'ball', count: 8, velocity: [4, 2, 0] }]],
    forces: [[{ force: 'gravity' }]],
    keys: [[{ to: ['ball'] }]],
    attributes: [[{ name: 'heat' }]],
    size: [0.05],
    color: [[1, 0, 0]],
    opacity: [0.5],
    look: ['smoke'],
    diffusion: [0.1],
    drag: [2],
    collide: [false],
    restitution: [0.9],
    friction: [0.9],
    maxAcceleration: [1],
    rate: [60],
  },
  allowed: {
    'restitution with collide': 'collisions that are switched off keep their parameters',
    'friction with collide': 'collisions that are switched off keep their parameters',
  },
  observe: observeParticles,
};

const when = { from: [0.05], until: [0.15], sources: [['ball']] };

/** A force on two sources. For each kind, values that its scene does not have. */
const forceValues: Readonly<Record<keyof typeof forceKinds, PairWalk['values']>> = {
  gravity: { acceleration: [[1, 0, 0]] },
  wind: { velocity: [[0, 2, 0]], gusts: [1], gustPeriod: [0.1], gustLength: [0.1] },
  buoyancy: { acceleration: [3], cooling: [0.1] },
  drag: { coefficient: [3] },
  turbulence: { acceleration: [5], size: [0.2], octaves: [4], period: [0.1] },
  vortex: { center: [[0.1, 0.1, 0]], axis: [[1, 0, 0]], acceleration: [9], inward: [9], radius: [0.1] },
  attractor: { center: [[0.5, 0, 0]], acceleration: [9], radius: [0.1], falloff: [1] },
};

const forceWalk = (kind: keyof typeof forceKinds): PairWalk => ({
  system: 'particles',
  table: forceKinds[kind].fields,
  files: particleFiles,
  times: [0.1, 0.3],
  scene: (values) =>
    particlesScene({
      drag: 1,
      shapes: [
        { shape: 'ball', name: 'ball', radius: 0.2, position: [0.8, 0, 0] },
        { shape: 'ball', name: 'far', position: [2, 0, 0] },
      ],
      sources: ['ball', 'far'].map((from) => ({ from, count: 3, velocity: [1, 1, 0] })),
      forces: [{ force: kind, ...values }],
    }),
  values: { ...forceValues[kind], ...when },
  observe: observeParticles,
});

const placed = { position: [[0, 1, 0]], rotation: [[0.4, 0.8, 0]] };
const flat = { ...placed, depth: [0.2] };

/** For each kind of shape, its base and values that its base does not have. */
const shapeValues: Readonly<Record<keyof typeof shapeKinds, readonly [object, PairWalk['values']]>> = {
  ball: [{}, { ...placed, radius: [0.3], part: ['surface'] }],
  box: [{}, { ...placed, size: [[1, 2, 3]], part: ['surface'] }],
  cylinder: [{}, { ...placed, radius: [0.3], height: [2], part: ['surface'] }],
  disc: [{}, { ...flat, radius: [0.3] }],
  polygon: [{ corners: [0, 0, 1, 0, 0, 1] }, { ...flat, corners: [[0, 0, 1, 0, 0, 2]], part: ['outline'] }],
  text: [
    { text: 'H\nHI', font: 'squares.otf' },
    {
      ...flat,
      text: ['I\nHO'],
      font: ['letters.otf'],
      height: [0.5],
      align: ['left', 'right'],
      letterSpacing: [0.5],
      lineSpacing: [2],
      part: ['outline'],
    },
  ],
  drawing: [{ file: 'wide.svg' }, { ...flat, file: ['narrow.svg'], height: [0.5], part: ['outline'] }],
  picture: [
    { file: 'picture.png' },
    {
      ...flat,
      file: ['other.png'],
      height: [0.5],
      by: ['brightness', 'darkness', 'all'],
      threshold: [0.6],
      weighted: [true],
    },
  ],
  heightMap: [{ file: 'picture.png' }, { ...placed, file: ['other.png'], size: [[2, 3]], height: [2] }],
  mesh: [{ file: 'low.obj' }, { ...placed, file: ['high.obj'], part: ['volume'], scale: [2], height: [3] }],
  points: [
    { coordinates: [0, 0, 0, 1, 0, 0, 0, 1, 0] },
    { ...placed, file: ['cloud.ply'], coordinates: [[0, 0, 0, 1, 0, 0, 1, 1, 0]], scale: [2] },
  ],
  actor: [{ actor: 'limb' }, { actor: ['other'], surfaces: [['limb']], offset: [0.1] }],
};

const shapeWalk = (kind: keyof typeof shapeKinds): PairWalk => {
  const [base, values] = shapeValues[kind];
  return {
    system: 'particles',
    table: without(shapeKinds[kind].fields, ['name']),
    files: particleFiles,
    times: [0],
    scene: (given) => {
      // A list of points has a file or coordinates.
      const own = 'file' in given && kind === 'points' ? {} : base;
      const scene = particlesScene({
        shapes: [{ shape: kind, name: 'shape', ...own, ...given }],
        sources: [{ from: 'shape', count: 20, outward: 1 }],
      });
      const limb = { name: 'limb', file: 'limb.glb', clip: 'swing', scale: 1, travel: 'still' };
      return kind === 'actor' ? { ...scene, actors: [limb, { ...limb, name: 'other', scale: 0.5 }] } : scene;
    },
    values,
    observe: observeParticles,
  };
};

/** Returns a table without some parameters: a name, for example, only connects. */
function without(table: ParamTable, names: readonly string[]): ParamTable {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));
}

const forces = (Object.keys(forceKinds) as (keyof typeof forceKinds)[]).map(forceWalk);
const shapes = (Object.keys(shapeKinds) as (keyof typeof shapeKinds)[]).map(shapeWalk);

describe('no parameter of particles is ignored, alone or beside another one', () => {
  test.each([
    ['system', [whole]],
    ['sources', [sources]],
    ['leaves', [leaves]],
    ['bursts', [bursts]],
    ['forces', forces],
    ['shapes', shapes],
  ])(
    '%s',
    async (_, walks) => {
      for (const walk of walks) {
        expect(await findIgnoredParams(walk, isLong)).toEqual([]);
        expect(await findNeedlessParams(walk)).toEqual([]);
      }
    },
    120_000,
  );
});
