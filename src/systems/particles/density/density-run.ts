import { InputError } from '../../../input-error.ts';
import type { StepLaw } from '../laws/step-law.ts';
import { limitGroup } from './group-limit.ts';
import { leadGroup, sumGroup, willDisperse } from './lead-group.ts';
import { type PlaneTriple, splitGroup } from './split-group.ts';

/**
 * The arrays of particles that density control reads, and the arrays of targets that it writes. All are indexed by particle. A
 * `ParticleStore` has all of them.
 */
export interface DensityPlanes {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
  readonly targetX: Float64Array;
  readonly targetY: Float64Array;
  readonly targetZ: Float64Array;
  /** Below 0: not born yet. */
  readonly cohort: Int32Array;
}

export interface DensityOptions {
  /**
   * `paired`: as time runs out, groups are split in halves, each of which moves to one half of the goals, until each particle has
   * its own goal. `own`: the same, but all move towards the centre of the shape, as printed (section 4): all end in one point.
   * `never`: one group moves towards the centre of the shape; particles that disperse may miss it.
   */
  readonly refine: 'paired' | 'own' | 'never';
  /** [n] indices of the particles. */
  readonly members: Uint32Array;
  /**
   * [n] each: indices of the source, the shape and the cohort of each member. Members for which all three are equal begin as one
   * group. Members of a cohort arrive at the same time.
   */
  readonly sourceOf: ArrayLike<number>;
  readonly shapeOf: ArrayLike<number>;
  readonly cohortOf: ArrayLike<number>;
  /** Splits dispersing groups earlier (section 6). Null: only the remaining time decides. */
  readonly watch?: DensityWatch | null;
}

export interface DensityWatch {
  /** σ, m: how far a group may disperse before it counts as implausible. */
  readonly spread: number;
  /** Number of steps ahead for which it is rated; 0: all that are left. */
  readonly lookAhead: number;
}

/** Data of a cohort for the next step. */
export interface DensityCohort {
  readonly law: StepLaw;
  /** 1 at the last step, at most stepCount. */
  readonly stepsLeft: number;
  readonly stepCount: number;
  /** Duration of this step, s. */
  readonly dt: number;
}

export interface DensityStep {
  readonly store: DensityPlanes;
  /** [3 · n] m: goal k is the initial goal of member k. If the shape moves: its current position. */
  readonly goalPositions: Float64Array;
  /** By cohort; null after it has arrived. */
  readonly cohorts: readonly (DensityCohort | null)[];
}

/**
 * The particles of an active density key. Groups are controlled by their centre of mass, with the same acceleration for each
 * particle, and are split as time runs out. Which particle reaches which goal is open until then; the number in each shape is
 * fixed. Dingle & Keyser 2005, section 4.
 */
export class DensityRun {
  /** [n] index in `goalPositions` of the goal of member k. It is final once the member is controlled alone. Overwritten. */
  readonly goals: Uint32Array;
  private readonly order: Uint32Array;
  private readonly goalOrder: Uint32Array;
  /** Ends of groups in `order`, ascending. */
  private ends: Uint32Array;
  private nextEnds: Uint32Array;
  private groups = 0;
  private readonly rootSize: Uint32Array;
  private readonly keys: Float64Array;
  private readonly sums = new Float64Array(16);

  constructor(private readonly options: DensityOptions) {
    const n = options.members.length;
    this.goals = Uint32Array.from({ length: n }, (_, k) => k);
    this.order = sortByRoot(options);
    this.goalOrder = this.order.slice();
    this.ends = new Uint32Array(n);
    this.nextEnds = new Uint32Array(n);
    this.rootSize = new Uint32Array(n);
    this.keys = new Float64Array(n);
    for (let start = 0; start < n; ) {
      let end = start + 1;
      while (end < n && isSameRoot(options, this.order[start], this.order[end])) end++;
      for (let i = start; i < end; i++) this.rootSize[this.order[i]] = end - start;
      this.ends[this.groups++] = end;
      start = end;
    }
  }

  /** Current number of groups. */
  get groupCount(): number {
    return this.groups;
  }

  /**
   * Splits groups where necessary, and writes the targets of all members whose cohort is active, so that its law gives each the
   * acceleration of its group's centre of mass. O(n log n) if it splits, otherwise O(n).
   */
  beforeStep(step: DensityStep): void {
    if (this.options.refine !== 'never') this.refine(step);
    const { order, ends } = this;
    const { cohortOf, refine } = this.options;
    const middles = refine === 'paired' ? null : this.findMiddles(step.goalPositions);
    for (let group = 0; group < this.groups; group++) {
      const start = group === 0 ? 0 : ends[group - 1];
      const cohort = step.cohorts[cohortOf[order[start]]];
      if (!cohort) continue;
      this.sum(step, start, ends[group]);
      if (middles) this.sums.set(middles[this.options.shapeOf[order[start]]], 6);
      leadGroup(step.store, this.options.members, order, start, ends[group], cohort.law, this.sums);
    }
  }

