import { describe, expect, test } from 'vitest';
import { encodePng8 } from '../files/png.ts';
import { Hasher } from '../math/hash.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { furForceKinds } from '../systems/fur/force-params.ts';
import { furParams } from '../systems/fur/params.ts';
import type { ShellsOutput } from '../systems/outputs/shells.ts';
import { isLong } from '../testing/long.ts';
import { softLimbFiles } from './testing/soft-limb.ts';
import { findIgnoredParams, findNeedlessParams, type PairWalk } from './testing/walk-pairs.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Returns 4 × 4 pixels of different colours. */
const picture = (shift: number) =>
  encodePng8(
    Uint8Array.from({ length: 48 }, (_, k) => (40 * k + shift) % 256),
    4,
    4,
    3,
  );

/** A plate that sweeps through the limb and the patch of grass beside it. */
const plate =
  'v 0 -1 -1\nv 0 1 -1\nv 0 1 1\nv 0 -1 1\nv 0.1 -1 -1\nv 0.1 1 -1\nv 0.1 1 1\nv 0.1 -1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n';

const files = new Map([
  ...softLimbFiles,
  ['plate.obj', encode(plate)],
  ['sweep.csv', encode('time,x,y,z\n0,-0.3,0,0\n0.5,0.3,0,0\n')],
  ['picture.png', picture(0)],
  ['other.png', picture(90)],
]);

function observe(simulation: Simulation, system: string): string {
  const hasher = new Hasher();
  const { warnings } = simulation.report(system);
  for (const shells of simulation.outputs(system) as ShellsOutput[]) {
    const { roots, normals, offsets, lengths, densities, indices, colors, maps, look, ...rest } = shells;
    const { textures, ...plain } = look;
    hasher.bytes(encode(JSON.stringify([warnings, plain, rest.actor, rest.repeats, textures.layerCount])));
    hasher.array(roots).array(normals).array(offsets).array(lengths).array(densities).array(indices);
    hasher.bytes(textures.texels);
    for (const array of [colors, maps.color?.pixels, maps.density?.pixels]) if (array) hasher.array(array);
  }
  return hasher.digest();
}

/** A short coat on a limb that swings on a ship, or a patch of grass. Every value is one that its scene does not have. */
const coat: PairWalk = {
  system: 'fur',
  table: { ...furParams, patch: { type: 'flag', default: false, description: 'Grass, without an actor.' } },
  files,
  times: [0.1, 0.25],
  switches: ['patch', 'paper', 'bend', 'collide'],
  scene: ({ patch, ...values }) => ({
    version: 1,
    time: { start: 0, end: 0.5, fps: 20 },
    actors: [
      { name: 'limb', file: 'limb.glb', clip: 'swing', scale: 1, travel: 'still' },
      { name: 'other', file: 'limb.glb', clip: 'roll', scale: 0.5, travel: 'still' },
      { name: 'plate', file: 'plate.obj', keys: 'sweep.csv' },
    ],
    systems: [
      {
        system: 'fur',
        name: 'fur',
        ...(patch ? { size: [0.6, 0.6], spacing: 0.1 } : { actor: 'limb', reference: 'ship' }),
        layerCount: 12,
        texels: 16,
        rate: 40,
        ...values,
      },
    ],
  }),
  values: {
    patch: [true],
    actor: ['other'],
    surfaces: [['limb']],
    joints: [['high']],
    except: [['high']],
    size: [[0.5, 0.6]],
    center: [[0.1, 0, 0]],
    spacing: [0.15],
    boundaryWidth: [0.25],
    coat: ['dog'],
    length: [0.02],
    tile: [0.1],
    layerCount: [13],
    texels: [32],
    density: [0.5],
    rootColor: [[1, 0, 0]],
    tipColor: [[0, 0, 1]],
    colorFrom: ['coat'],
    variation: [0.3],
    gloss: [0.9],
    translucency: [0.9],
    selfShadow: [0.3],
    lengthVariation: [0.4],
    tiltVariation: [0.3],
    wetness: [0.5],
    stickingMass: [3],
    shading: ['color'],
    lengthMap: ['picture.png'],
    densityMap: ['picture.png'],
    colorMap: ['picture.png'],
    combMap: ['picture.png'],
    comb: [[0, 0.5, -0.5]],
    maxCombAngle: [0.5],
    fins: [false],
    shadows: [false],
    topology: ['prisms', 'separableSticks', 'separablePrisms'],
    solver: ['explicit'],
    substeps: [20],
    frequency: [3],
    damping: [3],
    restStiffness: [0.3],
    maxLean: [0.5],
    spring: [9000],
    edgeSpring: [3000],
    gravity: [9],
    airDrag: [5],
    forces: [[{ force: 'wind' }]],
    collide: [false],
    treadHalfLife: [0.1],
    treadSpread: [4],
    bend: ['literal', 'tangential'],
    exponent: [3],
    reference: ['sea'],
    referenceActor: ['other'],
    referenceFactor: [0.5],
    teleport: ['reset'],
    loop: [true],
    strandCount: [100],
    rate: [60],
    paper: [true],
  },
  needs: {
    size: { patch: true },
    center: { patch: true },
    spacing: { patch: true },
    boundaryWidth: { patch: true },
    maxCombAngle: { comb: [0, 0.5, -0.5] },
    edgeSpring: { topology: 'prisms' },
    exponent: { bend: 'literal' },
  },
  allowed: {
    ...Object.fromEntries(
      ['patch', 'size', 'center', 'spacing', 'boundaryWidth'].map((name) => [
        `colorFrom with ${name}`,
        'a patch has no other colours than those of its coat',
      ]),
    ),
    'surfaces with except': 'the excluded joint moves the whole of the other surface',
    'treadHalfLife with collide': 'contacts that are switched off keep their parameters',
    'treadSpread with collide': 'contacts that are switched off keep their parameters',
    'treadHalfLife with joints': 'the plate does not tread on this part',
    'treadSpread with joints': 'the plate does not tread on this part',
    'bend with paper': '"literal" is a rule of the paper',
    'referenceActor with actor': 'an actor without a referenceActor is its own reference',
  },
  observe,
};

