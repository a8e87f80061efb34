import type {
  Collider,
  EventQueue,
  PhysicsHooks,
  RigidBody,
  RigidBodyDesc,
  World,
} from '@dimforge/rapier3d-deterministic-compat';
import { maxOf } from '../../math/lists.ts';
import { slerp } from '../../math/slerp.ts';
import type { RigidPose } from '../collider.ts';
import type { PressSource } from '../response/pressed-ground.ts';
import { createRigidPose, type RigidMotion } from '../rigid-motion.ts';
import { keyRate } from './key-rate.ts';
import type { Rapier } from './load-rapier.ts';
import { PropBody } from './prop-body.ts';
import { createPropMotion, type PropRecord, type SimulatedProps } from './prop-record.ts';
import type { Obstacle, PropSample, SimulatedBody } from './simulated-body.ts';

/** A step is so short that no body moves by more than this fraction of its smallest dimension; a key has this number of steps at least and at most. */
const moveFraction = 0.1;
const [minSteps, maxSteps] = [4, 16];

/** A body in Rapier that follows a motion. */
interface MovingObstacle {
  readonly rigid: RigidBody;
  readonly motion: RigidMotion;
}

/**
 * Simulates rigid bodies on soft ground. Rapier computes collisions with each other and with obstacles, and integrates positions; `GroundContact` computes the
 * forces of the ground. Steps do not depend on when motions are sampled, so the result is a function of the bodies, the obstacles and their order. Bodies are
 * simulated as far as their motions are sampled.
 */
export class PropSimulation implements SimulatedProps {
  private readonly world: World;
  private readonly bodies: readonly PropBody[];
  private readonly obstacles: readonly MovingObstacle[];
  private readonly times: readonly number[];
  private readonly ignored = new Set<string>();
  private readonly hooks: PhysicsHooks;
  /** Rapier calls the hooks only if it also gets a queue of events. */
  private readonly events: EventQueue;
  private keyCount = 0;

  /** `startTime` and `endTime`: of the simulation, s. */
  constructor(
    private readonly rapier: Rapier,
    bodies: readonly SimulatedBody[],
    obstacles: readonly Obstacle[],
    private readonly startTime: number,
    endTime: number,
  ) {
    const count = Math.max(1, Math.ceil((endTime - startTime) * keyRate)) + 1;
    this.times = Array.from({ length: count }, (_, k) => startTime + k / keyRate);
    // The forces of the ground contain the weight.
    this.world = new rapier.World({ x: 0, y: 0, z: 0 });
    this.events = new rapier.EventQueue(true);
    this.hooks = {
      filterContactPair: (a, b) =>
        this.ignored.has(pairOf(a, b)) ? null : rapier.SolverFlags.COMPUTE_IMPULSE,
      filterIntersectionPair: () => true,
    };
    const colliders = new Map<string, Collider>();
    this.bodies = bodies.map((body) => this.addBody(body, colliders));
    for (const { contact, entry } of this.bodies) {
      const neighbours = this.bodies.filter((other) => other.entry.pressed === entry.pressed);
      contact.shareGround(neighbours.map((other) => other.contact));
    }
    this.obstacles = obstacles.flatMap((obstacle) => this.addObstacle(obstacle, colliders) ?? []);
  }

  /** Returns the motion of a body. */
  motionOf(index: number): RigidMotion {
    const { keys, entry } = this.bodies[index];
    return createPropMotion(entry, keys, this.startTime, (t) => this.advanceTo(t), this.times);
  }

  /** Simulates all bodies to the end, and returns their motions. */
  record(): PropRecord[] {
    this.advanceTo(this.times[this.times.length - 1]);
    return this.bodies.map(({ keys, samples, raised, contact }) => ({
      keys,
      samples,
      raised,
      history: contact.history,
    }));
  }

  /** Returns what happened to a body at each key; the keys are 1 / `keyRate` seconds apart. */
  samplesOf(index: number): readonly PropSample[] {
    this.advanceTo(this.times[this.times.length - 1]);
    return this.bodies[index].samples;
  }

  /** Returns what a body presses into its ground. */
  sourceOf(index: number): PressSource {
    return {
      pressedBefore: (t, area) => {
        this.advanceTo(t);
        return this.bodies[index].contact.pressedBefore(t, area);
      },
    };
  }

  /** Returns how far a body was raised at its release, because it was in the ground, m. */
  raisedBy(index: number): number {
    return this.bodies[index].raised;
  }

  private advanceTo(t: number): void {
    const last = Math.min(this.times.length - 1, Math.ceil((t - this.startTime) * keyRate));
    for (; this.keyCount <= last; this.keyCount++) {
      if (this.keyCount > 0) this.advanceKey(this.times[this.keyCount - 1], this.times[this.keyCount]);
      for (const body of this.bodies) {
        if (!body.isReleased && this.times[this.keyCount] >= body.entry.releaseTime) this.release(body);
        body.record(this.times[this.keyCount]);
      }
    }
  }

  private release(body: PropBody): void {
    body.rigid.setBodyType(this.rapier.RigidBodyType.Dynamic, true);
    body.release(body.entry.releaseTime, 1 / keyRate);
  }

