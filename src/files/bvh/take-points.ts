import { transformPoint } from '../../math/matrix.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig } from '../../motion/rig.ts';
import { sampleClip } from '../../motion/sample-clip.ts';
import type { BvhTake } from './bvh-take.ts';

/** A joint, or an End Site of one. */
export interface TakePoint {
  readonly joint: number;
  /** From the joint, in its frame. */
  readonly local: readonly [number, number, number];
  readonly isEnd: boolean;
}

/** Where the points of a take are at some of its frames. */
export interface SampledTake {
  readonly points: readonly TakePoint[];
  readonly sampleCount: number;
  /** [3 · points · samples] sample by sample, in the rig's axes and units. */
  readonly places: Float64Array;
  /** [points · samples] how far each goes in the time around a sample, in the rig's units; of equal times. */
  readonly moved: Float64Array;
  /** [3 · points] at rest. */
  readonly rest: Float64Array;
  /** [16 · joints · samples] world matrices of the joints. */
  readonly worlds: Float64Array;
}

export const maxSamples = 300;
/** Seconds before and after a sample between which a point's way is measured. */
export const aroundSeconds = 0.03;

/** Poses a take at up to 300 frames, evenly apart, the first among them. Joints come first among the points, in their order. */
export function sampleTake(take: BvhTake, rig: Rig): SampledTake {
  const points: TakePoint[] = [
    ...take.joints.map((_, joint): TakePoint => ({ joint, local: [0, 0, 0], isEnd: false })),
    ...take.joints.flatMap(({ ends }, joint) =>
      ends.map((local): TakePoint => ({ joint, local, isEnd: true })),
    ),
  ];
  const pose = new Pose(rig);
  pose.updateWorld();
  const rest = new Float64Array(3 * points.length);
  placePoints(rest, 0, points, pose);
  const sampleCount = Math.min(maxSamples, take.frameCount);
  const places = new Float64Array(3 * points.length * sampleCount);
  const worlds = new Float64Array(pose.world.length * sampleCount);
  const moved = new Float64Array(points.length * sampleCount);
  const before = new Float64Array(3 * points.length);
  const after = new Float64Array(3 * points.length);
  const [clip] = rig.clips;
  for (let sample = 0; sample < sampleCount; sample++) {
    const frame = Math.floor((sample * take.frameCount) / sampleCount);
    sampleClip(clip, frame * take.frameTime, pose);
    pose.updateWorld();
    worlds.set(pose.world, pose.world.length * sample);
    placePoints(places, 3 * points.length * sample, points, pose);
    // Within the take, so that the first and the last do not seem to stand.
    const middle = Math.min(Math.max(frame * take.frameTime, aroundSeconds), clip.end - aroundSeconds);
    for (const [out, t] of [
      [before, middle - aroundSeconds],
      [after, middle + aroundSeconds],
    ] as const) {
      sampleClip(clip, t, pose);
      pose.updateWorld();
      placePoints(out, 0, points, pose);
    }
    for (let point = 0; point < points.length; point++) {
      moved[points.length * sample + point] = distanceBetween(before, after, 3 * point);
    }
  }
  return { points, sampleCount, places, moved, rest, worlds };
}

export function distanceBetween(a: Float64Array, b: Float64Array, offset: number): number {
  const x = b[offset] - a[offset];
  const y = b[offset + 1] - a[offset + 1];
  const z = b[offset + 2] - a[offset + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

const place = [0, 0, 0];

/** out = where points are, from `offset` on. */
export function placePoints(
  out: Float64Array,
  offset: number,
  points: readonly TakePoint[],
  { world }: Pick<Pose, 'world'>,
): void {
  points.forEach(({ joint, local }, index) => {
    transformPoint(place, world, local, 16 * joint);
    out.set(place, offset + 3 * index);
  });
}

/** From the lowest to the highest of some points, or of those that count. */
export function heightOf(places: Float64Array, counts?: readonly boolean[]): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = 1; k < places.length; k += 3) {
    if (counts && !counts[(k - 1) / 3]) continue;
    low = Math.min(low, places[k]);
    high = Math.max(high, places[k]);
  }
  return high - low;
}
