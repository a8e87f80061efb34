import type { Picture } from '../../../motion/picture.ts';
import type { GroundParams } from '../params.ts';
import { beyondMaterials } from './beyond-materials.ts';
import { tabulateMap } from './ground-map.ts';
import { resolveStones, type StoneSettings } from './stone-settings.ts';
import { resolveWetness, type WetnessSettings } from './wetness.ts';

/** The decoded pictures that the parameters name. */
export interface BeyondPictures {
  readonly wetnessMap?: Picture;
  readonly stoneMap?: Picture;
}

/** What only some grounds have beside their heights, and the slopes at which they stand where they are compacted or wet, rad. */
export interface GroundCover {
  readonly wetness: WetnessSettings | null;
  readonly stones: StoneSettings | null;
  readonly compactedSlope: number;
  readonly wetSlope: number;
}

export function resolveCover(params: GroundParams, seed: number, pictures: BeyondPictures = {}): GroundCover {
  const { wetnessMap, stoneMap } = pictures;
  const own = beyondMaterials[params.material];
  return {
    wetness: resolveWetness(params, wetnessMap ? tabulateMap(wetnessMap) : null),
    stones: resolveStones(params, seed, stoneMap ? tabulateMap(stoneMap) : null),
    compactedSlope: params.compactedSlope ?? own.compactedSlope,
    wetSlope: params.wetSlope ?? own.wetSlope,
  };
}
