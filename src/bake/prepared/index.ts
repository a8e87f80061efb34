import type { OutputDefinition } from '../output-definition.ts';

/** Files of the data that systems prepared before the simulation. */
export const prepared = {
  name: 'prepared',
  files: {
    prepared: {
      description: 'what a system made ready once, for live use in a page: the shapes of flesh as .flesh',
      of: ['morph'],
      isDefault: true,
    },
  },
  isNeeded: () => true,
  load: () => import('./prepared-writer.ts').then(({ preparedWriter }) => preparedWriter),
} as const satisfies OutputDefinition;
