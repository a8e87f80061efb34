/** Pairs of a source and its target. They can be reordered in memory, so that neighbouring pairs are adjacent. */
export class PairList {
  readonly count: number;
  /** [3 · count] position of each pair's source. */
  positions: Float64Array;
  /** [3 · count] position of each pair's target. Must be changed together with `targets`. */
  goals: Float64Array;
  /** [count] index of each pair's source. */
  sources: Uint32Array;
  /** [count] index of each pair's target. */
  targets: Uint32Array;
  private sparePoints: Float64Array;
  private spareIndices: Uint32Array;

  /** from, to [3 · count]. assignment [count]: the target of each source. */
  constructor(from: Float64Array, to: Float64Array, assignment: Uint32Array) {
    const count = assignment.length;
    this.count = count;
    this.positions = from.slice();
    this.goals = new Float64Array(3 * count);
    gatherPoints(this.goals, to, assignment);
    this.sources = new Uint32Array(count);
    for (let k = 0; k < count; k++) this.sources[k] = k;
    this.targets = assignment.slice();
    this.sparePoints = new Float64Array(3 * count);
    this.spareIndices = new Uint32Array(count);
  }

  /** Moves pair order[k] to index k. order [count], a permutation. */
  arrange(order: Uint32Array): void {
    let points = this.positions;
    gatherPoints(this.sparePoints, points, order);
    this.positions = this.sparePoints;
    this.sparePoints = points;
    points = this.goals;
    gatherPoints(this.sparePoints, points, order);
    this.goals = this.sparePoints;
    this.sparePoints = points;
    let indices = this.sources;
    gatherIndices(this.spareIndices, indices, order);
    this.sources = this.spareIndices;
    this.spareIndices = indices;
    indices = this.targets;
    gatherIndices(this.spareIndices, indices, order);
    this.targets = this.spareIndices;
    this.spareIndices = indices;
  }

  /** Gives pair k the target of pair from[k]. from [count], a permutation. */
  reassign(from: ArrayLike<number>): void {
    const { goals, targets } = this;
    gatherPoints(this.sparePoints, goals, from);
    this.goals = this.sparePoints;
    this.sparePoints = goals;
    gatherIndices(this.spareIndices, targets, from);
    this.targets = this.spareIndices;
    this.spareIndices = targets;
  }

  /** Returns the index of the target of each source: [count]. */
  assignment(): Uint32Array {
    const assignment = new Uint32Array(this.count);
    for (let k = 0; k < this.count; k++) assignment[this.sources[k]] = this.targets[k];
    return assignment;
  }
}

/** Copies the points order[0] … order[n − 1] to out [3 · n]. */
export function gatherPoints(out: Float64Array, points: Float64Array, order: ArrayLike<number>): void {
  for (let k = 0, o = 0; k < order.length; k++, o += 3) {
    const p = 3 * order[k];
    out[o] = points[p];
    out[o + 1] = points[p + 1];
    out[o + 2] = points[p + 2];
  }
}

function gatherIndices(out: Uint32Array, indices: Uint32Array, order: ArrayLike<number>): void {
  for (let k = 0; k < order.length; k++) out[k] = indices[order[k]];
}
