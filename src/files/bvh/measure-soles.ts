import { minOf } from '../../math/lists.ts';
import type { TakeFoot } from './find-feet.ts';
import { clamp, unit, type Vector } from './mannequin/body.ts';
import type { SampledTake } from './take-points.ts';

/** How a joint of a foot stands while it stands: which way is up in its own frame, and how far above the ground it is. */
export interface Stance {
  readonly up: Vector;
  readonly depth: number;
}

/** Takes whose feet come this near to 0, as shares of the figure, have their ground there. */
const groundFrom = -0.02;
const groundTo = 0.06;
/** Where they do not, soles are so thick. */
const soleThickness = 0.012;
/** Shares of the frames in which a foot is taken to stand: of the lowest, the slowest. */
const lowest = 0.6;
const slowest = 0.5;

/** Where the ground of a take is, in its units: 0 where feet come down to about there, else just below them. */
export function findGround(sampled: SampledTake, feet: readonly TakeFoot[], height: number): number {
  const { points, sampleCount } = sampled;
  const own = feet.flatMap(({ ankle, ball, tip }) => [ankle, ball ?? ankle, tip]);
  const chosen = own.length > 0 ? own : points.map((_, index) => index);
  const lows = Float64Array.from({ length: sampleCount }, (_, sample) =>
    minOf(chosen.map((point) => heightOf(sampled, sample, point))),
  ).sort();
  const low = lows[Math.floor(sampleCount / 20)];
  return low >= groundFrom * height && low <= groundTo * height ? 0 : low - soleThickness * height;
}

/** The samples in which a joint stands: it is low and slow. */
export function findStanding(sampled: SampledTake, joint: number): readonly number[] {
  const { sampleCount, moved, points } = sampled;
  const all = Array.from({ length: sampleCount }, (_, sample) => sample);
  const low = pickLeast(all, lowest, (sample) => heightOf(sampled, sample, joint));
  return pickLeast(low, slowest, (sample) => moved[points.length * sample + joint]);
}

/** How a joint is held in some samples. depths: the least and the most that it can be above the ground. */
export function measureStance(
  sampled: SampledTake,
  joint: number,
  standing: readonly number[],
  ground: number,
  depths: readonly [number, number],
): Stance {
  const { sampleCount, worlds } = sampled;
  const up: [number, number, number] = [0, 0, 0];
  for (const sample of standing) {
    const o = (worlds.length / sampleCount) * sample + 16 * joint;
    // A row of a rotation: the world's Y seen from the joint.
    for (let axis = 0; axis < 3; axis++) up[axis] += worlds[o + 4 * axis + 1];
  }
  const heights = standing.map((sample) => heightOf(sampled, sample, joint) - ground).sort((a, b) => a - b);
  return { up: unit(up, [0, 1, 0]), depth: clamp(heights[heights.length >> 1], ...depths) };
}

/** The share of some samples for which a value is least, at least one. */
function pickLeast(
  samples: readonly number[],
  share: number,
  value: (sample: number) => number,
): readonly number[] {
  return [...samples]
    .sort((a, b) => value(a) - value(b) || a - b)
    .slice(0, Math.max(1, Math.round(share * samples.length)));
}

function heightOf({ places, points }: SampledTake, sample: number, point: number): number {
  return places[3 * (points.length * sample + point) + 1];
}
