import { expect, test } from 'vitest';
import { Hasher } from '../math/hash.ts';
import type { MorphOutput } from '../systems/outputs/morph.ts';
import { isLong } from '../testing/long.ts';
import { softLimbFiles } from './testing/soft-limb.ts';
import { findIgnoredParams, type PairWalk } from './testing/walk-pairs.ts';

/** A coarse limb that swings on a ship. Every value is one that its scene does not have. */
const limb: PairWalk = {
  system: 'flesh',
  files: softLimbFiles,
  times: [0.25],
  switches: ['mesh', 'free', 'touchedBy', 'loop', 'paper'],
  scene: (values) => ({
    version: 1,
    time: { start: 0, end: 0.5, fps: 24 },
    actors: [
      { name: 'limb', file: 'limb.glb', clip: 'swing', scale: 1, travel: 'still' },
      { name: 'other', file: 'limb.glb', clip: 'roll', scale: 0.5, travel: 'still' },
    ],
    systems: [
      {
        system: 'flesh',
        name: 'flesh',
        actor: 'limb',
        surfaces: ['limb'],
        mask: 'flat.json',
        reference: 'ship',
        ...(values.mesh === undefined && { elements: 60 }),
        ...(values.eachJoint !== undefined && { joints: ['low', 'high'] }),
        modes: 3,
        rate: 60,
        ...values,
      },
    ],
  }),
  values: {
    actor: ['other'],
    joints: [['high']],
    eachJoint: [true],
    surfaces: [['limb', 'knob']],
    mask: ['steep.json'],
    threshold: [0.8],
    bone: ['high'],
    coreRadius: [0.042],
    core: ['core.obj'],
    mesh: ['limb.mesh'],
    free: [true],
    elements: [100],
    modes: [4],
    normalModes: [[2]],
    basis: ['eigenmodes', 'eigenmodes+residuals'],
    modalWarping: [true],
    material: ['rubber'],
    stiffness: [30000],
    poisson: [0.3],
    density: [1500],
    damping: [0.3],
    halfLife: [0.2],
    gravity: [3],
    sagged: [true],
    strength: [0.5],
    maxAcceleration: [2],
    maxDisplacement: [0.001],
    gyroscopic: [true],
    reference: ['sea'],
    referenceActor: ['other'],
    referenceFactor: [0.5],
    touchedBy: [
      [{ shape: 'capsule', joint: 'tip', from: [0, 0.07, -0.3], to: [0, 0.07, -0.4], radius: 0.03 }],
    ],
    teleport: ['reset'],
    loop: [true],
    rate: [90],
    paper: [true],
  },
  allowed: {
    'eachJoint with joints': 'a single joint carries one part anyway',
    'referenceActor with actor': 'an actor without a referenceActor is its own reference',
    'bone with joints': 'the bone that carries the part is the only joint of the region',
  },
  observe(simulation, system) {
    const hasher = new Hasher();
    // The key of a part depends on all parameters of its preparation, also on those without an effect.
    const report = JSON.stringify(simulation.report(system), (key, value) => (key === 'part' ? null : value));
    hasher.bytes(new TextEncoder().encode(report));
    for (const { amplitudes, surfaces } of simulation.outputs(system) as MorphOutput[]) {
      hasher.array(amplitudes);
      for (const { shapes, normals } of surfaces) hasher.array(shapes).array(normals);
    }
    return hasher.digest();
  },
};

test('no parameter is ignored beside another one: it has an effect, or it is refused', async () => {
  const ignored = await findIgnoredParams(limb, isLong);
  expect(ignored).toEqual([]);
}, 300_000);
