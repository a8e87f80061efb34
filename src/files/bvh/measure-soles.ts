import { clamp } from '../../math/clamp.ts';
import { minOf } from '../../math/lists.ts';
import type { RecordedFoot } from './find-feet.ts';
import { unit, type Vector } from './mannequin/body.ts';
import type { SampledRecording } from './recorded-points.ts';

/**
 * Pose of a foot's joint while the foot stands: the upward direction in the frame of the joint, and the height of the joint above the
 * ground.
 */
export interface Stance {
  readonly up: Vector;
  readonly depth: number;
}

/** If the lowest height of the feet is within this range (fractions of the character's height), the height of the ground is 0. */
const groundFrom = -0.02;
const groundTo = 0.06;
/**
 * Outside of this range, the ground is below the lowest height of the feet by this thickness of the soles, as a fraction of the character's
 * height.
 */
const soleThickness = 0.012;
/** A foot is assumed to stand in the slower half of the lowest 60 % of the frames. */
const lowest = 0.6;
const slowest = 0.5;

/**
 * Returns the height of the ground of a recording, in its units: 0 if the lowest height of the feet is about 0, otherwise just below the
 * feet.
 */
export function findGround(sampled: SampledRecording, feet: readonly RecordedFoot[], height: number): number {
  const { points, sampleCount } = sampled;
  const own = feet.flatMap(({ ankle, ball, tip }) => [ankle, ball ?? ankle, tip]);
  const chosen = own.length > 0 ? own : points.map((_, index) => index);
  const lows = Float64Array.from({ length: sampleCount }, (_, sample) =>
    minOf(chosen.map((point) => heightOf(sampled, sample, point))),
  ).sort();
  const low = lows[Math.floor(sampleCount / 20)];
  return low >= groundFrom * height && low <= groundTo * height ? 0 : low - soleThickness * height;
}

/** Returns the samples in which a joint is low and slow, so that it is assumed to stand. */
export function findStanding(sampled: SampledRecording, joint: number): readonly number[] {
  const { sampleCount, moved, points } = sampled;
  const all = Array.from({ length: sampleCount }, (_, sample) => sample);
  const low = pickMin(all, lowest, (sample) => heightOf(sampled, sample, joint));
  return pickMin(low, slowest, (sample) => moved[points.length * sample + joint]);
}

/**
 * Returns the mean upward direction of a joint, in the frame of the joint, and the median of its heights above `ground`. Only the samples
 * in `standing` are used. The height is clamped to the range `depths`.
 */
export function measureStance(
  sampled: SampledRecording,
  joint: number,
  standing: readonly number[],
  ground: number,
  depths: readonly [number, number],
): Stance {
  const { sampleCount, worlds } = sampled;
  const up: [number, number, number] = [0, 0, 0];
  for (const sample of standing) {
    const o = (worlds.length / sampleCount) * sample + 16 * joint;
    // The second row of the rotation matrix is the world's Y axis in the joint's frame.
    for (let axis = 0; axis < 3; axis++) up[axis] += worlds[o + 4 * axis + 1];
  }
  const heights = standing.map((sample) => heightOf(sampled, sample, joint) - ground).sort((a, b) => a - b);
  return { up: unit(up, [0, 1, 0]), depth: clamp(heights[heights.length >> 1], ...depths) };
}

/** Returns the samples with the smallest values: the given fraction of all samples, but at least one. */
function pickMin(
  samples: readonly number[],
  fraction: number,
  value: (sample: number) => number,
): readonly number[] {
  return [...samples]
    .sort((a, b) => value(a) - value(b) || a - b)
    .slice(0, Math.max(1, Math.round(fraction * samples.length)));
}

function heightOf({ positions, points }: SampledRecording, sample: number, point: number): number {
  return positions[3 * (points.length * sample + point) + 1];
}
