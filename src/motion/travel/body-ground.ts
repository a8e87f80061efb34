import { restMatrices } from './figure-points.ts';
import type { GroundHeight } from './fit-ground.ts';
import { type FlatTable, locateSample } from './flat-table.ts';
import { type FootGround, layOnPlane, turnOfPlane } from './foot-ground.ts';
import { bellWeights, GridCache, sampleSpline } from './grid-cache.ts';
import { originOf } from './vectors.ts';

/** The ground under the body is averaged over so many seconds before and after, … */
const longestAverage = 0.5;
/** … but over no more way to either side than this share of the height; of a figure with front and hind legs this. */
const averagedWay = 0.5;
const averagedWayOfHalf = 0.3;
/** What stays where it is averages over this, seconds. */
const stillAverage = 0.25;
/** Hips this far apart, as a share of the height, on three or more legs: the body has a front and a back and pitches. */
const longBody = 0.25;
/** The body is lowered by no more than this share of its height. */
const mostLowered = 0.3;

/** The legs of a figure that carry one end of its body. */
export interface BodyEnd {
  /** Indices of its feet. */
  readonly feet: readonly number[];
  /** How much the body is raised there at a time in turns, rig units. */
  raiseAt(turns: number): number;
}

/**
 * How a body goes over the ground: raised by the height of the ground under its hips, averaged over the way before and
 * after, and lowered again where a foot could not reach its place else. One end, or two (front, then back) of a figure
 * that stands on legs far apart.
 */
export function planBody(
  table: FlatTable,
  feet: readonly FootGround[],
  ground: GroundHeight,
): readonly BodyEnd[] {
  const groups = groupFeet(table);
  const reach = averageReach(table, groups.length > 1);
  return groups.map((group) => planEnd(table, feet, group, ground, reach));
}

function planEnd(
  table: FlatTable,
  feet: readonly FootGround[],
  group: readonly number[],
  ground: GroundHeight,
  reach: number,
): BodyEnd {
  const { count, motion, height } = table;
  const bell = bellWeights(reach);
  const smooth = (at: (n: number) => number) => (n: number) => {
    let sum = 0;
    for (let k = -reach; k <= reach; k++) sum += bell[k + reach] * at(n + k);
    return sum;
  };
  const below = new GridCache((n) => {
    const [x, z] = middleOf(table, group, n);
    return ground(x, z);
  });
  const level = new GridCache(smooth((n) => below.at(n)));

  /** How much too high the body is for the feet to reach their places. */
  const lack = new GridCache((n) => {
    let most = 0;
    for (const f of group) {
      const foot = table.feet[f];
      const place = layFoot(table, feet[f], f, n);
      const [x, y, z] = sampleOf(table, foot.hips, n);
      const across = Math.sqrt((place[0] - x) ** 2 + (place[2] - z) ** 2);
      const down = y + level.at(n) - place[1];
      const longest = Math.sqrt(Math.max(0, foot.reach * foot.reach - across * across));
      most = Math.max(most, down - longest);
    }
    return Math.min(most, mostLowered * height);
  });
  const most = new GridCache((n) => {
    let value = 0;
    for (let k = -reach; k <= reach; k++) value = Math.max(value, lack.at(n + k));
    return value;
  });
  const lowered = smooth((n) => most.at(n));
  const raise = new GridCache((n) => level.at(n) - (group.length > 0 ? lowered(n) : 0));
  return {
    feet: group,
    raiseAt: (turns) => sampleSpline((n) => raise.at(n), motion.period > 0 ? turns * count : 0),
  };
}

/** Where a foot's node stands over the ground at sample n. */
function layFoot(
  table: FlatTable,
  foot: FootGround,
  f: number,
  n: number,
): readonly [number, number, number] {
  const { floor, softDepth } = table.motion;
  const plane = foot.planeAt(n / table.count);
  const flat = sampleOf(table, table.feet[f].places, n);
  return layOnPlane(plane, turnOfPlane(plane), floor - softDepth, flat);
}

/** One of the table's points at sample n of any turn. */
function sampleOf(table: FlatTable, points: Float64Array, n: number): [number, number, number] {
  const { turn, sample } = locateSample(table, n);
  const [x, z] = table.stride;
  return [points[3 * sample] + turn * x, points[3 * sample + 1], points[3 * sample + 2] + turn * z];
}

/** Between the hips of some feet, seen from above; the middle of a figure without feet. */
function middleOf(table: FlatTable, group: readonly number[], n: number): [number, number] {
  const [x, z] = [0, 0].map((_, axis) => {
    if (group.length === 0) return sampleOf(table, table.middles, n)[2 * axis];
    return group.reduce((sum, f) => sum + sampleOf(table, table.feet[f].hips, n)[2 * axis], 0) / group.length;
  });
  return [x, z];
}

/** Samples to either side over which the ground under the body is averaged. */
function averageReach({ motion, height, stride, count }: FlatTable, isHalf: boolean): number {
  const { period } = motion;
  if (!(period > 0)) return 0;
  const speed = Math.sqrt(stride[0] * stride[0] + stride[1] * stride[1]) / period;
  const way = (isHalf ? averagedWayOfHalf : averagedWay) * height;
  const seconds = speed > 0 ? Math.min(longestAverage, period / 2, way / speed) : stillAverage;
  return Math.max(1, Math.round((seconds * count) / period));
}

/** The feet of each end of the body: all in one, or those of the front and those of the back, as they stand at rest. */
function groupFeet(table: FlatTable): number[][] {
  const { rig, feet, height } = table;
  const all = feet.map((_, f) => f);
  if (feet.length < 3) return [all];
  const matrices = restMatrices(rig);
  const hips = feet.map(({ foot }) => originOf(matrices, foot.leg[0] ?? foot.node));
  const middle = [0, 2].map((axis) => hips.reduce((sum, hip) => sum + hip[axis] / hips.length, 0));
  const away = hips.map((hip) => [hip[0] - middle[0], hip[2] - middle[1]] as const);
  // The hip that is farthest from the middle says which way the body lies, unless it is as broad as long.
  const [ax, az] = longAxis(away);
  const along = away.map(([x, z]) => x * ax + z * az);
  if (Math.max(...along) - Math.min(...along) < longBody * height) return [all];
  return [all.filter((f) => along[f] >= 0), all.filter((f) => along[f] < 0)];
}

/** Unit direction in which points about 0 lie farthest apart. */
function longAxis(points: readonly (readonly [number, number])[]): [number, number] {
  let xx = 0;
  let xz = 0;
  let zz = 0;
  for (const [x, z] of points) {
    xx += x * x;
    xz += x * z;
    zz += z * z;
  }
  const half = (xx - zz) / 2;
  const size = Math.sqrt(half * half + xz * xz);
  // The eigenvector of the greater eigenvalue, from whichever row is the longer one.
  const [x, z] = half >= 0 ? [half + size, xz] : [xz, size - half];
  const length = Math.sqrt(x * x + z * z);
  return length > 0 ? [x / length, z / length] : [0, 1];
}
