import type { Skeleton } from './bvh-recording.ts';
import type { SampledRecording } from './recorded-points.ts';

/** The part of a leg that stands on the ground. */
export interface RecordedFoot {
  /** The joint to which the shoe is attached. */
  readonly ankle: number;
  /** The joint about which the toes rotate. Null if there is none. */
  readonly ball: number | null;
  /** Index of the point that is the tip of the foot. The point of the ankle if the leg ends there. */
  readonly tip: number;
}

const footName = /foot|toe|ankle/i;
/** The bones of a foot are shorter than this fraction of the character's height, those of a leg are longer. */
const longestFootBone = 0.15;
/**
 * In a fifth of the frames, feet are this close to the lowest position of all, as a fraction of the character's height.
 */
const reach = 0.08;
/**
 * Legs hang down from their root by at least this fraction of the character's height, in the rest pose or in motion.
 */
const shortestLeg = 0.25;

/**
 * Finds the feet of a recording: the ends of joints that are named after a foot. If there are none, the ends of limbs
 * that often come close to the lowest position. height: of the character, in the units of the recording.
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
    // If a foot has several toes, the longest is used.
    if (other < 0) feet.push(foot);
    else if (distance(sampled, foot.tip, ankle) > distance(sampled, feet[other].tip, ankle))
      feet[other] = foot;
  }
  return feet;
}

/** The chain of joints from a root to an end, and the point that is the end. */
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

/** Distance of two points in the rest pose. */
function distance({ rest }: SampledRecording, a: number, b: number): number {
  const [x, y, z] = [0, 1, 2].map((axis) => rest[3 * a + axis] - rest[3 * b + axis]);
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * The first joint, from one that is named after a foot on, below which every bone is shorter than the bones of a leg.
 * Names alone do not suffice, because hocks of animals have names of feet as well.
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

/** A low position that is no outlier: 5 % of the samples are lower. */
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
