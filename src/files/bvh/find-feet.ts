import type { Skeleton } from './bvh-recording.ts';
import type { SampledRecording } from './recorded-points.ts';

/** The part of a leg that stands on the ground. */
export interface RecordedFoot {
  /** The joint to which the shoe is attached. */
  readonly ankle: number;
  /** The joint about which the toes rotate. Null if there is none. */
  readonly ball: number | null;
  /** Index of the point that is the tip of the foot: the point of the ankle if the leg ends there. */
  readonly tip: number;
}

const footName = /foot|toe|ankle/i;
/** A bone that is shorter than this fraction of the character's height belongs to a foot, a longer one to a leg. */
const longestFootBone = 0.15;
/**
 * A foot is within this distance of the lowest position of all (a fraction of the character's height) in at least a fifth of the frames.
 */
const reach = 0.08;
/** A leg hangs down from its root by at least this fraction of the character's height, in the rest pose or in motion. */
const shortestLeg = 0.25;

/**
 * Finds the feet of a recording: the ends of joints whose names say that they belong to a foot. If there are none, the ends of limbs that
 * often come close to the lowest position. height: height of the character, in the units of the recording.
 */
export function findFeet(recording: Skeleton, sampled: SampledRecording, height: number): RecordedFoot[] {
  const { joints } = recording;
  const chains = listChains(recording, sampled);
  const isNamed = joints.some(({ name }) => footName.test(name));
  const feet: RecordedFoot[] = [];
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
    // If a foot has several toes, the longest one is used.
    if (other < 0) feet.push(foot);
    else if (distance(sampled, foot.tip, ankle) > distance(sampled, feet[other].tip, ankle))
      feet[other] = foot;
  }
  return feet;
}

/** The chain of joints from a root to an end, and the index of the point that is the end. */
interface Chain {
  readonly joints: readonly number[];
  readonly tip: number;
}

function listChains({ joints }: Skeleton, { points }: SampledRecording): Chain[] {
  const isParent = new Uint8Array(joints.length);
  for (const { parent } of joints) if (parent >= 0) isParent[parent] = 1;
  return points.flatMap(({ joint, isEnd }, tip) => {
    if (!isEnd && (isParent[joint] || joints[joint].ends.length > 0)) return [];
    const path: number[] = [];
    for (let at = joint; at >= 0; at = joints[at].parent) path.unshift(at);
    return [{ joints: path, tip }];
  });
}

/** Returns the distance of two points in the rest pose. */
function distance({ rest }: SampledRecording, a: number, b: number): number {
  const [x, y, z] = [0, 1, 2].map((axis) => rest[3 * a + axis] - rest[3 * b + axis]);
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Returns the ankle of a chain that contains a joint with the name of a foot: the first joint, from that one on, below which every bone is
 * shorter than the bones of a leg. Names alone do not suffice, because the hocks of animals also have names of feet.
 */
function findNamedAnkle(sampled: SampledRecording, { joints }: Chain, named: number, height: number): number {
  let ankle = named;
  for (const joint of joints.slice(joints.indexOf(named) + 1))
    if (distance(sampled, joint, ankle) > longestFootBone * height) ankle = joint;
  return ankle;
}

function findAnkle(sampled: SampledRecording, { joints, tip }: Chain, height: number): number {
  let at = tip;
  for (let k = joints.length - 1; k >= 0; k--) {
    if (distance(sampled, at, joints[k]) > longestFootBone * height)
      return joints[Math.min(k + 1, joints.length - 1)];
    at = joints[k];
  }
  return joints[0];
}

function standsLow(sampled: SampledRecording, { joints, tip }: Chain, height: number): boolean {
  const { positions, points, sampleCount, rest } = sampled;
  const at = (sample: number, point: number) => positions[3 * (points.length * sample + point) + 1];
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

/** Returns the lowest position of the points without outliers: 5 % of the samples are lower. */
function lowestOfAll({ positions, points, sampleCount }: SampledRecording): number {
  const lows = Float64Array.from({ length: sampleCount }, (_, sample) => {
    let low = Number.POSITIVE_INFINITY;
    for (let point = 0; point < points.length; point++) {
      low = Math.min(low, positions[3 * (points.length * sample + point) + 1]);
    }
    return low;
  });
  return lows.sort()[Math.floor(sampleCount / 20)];
}
