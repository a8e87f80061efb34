import { maxOf } from '../../math/lists.ts';
import { keepTargets, reduceShapes } from '../morph/reduce-shapes.ts';

/** A motion of points as a mean shape and a few other shapes with varying weights. */
export interface ReducedMotion {
  /** Mean of all frames, [3 · pointCount]. */
  readonly rest: Float32Array;
  /** For each shape, [3 · pointCount] displacements at weight 1. */
  readonly targets: readonly Float32Array[];
  /** Weights, [frameCount · targets]. In the frames from which the shapes were computed they are within ± 1. */
  readonly weights: Float32Array;
  /**
   * For each k, the error with the first k targets, as a fraction of the motion. The list has one entry more than the maximum number of
   * targets.
   */
  readonly leftOut: Float64Array;
}

/** Maximum number of frames from which shapes are computed. */
const maxShaped = 96;
/** Motion that is smaller than this fraction of the size of the points is rounding noise. */
const noise = 1e-6;

/**
 * Reduces the frames of a motion, each [3 · pointCount], to at most `maxTargets` shapes that minimise the root mean square error. Returns
 * no targets if nothing moves.
 */
export function reduceMotion(frames: readonly Float32Array[], maxTargets: number): ReducedMotion {
  const rest = averageFrames(frames);
  const shaped = thin(frames, maxShaped);
  const count = shaped.length;
  const gram = measureProducts(shaped, rest);
  const size = rest.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const moved = maxOf(Array.from({ length: count }, (_, k) => gram[k * count + k]));
  if (!(moved > (noise * size) ** 2 * rest.length)) {
    return { rest, targets: [], weights: new Float32Array(0), leftOut: Float64Array.of(0) };
  }
  const identity = Float64Array.from({ length: count * count }, (_, k) => (k % (count + 1) === 0 ? 1 : 0));
  const whole = reduceShapes(identity, gram, count, count);
  const { targetCount, shapes } = keepTargets(whole, Math.min(maxTargets, whole.targetCount));
  const targets = Array.from({ length: targetCount }, (_, target) => {
    const sums = new Float64Array(rest.length);
    shaped.forEach((frame, k) => {
      const fraction = shapes[target * count + k];
      for (let o = 0; o < sums.length; o++) sums[o] += fraction * (frame[o] - rest[o]);
    });
    return Float32Array.from(sums);
  });
  return { rest, targets, weights: weighFrames(frames, rest, targets), leftOut: whole.leftOut };
}

/** Reconstructs one frame of the reduced motion: out [3 · pointCount]. */
export function expandFrame(
  out: Float64Array,
  { rest, targets, weights }: ReducedMotion,
  frame: number,
): void {
  out.set(rest);
  targets.forEach((target, k) => {
    const weight = weights[frame * targets.length + k];
    for (let o = 0; o < out.length; o++) out[o] += weight * target[o];
  });
}

/**
 * Returns the weights of a motion's targets at a time. The frames of the motion are at `times`; weights are linear between them, and
 * constant before the first and after the last.
 */
export function weightsAt(
  { weights, targets }: ReducedMotion,
  times: ArrayLike<number>,
  seconds: number,
): number[] {
  let k = 0;
  while (k < times.length - 2 && times[k + 1] <= seconds) k++;
  const next = Math.min(k + 1, times.length - 1);
  const span = times[next] - times[k];
  const fraction = span > 0 ? Math.min(1, Math.max(0, (seconds - times[k]) / span)) : 0;
  return targets.map((_, target) => {
    const [a, b] = [weights[k * targets.length + target], weights[next * targets.length + target]];
    return a + fraction * (b - a);
  });
}

/** Returns evenly spaced entries of a list, including the first and the last; all entries if there are at most `maxCount`. */
export function thin<Entry>(list: readonly Entry[], max: number): readonly Entry[] {
  if (list.length <= max) return list;
  return Array.from({ length: max }, (_, k) => list[Math.round((k * (list.length - 1)) / (max - 1))]);
}

/** Returns the mean of frames of equal length. */
export function averageFrames(frames: readonly Float32Array[]): Float32Array {
  const sums = new Float64Array(frames[0].length);
  for (const frame of frames) for (let k = 0; k < sums.length; k++) sums[k] += frame[k];
  return Float32Array.from(sums, (sum) => sum / frames.length);
}

/** Returns the scalar products [frames²] of the differences of frames from the mean. */
function measureProducts(frames: readonly Float32Array[], rest: Float32Array): Float64Array {
  const count = frames.length;
  const gram = new Float64Array(count * count);
  // Number of values of all frames that are processed together, so that they stay in the cache.
  const block = 2048;
  const moved = frames.map(() => new Float32Array(block));
  for (let start = 0; start < rest.length; start += block) {
    const length = Math.min(block, rest.length - start);
    frames.forEach((frame, k) => {
      for (let o = 0; o < length; o++) moved[k][o] = frame[start + o] - rest[start + o];
    });
    for (let i = 0; i < count; i++) {
      for (let j = 0; j <= i; j++) {
        const [a, b] = [moved[i], moved[j]];
        let sum = 0;
        for (let o = 0; o < length; o++) sum += a[o] * b[o];
        gram[i * count + j] += sum;
      }
    }
  }
  for (let i = 0; i < count; i++) for (let j = 0; j < i; j++) gram[j * count + i] = gram[i * count + j];
  return gram;
}

/** Returns the weights of the shapes in each frame. The shapes are orthogonal, so the weight of each is a projection. */
function weighFrames(
  frames: readonly Float32Array[],
  rest: Float32Array,
  targets: readonly Float32Array[],
): Float32Array {
  const weights = new Float32Array(frames.length * targets.length);
  targets.forEach((target, k) => {
    let square = 0;
    for (let o = 0; o < target.length; o++) square += target[o] * target[o];
    frames.forEach((frame, f) => {
      let sum = 0;
      for (let o = 0; o < target.length; o++) sum += target[o] * (frame[o] - rest[o]);
      weights[f * targets.length + k] = square > 0 ? sum / square : 0;
    });
  });
  return weights;
}
