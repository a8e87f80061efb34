import { assignByTree } from './assign-by-tree.ts';
import { auction } from './auction.ts';
import { CurveOrder } from './curve-order.ts';
import { PairList } from './pair-list.ts';
import { swapAll } from './swap-all.ts';
import { swapAlong } from './swap-along.ts';

export interface AssignOptions {
  /** Other seeds give other assignments of about the same quality; default 0. */
  readonly seed?: number;
  /** More takes longer and comes nearer to the best: rounds of swaps and the largest auction grow with it. Default 1. */
  readonly effort?: number;
}

/** Up to so many points every two are compared: no swap makes the result better. */
export const stableCount = 16384;

/** Up to so many points, times the effort, there is an auction. */
const auctionCount = 200_000;

/** Rounds of swaps before an auction, after it, and where there is none. */
const roundsBefore = 8;
const roundsAfter = 4;
const roundsAlone = 16;

/** How many of the next along a curve each pair may swap with. */
const swapReach = 16;

/**
 * Who goes where: a one-to-one assignment of `from` to `to` with a small sum of squared distances.
 *
 * from, to [3 · count] finite. Returns [count]: point k of `from` goes to point result[k] of `to`.
 * Up to `stableCount` points no swap of two targets would lessen the sum, so that points which set out together and move
 * straight stay at least √½ of the least spacing apart. The same input gives the same result on every machine.
 * Throws RangeError where the numbers of points differ.
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
