import type { Collider } from '../../../motion/collider.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurSolver } from '../solve/fur-solver.ts';
import type { FurTopology } from '../topology/topology.ts';
import { Tread } from '../tread/tread.ts';
import { Body } from './body.ts';
import { holdAboveSkin } from './hold-above-skin.ts';
import { StrandPress } from './strand-press.ts';

export interface FurContactOptions {
  readonly topology: FurTopology;
  /** Of the strand at each vertex of the skin, m; one number for all. */
  readonly lengths: ArrayLike<number> | number;
  /** In which half of what was trodden stands up, s, ≥ 0. */
  readonly treadHalfLife: number;
  /** How far from the skin's normal a strand can lean, rad. */
  readonly limit: number;
  readonly seed: number;
}

/** What touches fur in a step, and the skin at its end. */
export interface FurContactStep {
  /** s. */
  readonly dt: number;
  /** They hold their motion over the step. Not those of the actor that wears the fur: its own skin presses nothing. */
  readonly colliders: readonly Collider[];
  /** [3 · vertexCount] the skin's places, m, and unit normals, not combed. */
  readonly positions: ArrayLike<number>;
  readonly normals: ArrayLike<number>;
}

/**
 * Bodies that press fur and part it. After a step of the solver every strand that is in a body is bent out of it: aside, or
 * down, where it is trodden and stays down for a while. State: the tread.
 */
export class FurContact {
  /** Strands that the last step found touched. */
  touched = 0;
  private readonly topology: FurTopology;
  private readonly lengths: ArrayLike<number>;
  private readonly tread: Tread;
  private readonly press: StrandPress;
  private readonly limit: number;
  private bodies = new Map<string, { colliders: readonly Collider[]; body: Body }>();
  private readonly box = new Float64Array(6);

  constructor({ topology, lengths, treadHalfLife, limit, seed }: FurContactOptions) {
    this.topology = topology;
    this.lengths =
      typeof lengths === 'number' ? new Float64Array(topology.vertexCount).fill(lengths) : lengths;
    this.limit = limit;
    this.tread = new Tread(topology, treadHalfLife, limit);
    this.press = new StrandPress(this.tread, limit, seed);
  }

  /** Vertices of the skin where strands are trodden down. */
  get trodden(): number {
    return this.tread.count;
  }

  /** Lets all that is trodden stand up at once. */
  clear(): void {
    this.tread.clear();
  }

  /** Lets what is trodden stand up for dt seconds: before each step. */
  recover(dt: number): void {
    this.tread.recover(dt);
  }

  /**
   * Unit `directions` as trodden strands have them, into out [3 · vertexCount], which may be `directions`; positions and normals
   * are those of the skin at that time.
   */
  lean(
    out: Float64Array | Float32Array,
    directions: ArrayLike<number>,
    positions: ArrayLike<number>,
    normals: ArrayLike<number>,
  ): void {
    this.tread.lean(out, directions, positions, normals);
  }

  /** After a step of the solver: bends strands out of bodies, and none beyond the limit from the skin. */
  step(solver: FurSolver, step: FurContactStep): void {
    this.touched = 0;
    const bodies = this.gather(step);
    if (bodies.length > 0) this.pressAll(solver, bodies, step);
    holdAboveSkin(solver.store, step.normals, this.limit);
  }

  /** [3 · vertexCount] the tread. */
  save(): Float64Array {
    return this.tread.save();
  }

  restore(values: Float64Array): void {
    this.tread.restore(values);
  }

  /** The bodies that come near. */
  private gather({ dt, colliders, positions }: FurContactStep): Body[] {
    if (colliders.length === 0) return [];
    this.measureBox(positions);
    const groups = new Map<string, Collider[]>();
    for (const collider of colliders) {
      const name = collider.name.split('/', 1)[0];
      const group = groups.get(name);
      if (group) group.push(collider);
      else groups.set(name, [collider]);
    }
    const old = this.bodies;
    this.bodies = new Map();
    for (const [name, group] of groups) {
      const known = old.get(name);
      const isSame =
        known?.colliders.length === group.length &&
        group.every((collider, k) => collider === known.colliders[k]);
      this.bodies.set(name, isSame ? known : { colliders: group, body: Body.of(group) });
    }
    return [...this.bodies.values()].map(({ body }) => body).filter((body) => body.begin(this.box, dt));
  }

  /** The box that no strand leaves. */
  private measureBox(positions: ArrayLike<number>): void {
    const { box, lengths } = this;
    box.fill(Infinity, 0, 3);
    box.fill(-Infinity, 3);
    for (let v = 0; v < lengths.length; v++) {
      for (let axis = 0; axis < 3; axis++) {
        const place = positions[3 * v + axis];
        if (place - lengths[v] < box[axis]) box[axis] = place - lengths[v];
        if (place + lengths[v] > box[3 + axis]) box[3 + axis] = place + lengths[v];
      }
    }
  }

  /** The farthest that a coordinate of a root goes in this step, m. */
  private measureStride({ store }: FurSolver): number {
    let stride = 0;
    for (let axis = 0; axis < 3; axis++) {
      const start = store.plane(planes.rootStart + axis);
      const end = store.plane(planes.rootEnd + axis);
      for (let i = 0; i < end.length; i++) stride = Math.max(stride, Math.abs(end[i] - start[i]));
    }
    return stride;
  }

  private pressAll(solver: FurSolver, bodies: readonly Body[], step: FurContactStep): void {
    const { vertexOf, strandCount } = this.topology;
    const { press } = this;
    const roots = [0, 1, 2].map((axis) => solver.store.plane(planes.rootEnd + axis));
    press.begin(solver.store, step.positions, step.normals, step.dt);
    const stride = this.measureStride(solver);
    // How far bodies and roots may go past one another.
    const ways = bodies.map((body) => body.stride + stride);
    for (let i = 0; i < strandCount; i++) {
      const length = this.lengths[vertexOf[i]];
      let touchCount = 0;
      for (let b = 0; b < bodies.length; b++) {
        const body = bodies[b];
        if (!body.isNear(roots[0][i], roots[1][i], roots[2][i], length + ways[b])) continue;
        const looks = body.looksFor(length, ways[b]);
        if (press.press(i, length, body, looks, Math.sqrt(3) * ways[b])) touchCount++;
      }
      // What one body bends out of its way may lie in another's: they are asked again where they are.
      if (touchCount > 1) for (const body of bodies) press.press(i, length, body, 1, 0);
      if (touchCount > 0) this.touched++;
    }
  }
}
