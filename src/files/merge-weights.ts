/**
 * Keys of morph weights: `width` numbers for each key, or three times as many with CUBICSPLINE (in-tangent, value,
 * out-tangent).
 */
export interface WeightKeys {
  readonly interpolation: 'STEP' | 'LINEAR' | 'CUBICSPLINE';
  /** Seconds, increasing. */
  readonly times: Float32Array;
  readonly values: Float32Array;
  readonly width: number;
}

/** The interval of keys that contains a time. */
interface KeySpan {
  readonly key: number;
  readonly next: number;
  /** Position of the time between this key and the next, 0..1. */
  readonly fraction: number;
  /** Seconds from this key to the next. */
  readonly interval: number;
}

/**
 * Merges keys: each result key has the weights of `old`, followed by those of `added`, which is LINEAR. At every time the weights are the
 * same as before.
 *
 * Every key of both is a key of the result. If both are linear, the result is linear. If one is a cubic spline, the result is cubic, which
 * represents straight lines exactly. A STEP key becomes two keys, as close together as 32-bit times allow.
 */
export function mergeWeights(old: WeightKeys, added: WeightKeys): WeightKeys {
  const times = joinTimes(old, added);
  const width = old.width + added.width;
  const isCubic = old.interpolation === 'CUBICSPLINE';
  const stride = isCubic ? 3 * width : width;
  const values = new Float32Array(times.length * stride);
  for (let key = 0; key < times.length; key++) {
    const out = values.subarray(key * stride, (key + 1) * stride);
    if (isCubic) {
      sampleCubic(out, 0, width, old, times[key]);
      sampleSlopes(out, old.width, width, added, times[key]);
    } else {
      sampleLinear(out, 0, old, times[key]);
      sampleLinear(out, old.width, added, times[key]);
    }
  }
  return { interpolation: isCubic ? 'CUBICSPLINE' : 'LINEAR', times, values, width };
}

function joinTimes(old: WeightKeys, added: WeightKeys): Float32Array {
  const times = new Set([...old.times, ...added.times]);
  if (old.interpolation === 'STEP') for (const t of old.times.subarray(1)) times.add(justBefore(t));
  return Float32Array.from(times).sort();
}

/** Returns the largest 32-bit float below t. t > 0. */
function justBefore(t: number): number {
  const bits = new Uint32Array(Float32Array.of(t).buffer);
  bits[0]--;
  return new Float32Array(bits.buffer)[0];
}

function findKeySpan(times: Float32Array, t: number): KeySpan {
  const last = times.length - 1;
  let key = 0;
  while (key < last && times[key + 1] <= t) key++;
  const next = Math.min(key + 1, last);
  const interval = times[next] - times[key];
  if (t <= times[key] || interval <= 0) return { key, next: key, fraction: 0, interval: 0 };
  return { key, next, fraction: (t - times[key]) / interval, interval };
}

function sampleLinear(out: Float32Array, offset: number, keys: WeightKeys, t: number): void {
  const { values, width, interpolation } = keys;
  const { key, next, fraction } = findKeySpan(keys.times, t);
  for (let k = 0; k < width; k++) {
    const value = values[key * width + k];
    const change = values[next * width + k] - value;
    out[offset + k] = interpolation === 'STEP' || fraction === 0 ? value : value + change * fraction;
  }
}

/** Writes a cubic key for piecewise linear keys at a time: the value, and the slopes before and after (0 outside the keys). */
function sampleSlopes(out: Float32Array, offset: number, stride: number, keys: WeightKeys, t: number): void {
  const { times, width } = keys;
  const { key, next, fraction } = findKeySpan(times, t);
  const isKey = t === times[key];
  sampleLinear(out.subarray(stride, 2 * stride), offset, keys, t);
  if (!isKey && fraction === 0) return;
  for (let k = 0; k < width; k++) {
    out[offset + k] = isKey ? slopeBetween(keys, key - 1, key, k) : slopeBetween(keys, key, next, k);
    out[offset + 2 * stride + k] = slopeBetween(keys, key, key + 1, k);
  }
}

function slopeBetween({ times, values, width }: WeightKeys, from: number, to: number, k: number): number {
  if (from < 0 || to >= times.length) return 0;
  return (values[to * width + k] - values[from * width + k]) / (times[to] - times[from]);
}

/** Writes a cubic key for a spline at any time: the value and the slope. A part of a cubic is the same cubic. */
function sampleCubic(out: Float32Array, offset: number, stride: number, keys: WeightKeys, t: number): void {
  const { times, values, width } = keys;
  const { key, next, fraction: s, interval } = findKeySpan(times, t);
  const isKey = t === times[key];
  for (let k = 0; k < width; k++) {
    const from = 3 * width * key + k;
    const to = 3 * width * next + k;
    const p = values[from + width];
    if (s === 0) {
      // The value is constant before the first key and after the last.
      out[offset + k] = isKey && key > 0 ? values[from] : 0;
      out[offset + stride + k] = p;
      out[offset + 2 * stride + k] = isKey && key < times.length - 1 ? values[from + 2 * width] : 0;
      continue;
    }
    const q = values[to + width];
    const m = interval * values[from + 2 * width];
    const n = interval * values[to];
    const s2 = s * s;
    const s3 = s2 * s;
    const slope = ((6 * s2 - 6 * s) * (p - q) + (3 * s2 - 4 * s + 1) * m + (3 * s2 - 2 * s) * n) / interval;
    out[offset + k] = slope;
    out[offset + stride + k] =
      (2 * s3 - 3 * s2 + 1) * p + (s3 - 2 * s2 + s) * m + (3 * s2 - 2 * s3) * q + (s3 - s2) * n;
    out[offset + 2 * stride + k] = slope;
  }
}
