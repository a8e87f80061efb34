import { PointTree } from '../../../geometry/point-tree.ts';
import type { PairList } from './pair-list.ts';

/** Number of neighbours of each source, and of each target, that are considered: for small and for large sets. */
const neighbourCounts = [10, 8] as const;

/** Minimum increment of a bid in each round, as a fraction of `residualSquare`. Large sets skip the last two rounds. */
const raises = [3, 1, 0.3, 0.1, 0.03, 0.01, 0.003];

/** Maximum number of points of a small set. */
const fewCount = 20_000;

/** Gauss–Seidel sweeps over the initial prices. */
const sweepCount = 6;

/** Maximum number of bids per pair in a round. A round that exceeds it is cancelled and its result is dropped. */
const bidLimit = 200;

/**
 * Reduces the sum of squared distances by auctions (Bertsekas 1988). Each source bids for the targets near its current one, and
 * for the targets of its neighbours.
 *
 * Within these choices the result is optimal up to the last increment per pair. So the sum can also increase, by at most one
 * increment per pair. Pairs should be sorted along a space-filling curve, so that memory is read in order.
 */
export function auction(pairs: PairList): void {
  const { count, positions, goals } = pairs;
  const isFew = count <= fewCount;
  const reach = Math.min(neighbourCounts[isFew ? 0 : 1], count - 1);
  const unit = residualSquare(positions, goals);
  if (reach < 1 || !(unit > 0)) return;
  const market: Market = {
    count,
    positions,
    goals,
    reach,
    sourcesNear: findNeighbours(positions, reach),
    targetsNear: findNeighbours(goals, reach),
    prices: new Float64Array(count),
    bought: Int32Array.from({ length: count }, (_, k) => k),
    choices: new Int32Array((2 * reach + 1) * count),
    costs: new Float64Array((2 * reach + 1) * count),
    choiceCounts: new Int32Array(count),
  };
  setPrices(market);
  for (const raise of isFew ? raises : raises.slice(0, -2)) {
    const before = market.bought.slice();
    listChoices(market);
    if (bid(market, raise * unit)) continue;
    market.bought = before;
    break;
  }
  pairs.reassign(market.bought);
}

/** The data of all auctions. Index k is the source, and also the target, of pair k of the list before the first round. */
interface Market {
  readonly count: number;
  readonly positions: Float64Array;
  readonly goals: Float64Array;
  readonly reach: number;
  /** [reach · count] each: the nearest other sources of each source, and the nearest other targets of each target. */
  readonly sourcesNear: Int32Array;
  readonly targetsNear: Int32Array;
  /** [count] amount that a target pays to its source, in squared distance. Each bid reduces it. */
  readonly prices: Float64Array;
  /** [count] the current target of each source. */
  bought: Int32Array;
  /** [(2 · reach + 1) · count] targets for which each source may bid, and the squared distances to them. */
  readonly choices: Int32Array;
  readonly costs: Float64Array;
  readonly choiceCounts: Int32Array;
}

/** Returns the mean squared distance that remains after all points are moved by the mean displacement. */
function residualSquare(positions: Float64Array, goals: Float64Array): number {
  const count = positions.length / 3;
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    let mean = 0;
    for (let p = axis; p < 3 * count; p += 3) mean += (goals[p] - positions[p]) / count;
    for (let p = axis; p < 3 * count; p += 3) sum += (goals[p] - positions[p] - mean) ** 2;
  }
  return sum / count;
}

/** Returns the indices of the `reach` nearest other points of each point: [reach · count]. */
function findNeighbours(points: Float64Array, reach: number): Int32Array {
  const count = points.length / 3;
  const tree = new PointTree(points);
  const nearest = new Uint32Array(reach);
  const neighbours = new Int32Array(reach * count);
  for (let k = 0; k < count; k++) {
    tree.nearest(points[3 * k], points[3 * k + 1], points[3 * k + 2], reach, nearest, k);
    neighbours.set(nearest, reach * k);
  }
  return neighbours;
}

/**
 * Sets initial prices under which each source approximately prefers its current target. Then few bids are needed. With source x,
 * target y and d = y − x of each pair, the prices of pairs j and k should differ by about (yk − yj) · (dj + dk), the middle of the
 * interval in which neither prefers the target of the other. Prices are summed from neighbour to neighbour, then smoothed by
 * Gauss–Seidel sweeps.
 */
