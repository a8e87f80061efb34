import type { OutputDefinition } from '../output-definition.ts';

/** Particles: PLY, USD and GLB files, contact sheets. */
export const points = {
  name: 'points',
  files: {
    pointsPly: { description: 'particles, one binary PLY a frame', isDefault: true },
    pointsUsd: { description: 'particles over time as one binary USD file (.usdc)', isDefault: true },
    pointsGlb: {
      description:
        'particles at one time, where their key is met unless pointsTime says otherwise, as a GLB of points',
      isDefault: true,
    },
  },
  pictured: 'of particles',
  load: () => import('./points-writer.ts').then(({ pointsWriter }) => pointsWriter),
} as const satisfies OutputDefinition;
