import type { OutputDefinition } from '../output-definition.ts';

/** Characters and rigid bodies with their motion, and with moving flesh. */
export const characters = {
  name: 'characters',
  files: {
    character: {
      description:
        'each character as a GLB that travels across the ground, each rigid thing as one that moves',
      isDefault: true,
      isOfActors: true,
      hasMesh: true,
    },
    morphTargets: {
      description:
        'each character whose flesh moves as a GLB, with the flesh as morph targets in its own clip',
      of: ['morph'],
      isDefault: true,
      isOfActors: true,
      hasMesh: true,
    },
    fleshJoints: {
      description:
        'each character whose flesh moves as a GLB that travels, with the flesh as a few more joints with keys instead of morph targets; for engines and phones that play few morph targets',
      of: ['morph'],
      isDefault: false,
      isOfActors: true,
      hasMesh: true,
    },
    stickingMask: {
      description:
        'what sticks to each character at the end (stickingDepth of a ground) as a grey PNG over its texture coordinates, 1024 pixels, one for each of its textures; its GLB names it in the extras of the primitive (stickingMask)',
      of: ['heightfield'],
      isDefault: false,
      isOfActors: true,
    },
  },
  pictured: 'of characters whose flesh moves (eight at most)',
  isNeeded: () => true,
  load: () => import('./characters-writer.ts').then(({ charactersWriter }) => charactersWriter),
} as const satisfies OutputDefinition;
