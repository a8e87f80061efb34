import type { PointsKey, PointsLook, PointsOutput } from '../system.ts';
import type { ParticlesState } from './state.ts';

/** Particles as they are shown: those that are there, in the order of their identity. Filled by `refresh`. */
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
  keys: readonly PointsKey[] = [];
  private room = 0;

  constructor(private readonly state: Pick<ParticlesState, 'params' | 'prepared' | 'orientations'>) {
    this.capacity = state.prepared.births.count;
    this.look = state.params.look;
  }

  /** Shows a state as it is. */
  refresh(state: ParticlesState): void {
    const { store, firstAlive, bornCount, colors, orientations } = state;
    const { cohort, x, y, z, vx, vy, vz, size, birthTime } = store;
    this.makeRoom(bornCount - firstAlive);
    const { ids, positions, velocities, sizes, birthTimes } = this;
    let k = 0;
    for (let particle = firstAlive; particle < bornCount; particle++) {
      if (cohort[particle] < 0) continue;
      ids[k] = particle;
      positions[3 * k] = x[particle];
      positions[3 * k + 1] = y[particle];
      positions[3 * k + 2] = z[particle];
      velocities[3 * k] = vx[particle];
      velocities[3 * k + 1] = vy[particle];
      velocities[3 * k + 2] = vz[particle];
      sizes[k] = size[particle];
      birthTimes[k] = birthTime[particle];
      k++;
    }
    this.count = k;
    this.keys = listKeys(state);
    pickRows(this.colors, colors, ids, k, 4);
    if (orientations) pickRows(this.orientations!, orientations, ids, k, 4);
    for (const [name, values] of state.attributes) pickRows(this.attributes.get(name)!, values, ids, k, 1);
  }

  private makeRoom(count: number): void {
    if (count <= this.room && this.attributes.size === this.state.params.attributes.length) return;
    this.room = Math.min(this.capacity, Math.max(count, 2 * this.room));
    const { room } = this;
    this.ids = new Uint32Array(room);
    this.positions = new Float32Array(3 * room);
    this.velocities = new Float32Array(3 * room);
    this.colors = new Float32Array(4 * room);
    this.sizes = new Float32Array(room);
    this.birthTimes = new Float32Array(room);
    if (this.state.orientations) this.orientations = new Float32Array(4 * room);
    this.attributes = new Map(this.state.params.attributes.map(({ name }) => [name, new Float32Array(room)]));
  }
}

/** Keys that lead somewhere. */
function listKeys({ runs, params: { rate } }: ParticlesState): PointsKey[] {
  return runs
    .filter(({ key }) => key.goals)
    .map(({ key, figures }) => ({
      name: key.name,
      start: key.start / rate,
      end: key.end / rate,
      until: key.release / rate,
      count: key.memberCount,
      arrived: figures.arrived,
    }));
}

function pickRows(
  out: Float32Array,
  from: Float32Array | Float64Array,
  ids: Uint32Array,
  count: number,
  stride: number,
): void {
  for (let k = 0; k < count; k++) {
    const [o, i] = [stride * k, stride * ids[k]];
    for (let axis = 0; axis < stride; axis++) out[o + axis] = from[i + axis];
  }
}
