import type { BvhRecording } from './bvh-recording.ts';
import type { RecordedPoint, SampledRecording } from './recorded-points.ts';
import type { RecordingUp } from './recording-rig.ts';

const footName = /foot|toe|ankle/i;
const headName = /head/i;

/** z is up if over a recording the character extends more than this many times as far along z as along y. */
const reachRatio = 1.2;

/**
 * Finds the up axis of a recording that was sampled as if y were up. If the names of joints show where feet and head are, up is the
 * direction from the feet to the head. Otherwise up is the axis along which the character is longest in most samples.
 */
export function findUp(
  recording: BvhRecording,
  { points, positions, sampleCount }: SampledRecording,
): RecordingUp {
  const named = (pattern: RegExp) =>
    points.flatMap((point, index) => (pattern.test(nameOf(recording, point)) ? [index] : []));
  const heads = named(headName);
  const feet = named(footName);
  let [alongY, alongZ] = [0, 0];
  for (let sample = 0; sample < sampleCount; sample++) {
    const at = (point: number, axis: number) => positions[3 * (points.length * sample + point) + axis];
    if (heads.length > 0 && feet.length > 0) {
      const mean = (chosen: readonly number[], axis: number) =>
        chosen.reduce((sum, point) => sum + at(point, axis), 0) / chosen.length;
      alongY += mean(heads, 1) - mean(feet, 1);
      alongZ += mean(heads, 2) - mean(feet, 2);
    } else {
      const reach = (axis: number) => {
        let min = Number.POSITIVE_INFINITY;
        let max = Number.NEGATIVE_INFINITY;
        for (let point = 0; point < points.length; point++) {
          min = Math.min(min, at(point, axis));
          max = Math.max(max, at(point, axis));
        }
        return max - min;
      };
      alongY += reach(1);
      alongZ += reach(2) / reachRatio;
    }
  }
  return alongZ > alongY ? 'z' : 'y';
}

function nameOf({ joints }: BvhRecording, { joint }: RecordedPoint): string {
  return joints[joint].name;
}
