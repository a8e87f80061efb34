import type { InputFault } from '../../input-error.ts';
import { checkUses, isGiven, type ParamUse } from '../check-uses.ts';
import type { ParamTable } from '../params.ts';
import type { GroundParams } from './params.ts';

/**
 * Refuses parameters that others leave without effect. table: that of the parameters, with their defaults. more: uses of parameters that a live
 * ground does not have, which it need not load.
 */
export function checkUnused(
  table: ParamTable,
  params: GroundParams,
  more: readonly ParamUse<GroundParams>[] = [],
): InputFault[] {
  return [
    ...checkPaper(table, params),
    ...checkUses(table, params, [...sprayUses, ...fadingUses, ...stickingUses, ...more]),
  ];
}

/** Rules that `paper` sets. */
const paperRules = [
  'contour',
  'limitFlow',
  'diagonalWeight',
  'contactRule',
  'contactColumns',
  'insideSlopeRule',
  'displacedMaterial',
  'sweep',
  'passesPerSecond',
  'extraFlow',
  'extraPasses',
] as const;

/** Refuses rules beside `paper`, which would be ignored. */
function checkPaper(table: ParamTable, params: GroundParams): InputFault[] {
  if (params.paper === 'off') return [];
  return paperRules
    .filter((name) => isGiven(table, params, name))
    .map((name) => ({
      path: name,
      message: `expected none beside paper ${params.paper}, which sets this rule, got ${params[name]}; leave one of them out`,
    }));
}

/** Parameters of spray which need another one. */
const sprayUses: readonly ParamUse<GroundParams>[] = [
  {
    names: ['spraySpeed'],
    needs: 'sprayRule',
    expected: 'sprayRule "speed"',
    isMet: ({ sprayRule }) => sprayRule === 'speed',
  },
  {
    names: ['sprayAcceleration'],
    needs: 'sprayRule',
    expected: 'sprayRule "acceleration"',
    isMet: ({ sprayRule }) => sprayRule === 'acceleration',
  },
  {
    names: ['sprayLift'],
    needs: 'sprayContact',
    expected: 'sprayContact "sliding"',
    isMet: ({ sprayContact }) => sprayContact === 'sliding',
  },
  {
    names: ['clodSize'],
    needs: 'spray',
    expected: 'spray true',
    isMet: ({ spray }) => spray,
  },
  {
    names: ['clodFraction'],
    needs: 'clodSize',
    expected: 'a clodSize above 0',
    isMet: ({ clodSize }) => clodSize > 0,
  },
];

/** Parameters of prints that fade which need another one. */
const fadingUses: readonly ParamUse<GroundParams>[] = [
  {
    names: ['snowDrift'],
    needs: 'snowfall',
    expected: 'a snowfall above 0',
    isMet: ({ snowfall }) => snowfall > 0,
  },
  {
    names: ['washHalfLife'],
    needs: 'waterLevel',
    expected: 'a waterLevel',
    isMet: ({ waterLevel }) => waterLevel !== undefined,
  },
];

/** Parameters of what sticks which need another one. */
const stickingUses: readonly ParamUse<GroundParams>[] = [
  {
    names: ['stickingHalfLife'],
    needs: 'stickingDepth',
    expected: 'a stickingDepth above 0',
    isMet: ({ stickingDepth }) => stickingDepth > 0,
  },
];
