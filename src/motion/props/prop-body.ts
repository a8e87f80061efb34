import type { RigidBody } from '@dimforge/rapier3d-deterministic-compat';
import { boundsOfPoints } from '../../geometry/bounds.ts';
import { cross, dot, norm } from '../../geometry/vector.ts';
import { minOf } from '../../math/lists.ts';
import { solveLinear } from '../../math/solve-linear.ts';
import { measureVelocities, type RigidKey } from '../keyed-collider.ts';
import { createRigidPose } from '../rigid-motion.ts';
import type { BodyState } from './contact-solver.ts';
import { GroundContact, noForce } from './ground-contact.ts';
import type { PropSample, SimulatedBody } from './simulated-body.ts';

/** Bodies are not faster than this, m/s and rad/s. */
const maxSpeed = 200;
const maxSpin = 2000;
/** Fraction of the depth of soft ground by which a body may be in the firm ground below. */
const maxExcess = 0.05;
/** A body comes to rest when none of its points has been faster than this, m/s, for a time in seconds. */
const restSpeed = 0.01;
const restTime = 0.3;

/** A simulated object: its state in Rapier, and its contact with the ground. */
export class PropBody {
  readonly keys: RigidKey[] = [];
  readonly samples: PropSample[] = [];
  /** Smallest dimension, m. */
  readonly size: number;
  readonly contact: GroundContact;
  isReleased = false;
  private readonly state: BodyState;
  private readonly lastInertia = new Float64Array(9);
  /** Impulses of the ground since the last key, N s, and their duration, s. */
  private impulse = { load: 0, drag: 0, seconds: 0 };
  private force = noForce;
  /** How far it was raised at its release, because it was in the ground, m. */
  raised = 0;
  private restSeconds = 0;

  constructor(
    readonly entry: SimulatedBody,
    readonly rigid: RigidBody,
  ) {
    const { positions, indices } = entry.mesh;
    const { min, max } = boundsOfPoints(positions);
    this.size = minOf([0, 1, 2].map((axis) => max[axis] - min[axis]));
    const { soil, floor, pressed } = entry;
    this.contact = new GroundContact({ soil, floor, positions, indices, pressed });
    this.state = {
      ...createRigidPose(),
      middle: new Float64Array(3),
      mass: entry.mass,
      inertia: new Float64Array(9),
      velocity: new Float64Array(6),
    };
  }

  /** Whether it does not move and is not simulated until something pushes it. */
  get isAtRest(): boolean {
    return this.isReleased && this.rigid.isSleeping();
  }

  /** Returns a bound of the speed of its points, m/s. */
  get speed(): number {
    const { velocity } = this.state;
    return norm(velocity) + this.contact.radius * norm(velocity.subarray(3));
  }

  /** Lets it move by itself from the given time on. */
  release(time: number, interval: number): void {
    const { given, velocity, angularVelocity } = this.entry;
    const [start, end] = [createRigidPose(), createRigidPose()];
    given.sample(start, time - interval);
    given.sample(end, time);
    const moved = {
      start,
      end,
      cut: given.cutBetween(time - interval, time),
      linearVelocity: new Float64Array(3),
      angularVelocity: new Float64Array(3),
    };
    measureVelocities(moved, interval);
    this.isReleased = true;
    this.read();
    this.raised = Math.max(0, this.contact.depthAt(this.state));
    this.raise(this.raised);
    this.read();
    const spin = angularVelocity ?? moved.angularVelocity;
    const arm = this.state.middle.map((value, axis) => value - this.state.position[axis]);
    const swing = cross(moved.angularVelocity, arm);
    const speed = velocity ?? moved.linearVelocity.map((value, axis) => value + swing[axis]);
    this.state.velocity.set(speed);
    this.state.velocity.set(spin, 3);
    this.lastInertia.set(this.state.inertia);
    this.write();
  }

