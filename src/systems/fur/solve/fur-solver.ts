import { InputError } from '../../../input-error.ts';
import { rotateVector } from '../../../math/quaternion.ts';
import type { RigidPose } from '../../../motion/collider.ts';
import type { FurKernel } from '../kernel.ts';
import { createFurKernel } from '../load-kernel.ts';
import { edgesFlag, furStoreIndex as planes, pushedFlag } from '../records.generated.ts';
import type { FurTopology } from '../topology/topology.ts';
import { carryStrands } from './carry-strands.ts';
import { measureEnergy } from './energy.ts';
import { checkForces, defaultForces, type FurForces, writeParams } from './kernel-params.ts';
import { findNeighbors } from './skin-frame.ts';
import { FurStore } from './store.ts';

/** Options of `FurSolver`. */
export interface FurSolverOptions {
  readonly topology: FurTopology;
  /** Length of the strand at each vertex of the skin, or one length for all, m. */
  readonly lengths: ArrayLike<number> | number;
  /** Mass of the tip at each vertex of the skin, or one mass for all, kg. Default 1. */
  readonly masses?: ArrayLike<number> | number;
  /** Semi-implicit Euler, or backward Euler with one Newton step. Default `implicit`. */
  readonly solver?: 'explicit' | 'implicit';
  /** Number of steps per tick, ≥ 1. Default 1. */
  readonly substeps?: number;
  readonly forces?: Partial<FurForces>;
  /** A skin that moves faster than this on average, m/s, was teleported. Default 100. */
  readonly cutSpeed?: number;
  readonly kernel?: FurKernel;
}

/** A state that can be restored. */
export type FurSnapshot = Float64Array;

/** After `move`, the skin counts as stationary if its positions differ by at most this, m. */
const carryRounding = 1e-9;

/** Steps are not halved below this duration, s. If a step of this duration still gains energy, this energy is removed from the motion. */
const minStep = 1 / 960;
/** Strands whose kinetic energy is at most this fraction of the energy's size are at rest: their steps are not halved. */
const restingFraction = 1e-6;

/** The first of the three planes of each vector that `save` stores. */
const saved = [
  planes.offset,
  planes.velocity,
  planes.normal,
  planes.rootVelocity,
  planes.skinVelocity,
  planes.root,
  planes.rootEnd,
  planes.normalEnd,
];

const vector = new Float64Array(3);

/**
 * Strands on a moving skin. The skin is given as interleaved positions and normals of its vertices [3 · vertexCount], in the
 * world. Normals are the rest directions of strands, which may be combed. The equations are in README.md in this folder.
 */
export class FurSolver {
  readonly store: FurStore;
  readonly topology: FurTopology;
  /** May be replaced between steps. */
  forces: FurForces;
  /** May be replaced between steps. */
  solver: 'explicit' | 'implicit';
  /** May be replaced between steps. */
  substeps: number;
  private readonly cutSpeed: number;
  /** See `findNeighbors`. */
  readonly neighbors: Uint32Array;
  /** The solver has no skin yet. */
  private isNew = true;
  /** Velocities are relative to the skin. The next step adds the velocity of the skin. */
  private isCarried = false;
  /** The skin moved in the last step. */
  private hasMoved = true;
  private isPushed = false;
  /** The skin was moved by `move` since the last step. */
  private isMoved = false;

  constructor(options: FurSolverOptions) {
    const { topology, solver = 'implicit', substeps = 1 } = options;
    if (!Number.isInteger(substeps) || substeps < 1) {
      throw InputError.at('substeps', `expected a whole number ≥ 1, got ${substeps}; 1 is one step a tick`);
    }
    const spread = (sizes: ArrayLike<number> | number) =>
      typeof sizes === 'number' ? new Float64Array(topology.vertexCount).fill(sizes) : sizes;
    const kernel = options.kernel ?? createFurKernel();
    this.store = new FurStore(kernel, topology, spread(options.lengths), spread(options.masses ?? 1));
    this.topology = topology;
    // Strands without a normal point upward.
    this.store.plane(planes.normalEnd + 1).fill(1, 0, topology.strandCount);
    this.neighbors = findNeighbors(topology);
    this.forces = { ...defaultForces, ...options.forces };
    checkForces(this.forces);
    this.solver = solver;
    this.substeps = substeps;
    this.cutSpeed = options.cutSpeed ?? 100;
  }

