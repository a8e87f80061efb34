import { showExtras } from '../systems/ground/beyond/show-extras.ts';
import { resolveStones } from '../systems/ground/beyond/stone-settings.ts';
import { addStones } from '../systems/ground/beyond/stones.ts';
import { resolveWetness } from '../systems/ground/beyond/wetness.ts';
import type { GroundParams } from '../systems/ground/params.ts';
import type { InitialSurface } from '../systems/ground/surface/initial-surface.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../systems/outputs/heightfield.ts';

/** The stones and the wetness of a live ground, which most grounds do not have. The page loads this module if a ground needs it. */
export function createExtras(
  params: GroundParams,
  seed: number,
  base: InitialSurface,
  extent: ColumnRectangle | null,
): { readonly surface: InitialSurface } & Pick<HeightfieldOutput, 'readWetness' | 'readStones'> {
  const stones = resolveStones(params, seed, null);
  const { surface, fillStones } = stones
    ? addStones(base, stones, params.cell, extent)
    : { surface: base, fillStones: null };
  const beyond = { wetness: resolveWetness(params, null) };
  const settings = { surface, extent, fillStones, beyond, rate: params.rate };
  return { surface, ...showExtras({ settings, steps: 0 }) };
}