  /**
   * Returns the order of members, the order of goals and the ends of groups: uint32, little-endian. Everything else follows from
   * the options.
   */
  save(): Uint8Array {
    const n = this.order.length;
    const bytes = new Uint8Array(8 * n + 4 * this.groups);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < n; i++) {
      view.setUint32(4 * i, this.order[i], true);
      view.setUint32(4 * (n + i), this.goalOrder[i], true);
    }
    for (let i = 0; i < this.groups; i++) view.setUint32(4 * (2 * n + i), this.ends[i], true);
    return bytes;
  }

  /** Restores the state of a saved run in a new run with the same options. Throws an InputError for invalid bytes. */
  load(bytes: Uint8Array): void {
    const n = this.order.length;
    const groups = bytes.length / 4 - 2 * n;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!Number.isInteger(groups) || groups < 0 || groups > n || groups < Math.min(n, 1))
      throw foreignBytes();
    for (let i = 0; i < n; i++) {
      this.order[i] = view.getUint32(4 * i, true);
      this.goalOrder[i] = view.getUint32(4 * (n + i), true);
    }
    for (let i = 0; i < groups; i++) this.ends[i] = view.getUint32(4 * (2 * n + i), true);
    this.groups = groups;
    if (!isPermutation(this.order) || !isPermutation(this.goalOrder) || !this.endsRise())
      throw foreignBytes();
    this.writeGoals();
  }

  private refine(step: DensityStep): void {
    const { order, rootSize } = this;
    const { cohortOf } = this.options;
    let count = 0;
    for (let group = 0, start = 0; group < this.groups; group++) {
      const end = this.ends[group];
      const cohort = step.cohorts[cohortOf[order[start]]];
      let limit = end - start;
      if (cohort && limit > 1) {
        const wanted = limitGroup(rootSize[order[start]], cohort.stepsLeft, cohort.stepCount);
        if (wanted >= limit && this.disperses(step, cohort, start, end)) limit = (limit + 1) >>> 1;
        else limit = Math.min(limit, wanted);
      }
      count = this.split(step, start, end, limit, count);
      start = end;
    }
    if (count === this.groups) return;
    const ends = this.ends;
    this.ends = this.nextEnds;
    this.nextEnds = ends;
    this.groups = count;
    this.writeGoals();
  }

  /** Splits groups down to `limit` particles and stores the ends of the results. Returns their number. */
  private split(step: DensityStep, start: number, end: number, limit: number, count: number): number {
    if (end - start <= limit) {
      this.nextEnds[count] = end;
      return count + 1;
    }
    const { store } = step;
    const goals = this.options.refine === 'paired' ? interleaved(step.goalPositions) : null;
    const middle = splitGroup(
      this.order,
      this.options.members,
      { planes: [store.x, store.y, store.z], stride: 1 },
      this.goalOrder,
      goals,
      start,
      end,
      this.keys,
    );
    return this.split(step, middle, end, limit, this.split(step, start, middle, limit, count));
  }

  private disperses(step: DensityStep, cohort: DensityCohort, start: number, end: number): boolean {
    const { watch, members } = this.options;
    if (!watch) return false;
    const steps = watch.lookAhead > 0 ? Math.min(watch.lookAhead, cohort.stepsLeft) : cohort.stepsLeft;
    this.sum(step, start, end);
    const { order, goalOrder, sums } = this;
    const ahead = steps * cohort.dt;
    return willDisperse(
      step.store,
      members,
      order,
      step.goalPositions,
      goalOrder,
      start,
      end,
      sums,
      ahead,
      watch.spread,
    );
  }

  private sum(step: DensityStep, start: number, end: number): void {
    const { order, goalOrder, sums } = this;
    sumGroup(sums, step.store, this.options.members, order, step.goalPositions, goalOrder, start, end);
  }

  /** Returns the centre of all goals in each shape. */
  private findMiddles(goalPositions: Float64Array): [number, number, number][] {
    const { shapeOf, members } = this.options;
    const sums: [number, number, number][] = [];
    const counts: number[] = [];
    for (let k = 0; k < members.length; k++) {
      const shape = shapeOf[k];
      sums[shape] ??= [0, 0, 0];
      counts[shape] = (counts[shape] ?? 0) + 1;
      for (let axis = 0; axis < 3; axis++) sums[shape][axis] += goalPositions[3 * k + axis];
    }
    return sums.map(([x, y, z], shape) => [x / counts[shape], y / counts[shape], z / counts[shape]]);
  }

  private writeGoals(): void {
    const { order, goalOrder, goals } = this;
    for (let i = 0; i < order.length; i++) goals[order[i]] = goalOrder[i];
  }

  private endsRise(): boolean {
    for (let i = 0, last = 0; i < this.groups; i++) {
      if (this.ends[i] <= last) return false;
      last = this.ends[i];
    }
    return this.order.length === 0 || this.ends[this.groups - 1] === this.order.length;
  }
}

/** Creates the run of a density key when it takes effect. */
export function createDensityRun(options: DensityOptions): DensityRun {
  return new DensityRun(options);
}

function interleaved(positions: Float64Array): PlaneTriple {
  return { planes: [positions, positions.subarray(1), positions.subarray(2)], stride: 3 };
}

function isSameRoot({ cohortOf, shapeOf, sourceOf }: DensityOptions, a: number, b: number): boolean {
  return cohortOf[a] === cohortOf[b] && shapeOf[a] === shapeOf[b] && sourceOf[a] === sourceOf[b];
}

/** Sorts members so that those of one cohort, shape and source are together. */
function sortByRoot({ members, cohortOf, shapeOf, sourceOf }: DensityOptions): Uint32Array {
  return Uint32Array.from({ length: members.length }, (_, k) => k).sort(
    (a, b) => cohortOf[a] - cohortOf[b] || shapeOf[a] - shapeOf[b] || sourceOf[a] - sourceOf[b] || a - b,
  );
}

function isPermutation(order: Uint32Array): boolean {
  const seen = new Uint8Array(order.length);
  for (const k of order) {
    if (k >= seen.length || seen[k]) return false;
    seen[k] = 1;
  }
  return true;
}

function foreignBytes(): InputError {
  return InputError.at('', 'expected saved groups of the same particles, got something else');
}
