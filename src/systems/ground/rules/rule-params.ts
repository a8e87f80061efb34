import type { ParamTable } from '../../params.ts';
import { contourRules } from '../kernel.ts';

/** Rules of a step that the papers leave open, or that improve on them. Each has a literal variant. */
export const ruleParams = {
  paper: {
    advanced: true,
    type: 'choice',
    choices: ['off', '1998', '1999'],
    default: 'off',
    words:
      'By the letter of the paper or of its first version: contact is what moved in this step and flows too, eight-way contours, equal shares, no sweep, one pass a step and more until the liquidity. Goes before the nine parameters below. Shows the faults that they mend.',
  },
  contour: {
    advanced: true,
    type: 'choice',
    choices: Object.keys(contourRules) as (keyof typeof contourRules)[],
    default: 'chamfer',
    words:
      'How distance to the edge of a contact is counted when material is pushed out. Eight-way is the paper’s rule and makes spikes at fine cells; four-way is that of its figure 6.',
  },
  smooth: {
    advanced: true,
    type: 'flag',
    default: false,
    words: 'Caps what a column gives in a pass: rounder, smoother piles; roughness then does little.',
  },
  diagonalShare: {
    advanced: true,
    type: 'choice',
    choices: ['weighted', 'equal'],
    default: 'weighted',
    words:
      'What a diagonal neighbour gets of what flows: less, since it is further away, or as much as the others (the paper’s rule, which makes square piles).',
  },
  contactRule: {
    advanced: true,
    type: 'choice',
    choices: ['touching', 'moved'],
    default: 'touching',
    words:
      'Which columns count as in contact: those within 0.5 mm of a collider, or only those that it moved in this step (the paper’s flag).',
  },
  contactColumns: {
    advanced: true,
    type: 'choice',
    choices: ['walls', 'yielding'],
    default: 'walls',
    words:
      'Whether columns under a collider hold still while the rest flows, or flow too and are cut again (the paper’s rule, which loses material).',
  },
  insideSlopeRule: {
    advanced: true,
    type: 'choice',
    choices: ['pressed', 'contact', 'neighbor'],
    default: 'pressed',
    words:
      'Where the inside slope holds: beside what was pressed until it is buried, only beside what is in contact now (the paper’s rule), or only down to a neighbour in contact (its first version’s).',
  },
  sweep: {
    advanced: true,
    type: 'flag',
    default: true,
    words:
      'Colliders press over their whole way through a step. Off: only where they stand at its end (the papers’ rule, which leaves gaps under fast ones).',
  },
  passesPerSecond: {
    advanced: true,
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1e6,
    words:
      'How often too steep ground flows by a column. Left out: 480 at a cell of 1 cm, as its inverse square at others, so that it flows as fast.',
  },
  extraPasses: {
    advanced: true,
    type: 'integer',
    unit: '',
    min: 0,
    max: 10000,
    words:
      'Passes that a step may add while something is steeper than the liquidity. Left out: four times its own, at least 16.',
  },
} as const satisfies ParamTable;
