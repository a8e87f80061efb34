import { assignByTree } from './assign-by-tree.ts';
import { auction } from './auction.ts';
import { CurveOrder } from './curve-order.ts';
import { PairList } from './pair-list.ts';
import { swapAll } from './swap-all.ts';
import { swapAlong } from './swap-along.ts';

export interface AssignOptions {
  /** Different seeds give different assignments of about the same quality. Default 0. */
  readonly seed?: number;
  /** Factor of the number of rounds, and of the maximum number of points for auctions. Higher is slower and better. Default 1. */
  readonly effort?: number;
}

/** Maximum number of points for which all pairs are compared, so that no swap can improve the result. */
export const stableCount = 16384;

/** Maximum number of points for which auctions run, at effort 1. */
const auctionCount = 200_000;

/** Rounds of swaps before the auctions, after them, and without auctions. */
const roundsBefore = 8;
const roundsAfter = 4;
const roundsAlone = 16;

/** Number of following pairs along the curve with which each pair tries to swap. */
const swapReach = 16;

/**
 * Finds a one-to-one assignment of `from` to `to` with a small sum of squared distances.
 *
 * from, to [3 · count] finite. Returns [count]: point k of `from` goes to point result[k] of `to`. For up to `stableCount` points,
 * no swap of two targets reduces the sum. Points that move at the same time on straight lines then stay at least √½ of the min
 * spacing apart. The same input gives the same result on every machine. Throws a RangeError if the numbers of points differ.
 */
export function assignNear(from: Float64Array, to: Float64Array, options: AssignOptions = {}): Uint32Array {
  if (from.length !== to.length || from.length % 3 !== 0)
    throw new RangeError(
      `An assignment needs as many points as targets, got ${from.length / 3} and ${to.length / 3}`,
    );
  const count = from.length / 3;
  const { seed = 0, effort = 1 } = options;
  const pairs = new PairList(from, to, assignByTree(from, to, seed));
  const curve = new CurveOrder(count);
  const hasAuction = count <= auctionCount * effort;
  const rounds = Math.ceil(effort * (hasAuction ? roundsBefore : roundsAlone));
  for (let round = 0; round < rounds; round++) {
    pairs.arrange(curve.sort(pairs.positions, pairs.goals, seed, round));
    swapAlong(pairs, swapReach);
  }
  if (hasAuction) {
    auction(pairs);
    for (let round = rounds; round < rounds + roundsAfter; round++) {
      pairs.arrange(curve.sort(pairs.positions, pairs.goals, seed, round));
      swapAlong(pairs, swapReach);
    }
  }
  if (count <= stableCount) swapAll(pairs);
  return pairs.assignment();
}
