import { transformPoint } from '../../math/matrix.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig } from '../../motion/rig.ts';
import { sampleClip } from '../../motion/sample-clip.ts';
import type { BvhRecording } from './bvh-recording.ts';

/** A joint, or an End Site of a joint. */
export interface RecordedPoint {
  readonly joint: number;
  /** Position relative to the joint, in the frame of the joint. */
  readonly local: readonly [number, number, number];
  readonly isEnd: boolean;
}

/** Positions of the points of a recording at some of its frames. */
export interface SampledRecording {
  readonly points: readonly RecordedPoint[];
  readonly sampleCount: number;
  /** Positions in the rig's axes and units: all points of the first sample, then those of the next. [3 · points · samples] */
  readonly positions: Float64Array;
  /**
   * Length of the path of each point during a short time around a sample, in the rig's units. [points · samples] The time is the same for
   * all samples.
   */
  readonly moved: Float64Array;
  /** Positions in the rest pose, [3 · points]. */
  readonly rest: Float64Array;
  /** World matrices of the joints, [16 · joints · samples]. */
  readonly worlds: Float64Array;
}

export const maxSamples = 300;
/** The path of a point is measured from this number of seconds before a sample to the same number after it. */
export const aroundSeconds = 0.03;

/**
 * Samples a recording at up to 300 evenly spaced frames, including the first. Among the points, joints come first, in
 * their order.
 */
export function sampleRecording(recording: BvhRecording, rig: Rig): SampledRecording {
  const points: RecordedPoint[] = [
    ...recording.joints.map((_, joint): RecordedPoint => ({ joint, local: [0, 0, 0], isEnd: false })),
    ...recording.joints.flatMap(({ ends }, joint) =>
      ends.map((local): RecordedPoint => ({ joint, local, isEnd: true })),
    ),
  ];
  const pose = new Pose(rig);
  pose.updateWorld();
  const rest = new Float64Array(3 * points.length);
  placePoints(rest, 0, points, pose);
  const sampleCount = Math.min(maxSamples, recording.frameCount);
  const positions = new Float64Array(3 * points.length * sampleCount);
  const worlds = new Float64Array(pose.world.length * sampleCount);
  const moved = new Float64Array(points.length * sampleCount);
  const before = new Float64Array(3 * points.length);
  const after = new Float64Array(3 * points.length);
  const [clip] = rig.clips;
  for (let sample = 0; sample < sampleCount; sample++) {
    const frame = Math.floor((sample * recording.frameCount) / sampleCount);
    sampleClip(clip, frame * recording.frameTime, pose);
    pose.updateWorld();
    worlds.set(pose.world, pose.world.length * sample);
    placePoints(positions, 3 * points.length * sample, points, pose);
    // The interval is kept within the recording. Before its first frame and after its last, points would seem not to move.
    const middle = Math.min(Math.max(frame * recording.frameTime, aroundSeconds), clip.end - aroundSeconds);
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
  return { points, sampleCount, positions, moved, rest, worlds };
}

export function distanceBetween(a: Float64Array, b: Float64Array, offset: number): number {
  const x = b[offset] - a[offset];
  const y = b[offset + 1] - a[offset + 1];
  const z = b[offset + 2] - a[offset + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

const position = [0, 0, 0];

/** Writes the positions of points into `out`, from index `offset` on. */
export function placePoints(
  out: Float64Array,
  offset: number,
  points: readonly RecordedPoint[],
  { world }: Pick<Pose, 'world'>,
): void {
  points.forEach(({ joint, local }, index) => {
    transformPoint(position, world, local, 16 * joint);
    out.set(position, offset + 3 * index);
  });
}

/** Returns the difference between the maximum and the minimum height of the points. counts: which points count. Absent: all. */
export function heightOf(positions: Float64Array, counts?: readonly boolean[]): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = 1; k < positions.length; k += 3) {
    if (counts && !counts[(k - 1) / 3]) continue;
    low = Math.min(low, positions[k]);
    high = Math.max(high, positions[k]);
  }
  return high - low;
}
