import type { Clip, ClipChannel } from '../rig.ts';
import { sampleChannel } from '../sample-clip.ts';

/** Keys per second that replace the curves of a channel. */
const curveRate = 120;

/**
 * Returns the part of a clip from one time to another, with its own times. Both lie within the clip, `from` before `to`. Linear and stepped
 * channels keep their keys and get one at each end; curves are sampled, with linear interpolation.
 */
export function cutClip(clip: Clip, from: number, to: number): Clip {
  const channels = clip.channels.map((channel): ClipChannel => {
    const isCurve = channel.interpolation === 'CUBICSPLINE';
    const inner = isCurve
      ? Array.from({ length: Math.max(0, Math.ceil((to - from) * curveRate) - 1) }, (_, k) => {
          return from + (k + 1) / curveRate;
        })
      : Array.from(channel.times);
    const times = Float64Array.from([from, ...inner.filter((t) => t > from && t < to), to]);
    const { width } = channel;
    const values = new Float32Array(times.length * width);
    const value = new Float64Array(width);
    times.forEach((time, key) => {
      sampleChannel(channel, time, value, 0);
      values.set(value, key * width);
    });
    return { ...channel, times, values, interpolation: isCurve ? 'LINEAR' : channel.interpolation };
  });
  return { ...clip, start: from, end: to, channels };
}