  /** Applies gravity and the forces of the ground in a step of `dt` seconds. `t`: time of the last key, s. */
  push(dt: number, t: number): void {
    if (!this.isReleased || this.rigid.isSleeping()) return;
    const { state, contact } = this;
    this.read();
    this.keepMomentum();
    this.force = contact.push(state, dt, t);
    const { load, drag } = this.force;
    this.impulse.load += load * dt;
    this.impulse.drag += drag * dt;
    this.impulse.seconds += dt;
    const excess = this.force.excess - contact.limit * maxExcess;
    if (excess > 0) {
      this.raise(excess);
      state.velocity[1] = Math.max(0, state.velocity[1]);
    }
    this.write();
  }

  private raise(height: number): void {
    if (!(height > 0)) return;
    const [x, y, z] = this.state.position;
    this.rigid.setTranslation({ x, y: y + height, z }, true);
  }

  /** Lets it rest if it hardly moved for some time. */
  settle(dt: number): void {
    if (!this.isReleased || this.rigid.isSleeping()) return;
    this.read();
    this.restSeconds = this.speed < restSpeed ? this.restSeconds + dt : 0;
    if (this.restSeconds < restTime) return;
    this.restSeconds = 0;
    this.state.velocity.fill(0);
    this.write();
    this.rigid.sleep();
  }

  /** Stores its pose at a time. */
  record(time: number): void {
    const { x, y, z } = this.rigid.translation();
    const turn = this.rigid.rotation();
    const rotation = [turn.x, turn.y, turn.z, turn.w] as const;
    this.keys.push({ time, position: [x, y, z], rotation });
    const speed = this.isReleased ? norm(this.state.velocity) : 0;
    const { load, drag, seconds } = this.impulse;
    const { sinkage, isLimited, excess } = this.force;
    this.samples.push({
      load: seconds > 0 ? load / seconds : this.force.load,
      drag: seconds > 0 ? drag / seconds : this.force.drag,
      sinkage,
      isLimited,
      excess,
      speed,
      isAtRest: this.isAtRest,
    });
    this.impulse = { load: 0, drag: 0, seconds: 0 };
  }

  private read(): void {
    const { rigid, state } = this;
    setVector(state.position, rigid.translation());
    const turn = rigid.rotation();
    setVector(state.rotation, turn);
    state.rotation[3] = turn.w;
    setVector(state.middle, rigid.worldCom());
    const { m11, m12, m13, m22, m23, m33 } = rigid.effectiveAngularInertia();
    state.inertia.set([m11, m12, m13, m12, m22, m23, m13, m23, m33]);
    setVector(state.velocity, rigid.linvel());
    setVector(state.velocity.subarray(3), rigid.angvel());
  }

  private write(): void {
    const { velocity } = this.state;
    limitLength(velocity.subarray(0, 3), maxSpeed);
    limitLength(velocity.subarray(3), maxSpin);
    this.rigid.setLinvel({ x: velocity[0], y: velocity[1], z: velocity[2] }, true);
    this.rigid.setAngvel({ x: velocity[3], y: velocity[4], z: velocity[5] }, true);
  }

  /** Keeps the angular momentum of the last step in the current orientation, for which Rapier keeps the angular velocity. Its energy does not grow. */
  private keepMomentum(): void {
    const { inertia, velocity } = this.state;
    const before = velocity.slice(3);
    const momentum = multiply(this.lastInertia, before);
    this.lastInertia.set(inertia);
    const spin = momentum.slice();
    solveLinear(inertia.slice(), spin, 3);
    const [energy, given] = [dot(spin, momentum), dot(before, momentum)];
    if (!(energy > 0)) return;
    const factor = energy > given ? Math.sqrt(given / energy) : 1;
    for (let axis = 0; axis < 3; axis++) velocity[3 + axis] = factor * spin[axis];
  }
}

function setVector(out: Float64Array, { x, y, z }: { x: number; y: number; z: number }): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

function multiply(matrix: Float64Array, vector: Float64Array): Float64Array {
  return Float64Array.from([0, 1, 2], (row) => dot(matrix.subarray(3 * row, 3 * row + 3), vector));
}

function limitLength(vector: Float64Array, max: number): void {
  const length = norm(vector);
  if (length <= max) return;
  for (let axis = 0; axis < 3; axis++) vector[axis] *= max / length;
}
