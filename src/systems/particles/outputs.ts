import type { PointsBox, PointsKey, PointsLook, PointsOutput } from '../outputs/points.ts';
import type { Births } from './birth.ts';
import { showSpread } from './diffuse.ts';
import type { Goals } from './keys/goals.ts';
import type { ParticlesState } from './state.ts';

/** The particles that are displayed: all existing ones, by ascending index. `refresh` updates them. */
export class PointsView implements PointsOutput {
  readonly kind = 'points';
  readonly name = 'points';
  count = 0;
  readonly capacity: number;
  ids = new Uint32Array(0);
  positions = new Float32Array(0);
  velocities = new Float32Array(0);
  orientations: Float32Array | null = null;
  colors = new Float32Array(0);
  sizes = new Float32Array(0);
  birthTimes = new Float32Array(0);
  attributes: Map<string, Float32Array> = new Map();
  readonly look: PointsLook;
  readonly countAt?: (time: number) => number;
  keys: readonly PointsKey[] = [];
  /** Number of particles for which the arrays have space. */
  private allocated = 0;

  constructor(private readonly state: Pick<ParticlesState, 'params' | 'prepared' | 'orientations'>) {
    this.capacity = state.prepared.births.count;
    this.look = state.params.look;
    if (state.orientations) this.orientations = new Float32Array(0);
    // Nobody knows in advance how many particles bursts will throw.
    if (state.prepared.births.poolCount === 0) this.countAt = (time) => countAt(state.prepared.births, time);
  }

  /** Copies the particles of a state. */
  refresh(state: ParticlesState): void {
    const { store, firstAlive, bornCount } = state;
    const { cohort } = store;
    const span = bornCount - firstAlive;
    this.ensure(span);
    const { ids } = this;
    let count = 0;
    for (let particle = firstAlive; particle < bornCount; particle++) {
      if (cohort[particle] >= 0) ids[count++] = particle;
    }
    this.count = count;
    this.keys = listKeys(state);
    if (count === span) this.copyAll(state);
    else this.copyChosen(state);
    showFade(this, state);
    if (state.spread) showSpread(state.spread, count, ids, this.sizes, this.colors);
  }

  /** Copies whole ranges. Faster than `copyChosen`, but only right if no particle between the first and the last is dead. */
  private copyAll({
    store,
    firstAlive: first,
    bornCount: end,
    colors,
    orientations,
    attributes,
  }: ParticlesState): void {
    const { x, y, z, vx, vy, vz, size, birthTime } = store;
    interleave(this.positions, first, end, x, y, z);
    interleave(this.velocities, first, end, vx, vy, vz);
    this.sizes.set(size.subarray(first, end));
    this.birthTimes.set(birthTime.subarray(first, end));
    this.colors.set(colors.subarray(4 * first, 4 * end));
    if (orientations) this.orientations!.set(orientations.subarray(4 * first, 4 * end));
    for (const [name, values] of attributes) this.attributes.get(name)!.set(values.subarray(first, end));
  }

  private copyChosen({ store, colors, orientations, attributes }: ParticlesState): void {
    const { ids, count } = this;
    const { x, y, z, vx, vy, vz, size, birthTime } = store;
    gather(this.positions, ids, count, x, y, z);
    gather(this.velocities, ids, count, vx, vy, vz);
    for (let k = 0; k < count; k++) {
      this.sizes[k] = size[ids[k]];
      this.birthTimes[k] = birthTime[ids[k]];
    }
    gatherFours(this.colors, ids, count, colors);
    if (orientations) gatherFours(this.orientations!, ids, count, orientations);
    for (const [name, values] of attributes) {
      const out = this.attributes.get(name)!;
      for (let k = 0; k < count; k++) out[k] = values[ids[k]];
    }
  }

