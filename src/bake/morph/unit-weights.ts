/** Default maximum number of morph targets of a mesh: four shapes and the offset. */
export const usualTargetCount = 5;

/**
 * How targets and their weights change so that every weight lies in [0, 1], the only range that Blender, Unity and others support. A weight
 * w of target T becomes (w − low) / range of the target range · T. The remainder, Σ low · T, becomes an additional target, the offset,
 * whose weight is 1 in every clip that moves the targets. The sum is the same at keys and, since interpolation is linear, between keys.
 */
export interface UnitWeights {
  /** Indices of the targets that are kept, ascending. Targets whose weight never changes are not kept; they are part of the offset. */
  readonly kept: readonly number[];
  /**
   * Minimum weight, and the other end of the range relative to this minimum: negative if the weight is never above 0. One value for each of
   * all targets.
   */
  readonly low: Float64Array;
  readonly range: Float64Array;
  /** False if the range of every weight begins at 0, so that there is no offset. */
  readonly hasOffset: boolean;
}

/** Padding of the range of weights, as a fraction of the range, for weights at times between steps. */
const margin = 1 / 64;

/**
 * Finds the ranges of weights. usual [n · width]: weights that determine the ranges, with padding. keys, each [n · width]: weights that are
 * written; a range is extended if a written weight is outside.
 *
 * A weight that never changes its sign needs no offset. width: the number of targets.
 */
export function planUnitWeights(
  width: number,
  usual: Float64Array,
  keys: readonly Float64Array[],
): UnitWeights {
  const low = new Float64Array(width);
  const range = new Float64Array(width);
  const kept: number[] = [];
  for (let target = 0; target < width; target++) {
    const seen = findRange([usual], width, target);
    const room = margin * (seen.max - seen.min);
    const own = findRange(keys, width, target);
    const min = Math.min(own.min, seen.min < 0 ? seen.min - room : seen.min);
    const max = Math.max(own.max, seen.max > 0 ? seen.max + room : seen.max);
    if (!(max > min)) {
      low[target] = Number.isFinite(min) ? min : 0;
      continue;
    }
    kept.push(target);
    low[target] = min < 0 && max > 0 ? min : 0;
    range[target] = max <= 0 ? min : max - low[target];
  }
  return { kept, low, range, hasOffset: low.some((value) => value !== 0) };
}

function findRange(lists: readonly Float64Array[], width: number, target: number) {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const values of lists) {
    for (let k = target; k < values.length; k += width) {
      min = Math.min(min, values[k]);
      max = Math.max(max, values[k]);
    }
  }
  return { min, max };
}

/** Returns the number of targets that are written. */
export function countUnitTargets({ kept, hasOffset }: UnitWeights): number {
  return kept.length + (hasOffset ? 1 : 0);
}

/**
 * Returns the entries of a list that are written. The list has one entry for each target, such as its name. The result has those of the
 * kept targets, then that of the offset.
 */
export function listUnitTargets<Entry>(
  { kept, hasOffset }: UnitWeights,
  entries: readonly Entry[],
  offset: Entry,
): Entry[] {
  return [...kept.map((target) => entries[target]), ...(hasOffset ? [offset] : [])];
}

/** Returns the written deltas, computed from the deltas of all targets. The offset is last. */
export function scaleTargets(
  { kept, low, range, hasOffset }: UnitWeights,
  targets: readonly Float32Array[],
): Float32Array[] {
  const scaled = kept.map((target) => targets[target].map((value) => range[target] * value));
  if (!hasOffset) return scaled;
  const sums = new Float64Array(targets[0].length);
  targets.forEach((deltas, target) => {
    if (low[target] === 0) return;
    for (let k = 0; k < sums.length; k++) sums[k] += low[target] * deltas[k];
  });
  return [...scaled, Float32Array.from(sums)];
}

/** Returns the weights as they are written, each in [0, 1], [n · `countUnitTargets`]. weights: those of all targets, [n · all targets]. */
export function scaleWeights(unit: UnitWeights, weights: ArrayLike<number>): Float32Array {
  const { kept, low, range, hasOffset } = unit;
  const width = low.length;
  const newWidth = countUnitTargets(unit);
  const count = width > 0 ? weights.length / width : 0;
  const out = new Float32Array(count * newWidth);
  for (let key = 0; key < count; key++) {
    kept.forEach((target, k) => {
      const value = (weights[key * width + target] - low[target]) / range[target];
      out[key * newWidth + k] = Math.min(1, Math.max(0, value));
    });
    if (hasOffset) out[key * newWidth + kept.length] = 1;
  }
  return out;
}
