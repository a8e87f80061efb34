import type { ParamTable } from '../../params.ts';
import { materialWords, sprayMaterials } from '../rules/materials.ts';

/** Parameters of spray, part of those of the ground. A parameter without a default gets the value of the material. */
export const sprayParams = {
  spray: {
    type: 'flag',
    default: false,
    words:
      'Whether what leaves the ground takes material along and throws it: a runner’s feet, wheels, skis. It lands again, and nothing is lost.',
  },
  adhesion: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1,
    words: `How thick a layer sticks to what touched the ground: its area times this is taken along. ${materialWords(sprayMaterials, 'adhesion', 'm')}`,
  },
  sprayTime: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1000,
    open: true,
    words: `How slowly what sticks comes off: after this time a share of 1/e is left, where all that comes off is thrown. ${materialWords(sprayMaterials, 'sprayTime', 's')}`,
  },
  sprayParticle: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1,
    open: true,
    words: `Size of a particle: its volume is this cubed. ${materialWords(sprayMaterials, 'sprayParticle', 'm')}`,
  },
  spraySpeed: {
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 1000,
    open: true,
    words: `From this speed on all that comes off is thrown, below it less and less; the rest stays where it sticks. ${materialWords(sprayMaterials, 'spraySpeed', 'm/s')}`,
  },
  sprayAcceleration: {
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1e5,
    open: true,
    default: 60,
    words: 'The same as an acceleration, where `sprayRule` asks for that.',
  },
  sprayRule: {
    type: 'choice',
    choices: ['speed', 'acceleration'],
    default: 'speed',
    words:
      'What throws: how fast the surface moves (the first paper’s words and both papers’ formula), or how fast that changes (the second paper’s words).',
  },
  sprayPower: {
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    words: `How sharply less is thrown below that: 0 throws always, large values only near it. ${materialWords(sprayMaterials, 'sprayPower', '')}`,
  },
  sprayJitter: {
    type: 'number',
    unit: '',
    min: 0,
    max: 10,
    words: `How far velocities vary, as a share of the speed. ${materialWords(sprayMaterials, 'sprayJitter', '')}`,
  },
  sprayContact: {
    type: 'choice',
    choices: ['leaving', 'sliding'],
    default: 'leaving',
    words:
      'Whether only what has left the ground throws (the papers’ rule), or also what slides in it: skis, skidding wheels, ploughs.',
  },
  sprayLift: {
    type: 'number',
    unit: '',
    min: 0,
    max: 10,
    default: 0.4,
    words: 'Of what slides in the ground: the greatest upward speed that it gives, as a share of its own.',
  },
  sprayDrag: {
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1000,
    words: `How fast air slows particles down; they fall at 9.81 m/s² divided by this at last. 0: no air. ${materialWords(sprayMaterials, 'sprayDrag', '1/s')}`,
  },
  sprayLimit: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 1e7,
    default: 200000,
    words:
      'Most particles in flight. From half of it on they become larger and fewer; at the limit material stays where it sticks.',
  },
} as const satisfies ParamTable;
