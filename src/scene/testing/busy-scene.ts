import { buildHopper } from './hopper.ts';

/** A box of 0.1 m. */
const core = `${[0, 1, 2, 3, 4, 5, 6, 7]
  .map((k) => `v ${[k & 1, (k >> 1) & 1, k >> 2].map((side) => (side ? 0.05 : -0.05)).join(' ')}`)
  .join('\n')}
f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
`;

/** The files that `busyScene` names. */
export const busySceneFiles: ReadonlyMap<string, Uint8Array> = new Map([
  ['hopper.glb', buildHopper().toGlb()],
  ['core.obj', new TextEncoder().encode(core)],
]);

/**
 * Returns a scene in which every system is active and every kind of output except sheets is written, within a second or two: one hopper
 * digs prints, another hopper is soft and brushes a third, which is furry, and grains fall on the ground and form a triangle.
 */
export function busyScene(): Record<string, unknown> {
  const hopper = (name: string, z: number) => ({
    name,
    file: 'hopper.glb',
    clip: 'Run',
    scale: 1,
    position: [0, 0, z],
  });
  return {
    version: 1,
    time: { start: 0, end: 0.5, fps: 12 },
    actors: [
      { ...hopper('digger', 0), softDepth: 0.03 },
      { ...hopper('jelly', 0.6), scale: 1.5 },
      hopper('cat', 1),
    ],
    systems: [
      { system: 'ground', name: 'yard', actors: ['digger'], cell: 0.04, noiseAmplitude: 0.001 },
      {
        system: 'flesh',
        name: 'body',
        actor: 'jelly',
        core: 'core.obj',
        elements: 300,
        modes: 4,
        material: 'rubber',
      },
      {
        system: 'fur',
        name: 'coat',
        actor: 'cat',
        layerCount: 12,
        texels: 16,
        rate: 60,
        strandCount: 60,
        forces: [{ force: 'wind', velocity: [1, 0, -3], gusts: 0.4 }],
      },
      {
        system: 'particles',
        name: 'grains',
        reads: ['yard'],
        size: 0.02,
        shapes: [
          { shape: 'box', name: 'cloud', size: [0.3, 0.2, 0.3], position: [0.3, 0.8, 0] },
          { shape: 'polygon', name: 'triangle', corners: [-0.3, 0.4, 0.3, 0.4, 0, 0.9], depth: 0.05 },
        ],
        sources: [{ from: 'cloud', count: 150, duration: 0.3 }],
        forces: [{ force: 'turbulence', acceleration: 3, size: 0.3, octaves: 2, period: 0.5 }],
        keys: [{ to: ['triangle'], start: 0.1, end: 0.45 }],
      },
    ],
    outputs: [
      'heightPng',
      'heightExr',
      'groundMesh',
      'character',
      'morphTargets',
      'prepared',
      'pointsPly',
      'pointsUsd',
      'furCards',
      'furMorphs',
      'furCurves',
      'furVat',
    ],
  };
}
