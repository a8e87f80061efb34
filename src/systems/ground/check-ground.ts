import type { InputFault } from '../../input-error.ts';
import type { ParamUse } from '../check-uses.ts';
import { checkSettings } from './check-params.ts';
import { checkUnused } from './check-unused.ts';
import { type GroundParams, groundParams } from './params.ts';

/** Parameters of snow on bodies which need another one. */
const snowCoverUses: readonly ParamUse<GroundParams>[] = [
  {
    names: ['snowCover'],
    needs: 'snowfall',
    expected: 'a snowfall above 0',
    isMet: ({ snowfall }) => snowfall > 0,
  },
  {
    names: ['snowCoverSlope'],
    needs: 'snowCover',
    expected: 'a snowCover above 0',
    isMet: ({ snowCover }) => snowCover > 0,
  },
];

/** Parameters of cracks which need another one. */
const crackUses: readonly ParamUse<GroundParams>[] = [
  {
    names: ['crackWidth', 'crackDepth'],
    needs: 'crackSpacing',
    expected: 'a crackSpacing',
    isMet: ({ crackSpacing }) => crackSpacing !== undefined,
  },
];

/**
 * Checks combinations of parameters. It is separate from `checkSettings`, because it needs the table of the parameters with all its texts,
 * which a live ground does not load.
 */
export function checkGround(params: GroundParams): InputFault[] {
  return [...checkSettings(params), ...checkUnused(groundParams, params, [...snowCoverUses, ...crackUses])];
}
