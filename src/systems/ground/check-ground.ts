import type { InputFault } from '../../input-error.ts';
import { checkSettings } from './check-params.ts';
import { checkUnused } from './check-unused.ts';
import { type GroundParams, groundParams } from './params.ts';

/**
 * Checks combinations of parameters. It is separate from `checkSettings`, because it needs the table of the parameters with all its texts,
 * which a live ground does not load.
 */
export function checkGround(params: GroundParams): InputFault[] {
  return [...checkSettings(params), ...checkUnused(groundParams, params)];
}