const when = { from: [0.05], until: [0.15] };
const still = { center: [[0.05, 0.05, 0]], ...when };

/** For each kind of force, its base, values that its base does not have, and what these need. */
const forceValues: Readonly<
  Record<keyof typeof furForceKinds, readonly [object, PairWalk['values'], PairWalk['needs']?]>
> = {
  wind: [{}, { velocity: [[0, 0, 4]], gusts: [1], gustPeriod: [0.1], gustLength: [0.2], ...when }],
  blower: [{}, { speed: [4], radius: [0.2], ...still }],
  whirl: [{}, { axis: [[1, 0, 0]], speed: [2], radius: [0.2], ...still }],
  push: [
    { radius: 0.2, acceleration: [3, 0, 0] },
    {
      ...still,
      to: [[0.2, 0, 0]],
      radius: [0.3],
      acceleration: [[0, 0, 3]],
      outward: [5],
      along: [[1, 0, 0]],
      path: [[0, 0, 0, 0, 0.3, 0.2, 0, 0.1]],
      follow: [9],
      forward: [4],
    },
    {
      to: { from: 0.02, until: 0.2 },
      along: { outward: 5 },
      forward: { path: [0, 0, 0, 0, 0.3, 0.2, 0, 0.1] },
    },
  ],
};

const forceWalk = (kind: keyof typeof furForceKinds): PairWalk => {
  const [base, values, needs] = forceValues[kind];
  const scene = (given: object) => coat.scene({ patch: true, forces: [{ force: kind, ...base, ...given }] });
  return {
    ...coat,
    table: furForceKinds[kind].fields,
    switches: undefined,
    scene,
    values,
    needs,
    allowed: {},
  };
};

const forces = (Object.keys(furForceKinds) as (keyof typeof furForceKinds)[]).map(forceWalk);

describe('no parameter of fur is ignored, alone or beside another one', () => {
  test.each([
    ['coat', [coat]],
    ['forces', forces],
  ])(
    '%s',
    async (_, walks) => {
      for (const walk of walks) {
        expect(await findIgnoredParams(walk, isLong)).toEqual([]);
        expect(await findNeedlessParams(walk)).toEqual([]);
      }
    },
    300_000,
  );
});
