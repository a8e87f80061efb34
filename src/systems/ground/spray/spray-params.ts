import type { ParamTable } from '../../params.ts';

/** Parameters of spray, part of those of the ground. A parameter without a default gets the value of the material. */
export const sprayParams = {
  spray: {
    type: 'flag',
    default: false,
    description:
      'Whether objects that leave the ground take material along and throw it: the feet of a runner, wheels, skis. The material lands again, and its volume is conserved.',
  },
  adhesion: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1,
    keyable: true,
    description:
      'Thickness of the layer that sticks to a surface that touched the ground. The volume is the area times this.',
  },
  sprayTime: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1000,
    open: true,
    keyable: true,
    description:
      'Time after which 1/e (37 %) of the sticking material is left, at speeds at which everything that comes off is thrown.',
  },
  sprayParticleSize: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1,
    open: true,
    description: 'Size of a particle. Its volume is the cube of the size.',
  },
  spraySpeed: {
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 1000,
    open: true,
    keyable: true,
    description:
      'Speed from which everything that comes off is thrown. Below it, less is thrown; the rest keeps sticking.',
  },
  sprayAcceleration: {
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1e5,
    open: true,
    default: 60,
    keyable: true,
    description: 'The same limit as an acceleration, if `sprayRule` is acceleration.',
  },
  sprayRule: {
    type: 'choice',
    choices: ['speed', 'acceleration'],
    default: 'speed',
    description:
      'What throws material. speed: the speed of the surface (the text of the first paper and the formula of both). acceleration: its acceleration (the text of the second paper).',
  },
  sprayPower: {
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    keyable: true,
    description:
      'How fast the thrown amount decreases below that limit. With 0 everything is thrown at all speeds; with large values only near the limit.',
  },
  sprayJitter: {
    type: 'number',
    unit: '',
    min: 0,
    max: 10,
    keyable: true,
    description: 'Random variation of the velocities, as a fraction of the speed.',
  },
  sprayContact: {
    type: 'choice',
    choices: ['leaving', 'sliding'],
    default: 'leaving',
    description:
      'Which surfaces throw material. leaving: only those that have left the ground (the rule of the papers). sliding: also those that slide in it, such as skis.',
  },
  sprayLift: {
    type: 'number',
    unit: '',
    min: 0,
    max: 10,
    default: 0.4,
    keyable: true,
    description:
      'For surfaces that slide in the ground: max upward speed of the thrown material, as a fraction of the speed of the surface.',
  },
  sprayDrag: {
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1000,
    keyable: true,
    description:
      'How fast air slows particles down. Their terminal speed is 9.81 m/s² divided by this. 0: no air.',
  },
  clodSize: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1,
    default: 0,
    description:
      'Size of the largest clods: lumps that heels and wheels throw. They fly, roll, lie on the ground, and are pressed into it where something treads on them. Their volume is at most the cube of the size. 0: no clods.',
  },
  clodFraction: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    default: 0.5,
    description: 'Fraction of the thrown volume that forms clods. The rest is particles.',
  },
  maxSprayParticles: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 1e7,
    default: 200000,
    description:
      'Max number of particles in flight. From half of it, particles become larger and fewer. At the limit, material keeps sticking.',
  },
} as const satisfies ParamTable;
