import { InputError } from '../../../input-error.ts';
import type { StepLaw } from '../laws/step-law.ts';
import { limitGroup } from './group-limit.ts';
import { leadGroup, sumGroup, willDisperse } from './lead-group.ts';
import { type PlaneTriple, splitGroup } from './split-group.ts';

/** What density reads of particles, by their index, and where it writes their targets. A `ParticleStore` is one. */
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
   * `paired`: as time runs out, groups are split in halves, each of which heads for one half of the goals, until each
   * particle has a goal of its own. `own`: the same, but all head for the middle of the shape, as printed (section 4): all
   * end in one point. `never`: one group heads for the middle of the shape; what disperses may miss it.
   */
  readonly refine: 'paired' | 'own' | 'never';
  /** [n] indices of the particles. */
  readonly members: Uint32Array;
  /** [n] each, numbers from 0: members alike in all three begin as one group. Cohorts share their time of arrival. */
  readonly sourceOf: ArrayLike<number>;
  readonly shapeOf: ArrayLike<number>;
  readonly cohortOf: ArrayLike<number>;
  /** Splits what disperses earlier (section 6); null leaves it to the time that is left. */
  readonly watch?: DensityWatch | null;
}

export interface DensityWatch {
  /** σ, m: how far apart a group may fly before it counts as implausible. */
  readonly spread: number;
  /** Steps ahead by which it is judged; 0 is all that are left. */
  readonly lookAhead: number;
}

/** What a cohort does in the step that comes. */
export interface DensityCohort {
  readonly law: StepLaw;
  /** 1 at the last step, at most stepCount. */
  readonly stepsLeft: number;
  readonly stepCount: number;
  /** s, of this step. */
  readonly dt: number;
}

export interface DensityStep {
  readonly store: DensityPlanes;
  /** [3 · n] m: goal k is the one that member k was given at first. Where the shape moves, where they are now. */
  readonly goalPlaces: Float64Array;
  /** By cohort; null once it has arrived. */
  readonly cohorts: readonly (DensityCohort | null)[];
}

/**
 * Particles of a density key under way: groups that are led by their centre of mass, each particle by the same acceleration,
 * and split as time runs out. Which particle goes to which goal is open until then; how many go to each shape is not. Dingle &
 * Keyser 2005, section 4.
 */
export class DensityRun {
  /** [n] whose goal (place in `goalPlaces`) member k heads for: final when it is led alone. Overwritten. */
  readonly goals: Uint32Array;
  private readonly order: Uint32Array;
  private readonly goalOrder: Uint32Array;
  /** Where groups end in `order`, rising. */
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

  /** How many groups are led now. */
  get groupCount(): number {
    return this.groups;
  }

  /**
   * Splits what is to be split and writes the targets of all members whose cohort is under way, so that their cohort's law
   * gives each the acceleration of its group's centre of mass. n log n where it splits, else n.
   */
  beforeStep(step: DensityStep): void {
    if (this.options.refine !== 'never') this.refine(step);
    const { order, ends } = this;
    const { cohortOf, refine } = this.options;
    const middles = refine === 'paired' ? null : this.findMiddles(step.goalPlaces);
    for (let group = 0; group < this.groups; group++) {
      const start = group === 0 ? 0 : ends[group - 1];
      const cohort = step.cohorts[cohortOf[order[start]]];
      if (!cohort) continue;
      this.sum(step, start, ends[group]);
      if (middles) this.sums.set(middles[this.options.shapeOf[order[start]]], 6);
      leadGroup(step.store, this.options.members, order, start, ends[group], cohort.law, this.sums);
    }
  }

  /** Order of members, order of goals, ends of groups: uint32, little-endian. All else follows from the options. */
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

  /** Puts a fresh run of the same options where a saved one stood. Throws InputError for bytes that cannot be its. */
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

  /** Splits down to `limit` particles and notes the ends of what results; returns how many there are then. */
  private split(step: DensityStep, start: number, end: number, limit: number, count: number): number {
    if (end - start <= limit) {
      this.nextEnds[count] = end;
      return count + 1;
    }
    const { store } = step;
    const goals = this.options.refine === 'paired' ? interleaved(step.goalPlaces) : null;
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
      step.goalPlaces,
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
    sumGroup(sums, step.store, this.options.members, order, step.goalPlaces, goalOrder, start, end);
  }

  /** The middle of all goals in each shape. */
  private findMiddles(goalPlaces: Float64Array): [number, number, number][] {
    const { shapeOf, members } = this.options;
    const sums: [number, number, number][] = [];
    const counts: number[] = [];
    for (let k = 0; k < members.length; k++) {
      const shape = shapeOf[k];
      sums[shape] ??= [0, 0, 0];
      counts[shape] = (counts[shape] ?? 0) + 1;
      for (let axis = 0; axis < 3; axis++) sums[shape][axis] += goalPlaces[3 * k + axis];
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

/** Begins a density key, as it takes hold. */
export function createDensityRun(options: DensityOptions): DensityRun {
  return new DensityRun(options);
}

function interleaved(places: Float64Array): PlaneTriple {
  return { planes: [places, places.subarray(1), places.subarray(2)], stride: 3 };
}

function isSameRoot({ cohortOf, shapeOf, sourceOf }: DensityOptions, a: number, b: number): boolean {
  return cohortOf[a] === cohortOf[b] && shapeOf[a] === shapeOf[b] && sourceOf[a] === sourceOf[b];
}

/** Members' places, those of one cohort, shape and source together. */
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
