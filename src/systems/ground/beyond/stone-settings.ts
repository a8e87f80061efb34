import { hashBits } from '../../../math/random.ts';
import type { GroundParams } from '../params.ts';
import type { GroundMap } from './ground-map.ts';
import { boundStones, stoneHeightFraction } from './stone-bound.ts';

/** A stone on the ground: half of an ellipsoid. Metres. */
export interface Stone {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
  readonly height: number;
}

/** Randomly scattered stones, on average one in each square of a lattice. Metres. */
export interface StrewnStones {
  readonly seed: number;
  readonly spacing: number;
  readonly minRadius: number;
  readonly maxRadius: number;
}

export interface StoneSettings {
  readonly list: readonly Stone[];
  readonly strewn: StrewnStones | null;
  /** Maximum height of a stone above the ground, m. */
  readonly top: number;
  /** The ground is rock if this map is 128 or more. Needs an extent. */
  readonly map: GroundMap | null;
}

/** Returns null if the ground has no stones. map: that of `stoneMap`. */
export function resolveStones(
  params: GroundParams,
  seed: number,
  map: GroundMap | null,
): StoneSettings | null {
  const { stonesPerSquareMetre, stoneRadius } = params;
  const list = (params.stones ?? []).map(({ position, radius, height }) => ({
    x: position[0],
    z: position[1],
    radius,
    height: height ?? radius * stoneHeightFraction,
  }));
  if (list.length === 0 && stonesPerSquareMetre === 0 && params.stoneMap === undefined) return null;
  return {
    list,
    strewn:
      stonesPerSquareMetre === 0
        ? null
        : {
            seed: hashBits(seed, 0x57e5),
            spacing: 1 / Math.sqrt(stonesPerSquareMetre),
            minRadius: Math.min(stoneRadius[0], stoneRadius[1]),
            maxRadius: Math.max(stoneRadius[0], stoneRadius[1]),
          },
    top: boundStones(params),
    map,
  };
}
