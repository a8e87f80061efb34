import { pow } from '../../../math/portable.ts';
import { CellGrid } from './cell-grid.ts';
import { CurveOrder } from './curve-order.ts';
import { eliminateUnevenly } from './eliminate-unevenly.ts';
import { findDistinct } from './find-distinct.ts';
import { MaxHeap } from './max-heap.ts';
import { gatherPoints } from './pair-list.ts';

export interface BlueNoiseOptions {
  /** Of what the candidates fill: 1 lines, 2 areas and surfaces, 3 volumes. */
  readonly dimension: 1 | 2 | 3;
  /** Its length, area or volume: m, m², m³, above 0. */
  readonly measure: number;
  /** Order them so that each beginning of the list is blue noise itself; else they rise. Default false. */
  readonly progressive?: boolean;
  /** The candidates lie unevenly on purpose: keep their density instead of evening it out. Default false. */
  readonly uneven?: boolean;
}

/**
 * Spacing of `count` points that fill a line, an area or a volume as densely as spheres can: 2 r_max, the unit in which
 * blue noise is measured. Yuksel 2015, eq. 3 and 4.
 */
export function largestSpacing(count: number, dimension: 1 | 2 | 3, measure: number): number {
  const fraction = measure / count;
  if (dimension === 1) return fraction;
  return dimension === 2 ? Math.sqrt((2 * fraction) / Math.sqrt(3)) : pow(fraction * Math.SQRT2, 1 / 3);
}

/** Distances below this share of the spacing weigh alike, times 1 − (count / candidates)^1.5. Yuksel 2015, β and γ. */
const sameWeightFraction = 0.65;

/** With more in the cell of each than this, on average, the measure cannot be theirs: the spacing is halved. */
const crowdLimit = 150;
const halvingLimit = 40;

/**
 * Chooses `count` of the candidates that are as far from each other as can be: weighted sample elimination, Yuksel 2015.
 *
 * candidates [3 · n] finite, n ≥ count, uniformly spread; four or five times `count` serve best. Returns [count] different
 * indices. Of places that several candidates share none is taken twice before all are taken once. Where candidates crowd
 * into much less than `measure`, they heed each other over less than its spacing. Throws RangeError for
 * n < count and for a measure that is not above 0.
 */
export function sampleBlueNoise(
  candidates: Float64Array,
  count: number,
  options: BlueNoiseOptions,
): Uint32Array {
  const candidateCount = candidates.length / 3;
  if (!(count <= candidateCount))
    throw new RangeError(`Cannot choose ${count} of ${candidateCount} candidates`);
  if (!(options.measure > 0))
    throw new RangeError(`The measure of a shape is above 0, got ${options.measure}`);
  if (count === 0) return new Uint32Array(0);
  if (candidateCount <= disorderedCount) return choose(candidates, count, options);
  // Along a curve, so that memory is read in order: three times as fast from half a million on.
  const order = new CurveOrder(candidateCount).sort(candidates, candidates, 0, 0);
  const points = new Float64Array(3 * candidateCount);
  gatherPoints(points, candidates, order);
  const chosen = choose(points, count, options).map((k) => order[k]);
  return options.progressive ? chosen : chosen.sort();
}

/** More candidates than this are put in order first. */
const disorderedCount = 100_000;

function choose(candidates: Float64Array, count: number, options: BlueNoiseOptions): Uint32Array {
  const { distinct, repeats } = findDistinct(candidates);
  const order = new Uint32Array(count);
  let left = distinct;
  // What is taken out last goes last; in a progressive order half of what is left goes before that, and so on.
  if (count < distinct.length) left = eliminate(candidates, distinct, count, options);
  else for (let k = distinct.length; k < count; k++) order[k] = repeats[k - distinct.length];
  if (!options.progressive) {
    order.set(left);
    return order.sort();
  }
  while (left.length > 1) {
    const kept = eliminate(candidates, left, left.length >>> 1, options);
    let next = 0;
    let place = kept.length;
    for (const index of left) {
      if (kept[next] === index) next++;
      else order[place++] = index;
    }
    left = kept;
  }
  if (left.length === 1) order[0] = left[0];
  return order;
}

/** From more than twice this times as many, so many times as many are chosen first: they all would be neighbours. */
const stageRatio = 5;

/** The `count` of those candidates that are left when the most crowded has been taken out again and again; rising. */
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

/** (1 − d / spacing)⁸ */
function weigh(squaredDistance: number, spacing: number, min: number): number {
  const near = 1 - Math.max(min, Math.sqrt(squaredDistance)) / spacing;
  const second = near * near;
  const fourth = second * second;
  return fourth * fourth;
}
