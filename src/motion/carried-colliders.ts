import { multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import type { Collider, DeformingCollider, RigidCollider, RigidPose } from './collider.ts';
import { measureVelocities } from './keyed-collider.ts';
import { type MotionReference, ReferencePath } from './motion-reference.ts';
import { movePoints } from './move-points.ts';
import { createRigidPose } from './rigid-motion.ts';

/** Colliders seen from a space that moves with a reference body: the part of their motion that is not felt is removed. */
export interface CarriedColliders {
  /** Same order and names as the sources. The objects never change. */
  readonly colliders: readonly Collider[];
  /** Must be called whenever the source colliders were advanced to the motion from t0 to t1, seconds. */
  advance(t0: number, t1: number): void;
}

/**
 * Returns the colliders in the space that moves with a reference. `base`: the time in seconds at which this space coincides with the world,
 * for an object that stays in the space, such as a ground on a deck. Null: the space coincides with the world at the end of each step, for
 * an object whose state is moved with the reference in every step.
 */
export function carryColliders(
  sources: readonly Collider[],
  reference: MotionReference,
  base: number | null,
): CarriedColliders {
  const path = new ReferencePath(reference);
  const moves: Moves = { start: createRigidPose(), end: createRigidPose(), duration: 0, cut: false };
  const carried = sources.map((source) =>
    source.kind === 'rigid' ? new CarriedRigid(source, moves) : new CarriedDeforming(source, moves),
  );
  return {
    colliders: carried,
    advance(t0, t1) {
      moves.cut = reference.motion.cutBetween(t0, t1);
      path.carry(moves.start, t0, base ?? t1);
      if (base !== null) path.carry(moves.end, t1, base);
      moves.duration = t1 - t0;
      for (const collider of carried) collider.refresh();
    },
  };
}

/**
 * Transforms from the world to the space at the start and the end of a step, the duration of the step in seconds, and whether the reference
 * jumps during the step.
 */
interface Moves {
  readonly start: RigidPose;
  readonly end: RigidPose;
  duration: number;
  cut: boolean;
}

/** A collider that transforms its vertices when they are first read in a step. */
class CarriedDeforming implements DeformingCollider {
  readonly kind = 'deforming';
  readonly name: string;
  readonly vertexCount: number;
  readonly indices: Uint32Array;
  private readonly ownStart: Float64Array;
  private readonly ownEnd: Float64Array;
  private readonly ownVelocity: Float64Array;
  private isStartMoved = false;
  private isEndMoved = false;
  private isVelocityMeasured = false;

  constructor(
    private readonly source: DeformingCollider,
    private readonly moves: Moves,
  ) {
    this.name = source.name;
    this.vertexCount = source.vertexCount;
    this.indices = source.indices;
    this.ownStart = new Float64Array(3 * source.vertexCount);
    this.ownEnd = new Float64Array(3 * source.vertexCount);
    this.ownVelocity = new Float64Array(3 * source.vertexCount);
  }

  refresh(): void {
    this.isStartMoved = this.isEndMoved = this.isVelocityMeasured = false;
  }

  get cut(): boolean {
    return this.source.cut || this.moves.cut;
  }

  get start(): Float64Array {
    if (!this.isStartMoved) movePoints(this.ownStart, this.moves.start, this.source.start);
    this.isStartMoved = true;
    return this.ownStart;
  }

  get end(): Float64Array {
    if (!this.isEndMoved) movePoints(this.ownEnd, this.moves.end, this.source.end);
    this.isEndMoved = true;
    return this.ownEnd;
  }

  get velocity(): Float64Array {
    const { ownVelocity, moves } = this;
    if (this.isVelocityMeasured) return ownVelocity;
    this.isVelocityMeasured = true;
    if (this.cut) return ownVelocity.fill(0);
    const { start, end } = this;
    const rate = 1 / moves.duration;
    for (let k = 0; k < ownVelocity.length; k++) ownVelocity[k] = (end[k] - start[k]) * rate;
    return ownVelocity;
  }

  get lowest(): number | undefined {
    const { lowest } = this.source;
    if (lowest === undefined || lowest === Number.POSITIVE_INFINITY) return lowest;
    const { start, end } = this.moves;
    if (isLevel(start) && isLevel(end)) return lowest + Math.min(start.position[1], end.position[1]);
    return this.cut ? lowestOf(this.end) : Math.min(lowestOf(this.start), lowestOf(this.end));
  }
}

class CarriedRigid implements RigidCollider {
  readonly kind = 'rigid';
  readonly name: string;
  readonly vertexCount: number;
  readonly indices: Uint32Array;
  readonly profile: RigidCollider['profile'];
  readonly start = createRigidPose();
  readonly end = createRigidPose();
  readonly linearVelocity = new Float64Array(3);
  readonly angularVelocity = new Float64Array(3);
  cut = true;

  constructor(
    private readonly source: RigidCollider,
    private readonly moves: Moves,
  ) {
    this.name = source.name;
    this.vertexCount = source.vertexCount;
    this.indices = source.indices;
    this.profile = source.profile;
  }

  get positions(): Float64Array {
    return this.source.positions;
  }

  refresh(): void {
    const { source, moves } = this;
    this.cut = source.cut || moves.cut;
    movePose(this.start, moves.start, source.start);
    movePose(this.end, moves.end, source.end);
    measureVelocities(this, moves.duration);
  }
}

function movePose(out: RigidPose, move: RigidPose, pose: RigidPose): void {
  rotateVector(out.position, move.rotation, pose.position);
  for (let axis = 0; axis < 3; axis++) out.position[axis] += move.position[axis];
  multiplyQuaternions(out.rotation, move.rotation, pose.rotation);
}

/** Returns whether a transform rotates about the vertical axis only. */
function isLevel({ rotation }: RigidPose): boolean {
  return rotation[0] === 0 && rotation[2] === 0;
}

function lowestOf(positions: Float64Array): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 1; k < positions.length; k += 3) if (positions[k] < lowest) lowest = positions[k];
  return lowest;
}
