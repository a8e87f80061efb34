import type { InputFault } from '../../input-error.ts';
import { checkSettings } from './check-params.ts';
import { type GroundParams, groundParams } from './params.ts';

/**
 * Checks combinations of parameters. It is separate from `checkSettings`, because it needs the table of the parameters with all its texts,
 * which the worker of a live ground does not load.
 */
export function checkGround(params: GroundParams): InputFault[] {
  return [...checkSettings(params), ...checkPaper(params), ...checkSpray(params)];
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
    .filter((name) => isGiven(params, name))
    .map((name) => ({
      path: name,
      message: `expected none beside paper ${params.paper}, which sets this rule, got ${params[name]}; leave one of them out`,
    }));
}

/** Parameters of spray that only one of its rules reads. */
const sprayRules = [
  ['spraySpeed', 'sprayRule', 'speed'],
  ['sprayAcceleration', 'sprayRule', 'acceleration'],
  ['sprayLift', 'sprayContact', 'sliding'],
] as const;

/** Refuses parameters of a rule that is not selected. */
function checkSpray(params: GroundParams): InputFault[] {
  return sprayRules
    .filter(([name, rule, value]) => isGiven(params, name) && params[rule] !== value)
    .map(([name, rule, value]) => ({
      path: name,
      message: `expected ${rule} ${value}, which alone reads this, got ${params[rule]}; set ${rule}, or leave this out`,
    }));
}

/** Returns whether a parameter has another value than its default. */
function isGiven(params: GroundParams, name: keyof GroundParams): boolean {
  const spec: { readonly default?: unknown } = groundParams[name] as object;
  return params[name] !== undefined && params[name] !== spec.default;
}
