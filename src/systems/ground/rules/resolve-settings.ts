import { InputError, type InputFault } from '../../../input-error.ts';
import type { TimedParams } from '../../timed-params.ts';
import { allParts } from '../all-parts.ts';
import { checkSettings } from '../check-params.ts';
import type { GroundParams } from '../params.ts';
import type { GroundPrepared } from '../prepare.ts';
import { type GroundSettings, settleSettings } from './settings.ts';

/** Lists the files that the parameters name and that are missing in `prepared`. */
function findUnread(
  { terrain, wetnessMap, stoneMap, stamps }: GroundParams,
  prepared: GroundPrepared | null,
): InputFault[] {
  const pictures = prepared?.pictures;
  const files = [
    { path: 'terrain', file: terrain, read: prepared?.earlier ?? prepared?.terrain },
    { path: 'wetnessMap', file: wetnessMap, read: pictures?.wetnessMap },
    { path: 'stoneMap', file: stoneMap, read: pictures?.stoneMap },
    { path: 'stamps', file: stamps?.[0]?.file, read: prepared?.stamp },
  ];
  return files
    .filter(({ file, read }) => file !== undefined && !read)
    .map(({ path, file }) => ({
      path,
      message: `"${file}" has not been read: give createGround what prepareGround returns, or bake a scene`,
    }));
}

/**
 * Computes the settings of any ground. Throws an InputError if `checkSettings` finds faults or if a file that the parameters name is missing
 * in `prepared`.
 */
export function resolveSettings(
  params: GroundParams,
  seed: number,
  prepared: GroundPrepared | null = null,
  timed: TimedParams<GroundParams> | null = null,
): GroundSettings {
  const faults = [...checkSettings(params), ...findUnread(params, prepared)];
  if (faults.length > 0) throw new InputError(faults);
  return settleSettings(params, seed, prepared, allParts, timed);
}