  private advanceKey(from: number, to: number): void {
    const { world } = this;
    const held = this.bodies.filter(({ isReleased }) => !isReleased);
    const carried = held.map(({ rigid, entry }) => ({ rigid, motion: entry.given }));
    const moving = [...this.obstacles, ...carried].map((one) => sampleMove(one, from, to));
    const awake = this.bodies.filter((body) => body.isReleased && !body.isAtRest);
    const fastest = maxOf(
      awake.map(({ speed, size }) => speed / (moveFraction * size * keyRate)),
      0,
    );
    const steps = Math.ceil(Math.min(maxSteps, Math.max(minSteps, fastest)));
    const dt = (to - from) / steps;
    world.timestep = dt;
    for (let step = 1; step <= steps; step++) {
      for (const move of moving) moveTo(move, step / steps);
      for (const body of this.bodies) body.push(dt, from);
      world.step(this.events, this.hooks);
      for (const body of this.bodies) body.settle(dt);
    }
  }

  private addBody(entry: SimulatedBody, colliders: Map<string, Collider>): PropBody {
    const { rapier, world } = this;
    const rigid = world.createRigidBody(
      placed(rapier.RigidBodyDesc.kinematicPositionBased(), entry.given, this.startTime).setCanSleep(false),
    );
    rigid.enableCcd(true);
    const shape = rapier.ColliderDesc.convexHull(Float32Array.from(entry.mesh.positions));
    if (!shape) throw new Error(`${entry.name} has no volume`);
    shape
      .setMass(entry.mass)
      .setFriction(entry.friction)
      .setRestitution(entry.restitution)
      .setFrictionCombineRule(rapier.CoefficientCombineRule.Max)
      .setRestitutionCombineRule(rapier.CoefficientCombineRule.Max);
    colliders.set(entry.name, world.createCollider(shape, rigid));
    rigid.recomputeMassPropertiesFromColliders();
    return new PropBody(entry, rigid);
  }

  /** Null for an obstacle that has no volume. */
  private addObstacle(obstacle: Obstacle, colliders: ReadonlyMap<string, Collider>): MovingObstacle | null {
    const { rapier, world, startTime } = this;
    const { positions, indices, motion, isStatic } = obstacle;
    const vertices = Float32Array.from(positions);
    const shape = indices
      ? rapier.ColliderDesc.trimesh(
          vertices,
          Uint32Array.from(indices),
          rapier.TriMeshFlags.FIX_INTERNAL_EDGES,
        )
      : rapier.ColliderDesc.convexHull(vertices);
    if (!shape) return null;
    const desc = isStatic ? rapier.RigidBodyDesc.fixed() : rapier.RigidBodyDesc.kinematicPositionBased();
    const rigid = world.createRigidBody(placed(desc, motion, startTime));
    shape
      .setFriction(0)
      .setRestitution(0)
      .setFrictionCombineRule(rapier.CoefficientCombineRule.Max)
      .setRestitutionCombineRule(rapier.CoefficientCombineRule.Max);
    const ignoring = obstacle.ignores.flatMap((name) => colliders.get(name) ?? []);
    if (ignoring.length > 0) shape.setActiveHooks(rapier.ActiveHooks.FILTER_CONTACT_PAIRS);
    const collider = world.createCollider(shape, rigid);
    for (const other of ignoring) this.ignored.add(pairOf(collider.handle, other.handle));
    return isStatic ? null : { rigid, motion };
  }
}

/** Returns the description of a body at its place at a time. */
function placed(desc: RigidBodyDesc, motion: RigidMotion, time: number): RigidBodyDesc {
  const pose = createRigidPose();
  motion.sample(pose, time);
  const [x, y, z, w] = pose.rotation;
  return desc
    .setTranslation(pose.position[0], pose.position[1], pose.position[2])
    .setRotation({ x, y, z, w });
}

interface Move extends MovingObstacle {
  readonly from: RigidPose;
  readonly to: RigidPose;
  readonly isCut: boolean;
}

function sampleMove({ rigid, motion }: MovingObstacle, from: number, to: number): Move {
  const move = {
    rigid,
    motion,
    from: createRigidPose(),
    to: createRigidPose(),
    isCut: motion.cutBetween(from, to),
  };
  motion.sample(move.from, from);
  motion.sample(move.to, to);
  return move;
}

/** Moves an obstacle to a fraction of its way between two keys. */
function moveTo({ rigid, from, to, isCut }: Move, fraction: number): void {
  const [x, y, z] = from.position.map((start, axis) => start + (to.position[axis] - start) * fraction);
  const turn = [0, 0, 0, 1];
  slerp(turn, from.rotation, to.rotation, fraction);
  const rotation = { x: turn[0], y: turn[1], z: turn[2], w: turn[3] };
  if (!isCut) {
    rigid.setNextKinematicTranslation({ x, y, z });
    rigid.setNextKinematicRotation(rotation);
  } else if (fraction === 1) {
    rigid.setTranslation({ x, y, z }, true);
    rigid.setRotation(rotation, true);
  }
}

function pairOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
