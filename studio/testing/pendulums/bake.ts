import type { OutputDefinition } from '../../../src/bake/output-definition.ts';

/** The files of rods that a bake writes. */
export const rods = {
  name: 'rods',
  files: { rodsCsv: { description: 'rods over time, one line for each rod and frame', isDefault: true } },
  pictured: 'of rods',
  load: async () => (await import('./rods-writer.ts')).rodsWriter,
} as const satisfies OutputDefinition;