  /** Puts all strands in their rest direction on a skin. */
  reset(positions: ArrayLike<number>, normals: ArrayLike<number>): void {
    this.isNew = true;
    this.step(0, positions, normals);
  }

  /**
   * Advances by dt seconds, in which the skin moves uniformly from its last positions to the given ones. If dt = 0, `cut`, or the skin was
   * teleported, the strands move with the skin: their shape and their velocities relative to the skin stay the same. With `teleport:
   * 'reset'`, they return to their rest shape instead. Returns true if the strands returned to their rest shape.
   */
  step(
    dt: number,
    positions: ArrayLike<number>,
    normals: ArrayLike<number>,
    { cut = false, teleport = 'carry' }: { cut?: boolean; teleport?: 'carry' | 'reset' } = {},
  ): boolean {
    if (!(dt >= 0 && dt < Infinity)) {
      throw InputError.at('dt', `expected seconds ≥ 0, got ${dt}; time only goes forward`);
    }
    checkForces(this.forces);
    checkVectors(positions, this.topology.vertexCount, 'positions');
    checkVectors(normals, this.topology.vertexCount, 'normals');
    const { store } = this;
    store.copyVector(planes.rootStart, planes.rootEnd);
    store.copyVector(planes.normalStart, planes.normalEnd);
    const isStill = !this.takeSkin(positions, normals);
    if (isStill && !this.isNew && (dt === 0 || (cut && teleport === 'carry'))) return false;
    if (this.isNew || cut || dt === 0 || this.meanSpeed(dt) > this.cutSpeed) {
      const upright = this.isNew || (teleport === 'reset' && dt > 0);
      carryStrands(store, this.neighbors, { upright, isRelative: this.isCarried });
      this.isNew = false;
      this.isCarried = true;
      this.hasMoved = true;
      this.measureEdges();
      return upright;
    }
    this.moveRoots(dt);
    if (!isStill) this.measureEdges();
    this.advance(dt, isStill);
    this.hasMoved = !isStill;
    return false;
  }

  /**
   * Moves strands and skin as one rigid body in no time: x ← rotation · x + position. The next step starts with the skin at the new
   * position, so this motion exerts no force on the strands. The velocities rotate with the strands.
   */
  move({ position, rotation }: RigidPose): void {
    const { store } = this;
    for (const first of saved) {
      const isPosition = first === planes.root || first === planes.rootEnd;
      const part = store.vector(first);
      for (let i = 0; i < this.topology.strandCount; i++) {
        for (let axis = 0; axis < 3; axis++) vector[axis] = part[axis][i];
        rotateVector(vector, rotation, vector);
        for (let axis = 0; axis < 3; axis++) part[axis][i] = vector[axis] + (isPosition ? position[axis] : 0);
      }
    }
    this.isMoved = true;
  }

  /** Sets the external forces on the tips of all strands, N, for all later steps. [3 · strandCount] Null removes them. */
  push(forces: ArrayLike<number> | null): void {
    if (forces) checkVectors(forces, this.topology.strandCount, 'pushes');
    this.isPushed = forces !== null;
    if (!forces) return;
    const push = this.store.vector(planes.push);
    for (let i = 0; i < this.topology.strandCount; i++) {
      for (let axis = 0; axis < 3; axis++) push[axis][i] = forces[3 * i + axis];
    }
  }

  /** Adds `velocities` to the velocities of the tips of all strands, m/s. [3 · strandCount] */
  kick(velocities: ArrayLike<number>): void {
    checkVectors(velocities, this.topology.strandCount, 'kicks');
    const velocity = this.store.vector(planes.velocity);
    for (let i = 0; i < this.topology.strandCount; i++) {
      for (let axis = 0; axis < 3; axis++) velocity[axis][i] += velocities[3 * i + axis];
    }
  }

  /** Stops strands relative to the skin: all of them, or those for which `isStopped` is true. The skin must not be moving. */
  stop(isStopped: (strand: number) => boolean = () => true): void {
    const velocity = this.store.vector(planes.velocity);
    for (let i = 0; i < this.topology.strandCount; i++) {
      if (isStopped(i)) for (let axis = 0; axis < 3; axis++) velocity[axis][i] = 0;
    }
    this.isCarried = true;
  }

  /** Writes tips minus roots, m, to `out`. [3 · strandCount] */
  readOffsets(out: Float32Array | Float64Array): void {
    const offsets = this.store.vector(planes.offset);
    for (let i = 0; i < this.topology.strandCount; i++) {
      for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = offsets[axis][i];
    }
  }

