import { maxOf } from '../../../math/lists.ts';
import { CohortTable } from '../cohort-table.ts';
import type { ForceField } from '../forces/force-field.ts';
import { createStepLaw, freeLaw, type StepLaw } from '../laws/step-law.ts';
import type { Obstacles } from '../obstacles/obstacles.ts';
import { stepParticles } from '../step-particles.ts';
import { ParticleStore } from '../store.ts';
import type { PathRunner } from './choose-paths.ts';

export interface LookAheadOptions {
  /** The current state, in which all targets are set already. It is not changed. */
  readonly store: ParticleStore;
  /** [n] indices of the particles, and the key's cohort to which each belongs. */
  readonly members: Uint32Array;
  readonly cohortOf: ArrayLike<number>;
  readonly field: ForceField;
  /** Obstacles, which stay where they are at the end of the current tick; null: particles pass through everything. */
  readonly obstacles: Obstacles | null;
  readonly steps: readonly LookAheadStep[];
}

/** A future step. */
export interface LookAheadStep {
  /** Start and duration of the step, seconds. */
  readonly t: number;
  readonly dt: number;
  /** Factor by which drag reduces a velocity in the step, see `dragFactor`. */
  readonly drag: number;
  /** By cohort of the key; null after the cohort has arrived. */
  readonly laws: readonly (StepLaw | null)[];
}

/**
 * Simulates the trajectories of a key's members in a separate store, with all forces, and counts the contacts with obstacles until
 * each particle arrives. Particles that are not born yet do not move. Must be released after use.
 */
export class LookAhead implements PathRunner {
  private readonly scratch: ParticleStore;
  private readonly table: CohortTable;
  private readonly uniform = new Float64Array(3);
  private readonly free = createStepLaw();
  private readonly passing = createStepLaw();
  private readonly start: Float64Array;
  /** [n] which particles are known to be outside all obstacles at the start: see `Obstacles.checkedOf`. */
  private readonly checked: Uint8Array;
  readonly touches: Uint32Array;

  constructor(private readonly options: LookAheadOptions) {
    const { store, members, cohortOf, steps, obstacles } = options;
    const { kernel, allocator } = store;
    const rowCount =
      1 +
      maxOf(
        steps.map(({ laws }) => laws.length),
        0,
      );
    this.scratch = new ParticleStore(kernel, members.length, {
      allocator,
      targetVelocity: store.hasTargetVelocity,
      forces: store.hasForces,
    });
    this.table = new CohortTable(this.scratch, rowCount);
    for (let k = 0; k < members.length; k++) this.scratch.copyFrom(store, members[k], k);
    const { cohort } = this.scratch;
    for (let k = 0; k < members.length; k++) if (cohort[k] >= 0) cohort[k] = 1 + cohortOf[k];
    this.start = new Float64Array(6 * members.length);
    this.movingPlanes().forEach((plane, i) => {
      this.start.set(plane, i * members.length);
    });
    const checked = obstacles?.checkedOf(store);
    this.checked = Uint8Array.from(members, (particle) => checked?.[particle] ?? 0);
    this.touches = new Uint32Array(members.length);
  }

  begin(): ParticleStore {
    const { obstacles, members } = this.options;
    const count = members.length;
    this.movingPlanes().forEach((plane, i) => {
      plane.set(this.start.subarray(i * count, (i + 1) * count));
    });
    this.touches.fill(0);
    obstacles?.checkedOf(this.scratch).set(this.checked);
    return this.scratch;
  }

  advance(ahead: number, weights: Float64Array): void {
    const { scratch, table, uniform, free, passing } = this;
    const { field, steps, members, obstacles } = this.options;
    const { t, dt, drag, laws } = steps[ahead];
    field.uniform(uniform, t, dt, drag);
    freeLaw(free, drag, dt);
    freeLaw(passing, drag, dt);
    passing.ignoresObstacles = true;
    table.set(0, free, uniform);
    laws.forEach((law, cohort) => {
      table.set(1 + cohort, law ?? passing, uniform);
    });
    scratch.weight.set(weights);
    const count = members.length;
    const forces = field.accumulate(scratch, t, dt, drag, 0, count);
    stepParticles(scratch, table, dt, 0, count, { forces, weights: true });
    obstacles?.collide(scratch, table, { from: 1, to: 1, dt, uniform, forces }, 0, count, this.touches);
  }

  /** Frees the memory. */
  release(): void {
    this.table.free();
    this.scratch.free();
  }

  private movingPlanes(): Float64Array[] {
    const { x, y, z, vx, vy, vz } = this.scratch;
    return [x, y, z, vx, vy, vz];
  }
}
