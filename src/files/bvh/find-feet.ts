import type { Skeleton } from './bvh-take.ts';
import type { SampledTake } from './take-points.ts';

/** What stands on the ground at the end of a leg. */
export interface TakeFoot {
  /** The joint that the shoe hangs on. */
  readonly ankle: number;
  /** The joint that its toes turn about; null where it has none. */
  readonly ball: number | null;
  /** Index of the point that is its tip; the ankle's own where the leg ends in it. */
  readonly tip: number;
}

const footName = /foot|toe|ankle/i;
/** The bones of a foot are shorter than this share of the figure, those of a leg longer. */
const longestFootBone = 0.15;
/** Feet come as near to the lowest place of all as this share of the figure, in a fifth of the frames. */
const reach = 0.08;
/** Legs hang down from their root by this share of the figure or more, at rest or as it moves. */
const shortestLeg = 0.25;

/**
 * The feet of a take: the ends of joints that are named after a foot, or, where none is, of limbs that keep coming to the
 * lowest place. height: of the figure, in the take's units.
 */
export function findFeet(take: Skeleton, sampled: SampledTake, height: number): TakeFoot[] {
  const { joints } = take;
  const chains = listChains(take, sampled);
  const isNamed = joints.some(({ name }) => footName.test(name));
  const feet: TakeFoot[] = [];
  for (const chain of chains) {
    const named = chain.joints.filter((joint) => footName.test(joints[joint].name));
    if (isNamed ? named.length === 0 : !standsLow(sampled, chain, height)) continue;
    const ankle = isNamed
      ? findNamedAnkle(sampled, chain, named[0], height)
      : findAnkle(sampled, chain, height);
    if (joints[ankle].parent < 0) continue;
    const below = chain.joints.slice(chain.joints.indexOf(ankle) + 1);
    const ball = below.find((joint) => distance(sampled, joint, ankle) > 1e-3 * height) ?? null;
    const foot = { ankle, ball, tip: chain.tip };
    const other = feet.findIndex((one) => one.ankle === ankle);
    // Of several toes the longest.
    if (other < 0) feet.push(foot);
    else if (distance(sampled, foot.tip, ankle) > distance(sampled, feet[other].tip, ankle))
      feet[other] = foot;
  }
  return feet;
}

/** From a root to an end: the joints on the way, and the point that is the end. */
interface Chain {
  readonly joints: readonly number[];
  readonly tip: number;
}

function listChains({ joints }: Skeleton, { points }: SampledTake): Chain[] {
  const isParent = new Uint8Array(joints.length);
  for (const { parent } of joints) if (parent >= 0) isParent[parent] = 1;
  return points.flatMap(({ joint, isEnd }, tip) => {
    if (!isEnd && (isParent[joint] || joints[joint].ends.length > 0)) return [];
    const path: number[] = [];
    for (let at = joint; at >= 0; at = joints[at].parent) path.unshift(at);
    return [{ joints: path, tip }];
  });
}

/** Distance at rest of two points. */
function distance({ rest }: SampledTake, a: number, b: number): number {
  const [x, y, z] = [0, 1, 2].map((axis) => rest[3 * a + axis] - rest[3 * b + axis]);
  return Math.sqrt(x * x + y * y + z * z);
}

/** The first joint from one named after a foot on, below which no bone is as long as those of a leg: hocks of animals are so named too. */
function findNamedAnkle(sampled: SampledTake, { joints }: Chain, named: number, height: number): number {
  let ankle = named;
  for (const joint of joints.slice(joints.indexOf(named) + 1))
    if (distance(sampled, joint, ankle) > longestFootBone * height) ankle = joint;
  return ankle;
}

function findAnkle(sampled: SampledTake, { joints, tip }: Chain, height: number): number {
  let at = tip;
  for (let k = joints.length - 1; k >= 0; k--) {
    if (distance(sampled, at, joints[k]) > longestFootBone * height)
      return joints[Math.min(k + 1, joints.length - 1)];
    at = joints[k];
  }
  return joints[0];
}

function standsLow(sampled: SampledTake, { joints, tip }: Chain, height: number): boolean {
  const { places, points, sampleCount, rest } = sampled;
  const at = (sample: number, point: number) => places[3 * (points.length * sample + point) + 1];
  const lowest = lowestOfAll(sampled);
  let near = 0;
  let drop = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    if (at(sample, tip) < lowest + reach * height) near++;
    drop += (at(sample, joints[0]) - at(sample, tip)) / sampleCount;
  }
  const restDrop = rest[3 * joints[0] + 1] - rest[3 * tip + 1];
  return near >= sampleCount / 5 && Math.max(drop, restDrop) >= shortestLeg * height;
}

/** A low place that is no outlier: a twentieth of the frames go below. */
function lowestOfAll({ places, points, sampleCount }: SampledTake): number {
  const lows = Float64Array.from({ length: sampleCount }, (_, sample) => {
    let low = Number.POSITIVE_INFINITY;
    for (let point = 0; point < points.length; point++) {
      low = Math.min(low, places[3 * (points.length * sample + point) + 1]);
    }
    return low;
  });
  return lows.sort()[Math.floor(sampleCount / 20)];
}
