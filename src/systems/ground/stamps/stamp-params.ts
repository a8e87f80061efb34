import type { ParamTable } from '../../params.ts';

/** Saved grounds that are laid on the ground before the run. */
export const stampParams = {
  stamps: {
    type: 'list',
    expected: 'a saved ground',
    kinds: {
      one: {
        description:
          'The changes of a saved ground, laid on this ground once. What was pressed down goes down to its depth below untouched ground, unless the ground is deeper there already. What was raised is added to what is there.',
        fields: {
          file: {
            type: 'text',
            expected: 'the name of a saved ground (.ground)',
            required: true,
            refersTo: 'file',
            description:
              'The state that an earlier bake wrote (groundState). Its cells must have the size of the cells of this ground.',
          },
          position: {
            type: 'vector',
            unit: 'm',
            length: 2,
            min: -1e7,
            max: 1e7,
            default: [0, 0],
            description:
              'World x and z to which the origin of the saved ground is moved, rounded to the nearest column.',
          },
          quarterTurns: {
            type: 'integer',
            unit: '',
            min: 0,
            max: 3,
            default: 0,
            description:
              'Rotations by 90° about its origin, as by a heading: one rotates +Z to +X. Each column stays one column, so nothing is lost.',
          },
          mirrored: {
            type: 'flag',
            default: false,
            description: 'Mirrors it, −X to +X, before it is rotated: left feet become right feet.',
          },
        },
      },
    },
    description:
      'Saved grounds that are laid on this ground before anything moves, in the order of the list: later ones press down what earlier ones raised. They lie on the terrain, or on what a saved ground named as the terrain left.',
  },
} as const satisfies ParamTable;
