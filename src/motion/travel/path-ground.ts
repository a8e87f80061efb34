import type { GroundHeight } from './fit-ground.ts';
import { type FlatTable, sampleOf } from './flat-table.ts';
import { bellWeights, GridCache, sampleSpline } from './grid-cache.ts';

/** The ground under the body is averaged over this many seconds before and after, */
const maxAverage = 0.5;
/** but at most over this fraction of the height to either side; for a character with front and hind legs over the second one. */
const averagedPath = 0.5;
const averagedPathOfHalf = 0.3;
/** A character that stays in place averages over this time, seconds. */
const stillAverage = 0.25;
/** The curve is followed at most this fraction of the height ahead of the body, or behind it. */
const maxAhead = 2;

/**
 * The ground along the path of a body, without its bumps. It is averaged equally over the path before and behind, so that the
 * curve neither lags nor bobs. With some feet it runs under the middle of their hips. `u` counts samples of the table.
 */
export class PathGround {
  /** Number of samples to either side in the average, and their weights. */
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

  /** Height of the curve next to (x, z), for a point near the body at u. */
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

/** The middle of the hips of some feet, seen from above; the centre of a character without feet. */
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
  const way = (isHalf ? averagedPathOfHalf : averagedPath) * height;
  const seconds = speed > 0 ? Math.min(maxAverage, period / 2, way / speed) : stillAverage;
  return Math.max(1, Math.round((seconds * count) / period));
}