  private ensure(count: number): void {
    if (count <= this.allocated && this.attributes.size === this.state.params.attributes.length) return;
    this.allocated = Math.min(this.capacity, Math.max(count, 2 * this.allocated));
    const { allocated } = this;
    this.ids = new Uint32Array(allocated);
    this.positions = new Float32Array(3 * allocated);
    this.velocities = new Float32Array(3 * allocated);
    this.colors = new Float32Array(4 * allocated);
    this.sizes = new Float32Array(allocated);
    this.birthTimes = new Float32Array(allocated);
    if (this.state.orientations) this.orientations = new Float32Array(4 * allocated);
    this.attributes = new Map(
      this.state.params.attributes.map(({ name }) => [name, new Float32Array(allocated)]),
    );
  }
}

function countAt({ times, deaths }: Births, time: number): number {
  let count = 0;
  for (let particle = 0; particle < times.length; particle++) {
    if (times[particle] <= time && deaths[particle] > time) count++;
  }
  return count;
}

/** Lets the opacity of particles fall to 0 before their death. */
function showFade({ ids, count, colors }: PointsView, state: ParticlesState): void {
  const { births } = state.prepared;
  const { fades, pools, poolCount } = births;
  if (!fades) return;
  const now = state.tick / state.params.rate;
  for (let k = 0; k < count; k++) {
    const particle = ids[k];
    const source = births.sources[particle];
    if (fades[source] === 0) continue;
    const burst = particle < poolCount ? source - (fades.length - pools.length) : -1;
    const death =
      burst < 0 ? births.deaths[particle] : state.bursts[burst].deaths[particle - pools[burst].first];
    if (death - now < fades[source]) colors[4 * k + 3] *= Math.max(0, death - now) / fades[source];
  }
}

/** Lists the keys that have goals. */
function listKeys({ runs, params: { rate } }: ParticlesState): PointsKey[] {
  return runs
    .filter(({ key }) => key.goals)
    .map(({ key, results }) => ({
      name: key.name,
      start: key.start / rate,
      end: key.end / rate,
      until: key.release / rate,
      extent: boundGoals(key.goals!),
      count: key.memberCount,
      arrived: results.arrived,
    }));
}

/** Returns the bounding box of all shapes of a key; null if one of them moves. */
function boundGoals({ blocks }: Goals): PointsBox | null {
  if (blocks.some(({ shape }) => shape.skin !== null)) return null;
  const bound = (axis: number, side: 'min' | 'max') =>
    Math[side](...blocks.map(({ shape }) => shape.bounds[side][axis]));
  return {
    min: [bound(0, 'min'), bound(1, 'min'), bound(2, 'min')],
    max: [bound(0, 'max'), bound(1, 'max'), bound(2, 'max')],
  };
}

/** Writes the values of three planes to out [3 · (end − first)], particle after particle. */
function interleave(
  out: Float32Array,
  first: number,
  end: number,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
): void {
  for (let particle = first, o = 0; particle < end; particle++, o += 3) {
    out[o] = x[particle];
    out[o + 1] = y[particle];
    out[o + 2] = z[particle];
  }
}

/** Writes the values of three planes for the particles `ids` to out [3 · count]. */
function gather(
  out: Float32Array,
  ids: Uint32Array,
  count: number,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
): void {
  for (let k = 0, o = 0; k < count; k++, o += 3) {
    const particle = ids[k];
    out[o] = x[particle];
    out[o + 1] = y[particle];
    out[o + 2] = z[particle];
  }
}

/** Writes four values for each of the particles `ids` to out [4 · count]. */
function gatherFours(
  out: Float32Array,
  ids: Uint32Array,
  count: number,
  from: Float32Array | Float64Array,
): void {
  for (let k = 0, o = 0; k < count; k++, o += 4) {
    const i = 4 * ids[k];
    out[o] = from[i];
    out[o + 1] = from[i + 1];
    out[o + 2] = from[i + 2];
    out[o + 3] = from[i + 3];
  }
}
