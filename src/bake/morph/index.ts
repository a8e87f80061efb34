import type { OutputDefinition } from '../output-definition.ts';

/** Flesh: displacements of a character's own vertices. They are written into the files of the character by `characters/`. */
export const morph = {
  name: 'morph',
  files: {},
  load: () => import('./morph-writer.ts').then(({ morphWriter }) => morphWriter),
} as const satisfies OutputDefinition;
