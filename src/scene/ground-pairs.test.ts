import { expect, test } from 'vitest';
import { soilParams } from '../systems/ground/bearing/soil-params.ts';
import { isLong } from '../testing/long.ts';
import { findIgnoredParams, type PairWalk } from './testing/walk-pairs.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** A wedge of 24 × 10 × 12 cm with its edge below, and a path on which it drops, slides, rests and rises. */
const wedge = `v -0.12 0.1 -0.06\nv 0.12 0.1 -0.06\nv 0.12 0.1 0.06\nv -0.12 0.1 0.06
v -0.1 0 -0.03\nv 0.12 0 -0.03\nv 0.12 0.02 0.05\nv -0.1 0.01 0.03
f 1 2 3 4\nf 8 7 6 5\nf 5 6 2 1\nf 6 7 3 2\nf 7 8 4 3\nf 8 5 1 4\n`;
const path =
  'time,x,y,z\n0,-0.2,0.02,0\n0.05,-0.2,-0.1,0\n0.15,0.2,-0.1,0.05\n0.22,0.2,-0.1,0.05\n0.26,0.3,0.3,0.05\n0.3,0.3,0.4,0.05\n';

/** Parameters of files, of references, of characters and of names. Their combinations are tested beside their code. */
const elsewhere = new RegExp(
  `^(terrain|reference|stamps)|^(sinkage|materialName|snowCoverSlope|crackWidth|crackDepth|${Object.keys(soilParams).join('|')})$|Map$`,
);

/** A wedge that is pushed through sand. Every value is one that its scene does not have. */
const sand: PairWalk = {
  system: 'ground',
  files: new Map([
    ['wedge.obj', encode(wedge)],
    ['wedge.csv', encode(path)],
  ]),
  times: [0.3],
  switches: ['paper', 'contactRule', 'contactColumns', 'displacedMaterial', 'spray', 'sprayRule'],
  scene: (values) => ({
    version: 1,
    time: { start: 0, end: 0.3, fps: 30 },
    actors: [{ name: 'wedge', file: 'wedge.obj', keys: 'wedge.csv' }],
    systems: [
      {
        system: 'ground',
        name: 'ground',
        cell: 0.02,
        rate: 60,
        size: [1.2, 0.6],
        noiseAmplitude: 0.01,
        noiseWavelength: 0.5,
        ...values,
      },
    ],
  }),
  values: {
    material: ['mud'],
    insideSlope: [0.6],
    outsideSlope: [0.3],
    roughness: [0.3],
    liquidity: [0.5],
    displacedFraction: [0.6],
    cell: [0.03],
    rate: [90],
    size: [[1.1, 0.6]],
    center: [[0.1, 0]],
    datum: [0.02],
    noiseAmplitude: [0.012],
    noiseWavelength: [0.6],
    noiseOctaves: [2],
    crackSpacing: [0.2],
    paper: ['1998', '1999'],
    contour: ['eight-way', 'four-way'],
    limitFlow: [true],
    diagonalWeight: ['equal'],
    contactRule: ['moved'],
    contactColumns: ['yielding'],
    insideSlopeRule: ['contact', 'neighbor'],
    displacedMaterial: ['compacted'],
    sweep: [false],
    passesPerSecond: [60],
    extraFlow: ['all'],
    extraPasses: [1],
    looseDepth: [0.01],
    compactedSlope: [0.5],
    forwardBias: [1],
    waterLevel: [0],
    capillaryRise: [0.02],
    wetSlope: [0.9],
    dryingHalfLife: [0.05],
    stones: [[{ position: [0.05, 0], radius: 0.05 }]],
    stonesPerSquareMetre: [40],
    stoneRadius: [[0.03, 0.04]],
    spray: [true],
    adhesion: [0.01],
    sprayTime: [0.02],
    sprayParticleSize: [0.006],
    spraySpeed: [4],
    sprayAcceleration: [5000],
    sprayRule: ['acceleration'],
    sprayPower: [1],
    sprayJitter: [0.5],
    sprayContact: ['sliding'],
    sprayLift: [1],
    sprayDrag: [4],
    clodSize: [0.02],
    clodFraction: [0.9],
    maxSprayParticles: [5],
    stickingDepth: [0.004],
    stickingHalfLife: [0.05],
    snowfall: [0.1],
    snowDrift: [0.3],
    snowCover: [0.2],
    windSmoothing: [0.005],
    washHalfLife: [0.05],
    color: [[0.5, 0.2, 0.1]],
    dampness: [0.3],
    sparkle: [2],
    grain: [0.5],
  },
  // The appearance is not part of the state.
  observe: (simulation, system) =>
    JSON.stringify([
      simulation.hash(system),
      simulation.outputs(system).map((output) => output.kind === 'heightfield' && output.look),
    ]),
  needs: {
    compactedSlope: { looseDepth: 0.01 },
    capillaryRise: { waterLevel: 0 },
    wetSlope: { waterLevel: 0 },
    dryingHalfLife: { waterLevel: 0 },
    snowDrift: { snowfall: 0.1 },
    snowCover: { snowfall: 0.1 },
    washHalfLife: { waterLevel: 0 },
    stickingHalfLife: { stickingDepth: 0.004 },
    stoneRadius: { stonesPerSquareMetre: 40 },
    ...Object.fromEntries(
      ['adhesion', 'sprayTime', 'sprayParticleSize', 'spraySpeed', 'sprayPower', 'sprayJitter', 'sprayDrag']
        .concat('sprayContact', 'maxSprayParticles', 'clodSize')
        .map((name) => [name, { spray: true }]),
    ),
    clodFraction: { spray: true, clodSize: 0.02 },
    sprayRule: { spray: true, sprayAcceleration: 5000 },
    sprayAcceleration: { spray: true, sprayRule: 'acceleration' },
    sprayLift: { spray: true, sprayContact: 'sliding' },
  },
  allowed: {
    ...Object.fromEntries(
      ['liquidity', 'contactColumns', 'passesPerSecond', 'extraFlow', 'extraPasses', 'compactedSlope'].map(
        (name) => [`${name} with material`, 'the walls of this print stand in mud'],
      ),
    ),
    ...Object.fromEntries(
      ['spraySpeed', 'sprayPower'].map((name) => [
        `${name} with maxSprayParticles`,
        'they decide how much is thrown, which is more than the maximum at once',
      ]),
    ),
    'insideSlope with insideSlopeRule': 'columns in contact are walls, which do not flow at any slope',
  },
};

test('no parameter of the ground is ignored beside another one: it has an effect, or it is refused', async () => {
  const ignored = await findIgnoredParams(sand, isLong);
  expect(ignored.filter((fault) => !elsewhere.test(fault.split(':')[0]))).toEqual([]);
}, 600_000);
