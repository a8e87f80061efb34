import type { GroundHeight } from './fit-ground.ts';
import { type FlatTable, sampleOf } from './flat-table.ts';
import { bellWeights, GridCache, sampleSpline } from './grid-cache.ts';

/** The ground under the body is averaged over this time in seconds before and after the current time, */
const maxAverage = 0.5;
/**
 * but at most over this fraction of the height to either side: the first value for most characters, the second for a character with front
 * and hind legs.
 */
const averagedPath = 0.5;
const averagedPathOfHalf = 0.3;
/** A character that stays in place averages over this time, seconds. */
const stillAverage = 0.25;
/** The curve is evaluated at most this fraction of the height ahead of the body, or behind it. */
const maxAhead = 2;

/**
 * The ground along the path of a body, with its bumps smoothed. The average extends equally far before and behind the body, so that the
 * curve neither lags nor bobs. If feet are given, the path is that of the middle of their hips. `u` counts samples of the table.
 */
export class PathGround {
  /** Number of samples on either side that are averaged, and their weights. */
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

  /** Returns the same average of any other function of the samples. */
  average(at: (n: number) => number): (n: number) => number {
    const { reach, bell } = this;
    return (n) => {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) sum += bell[k + reach] * at(n + k);
      return sum;
    };
  }

  /** Returns the height of the curve at sample n. */
  levelAt(n: number): number {
    return this.levels.at(n);
  }

  /** Returns the height of the curve next to (x, z), for a point near the position of the body at u. */
  heightOver(x: number, z: number, u: number): number {
    const { reach } = this;
    const n = Math.round(u);
    const towardX = (this.xs.at(n + reach) - this.xs.at(n - reach)) / (2 * reach);
    const towardZ = (this.zs.at(n + reach) - this.zs.at(n - reach)) / (2 * reach);
    const square = towardX * towardX + towardZ * towardZ;
    if (!(square > 0)) return sampleSpline((k) => this.levels.at(k), u);
    const ahead = (x - sampleSpline((k) => this.xs.at(k), u)) * towardX + (z - this.middleZ(u)) * towardZ;
    const max = (maxAhead * this.table.height) / Math.sqrt(square);
    const shift = Math.min(max, Math.max(-max, ahead / square));
    return sampleSpline((k) => this.levels.at(k), u + shift);
  }

  private middleZ(u: number): number {
    return sampleSpline((k) => this.zs.at(k), u);
  }
}

/** Returns the middle of the hips of the given feet, seen from above; without feet, the centre of the character. */
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
  const speed = motion.speed ?? Math.sqrt(stride[0] * stride[0] + stride[1] * stride[1]) / period;
  const way = (isHalf ? averagedPathOfHalf : averagedPath) * height;
  const seconds = speed > 0 ? Math.min(maxAverage, period / 2, way / speed) : stillAverage;
  return Math.max(1, Math.round((seconds * count) / period));
}
