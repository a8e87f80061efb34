import type { OutputDefinition } from '../output-definition.ts';

/** The whole scene as one USD stage, and as a package for phones. */
export const stage = {
  name: 'stage',
  files: {
    usdStage: {
      description:
        'the whole scene as one USD stage: scene.usda with cameras and lights, and a folder with a layer for each ground, character, coat and system of particles',
      isDefault: false,
      isOfScene: true,
    },
    usdz: {
      description:
        'the characters and the ground as one .usdz for augmented reality on phones and for programs that read one file',
      isDefault: false,
      isOfScene: true,
    },
  },
  isNeeded: (outputs) => outputs.includes('usdStage') || outputs.includes('usdz'),
  load: () => import('./stage-writer.ts').then(({ loadStageWriter }) => loadStageWriter()),
} as const satisfies OutputDefinition;