function setPrices({ count, positions, goals, reach, sourcesNear, targetsNear, prices }: Market): void {
  const order = new Int32Array(count);
  const known = new Uint8Array(count);
  let end = 0;
  for (let first = 0, next = 0; first < count; first++) {
    if (known[first]) continue;
    known[first] = 1;
    order[end++] = first;
    for (; next < end; next++) {
      const j = order[next];
      for (let n = 0; n < 2 * reach; n++) {
        const k = n < reach ? sourcesNear[j * reach + n] : targetsNear[j * reach + n - reach];
        if (known[k]) continue;
        known[k] = 1;
        order[end++] = k;
        prices[k] = prices[j] + priceStep(positions, goals, 3 * j, 3 * k);
      }
    }
  }
  for (let sweep = 0; sweep < sweepCount; sweep++) {
    for (let n = 0; n < count; n++) {
      const k = order[sweep & 1 ? count - 1 - n : n];
      let sum = 0;
      for (let at = k * reach; at < (k + 1) * reach; at++) {
        const j = sourcesNear[at];
        const i = targetsNear[at];
        sum +=
          prices[j] +
          priceStep(positions, goals, 3 * j, 3 * k) +
          prices[i] +
          priceStep(positions, goals, 3 * i, 3 * k);
      }
      prices[k] = sum / (2 * reach);
    }
  }
}

function priceStep(positions: Float64Array, goals: Float64Array, p: number, q: number): number {
  const y0 = goals[p];
  const y1 = goals[p + 1];
  const y2 = goals[p + 2];
  const z0 = goals[q];
  const z1 = goals[q + 1];
  const z2 = goals[q + 2];
  return (
    (z0 - y0) * (y0 - positions[p] + z0 - positions[q]) +
    (z1 - y1) * (y1 - positions[p + 1] + z1 - positions[q + 1]) +
    (z2 - y2) * (y2 - positions[p + 2] + z2 - positions[q + 2])
  );
}

/** Lists the targets for which each source may bid, given the current assignment. No target is listed twice. */
function listChoices(market: Market): void {
  const { count, positions, goals, reach, sourcesNear, targetsNear, bought, choices, costs, choiceCounts } =
    market;
  const listedFor = new Int32Array(count).fill(-1);
  for (let k = 0; k < count; k++) {
    const x = positions[3 * k];
    const y = positions[3 * k + 1];
    const z = positions[3 * k + 2];
    const own = bought[k];
    const first = (2 * reach + 1) * k;
    let at = first;
    for (let n = -reach; n <= reach; n++) {
      let target = own;
      if (n < 0) target = targetsNear[own * reach + n + reach];
      else if (n > 0) target = bought[sourcesNear[k * reach + n - 1]];
      if (listedFor[target] === k) continue;
      listedFor[target] = k;
      const dx = goals[3 * target] - x;
      const dy = goals[3 * target + 1] - y;
      const dz = goals[3 * target + 2] - z;
      choices[at] = target;
      costs[at++] = dx * dx + dy * dy + dz * dz;
    }
    choiceCounts[k] = at - first;
  }
}

/**
 * Runs one auction round. First, each source whose target is worse than its best choice by more than `raise` gives it up. Then
 * each source without a target bids for its best choice, and takes it from the current owner. A bid lowers the price until the
 * second-best choice is better by `raise`. Returns false if the bid limit is exceeded; some sources then have no valid target.
 */
function bid({ count, reach, prices, bought, choices, costs, choiceCounts }: Market, raise: number): boolean {
  const width = 2 * reach + 1;
  const buyers = new Int32Array(count);
  const waiting = new Int32Array(count);
  let waitingCount = 0;
  for (let k = 0; k < count; k++) {
    let min = Infinity;
    let own = Infinity;
    for (let at = width * k, end = at + choiceCounts[k]; at < end; at++) {
      const cost = costs[at] - prices[choices[at]];
      if (cost < min) min = cost;
      if (choices[at] === bought[k]) own = cost;
    }
    const isContent = own <= min + raise;
    buyers[bought[k]] = isContent ? k : -1;
    if (!isContent) waiting[waitingCount++] = k;
  }
  for (let bidsLeft = bidLimit * count; waitingCount > 0; bidsLeft--) {
    if (bidsLeft === 0) return false;
    const k = waiting[--waitingCount];
    let min = Infinity;
    let second = Infinity;
    let best = -1;
    for (let at = width * k, end = at + choiceCounts[k]; at < end; at++) {
      const target = choices[at];
      const cost = costs[at] - prices[target];
      if (cost >= second) continue;
      if (cost < min) {
        second = min;
        min = cost;
        best = target;
      } else second = cost;
    }
    prices[best] -= (second < Infinity ? second - min : 0) + raise;
    const loser = buyers[best];
    buyers[best] = k;
    bought[k] = best;
    if (loser >= 0) waiting[waitingCount++] = loser;
  }
  return true;
}
