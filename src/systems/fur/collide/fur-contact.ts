import type { Collider } from '../../../motion/collider.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurSolver } from '../solve/fur-solver.ts';
import type { FurTopology } from '../topology/topology.ts';
import type { Neighborhoods } from '../tread/neighborhoods.ts';
import { Tread } from '../tread/tread.ts';
import type { Body } from './body.ts';
import { BodyList } from './body-list.ts';
import { holdAboveSkin } from './hold-above-skin.ts';
import { StrandPress } from './strand-press.ts';

export interface FurContactOptions {
  readonly topology: FurTopology;
  /** Length of the strand at each vertex of the skin, or one length for all, m. */
  readonly lengths: ArrayLike<number> | number;
  /** Time in which the tread halves, s, ≥ 0. */
  readonly treadHalfLife: number;
  /** The strands that a trodden strand presses down with it. Null or absent: none. */
  readonly treadSpread?: Neighborhoods | null;
  /** Maximum angle between a strand and the normal of the skin, rad. */
  readonly limit: number;
  readonly seed: number;
}

/** The bodies of a step, and the skin at its end. */
export interface FurContactStep {
  /** Duration of the step, s. */
  readonly dt: number;
  /** The colliders with their motion over the step. They must not include colliders of the actor that wears the fur. */
  readonly colliders: readonly Collider[];
  /** Positions of the skin, m, and its unit normals, [3 · vertexCount] each. The normals are not combed. */
  readonly positions: ArrayLike<number>;
  readonly normals: ArrayLike<number>;
}

/**
 * Handles contacts between bodies and fur. After a step of the solver, every strand inside a body is bent out of it, aside or down. A
 * strand that is bent down is trodden and recovers slowly. The state consists of the tread: how far each strand is trodden.
 */
export class FurContact {
  /** Number of strands that bodies touched in the last step. */
  touched = 0;
  private readonly topology: FurTopology;
  private readonly lengths: ArrayLike<number>;
  private readonly tread: Tread;
  private readonly press: StrandPress;
  private readonly limit: number;
  private readonly bodies = new BodyList();
  private readonly box = new Float64Array(6);

  constructor({ topology, lengths, treadHalfLife, treadSpread, limit, seed }: FurContactOptions) {
    this.topology = topology;
    this.lengths =
      typeof lengths === 'number' ? new Float64Array(topology.vertexCount).fill(lengths) : lengths;
    this.limit = limit;
    this.tread = new Tread(topology, treadHalfLife, limit, treadSpread);
    this.press = new StrandPress(this.tread, limit, seed);
  }

  /** Number of vertices of the skin with trodden strands. */
  get trodden(): number {
    return this.tread.count;
  }

  /** Sets the tread to 0 everywhere. */
  clear(): void {
    this.tread.clear();
  }

  /** Lets trodden strands recover for dt seconds. Must be called before each step. */
  recover(dt: number): void {
    this.tread.recover(dt);
  }

  /**
   * Applies the tread to the unit vectors of `directions`. Writes the result to `out`, which may be `directions`. Both are [3 ·
   * vertexCount]. positions and normals are those of the skin at the current time.
   */
  lean(
    out: Float64Array | Float32Array,
    directions: ArrayLike<number>,
    positions: ArrayLike<number>,
    normals: ArrayLike<number>,
  ): void {
    this.tread.lean(out, directions, positions, normals);
  }

  /** Replaces the time in which the tread halves, s. */
  setHalfLife(seconds: number): void {
    this.tread.halfLife = seconds;
  }

  /** Bends strands out of bodies, up to the limit. Must be called after each step of the solver. */
  step(solver: FurSolver, step: FurContactStep): void {
    this.touched = 0;
    const bodies = this.gather(step);
    if (bodies.length > 0) this.pressAll(solver, bodies, step);
    holdAboveSkin(solver.store, step.normals, this.limit);
  }

  /** Returns the tread, [3 · vertexCount]. */
  save(): Float64Array {
    return this.tread.save();
  }

  restore(values: Float64Array): void {
    this.tread.restore(values);
  }

  /** Returns the bodies that can touch strands in this step. */
  private gather({ dt, colliders, positions }: FurContactStep): Body[] {
    if (colliders.length === 0) return [];
    this.measureBox(positions);
    return this.bodies.gather(colliders, this.box, dt);
  }

  /** Sets the box that contains all strands in any direction. */
  private measureBox(positions: ArrayLike<number>): void {
    const { box, lengths } = this;
    box.fill(Infinity, 0, 3);
    box.fill(-Infinity, 3);
    for (let v = 0; v < lengths.length; v++) {
      for (let axis = 0; axis < 3; axis++) {
        const root = positions[3 * v + axis];
        if (root - lengths[v] < box[axis]) box[axis] = root - lengths[v];
        if (root + lengths[v] > box[3 + axis]) box[3 + axis] = root + lengths[v];
      }
    }
  }

  /** Returns the maximum change of a coordinate of a root in this step, m. */
  private measureMaxStep({ store }: FurSolver): number {
    let maxStep = 0;
    for (let axis = 0; axis < 3; axis++) {
      const start = store.plane(planes.rootStart + axis);
      const end = store.plane(planes.rootEnd + axis);
      for (let i = 0; i < end.length; i++) maxStep = Math.max(maxStep, Math.abs(end[i] - start[i]));
    }
    return maxStep;
  }

  private pressAll(solver: FurSolver, bodies: readonly Body[], step: FurContactStep): void {
    const { vertexOf, strandCount } = this.topology;
    const { press } = this;
    const roots = solver.store.vector(planes.rootEnd);
    press.begin(solver.store, step.positions, step.normals, step.dt);
    const rootStep = this.measureMaxStep(solver);
    // Upper bound of the motion of each body relative to the roots along an axis, m.
    const motions = bodies.map((body) => body.maxStep + rootStep);
    for (let i = 0; i < strandCount; i++) {
      const length = this.lengths[vertexOf[i]];
      let touchCount = 0;
      for (let b = 0; b < bodies.length; b++) {
        const body = bodies[b];
        if (!body.isNear(roots[0][i], roots[1][i], roots[2][i], length + motions[b])) continue;
        const samples = body.countSamples(length, motions[b]);
        if (press.press(i, length, body, samples, Math.sqrt(3) * motions[b])) touchCount++;
      }
      // One body may bend a strand into another one. All bodies are checked again at the end of the step.
      if (touchCount > 1) for (const body of bodies) press.press(i, length, body, 1, 0);
      if (touchCount > 0) this.touched++;
    }
  }
}
