import { hashBits } from '../../../math/random.ts';
import type { FurForceParams } from '../params.ts';
import { pushTips } from '../push/push-tips.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurSolver } from '../solve/fur-solver.ts';
import { type AirField, createBlower, createGusts, createWhirl, type ForceOf } from './air-field.ts';

/** All winds and pushes on a fur. It has no state: the forces depend only on the strands and the time. */
export interface FurForceField {
  /** Replaces the parameters of the forces, whose number and order stay the same. */
  set(params: readonly FurForceParams[]): void;
  /**
   * Sets the forces on the solver's strands in the step from t to t + dt, s. The sum of the mean winds becomes the solver's wind. The drag
   * of all other air at each tip, and the forces of pushes, become the solver's pushes. Forces in `extra` act also outside of their times.
   */
  apply(solver: FurSolver, t: number, dt: number, extra?: readonly FurForceParams[]): void;
  /** Returns the forces that act in a step that begins at t, with those of `extra`, and the seeds of their gusts. */
  list(t: number, extra?: readonly FurForceParams[]): readonly SeededForce[];
  /** Sets only the steady air that acts at t: winds without their gusts, blowers and whirls. Pushes are excluded. */
  applySteady(solver: FurSolver, t: number): void;
}

/** A force, and the seed of its gusts. */
export interface SeededForce {
  readonly force: FurForceParams;
  readonly seed: number;
}

/** Creates the forces of a fur. A force acts in a step that begins at t if from ≤ t < until. */
export function createFurForces(params: readonly FurForceParams[], seed: number): FurForceField {
  const seedOf = (index: number) => hashBits(seed, 0x77696e64, index);
  const create = (force: FurForceParams, index: number) => ({
    force,
    seed: seedOf(index),
    air: createAir(force, seedOf(index)),
  });
  let fields = params.map(create);
  let sum = new Float64Array(0);
  const push = (solver: FurSolver, all: readonly ActingForce[], t: number, dt: number) => {
    const wind: [number, number, number] = [0, 0, 0];
    for (const { force } of all) {
      if (force.force === 'wind') for (let axis = 0; axis < 3; axis++) wind[axis] += force.velocity[axis];
    }
    solver.forces = { ...solver.forces, wind };
    const airs = all.map(({ air }) => air).filter((air) => air !== null);
    const pushes = all.map(({ force }) => force).filter(isPush);
    if (airs.length + pushes.length === 0) {
      solver.push(null);
      return;
    }
    const length = 3 * solver.topology.strandCount;
    if (sum.length !== length) sum = new Float64Array(length);
    else sum.fill(0);
    if (solver.forces.airDrag > 0) addAir(sum, solver, airs, t);
    for (const push of pushes) pushTips(sum, solver.store, push, t, dt);
    solver.push(sum);
  };
  return {
    set(changed) {
      fields = fields.map((field, index) =>
        field.force === changed[index] ? field : create(changed[index], index),
      );
    },
    apply(solver, t, dt, extra = []) {
      const acting = fields.filter(({ force }) => acts(force, t));
      const live = extra.map((force, index) => create(force, params.length + index));
      push(solver, [...acting, ...live], t, dt);
    },
    list(t, extra = []) {
      const live = extra.map((force, index) => ({ force, seed: seedOf(params.length + index) }));
      return [...fields.filter(({ force }) => acts(force, t)), ...live];
    },
    applySteady(solver, t) {
      const steady = fields
        .filter(({ force }) => acts(force, t) && !isPush(force))
        .map(({ force, air }) => ({ force, air: force.force === 'wind' ? null : air }));
      push(solver, steady, t, 0);
    },
  };
}

interface ActingForce {
  readonly force: FurForceParams;
  /** Air of the force, if it varies in space; null otherwise. */
  readonly air: AirField | null;
}

function createAir(force: FurForceParams, seed: number): AirField | null {
  if (force.force === 'blower') return createBlower(force);
  if (force.force === 'whirl') return createWhirl(force);
  if (force.force === 'wind' && force.gusts > 0) return createGusts(force, seed);
  return null;
}

function acts({ from, until }: FurForceParams, t: number): boolean {
  return (from === undefined || t >= from) && (until === undefined || t < until);
}

function isPush(force: FurForceParams): force is ForceOf<'push'> {
  return force.force === 'push';
}

function addAir(out: Float64Array, { store, forces }: FurSolver, airs: readonly AirField[], t: number): void {
  for (const air of airs) air.prepare(t);
  const [rootX, rootY, rootZ] = store.vector(planes.root);
  const [offsetX, offsetY, offsetZ] = store.vector(planes.offset);
  for (let i = 0; i < store.topology.strandCount; i++) {
    const x = rootX[i] + offsetX[i];
    const y = rootY[i] + offsetY[i];
    const z = rootZ[i] + offsetZ[i];
    velocity.fill(0);
    for (const air of airs) air.add(velocity, x, y, z);
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] += forces.airDrag * velocity[axis];
  }
}

const velocity = new Float64Array(3);
