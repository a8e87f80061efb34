import type { OutputDefinition } from '../output-definition.ts';

/** The cameras and lights of the scene. */
export const views = {
  name: 'views',
  files: {
    cameras: {
      description:
        'the cameras of the scene with their motion, and its sun (KHR_lights_punctual), as cameras.glb; only if the scene defines some',
      isDefault: true,
      isOfScene: true,
    },
  },
  isNeeded: () => true,
  load: () => import('./views-writer.ts').then(({ viewsWriter }) => viewsWriter),
} as const satisfies OutputDefinition;
