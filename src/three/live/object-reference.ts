import { type Bone, type Matrix4, type Object3D, Vector3 } from 'three';
import { InputError } from '../../input-error.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  rotateVector,
} from '../../math/quaternion.ts';
import type { RigidPose } from '../../motion/collider.ts';
import { measureCarry } from '../../motion/motion-reference.ts';
import { createRigidPose } from '../../motion/rigid-motion.ts';
import { rigidOfMatrix } from '../../motion/rigid-of-matrix.ts';
import { checkReferenceOptions } from './check-reference.ts';

/** The options of a live system for the object that moves a character. */
export interface ReferenceOptions {
  /**
   * An object that moves the character, such as the deck of a ship, a train or a lift: only motion relative to it is felt. Gravity and wind
   * stay those of the world. The object need not be an ancestor of the character.
   */
  readonly reference?: Object3D | null;
  /** Fraction of the reference's motion that is felt. 0: none, as if the reference did not move. 1: all. Default 0. */
  readonly referenceFactor?: number;
}

/**
 * A moving reference in a three.js scene. It provides the part of the motion between two frames that is not felt. `object` and `factor` may
 * be changed at any time. A new object applies from the next frame on.
 */
export class ObjectReference {
  /** The motion from the last `keep` to the last `read`, as far as it is not felt: x ← rotation · x + position. */
  readonly carry = createRigidPose();
  private readonly before = createRigidPose();
  private readonly now = createRigidPose();
  /** The object whose pose `keep` stored. Null if none is stored. */
  private known: Object3D | null = null;
  private found: Object3D | null = null;
  private knownFactor = 0;
  /**
   * Whether the last `read` found another object or another factor than those that were stored. This is a cut, because the felt motion
   * jumps.
   */
  hasChanged = false;

  constructor(
    public object: Object3D | null,
    public factor: number,
  ) {}

  /** Whether some motion is not felt. */
  get acts(): boolean {
    return this.object !== null && this.factor < 1;
  }

  /** Reads the current pose. origin: the point to which positions are relative, world metres, the same as in the stored frame. */
  read(origin: Vector3 = worldOrigin): RigidPose {
    const { object, now, before, carry } = this;
    setStill(carry);
    this.object?.updateWorldMatrix(true, false);
    this.found = this.object && this.locate(this.object.matrixWorld, origin);
    this.hasChanged = this.known !== this.found || (this.found !== null && this.knownFactor !== this.factor);
    if (this.found && this.known === object) measureCarry(carry, before, now, 1 - this.factor);
    return carry;
  }

  /** Stores the pose of an earlier world matrix of the object as that of the last frame. */
  startAt(matrixWorld: Matrix4): void {
    this.found = this.locate(matrixWorld, worldOrigin);
    this.keep();
  }

  /**
   * Writes the pose of the object into `now`. Returns null if its position or rotation is not finite. In that case the object moves nothing
   * until they are finite again.
   */
  private locate({ elements }: Matrix4, origin: Vector3): Object3D | null {
    const { object, now } = this;
    if (!this.acts) return null;
    if (!elements.every(Number.isFinite) || !rigidOfMatrix(now, elements)) return null;
    origin.toArray(shift);
    for (let axis = 0; axis < 3; axis++) now.position[axis] -= shift[axis];
    return object;
  }

  /** Starts the next frame. Its first pose is the pose that was read last. */
  keep(): void {
    this.known = this.found;
    this.knownFactor = this.factor;
    this.before.position.set(this.now.position);
    this.before.rotation.set(this.now.rotation);
  }
}

/**
 * The space in which a character moves only as much as it feels: the world without that part of the reference's motion so far that is not
 * felt.
 */
export class FeltSpace {
  /** Transform from the world to this space: x ← rotation · x + position. */
  readonly fromWorld = createRigidPose();
  /** The world's down direction in this space, unit vector, [3]. */
  readonly down = Float64Array.of(0, -1, 0);

  constructor(readonly reference: ObjectReference) {}

  /** Applies the reference's motion since the last call. */
  advance(): void {
    const { reference, fromWorld, down } = this;
    const { position, rotation } = reference.read();
    reference.keep();
    // fromWorld ← fromWorld · carry⁻¹
    const back = conjugateQuaternion(rotation);
    multiplyQuaternions(fromWorld.rotation, fromWorld.rotation, back);
    normalizeQuaternion(fromWorld.rotation, fromWorld.rotation);
    rotateVector(moved, fromWorld.rotation, position);
    for (let axis = 0; axis < 3; axis++) fromWorld.position[axis] -= moved[axis];
    rotateVector(down, fromWorld.rotation, worldDown);
  }

  /** Sets matrix [16] to fromWorld · matrix. */
  take(matrix: Float64Array): void {
    const { position, rotation } = this.fromWorld;
    for (let column = 0; column < 16; column += 4) {
      for (let row = 0; row < 3; row++) moved[row] = matrix[column + row];
      rotateVector(moved, rotation, moved);
      for (let row = 0; row < 3; row++)
        matrix[column + row] = moved[row] + matrix[column + 3] * position[row];
    }
  }
}

/**
 * Checks a reference's options. `movers`: the bones or meshes that move the system's surface. Null if the system has no surface. Throws an
 * `InputError` if the reference is not an object of three.js, if the factor is out of range, and if the object is a part of the character
 * itself.
 */
export function checkReference(
  { reference, referenceFactor = 0 }: ReferenceOptions,
  movers: readonly Object3D[] | null,
  owner: string,
): ObjectReference {
  checkReferenceOptions({ reference, referenceFactor }, owner);
  if (!reference) return new ObjectReference(null, referenceFactor);
  if (!movers) return new ObjectReference(reference, referenceFactor);
  const skeleton = new Set(movers);
  const tops = new Set(movers.map(topBoneOf));
  const top = topBoneOf(reference);
  const isPart =
    ancestorsOf(reference).some((above) => skeleton.has(above)) || (top !== null && tops.has(top));
  const others = movers.filter((mover) => mover !== reference);
  const carriesAll = others.length > 0 && others.every((mover) => ancestorsOf(mover).includes(reference));
  if (isPart && !carriesAll) {
    throw InputError.at(
      `${owner}.reference`,
      'expected an object that moves the character, such as the ship that it stands on, got ' +
        `"${reference.name || reference.type}", which is a part of the figure itself`,
    );
  }
  return new ObjectReference(reference, referenceFactor);
}

/** Returns an object and all its ancestors. */
export function ancestorsOf(object: Object3D): Object3D[] {
  const found: Object3D[] = [];
  for (let above: Object3D | null = object; above; above = above.parent) found.push(above);
  return found;
}

/** Returns the topmost bone at or above an object. It is the same for all bones of a skeleton. */
function topBoneOf(object: Object3D): Object3D | null {
  return ancestorsOf(object).findLast((above) => (above as Bone).isBone) ?? null;
}

function setStill({ position, rotation }: RigidPose): void {
  position.fill(0);
  rotation.fill(0);
  rotation[3] = 1;
}

const worldOrigin = new Vector3();
const worldDown = [0, -1, 0];
const shift = [0, 0, 0];
const moved = [0, 0, 0];
