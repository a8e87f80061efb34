import type { GroundHeight } from './fit-ground.ts';
import { type FlatTable, sampleOf } from './flat-table.ts';
import { bellWeights, GridCache, sampleSpline } from './grid-cache.ts';

/** The ground under the body is averaged over so many seconds before and after, … */
const longestAverage = 0.5;
/** … but over no more way to either side than this share of the height; of a figure with front and hind legs this. */
const averagedWay = 0.5;
const averagedWayOfHalf = 0.3;
/** What stays where it is averages over this, seconds. */
const stillAverage = 0.25;
/** The curve is followed no farther ahead of the body, or behind it, than this share of the height. */
const farthestAside = 2;

/**
 * The ground along the way of a body, without its bumps: averaged over what lies before and behind, alike on both sides, so
 * that the curve neither lags nor bobs. Of some feet: it runs under the middle of their hips. `u` counts samples of the table.
 */
export class PathGround {
  /** Samples to either side over which it averages, and their weights. */
  readonly reach: number;
  private readonly bell: Float64Array;
  private readonly levels: GridCache<number>;
  private readonly xs: GridCache<number>;
  private readonly zs: GridCache<number>;

  constructor(
    private readonly table: FlatTable,
    readonly feet: readonly number[],
    isHalf: boolean,
    ground: GroundHeight,
  ) {
    this.reach = averageReach(table, isHalf);
    this.bell = bellWeights(this.reach);
    const middles = new GridCache((n) => middleOf(table, feet, n));
    const below = new GridCache((n) => ground(middles.at(n)[0], middles.at(n)[1]));
    this.levels = new GridCache(this.average((n) => below.at(n)));
    this.xs = new GridCache(this.average((n) => middles.at(n)[0]));
    this.zs = new GridCache(this.average((n) => middles.at(n)[1]));
  }

  /** The same average of any other function of the samples. */
  average(at: (n: number) => number): (n: number) => number {
    const { reach, bell } = this;
    return (n) => {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) sum += bell[k + reach] * at(n + k);
      return sum;
    };
  }

  /** Height of the curve at sample n. */
  levelAt(n: number): number {
    return this.levels.at(n);
  }

  /** Height of the curve abreast of (x, z), for what is near the body at u. */
  heightOver(x: number, z: number, u: number): number {
    const { reach } = this;
    const n = Math.round(u);
    const wayX = (this.xs.at(n + reach) - this.xs.at(n - reach)) / (2 * reach);
    const wayZ = (this.zs.at(n + reach) - this.zs.at(n - reach)) / (2 * reach);
    const square = wayX * wayX + wayZ * wayZ;
    if (!(square > 0)) return sampleSpline((k) => this.levels.at(k), u);
    const ahead = (x - sampleSpline((k) => this.xs.at(k), u)) * wayX + (z - this.middleZ(u)) * wayZ;
    const most = (farthestAside * this.table.height) / Math.sqrt(square);
    const shift = Math.min(most, Math.max(-most, ahead / square));
    return sampleSpline((k) => this.levels.at(k), u + shift);
  }

  private middleZ(u: number): number {
    return sampleSpline((k) => this.zs.at(k), u);
  }
}

/** Between the hips of some feet, seen from above; the middle of a figure without feet. */
function middleOf(table: FlatTable, group: readonly number[], n: number): readonly [number, number] {
  if (group.length === 0) {
    const [x, , z] = sampleOf(table, table.middles, n);
    return [x, z];
  }
  let middleX = 0;
  let middleZ = 0;
  for (const f of group) {
    const [x, , z] = sampleOf(table, table.feet[f].hips, n);
    middleX += x / group.length;
    middleZ += z / group.length;
  }
  return [middleX, middleZ];
}

function averageReach({ motion, height, stride, count }: FlatTable, isHalf: boolean): number {
  const { period } = motion;
  if (!(period > 0)) return 1;
  const speed = Math.sqrt(stride[0] * stride[0] + stride[1] * stride[1]) / period;
  const way = (isHalf ? averagedWayOfHalf : averagedWay) * height;
  const seconds = speed > 0 ? Math.min(longestAverage, period / 2, way / speed) : stillAverage;
  return Math.max(1, Math.round((seconds * count) / period));
}
