import { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { poseCharacterPoints } from './character-points.ts';
import type { Foot } from './find-feet.ts';
import { RigSpace } from './rig-space.ts';

/** The motion of one foot's sole over a period of `count` equidistant samples, rig space. */
export interface SoleTrack {
  /** Height of the lowest vertex of the sole at each sample, [count]. */
  readonly low: Float64Array;
  /** Horizontal velocity of the sole's contact from sample i to i + 1 (from the last sample to the first), units / s. [count] */
  readonly velocityX: Float64Array;
  readonly velocityZ: Float64Array;
}

/** The contact of a foot is the vertices up to this fraction of the height above its lowest vertex, with weights that decrease upward. */
const contactBand = 0.01;

/**
 * Tracks every sole through one period. `poseAt` writes the pose of sample i into the given pose. The contact is the lowest part of the
 * sole. Vertices nearer to the lowest one have more weight, so that the contact moves smoothly in a foot that rolls from heel to toe. The
 * velocity of the contact is that of its vertices, not that of the contact's position.
 */
export function trackSoles(
  rig: Rig,
  feet: readonly Foot[],
  height: number,
  period: number,
  count: number,
  poseAt: (pose: Pose, sample: number) => void,
): SoleTrack[] {
  const pose = new Pose(rig);
  const space = new RigSpace(
    rig,
    feet.flatMap((foot) => [...foot.sole.nodes]),
  );
  const tracks = feet.map(() => ({
    low: new Float64Array(count),
    velocityX: new Float64Array(count),
    velocityZ: new Float64Array(count),
  }));
  const size = feet.map((foot) => 3 * foot.sole.count);
  const positions = size.map((n) => [new Float64Array(n), new Float64Array(n)]);
  const band = contactBand * height;
  const rate = count / period;
  for (let i = 0; i <= count; i++) {
    poseAt(pose, i % count);
    space.update(pose);
    for (let f = 0; f < feet.length; f++) {
      const [before, after] = i % 2 === 0 ? [positions[f][1], positions[f][0]] : positions[f];
      poseCharacterPoints(after, feet[f].sole, space.matrices);
      if (i < count) tracks[f].low[i] = lowest(after);
      if (i > 0) contactVelocity(tracks[f], i - 1, before, after, band, rate);
    }
  }
  return tracks;
}

/** Returns the height of the lowest of the points [3 · count]. */
export function lowest(positions: Float64Array): number {
  let low = Infinity;
  for (let k = 1; k < positions.length; k += 3) if (positions[k] < low) low = positions[k];
  return low;
}

function contactVelocity(
  track: SoleTrack,
  sample: number,
  before: Float64Array,
  after: Float64Array,
  band: number,
  rate: number,
): void {
  let low = Infinity;
  for (let k = 1; k < after.length; k += 3) low = Math.min(low, before[k] + after[k]);
  let sum = 0;
  let x = 0;
  let z = 0;
  for (let k = 0; k < after.length; k += 3) {
    const nearness = 1 - (before[k + 1] + after[k + 1] - low) / (2 * band);
    if (nearness <= 0) continue;
    const weight = nearness * nearness;
    sum += weight;
    x += weight * (after[k] - before[k]);
    z += weight * (after[k + 2] - before[k + 2]);
  }
  track.velocityX[sample] = (x / sum) * rate;
  track.velocityZ[sample] = (z / sum) * rate;
}
