import type { InputFault } from '../../input-error.ts';
import { checkUses, isGiven, type ParamUse } from '../check-uses.ts';
import { checkSettings } from './check-params.ts';
import { type GroundParams, groundParams } from './params.ts';

/**
 * Checks combinations of parameters. It is separate from `checkSettings`, because it needs the table of the parameters with all its texts,
 * which the worker of a live ground does not load.
 */
export function checkGround(params: GroundParams): InputFault[] {
  return [...checkSettings(params), ...checkPaper(params), ...checkUses(groundParams, params, sprayUses)];
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
function checkPaper(params: GroundParams): InputFault[] {
  if (params.paper === 'off') return [];
  return paperRules
    .filter((name) => isGiven(groundParams, params, name))
    .map((name) => ({
      path: name,
      message: `expected none beside paper ${params.paper}, which sets this rule, got ${params[name]}; leave one of them out`,
    }));
}

/** Parameters of spray that only one of its rules reads. */
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
];
