import type { OutputDefinition } from '../output-definition.ts';

/** Coats of fur and grass: cards, curves, vertex-animation textures, contact sheets. */
export const shells = {
  name: 'shells',
  files: {
    furCards: {
      description:
        'fur as cards in a GLB, one a strand, that follow the joints of the character they grow on',
      isDefault: true,
      hasMesh: true,
    },
    furMorphs: {
      description: 'the same with the motion of the fur as morph targets, which every viewer of glTF plays',
      isDefault: true,
      hasMesh: true,
    },
    furCurves: {
      description: 'strands of fur as curves over time, one binary USD file (.usdc)',
      isDefault: true,
    },
    furVat: {
      description:
        'the motion of fur as a vertex-animation texture (EXR), its skin as a GLB that says where what stands, and its blades',
      isDefault: true,
      hasMesh: true,
    },
  },
  pictured: 'of fur',
  load: () => import('./shells-writer.ts').then(({ shellsWriter }) => shellsWriter),
} as const satisfies OutputDefinition;
