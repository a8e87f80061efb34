import { pow } from '../../../math/portable.ts';
import { CellGrid } from './cell-grid.ts';
import { CurveOrder } from './curve-order.ts';
import { eliminateUnevenly } from './eliminate-unevenly.ts';
import { findDistinct } from './find-distinct.ts';
import { MaxHeap } from './max-heap.ts';
import { gatherPoints } from './pair-list.ts';

export interface BlueNoiseOptions {
  /** Dimension of the shape that the candidates fill: 1 lines, 2 areas and surfaces, 3 volumes. */
  readonly dimension: 1 | 2 | 3;
  /** Length, area or volume of the shape: m, m², m³, > 0. */
  readonly measure: number;
  /** True: the result is ordered so that its first k entries are blue noise for every k. False: ascending. Default false. */
  readonly progressive?: boolean;
  /** True: the result keeps the varying density of the candidates. False: the result is uniform. Default false. */
  readonly uneven?: boolean;
}

/**
 * Returns the maximum possible spacing of `count` points in a line, an area or a volume, that of the densest packing of spheres, in
 * metres: 2 r_max in Yuksel 2015, eq. 3 and 4.
 */
export function largestSpacing(count: number, dimension: 1 | 2 | 3, measure: number): number {
  const fraction = measure / count;
  if (dimension === 1) return fraction;
  return dimension === 2 ? Math.sqrt((2 * fraction) / Math.sqrt(3)) : pow(fraction * Math.SQRT2, 1 / 3);
}

/**
 * Distances below this fraction of the spacing, times 1 − (count / candidates)^1.5, have the same weight. Yuksel 2015, β = 0.65
 * and γ = 1.5.
 */
const sameWeightFraction = 0.65;

/** If the cells hold more points than this on average, the given measure is too large, so the spacing is halved. */
const crowdLimit = 150;
/** Maximum number of times that the spacing is halved. */
const halvingLimit = 40;

/**
 * Chooses `count` of the candidates so that they are as far from each other as possible: weighted sample elimination, Yuksel 2015.
 *
 * candidates [3 · n] finite, n ≥ count, uniformly distributed; n of four or five times `count` is best. Returns [count] different
 * indices. If candidates have equal positions, no position is chosen twice before all are chosen once. If candidates fill much
 * less than `measure`, a smaller spacing is used. Throws a RangeError if n < count, and if `measure` is not above 0.
 */
export function sampleBlueNoise(
  candidates: Float64Array,
  count: number,
  options: BlueNoiseOptions,
): Uint32Array {
  const candidateCount = candidates.length / 3;
  if (!(count <= candidateCount))
    throw new RangeError(`Cannot choose ${count} of ${candidateCount} candidates`);
  if (!(options.measure > 0)) throw new RangeError(`Expected a measure above 0, got ${options.measure}`);
  if (count === 0) return new Uint32Array(0);
  if (candidateCount <= disorderedCount) return choose(candidates, count, options);
  // Sorted along a curve, so that memory is read in order. This is three times as fast for half a million candidates or more.
  const order = new CurveOrder(candidateCount).sort(candidates, candidates, 0, 0);
  const points = new Float64Array(3 * candidateCount);
  gatherPoints(points, candidates, order);
  const chosen = choose(points, count, options).map((k) => order[k]);
  return options.progressive ? chosen : chosen.sort();
}

/** Maximum number of candidates that are not sorted along a curve first. */
const disorderedCount = 100_000;

function choose(candidates: Float64Array, count: number, options: BlueNoiseOptions): Uint32Array {
  const { distinct, repeats } = findDistinct(candidates);
  const order = new Uint32Array(count);
  let left = distinct;
  if (count < distinct.length) left = eliminate(candidates, distinct, count, options);
  else for (let k = distinct.length; k < count; k++) order[k] = repeats[k - distinct.length];
  if (!options.progressive) {
    order.set(left);
    return order.sort();
  }
  // Each pass writes the half that it eliminates behind the half that it keeps, so that every prefix is blue noise.
  while (left.length > 1) {
    const kept = eliminate(candidates, left, left.length >>> 1, options);
    let next = 0;
    let end = kept.length;
    for (const index of left) {
      if (kept[next] === index) next++;
      else order[end++] = index;
    }
    left = kept;
  }
  if (left.length === 1) order[0] = left[0];
  return order;
}

/**
 * More than 2 · stageRatio · count candidates are reduced in stages, each by at most this factor. In one stage each candidate
 * would have too many neighbours.
 */
const stageRatio = 5;

/** Removes the candidate with the largest weight until `count` are left. Returns their indices, ascending. */
function eliminate(
  candidates: Float64Array,
  all: Uint32Array,
  count: number,
  options: BlueNoiseOptions,
): Uint32Array {
  const { dimension, measure } = options;
  let among = all;
  while (among.length > 2 * stageRatio * count)
    among = eliminate(
      candidates,
      among,
      Math.max(stageRatio * count, Math.ceil(among.length / stageRatio)),
      options,
    );
  const points = new Float64Array(3 * among.length);
  gatherPoints(points, candidates, among);
  const fraction = count / among.length;
  const minFraction = sameWeightFraction * (1 - fraction * Math.sqrt(fraction));
  if (options.uneven) {
    const left = eliminateUnevenly(
      points,
      count,
      dimension,
      (room) => largestSpacing(1, dimension, room),
      (squared, spacing) => weigh(squared, spacing, minFraction * spacing),
    );
    return left.map((k) => among[k]);
  }
  let spacing = largestSpacing(count, dimension, measure);
  let grid = new CellGrid(points, spacing);
  for (let k = 0; k < halvingLimit && grid.crowding() > crowdLimit; k++) {
    spacing = Math.min(spacing, grid.diagonal) / 2;
    grid = new CellGrid(points, spacing);
  }
  const min = minFraction * spacing;
  const weights = new Float64Array(among.length);
  for (let k = 0; k < among.length; k++) {
    const found = grid.gather(k, spacing);
    let sum = 0;
    for (let n = 0; n < found; n++) sum += weigh(grid.squaredDistances[n], spacing, min);
    weights[k] = sum;
  }
  const heap = new MaxHeap(weights);
  while (heap.size > count) {
    const crowded = heap.pop();
    grid.remove(crowded);
    const found = grid.gather(crowded, spacing);
    for (let n = 0; n < found; n++) {
      weights[grid.found[n]] -= weigh(grid.squaredDistances[n], spacing, min);
      heap.sink(grid.found[n]);
    }
  }
  return heap.left().map((k) => among[k]);
}

/** Returns (1 − max(d, min) / spacing)⁸. Yuksel 2015, eq. 2. */
function weigh(squaredDistance: number, spacing: number, min: number): number {
  const near = 1 - Math.max(min, Math.sqrt(squaredDistance)) / spacing;
  const second = near * near;
  const fourth = second * second;
  return fourth * fourth;
}