  /** Whether velocities are relative to the skin, until the next step. */
  get isRelative(): boolean {
    return this.isCarried;
  }

  /** Energy relative to the skin, J. */
  get energy(): number {
    return measureEnergy(this.store, this.forces).sum;
  }

  save(): FurSnapshot {
    const { paddedStrands } = this.store;
    const snapshot = new Float64Array(2 + 3 * saved.length * paddedStrands);
    snapshot[0] = Number(this.isNew) + 2 * Number(this.isCarried) + 4 * Number(this.hasMoved);
    saved.forEach((plane, k) => {
      for (let axis = 0; axis < 3; axis++) {
        snapshot.set(this.store.plane(plane + axis), 2 + (3 * k + axis) * paddedStrands);
      }
    });
    return snapshot;
  }

  /** Restores the result of `save`, which does not contain pushes and forces. */
  restore(snapshot: FurSnapshot): void {
    const { paddedStrands } = this.store;
    this.isNew = (snapshot[0] & 1) !== 0;
    this.isCarried = (snapshot[0] & 2) !== 0;
    this.hasMoved = (snapshot[0] & 4) !== 0;
    saved.forEach((plane, k) => {
      for (let axis = 0; axis < 3; axis++) {
        const from = 2 + (3 * k + axis) * paddedStrands;
        this.store.plane(plane + axis).set(snapshot.subarray(from, from + paddedStrands));
      }
    });
    this.measureEdges();
  }

  /** Sets the end position of the skin. Returns whether it has moved. */
  private takeSkin(positions: ArrayLike<number>, normals: ArrayLike<number>): boolean {
    const { vertexOf } = this.topology;
    let hasMoved = false;
    const rounding = this.isMoved ? carryRounding : 0;
    this.isMoved = false;
    for (let axis = 0; axis < 3; axis++) {
      const root = this.store.plane(planes.rootEnd + axis);
      const normal = this.store.plane(planes.normalEnd + axis);
      for (let i = 0; i < vertexOf.length; i++) {
        const v = 3 * vertexOf[i];
        const position = positions[v + axis];
        const size = Math.sqrt(normals[v] ** 2 + normals[v + 1] ** 2 + normals[v + 2] ** 2);
        // A vertex whose faces are folded or flat may have no normal. It keeps its last normal.
        const direction = size > 1e-12 ? normals[v + axis] / size : normal[i];
        hasMoved ||= Math.abs(root[i] - position) > rounding || Math.abs(normal[i] - direction) > rounding;
        root[i] = position;
        normal[i] = direction;
      }
    }
    return hasMoved;
  }

  private meanSpeed(dt: number): number {
    const { strandCount } = this.topology;
    const from = this.store.vector(planes.rootStart);
    const to = this.store.vector(planes.rootEnd);
    let distance = 0;
    for (let i = 0; i < strandCount; i++) {
      distance += Math.sqrt(
        (to[0][i] - from[0][i]) ** 2 + (to[1][i] - from[1][i]) ** 2 + (to[2][i] - from[2][i]) ** 2,
      );
    }
    return distance / (strandCount * dt);
  }

  private moveRoots(dt: number): void {
    const { store } = this;
    for (let axis = 0; axis < 3; axis++) {
      const from = store.plane(planes.rootStart + axis);
      const to = store.plane(planes.rootEnd + axis);
      const speed = store.plane(planes.rootVelocity + axis);
      const velocity = store.plane(planes.velocity + axis);
      for (let i = 0; i < speed.length; i++) {
        speed[i] = (to[i] - from[i]) / dt;
        if (this.isCarried) velocity[i] += speed[i];
      }
    }
    this.isCarried = false;
  }

  /**
   * Sets the rest lengths of the springs between tips. They have this length when all strands have their rest shape on the current skin.
   */
  private measureEdges(): void {
    const { edges } = this.topology;
    if (edges.length === 0) return;
    const { store } = this;
    const length = store.plane(planes.length);
    const squares = store.edgeLengths;
    squares.fill(0);
    for (let axis = 0; axis < 3; axis++) {
      const root = store.plane(planes.rootEnd + axis);
      const normal = store.plane(planes.normalEnd + axis);
      for (let e = 0; e < edges.length / 2; e++) {
        const [a, b] = [edges[2 * e], edges[2 * e + 1]];
        const apart = root[b] - root[a] + (length[b] * normal[b] - length[a] * normal[a]);
        squares[e] += apart * apart;
      }
    }
    for (let e = 0; e < edges.length / 2; e++) squares[e] = Math.sqrt(squares[e]);
  }

