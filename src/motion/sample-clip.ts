import { normalizeQuaternion } from '../math/quaternion.ts';
import { slerp } from '../math/slerp.ts';
import type { Pose } from './pose.ts';
import type { Clip, ClipChannel } from './rig.ts';

/**
 * Writes a clip's channels at time t into a pose. Nodes and properties without a channel are unchanged. t is absolute, seconds.
 * The first value is held before a channel's first key, the last value after its last key.
 */
export function sampleClip(clip: Clip, t: number, pose: Pose): void {
  for (const channel of clip.channels) {
    const { node, path } = channel;
    if (path === 'translation') sampleChannel(channel, t, pose.translation, 3 * node);
    else if (path === 'rotation') sampleChannel(channel, t, pose.rotation, 4 * node);
    else if (path === 'scale') sampleChannel(channel, t, pose.scale, 3 * node);
    else sampleChannel(channel, t, pose.weights[node], 0);
  }
}

/** Writes the value of a channel at time t to out[offset … offset + width). Rotations are unit quaternions. */
export function sampleChannel(channel: ClipChannel, t: number, out: Float64Array, offset: number): void {
  const { times, values, width, interpolation } = channel;
  const last = times.length - 1;
  const key = findKey(times, t);
  // With cubic splines a key is [in-tangent, value, out-tangent].
  const isCubic = interpolation === 'CUBICSPLINE';
  const stride = isCubic ? 3 * width : width;
  const from = Math.max(key, 0) * stride + (isCubic ? width : 0);

  if (key < 0 || key >= last || interpolation === 'STEP') {
    for (let c = 0; c < width; c++) out[offset + c] = values[from + c];
  } else {
    const interval = times[key + 1] - times[key];
    const s = (t - times[key]) / interval;
    if (isCubic) {
      blendCubic(out, offset, values, from, width, interval, s);
    } else if (channel.path === 'rotation') {
      for (let c = 0; c < 4; c++) {
        start[c] = values[from + c];
        end[c] = values[from + 4 + c];
      }
      normalizeQuaternion(start, start);
      normalizeQuaternion(end, end);
      slerp(blended, start, end, s);
      out.set(blended, offset);
      return;
    } else {
      for (let c = 0; c < width; c++) {
        const value = values[from + c];
        out[offset + c] = value + (values[from + width + c] - value) * s;
      }
    }
  }
  if (channel.path === 'rotation') {
    for (let c = 0; c < 4; c++) blended[c] = out[offset + c];
    normalizeQuaternion(blended, blended);
    out.set(blended, offset);
  }
}

/** Evaluates a Hermite spline over one interval. Tangents are per second. `from` points at the first key's value. glTF 2.0, appendix C. */
function blendCubic(
  out: Float64Array,
  offset: number,
  values: Float32Array,
  from: number,
  width: number,
  interval: number,
  s: number,
): void {
  const s2 = s * s;
  const s3 = s2 * s;
  const startWeight = 2 * s3 - 3 * s2 + 1;
  const startTangent = interval * (s3 - 2 * s2 + s);
  const endWeight = 3 * s2 - 2 * s3;
  const endTangent = interval * (s3 - s2);
  for (let c = 0; c < width; c++) {
    const k = from + c;
    out[offset + c] =
      startWeight * values[k] +
      startTangent * values[k + width] +
      endTangent * values[k + 2 * width] +
      endWeight * values[k + 3 * width];
  }
}

/** Returns the index of the last key at or before t, −1 before the first. */
function findKey(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const start = new Float64Array(4);
const end = new Float64Array(4);
const blended = new Float64Array(4);
