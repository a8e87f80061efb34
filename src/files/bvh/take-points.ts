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
  /** [3 · points] at rest. */
  readonly rest: Float64Array;
  /** [16 · joints · samples] world matrices of the joints. */
  readonly worlds: Float64Array;
}

const mostSamples = 300;

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
  const sampleCount = Math.min(mostSamples, take.frameCount);
  const places = new Float64Array(3 * points.length * sampleCount);
  const worlds = new Float64Array(pose.world.length * sampleCount);
  const [clip] = rig.clips;
  for (let sample = 0; sample < sampleCount; sample++) {
    const frame = Math.floor((sample * take.frameCount) / sampleCount);
    sampleClip(clip, frame * take.frameTime, pose);
    pose.updateWorld();
    worlds.set(pose.world, pose.world.length * sample);
    placePoints(places, 3 * points.length * sample, points, pose);
  }
  return { points, sampleCount, places, rest, worlds };
}

const place = [0, 0, 0];

function placePoints(out: Float64Array, offset: number, points: readonly TakePoint[], pose: Pose): void {
  points.forEach(({ joint, local }, index) => {
    transformPoint(place, pose.world, local, 16 * joint);
    out.set(place, offset + 3 * index);
  });
}