  private advance(dt: number, isStill: boolean): void {
    const { kernel, record, paddedStrands } = this.store;
    const step = dt / this.substeps;
    // The energy must not rise if the skin is stationary and no external force acts. The printed eq. 5 has no energy.
    const hasEnergy = this.forces.form === 'corrected';
    const isFree = hasEnergy && isStill && !this.hasMoved && !this.isPushed && this.isWindless;
    writeParams(this.store.paramRecord, this.forces, step);
    for (let k = 1; k <= this.substeps; k++) {
      if (!isStill || this.hasMoved) kernel.placeSkin(record, k / this.substeps, 1 / step, paddedStrands);
      if (this.solver === 'explicit') this.stepExplicit();
      else if (isFree) this.stepWithoutGain(step);
      else this.stepImplicit();
    }
  }

  private get isWindless(): boolean {
    return this.forces.airDrag === 0 || this.forces.wind.every((speed) => speed === 0);
  }

  private get flags(): number {
    return this.isPushed ? pushedFlag : 0;
  }

  private stepExplicit(): void {
    const { kernel, record, params, paddedStrands, paddedEdges } = this.store;
    const hasEdges = paddedEdges > 0;
    if (hasEdges) kernel.addEdges(record, params, paddedEdges);
    kernel.stepExplicit(record, params, paddedStrands, this.flags | (hasEdges ? edgesFlag : 0));
  }

  private stepImplicit(): void {
    const { kernel, record, params, paddedStrands, work } = this.store;
    const { strandCount, edges } = this.topology;
    if (this.topology.kind === 'prisms') {
      kernel.stepPrisms(record, params, work, paddedStrands, strandCount, edges.length / 2, this.flags);
    } else if (this.topology.kind === 'separablePrisms') {
      kernel.stepTriangles(record, params, this.topology.faceCount, this.flags);
    } else kernel.stepSticks(record, params, paddedStrands, this.flags);
  }

  /**
   * Runs a step of backward Euler without a gain of energy. A step that would gain energy is halved. A gain that remains is removed from
   * the motion.
   */
  private stepWithoutGain(step: number): void {
    const before = measureEnergy(this.store, this.forces);
    const state = [0, 1, 2, 3, 4, 5].map((plane) => this.store.plane(plane).slice());
    writeParams(this.store.paramRecord, this.forces, step);
    this.stepImplicit();
    const after = measureEnergy(this.store, this.forces);
    const gain = after.sum - before.sum;
    if (gain <= 1e-12 * before.size) return;
    if (step <= minStep || after.kinetic <= restingFraction * after.size) {
      this.takeFromMotion(gain, state);
      return;
    }
    state.forEach((values, plane) => {
      this.store.plane(plane).set(values);
    });
    this.stepWithoutGain(step / 2);
    this.stepWithoutGain(step / 2);
  }

  /** Slows all tips so that `gain` J are removed. If their kinetic energy is smaller, they stop at their previous positions. */
  private takeFromMotion(gain: number, state: readonly Float64Array[]): void {
    const velocity = this.store.vector(planes.velocity);
    const mass = this.store.plane(planes.mass);
    let motion = 0;
    for (let i = 0; i < this.topology.strandCount; i++) {
      motion += 0.5 * mass[i] * (velocity[0][i] ** 2 + velocity[1][i] ** 2 + velocity[2][i] ** 2);
    }
    const isEnough = motion > gain;
    const fraction = isEnough ? Math.sqrt(1 - gain / motion) : 0;
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < mass.length; i++) velocity[axis][i] *= fraction;
      if (!isEnough) this.store.plane(planes.offset + axis).set(state[planes.offset + axis]);
    }
  }
}

function checkVectors(values: ArrayLike<number>, count: number, name: string): void {
  if (values.length !== 3 * count) {
    throw InputError.at(
      name,
      `expected 3 numbers for each of ${count}, got ${values.length}; use the welded vertices and strands of the topology`,
    );
  }
  for (let k = 0; k < values.length; k++) {
    if (Number.isFinite(values[k])) continue;
    throw InputError.at(
      `${name}[${k}]`,
      `expected a finite number, got ${values[k]}; correct the data from which it comes`,
    );
  }
}
