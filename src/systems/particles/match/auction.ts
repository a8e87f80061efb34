import { PointTree } from '../../../geometry/point-tree.ts';
import type { PairList } from './pair-list.ts';

/** How many of the nearest of a source, and of its target, show where else it might go: of few, of many. */
const neighbourCounts = [10, 8] as const;

/**
 * Least raise of a bid in each round, as a share of the mean squared distance (less what all have in common). Many stop
 * before the last two.
 */
const raises = [3, 1, 0.3, 0.1, 0.03, 0.01, 0.003];

/** More than so many points are many. */
const fewCount = 20_000;

/** Sweeps that even out the first prices. */
const sweepCount = 6;

/** A round with more bids than this a pair is broken off, and its outcome dropped. */
const bidLimit = 200;

/**
 * Lessens the sum of squared distances by auctions (Bertsekas 1988): each source bids for the targets near its own and for
 * those of the sources near it.
 *
 * What comes out is, among what neighbours can do, within the last raise a pair of the best. Pairs should lie along a curve,
 * so that memory is read in order. The sum may rise by a raise a pair where it could not fall.
 */
export function auction(pairs: PairList): void {
  const { count, positions, goals } = pairs;
  const isFew = count <= fewCount;
  const reach = Math.min(neighbourCounts[isFew ? 0 : 1], count - 1);
  const unit = unevenness(positions, goals);
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

/** Sources and targets go by the places of their pairs in the list, as it was at first. */
interface Market {
  readonly count: number;
  readonly positions: Float64Array;
  readonly goals: Float64Array;
  readonly reach: number;
  /** [reach · count] each. */
  readonly sourcesNear: Int32Array;
  readonly targetsNear: Int32Array;
  /** [count] what a target pays its source; falls with every bid. */
  readonly prices: Float64Array;
  /** [count] the target of each source. */
  bought: Int32Array;
  /** [(2 · reach + 1) · count] targets that a source may bid for, and the squared distances to them. */
  readonly choices: Int32Array;
  readonly costs: Float64Array;
  readonly choiceCounts: Int32Array;
}

/** Mean squared distance that is left when all have been moved by the mean of their ways. */
function unevenness(positions: Float64Array, goals: Float64Array): number {
  const count = positions.length / 3;
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    let mean = 0;
    for (let p = axis; p < 3 * count; p += 3) mean += (goals[p] - positions[p]) / count;
    for (let p = axis; p < 3 * count; p += 3) sum += (goals[p] - positions[p] - mean) ** 2;
  }
  return sum / count;
}

/** [reach · count] the nearest of each point. */
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
 * First prices, under which the targets that sources have are about what they would choose. Between two pairs the price must
 * change by about (yk − yj) · (dj + dk), d = y − x: half way between what either of them asks. Added up from neighbour
 * to neighbour, then evened out (Gauss–Seidel).
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

/** What each source may bid for, now that it has what it has. */
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
 * One auction. Whoever has what is not within `raise` of its best gives it back; who has none bids for its best until the
 * next best is better by `raise`, and whoever had it has none. False where it took too long: some have none then.
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
