import type { ParamTable } from '../../params.ts';
import { contourRules } from '../kernel.ts';

/** Rules of a step that the papers leave open, or that improve on them. Each has a literal variant. */
export const ruleParams = {
  paper: {
    advanced: true,
    type: 'choice',
    choices: ['off', '1998', '1999'],
    default: 'off',
    description:
      'Follows the paper (1999) or its first version (1998) literally: only columns that moved in this step are in contact, and they flow too; eight-way contours, equal amounts to all neighbours, ridges compacted again, no sweep; one pass per step, and more until the liquidity is reached. The active area and the spray of the paper are not part of it. Not together with the eleven parameters below.',
  },
  contour: {
    advanced: true,
    type: 'choice',
    choices: Object.keys(contourRules) as (keyof typeof contourRules)[],
    default: 'chamfer',
    description:
      'How the distance to the boundary of a contact is measured. eight-way is the rule of the paper and makes spikes with small cells. four-way is that of its figure 6.',
  },
  limitFlow: {
    advanced: true,
    type: 'flag',
    default: false,
    description:
      'Limits what a column gives in one pass. Piles are rounder and smoother, and roughness has little effect.',
  },
  diagonalWeight: {
    advanced: true,
    type: 'choice',
    choices: ['weighted', 'equal'],
    default: 'weighted',
    description:
      'How much material flows to a diagonal neighbour. weighted: less, since it is further away. equal: the same (the rule of the paper, which makes square piles).',
  },
  contactRule: {
    advanced: true,
    type: 'choice',
    choices: ['touching', 'moved'],
    default: 'touching',
    description:
      'Which columns are in contact. touching: those within 0.5 mm of a collider. moved: only those that it moved in this step (the rule of the paper).',
  },
  contactColumns: {
    advanced: true,
    type: 'choice',
    choices: ['walls', 'yielding'],
    default: 'walls',
    description:
      'What columns under a collider do while the others flow. walls: they do not move. yielding: they flow too and are cut again (the rule of the paper, which loses material).',
  },
  insideSlopeRule: {
    advanced: true,
    type: 'choice',
    choices: ['pressed', 'contact', 'neighbor'],
    default: 'pressed',
    description:
      'Where the inside slope applies. pressed: beside pressed columns until they are buried. contact: only beside columns in contact now (the rule of the paper). neighbor: only down to a neighbour in contact (the rule of its first version).',
  },
  displacedMaterial: {
    advanced: true,
    type: 'choice',
    choices: ['pushed', 'compacted'],
    default: 'pushed',
    description:
      'What happens when a collider presses material that was displaced before, such as a ridge. pushed: all of it is pushed on. compacted: it is compacted again (the rule of the paper, with which ridges of sliding bodies vanish as steps get shorter).',
  },
  sweep: {
    advanced: true,
    type: 'flag',
    default: true,
    description:
      'Colliders press along their whole path during a step. Off: only at its end (the rule of the papers, which leaves gaps under fast colliders).',
  },
  passesPerSecond: {
    advanced: true,
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1e6,
    keyable: true,
    description:
      'Passes of the flow per second. When absent: 480 at a cell of 1 cm, and proportional to 1/cell² otherwise, so that the flow speed does not depend on the cell.',
  },
  extraFlow: {
    advanced: true,
    type: 'choice',
    choices: ['steep', 'all'],
    default: 'steep',
    description:
      'What moves in extra passes. steep: slopes above the liquidity. all: everything, while a slope anywhere is above it (the rule of the paper, with which a distant character changes a print).',
  },
  extraPasses: {
    advanced: true,
    type: 'integer',
    unit: '',
    min: 0,
    max: 10000,
    description:
      'Max passes that a step may add while a slope is steeper than the liquidity. When absent: four times the passes of a step, at least 16.',
  },
} as const satisfies ParamTable;
